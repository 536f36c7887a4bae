// What the thread of the command line and the thread that checks tell each other. The search never returns to the event loop,
// where signals are handled; so it has a thread of its own, and Ctrl-C reaches it through a flag in shared memory.
import type { AutomatonKind, DeadlockReading, EmptinessName, Engine, SuccessorOrder } from '../../check/options.ts';
import type { Fairness } from '../../models/fairness.ts';
import type { HullAlgorithm } from '../../symbolic/emptiness/hull.ts';
import type { PropertyLevel } from '../../symbolic/space.ts';
import {
  type Failure as GeneralFailure,
  toError as generalError,
  toFailure as generalFailure,
} from '../../worker/failure.ts';
import type { SymbolicSettings } from '../input/symbolic-settings.ts';
import type { ExitCode } from '../output/exit-codes.ts';
import { OutputClosed, OutputFailed } from '../output/output-errors.ts';

/** What the checking thread can be asked to do; everything in it can be sent from thread to thread. */
export type Job = CheckJob | MccJob;

/** A run of `tegata mcc`. */
export interface MccJob {
  readonly kind: 'mcc';
  readonly folder: string;
  readonly examination: string;
  /** For the whole examination, counted from `started` (milliseconds since 1970). */
  readonly seconds?: number;
  readonly started: number;
  readonly memoryBytes: number;
  /** Its first number is not 0 once the run is to end. */
  readonly cancelled: Int32Array;
}

/** A run of `tegata check`. */
export interface CheckJob {
  readonly kind: 'check';
  readonly model: string;
  /** Formulas in the syntax that `printFormula` writes, and where they were found if that was a file. */
  readonly formulas: readonly {
    readonly text: string;
    readonly origin?: { readonly file: string; readonly line: number };
  }[];
  /** Property files of the contest. */
  readonly properties: readonly string[];
  /** What suits the engine, unless given. */
  readonly automaton?: AutomatonKind;
  readonly engine: Engine | 'auto';
  readonly symbolic: SymbolicSettings & {
    readonly hull?: HullAlgorithm;
    readonly look?: 'first-pairs' | 'none';
    readonly property?: PropertyLevel;
  };
  readonly deadlock: DeadlockReading;
  readonly emptiness?: EmptinessName;
  readonly fairness?: Fairness;
  readonly order?: SuccessorOrder;
  readonly seed: number;
  readonly counterexample?: 'short' | 'shortest';
  readonly fullProduct?: 'counted';
  /** Files with automata of bad behaviours. */
  readonly never: readonly string[];
  readonly seconds?: number;
  readonly states?: number;
  readonly memoryBytes: number;
  readonly output: 'text' | 'statistics' | 'json';
  /** Where the first counterexample goes; `-` is standard output, and the text then goes to stderr. */
  readonly traces: readonly string[];
  /** Where a JUnit report goes. */
  readonly junit?: string;
  readonly annotations?: 'github';
  /** Columns of the terminal to which results go, if it is one. */
  readonly width?: number;
  /** Columns for the live line; 0 for none. */
  readonly columns: number;
  /** Its first number is not 0 once the run is to end; the second counts the formulas that were begun. */
  readonly cancelled: Int32Array;
}

/** How the checking thread ends. */
export type CheckEnd = { readonly exitCode: ExitCode } | { readonly failure: Failure };

/** An error of a command in a form that can be sent. */
export type Failure =
  | GeneralFailure
  | { readonly kind: 'output-closed' }
  | { readonly kind: 'output-failed'; readonly message: string };

export function toFailure(error: unknown): Failure {
  if (error instanceof OutputClosed) return { kind: 'output-closed' };
  if (error instanceof OutputFailed) return { kind: 'output-failed', message: error.message };
  return generalFailure(error);
}

export function toError(failure: Failure): Error {
  if (failure.kind === 'output-closed') return new OutputClosed();
  return failure.kind === 'output-failed' ? new OutputFailed(failure.message) : generalError(failure);
}
