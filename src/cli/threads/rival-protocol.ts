// What the checking thread and its rival tell each other.
import type { MessagePort } from 'node:worker_threads';
import type { ReductionsChoice, RivalAnswer, SymbolicEngine } from '../../check/index.ts';
import type { SendableFormula } from '../../formula/index.ts';
import type { DeadlockReading } from '../../models/index.ts';

export interface RivalSetup {
  /** The MODEL argument; the rival reads the model for itself. */
  readonly model: string;
  /** How the other thread read it: both must have the same transitions. */
  readonly bindings: 'all' | 'distinct';
  readonly engine: SymbolicEngine;
  readonly deadlock: DeadlockReading;
  readonly reductions: ReductionsChoice;
  readonly memoryBytes: number;
  /** Its first number is not 0 once the run is to end. */
  readonly cancelled: Int32Array;
  /** The serial number of the question that is wanted; the count of replies; a pulse. */
  readonly state: Int32Array;
  readonly port: MessagePort;
}

export interface RivalQuestion {
  readonly serial: number;
  readonly question: number;
  readonly formula: SendableFormula;
  readonly seconds: number;
}

/** An answer; `skipped` for a question that was no longer wanted; `failed` when no further question makes sense. */
export interface RivalReply {
  readonly serial: number;
  readonly reply: RivalAnswer | 'skipped' | 'failed';
}
