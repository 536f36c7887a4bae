// What the checking thread and its rival tell each other, and what they ask of the thread of the command line.
import type { MessagePort } from 'node:worker_threads';
import type { ReductionsChoice, RivalAnswer, SymbolicEngine } from '../../check/index.ts';
import type { SendableFormula } from '../../formula/index.ts';
import type { DeadlockReading, SendableNet } from '../../models/index.ts';

export interface RivalSetup {
  readonly engine: SymbolicEngine;
  readonly deadlock: DeadlockReading;
  readonly reductions: ReductionsChoice;
  readonly memoryBytes: number;
  /** Its first number is not 0 once the run is to end. */
  readonly cancelled: Int32Array;
  /** See `RIVAL`. */
  readonly state: Int32Array;
  readonly port: MessagePort;
}

/** What the words in shared memory of a rival say; all are 0 at first. */
export const RIVAL = {
  /** Written by the checking thread: the serial number of the question that is wanted, 0 for none. */
  wanted: 0,
  /** The count of replies; one more when there will be none any more. Waited for. */
  replies: 1,
  /** Written by the thread of the command line: not 0 once the rival has ended, or could not be started. */
  over: 2,
} as const;

/** The words of a rival that is about to start. */
export function newRivalState(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(12));
}

/** The one who waits for a reply looks. */
export function announce(state: Int32Array): void {
  Atomics.add(state, RIVAL.replies, 1);
  Atomics.notify(state, RIVAL.replies);
}

/** Asks the thread of the command line to start a rival: that one hears of its end, since its event loop turns. */
export interface RivalRequest {
  readonly rival: RivalSetup;
}

/** What the rival is told before any question: the net itself, where the model is one that can be sent; otherwise how to read the model for itself. */
export type RivalModel =
  | { readonly net: SendableNet }
  | {
      /** The MODEL argument. */
      readonly argument: string;
      /** How the other thread read it: both must have the same transitions. */
      readonly bindings: 'all' | 'distinct';
    };

export interface RivalQuestion {
  readonly serial: number;
  readonly question: number;
  readonly formula: SendableFormula;
  readonly seconds: number;
}

/**
 * An answer; `skipped` for a question that was no longer wanted; `failed` when no further question makes sense. A `fault` is what was thrown where that was
 * neither a limit nor something wrong with the model: a mistake of ours, which must not pass unseen.
 */
export interface RivalReply {
  readonly serial: number;
  readonly reply: RivalAnswer | 'skipped' | 'failed';
  readonly fault?: string;
}
