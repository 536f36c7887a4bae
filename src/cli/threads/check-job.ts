// What the thread of the command line and the thread that checks tell each other. The search never returns to the event loop,
// where signals are handled; so it has a thread of its own, and Ctrl-C reaches it through a flag in shared memory.
import type { MessagePort } from 'node:worker_threads';
import type { Engine, ModelQuestion, ReductionsChoice, SearchStrategy, SendableOptions } from '../../check/index.ts';
import type { PlannedCheck } from '../../config/index.ts';
import type { SendableFormula } from '../../formula/index.ts';
import type { DeadlockReading, ModelFormat } from '../../models/index.ts';
import type { Explored } from '../../report/index.ts';
import {
  type Failure as GeneralFailure,
  toError as generalError,
  toFailure as generalFailure,
} from '../../worker/index.ts';
import type { StatesSettings } from '../input/states-settings.ts';
import type { ExitCode } from '../output/exit-codes.ts';
import { OutputClosed, OutputFailed } from '../output/output-errors.ts';

/** What the checking thread can be asked to do; everything in it can be sent from thread to thread. */
export type Job = CheckJob | MccJob | AskJob | StatesJob | ConfigJob;

/** What the words in shared memory of a job say; all are 0 at first. */
export const SIGNALS = {
  /** Written by the command line: not 0 once the run is to end. */
  cancelled: 0,
  /** Written by the run: how many formulas were begun, how many of them were answered, and whether one of these is violated. */
  begun: 1,
  answered: 2,
  violated: 3,
} as const;

/** Behind these words: what the search of the formula under way has counted (`Explored`), as three numbers. */
const COUNTS_AT = 16;

/** The words of a job that is about to start. */
export function newSignals(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(COUNTS_AT + 3 * Float64Array.BYTES_PER_ELEMENT));
}

/** Notes what was counted, for the one who tells of it when the run is ended from outside. */
export function noteExplored(signals: Int32Array, { states, transitions, passes }: Explored): void {
  countsOf(signals).set([states, transitions, passes]);
}

/** What was counted last; null where no search has told yet. */
export function readExplored(signals: Int32Array): Explored | null {
  const [states, transitions, passes] = countsOf(signals);
  return passes === 0 ? null : { states, transitions, passes };
}

function countsOf({ buffer }: Int32Array): Float64Array {
  return new Float64Array(buffer, COUNTS_AT, 3);
}

/** What every job has. */
interface AnyJob {
  /** When the process was started, in milliseconds since 1970: limits of time count from then on. */
  readonly started: number;
  /** What the process may use. */
  readonly memoryBytes: number;
  /** See `SIGNALS`. */
  readonly signals: Int32Array;
  /** Where the run says what it has answered, for the one who goes on when it is ended from outside; see `CheckThread.answers`. */
  readonly answers?: MessagePort;
}

/** What the contest asks, as far as `tegata mcc` answers. */
export type Examination =
  | 'StateSpace'
  | 'ReachabilityDeadlock'
  | 'OneSafe'
  | 'StableMarking'
  | 'QuasiLiveness'
  | 'Liveness'
  | 'UpperBounds'
  | 'ReachabilityCardinality'
  | 'ReachabilityFireability'
  | 'LTLCardinality'
  | 'LTLFireability';

/** A run of `tegata mcc`. */
export interface MccJob extends AnyJob {
  readonly kind: 'mcc';
  readonly folder: string;
  readonly examination: Examination;
  /** For the whole examination. */
  readonly seconds?: number;
  /** How formulas are answered, where that is not left to the rules. */
  readonly reductions: ReductionsChoice;
  readonly strategies?: readonly SearchStrategy[];
  readonly ground?: 'own';
  /** The folder for certificates, where they are wanted. */
  readonly certificates?: string;
}

/** A run of `tegata ask`. */
export interface AskJob extends AnyJob {
  readonly kind: 'ask';
  readonly model: string;
  readonly format?: ModelFormat;
  readonly questions: readonly ModelQuestion[];
  readonly seed: number;
  /** For all questions together. */
  readonly seconds?: number;
  readonly states?: number;
  readonly output: 'text' | 'statistics' | 'json';
  /** Columns of the terminal to which answers go, if it is one. */
  readonly width?: number;
}

/** The reading of a configuration, which may be a module that is run. */
export interface ConfigJob extends AnyJob {
  readonly kind: 'config';
  readonly file: string;
  readonly seconds: number;
}

/** A run of `tegata states`. */
export interface StatesJob extends AnyJob {
  readonly kind: 'states';
  readonly model: string;
  readonly settings: StatesSettings;
  /** Columns for the live line; 0 for none. */
  readonly columns: number;
}

/** A run of `tegata check`. */
export interface CheckJob extends AnyJob {
  readonly kind: 'check';
  readonly model: string;
  /** Formulas, and where they were found if that was a file. */
  readonly formulas: readonly {
    readonly formula: SendableFormula;
    readonly origin?: { readonly file: string; readonly line: number };
    /** The name that a configuration gives it. */
    readonly id?: string;
  }[];
  /** Whether the formulas are those that the model brings along: its module exports them, or its file has them. */
  readonly ownProperties?: true;
  /** Whether the assertions and end states of the model are checked as well. */
  readonly assertions?: true;
  /** Property files of the contest. */
  readonly properties: readonly string[];
  /** Files with automata of bad behaviours. */
  readonly never: readonly string[];
  /** The time is for each question; that of the first one begins with the process. */
  readonly options: SendableOptions & {
    readonly engine: Engine;
    readonly deadlock: DeadlockReading;
    readonly limits: { readonly seconds?: number; readonly states?: number };
  };
  readonly output: 'text' | 'statistics' | 'json';
  /** Threads of the explicit engine; as many as are usual unless given. */
  readonly threads?: number;
  /** Where the first counterexample goes; `-` is standard output, and the text then goes to stderr. */
  readonly traces: readonly string[];
  /** Where the certificate of the one formula goes. */
  readonly certificate?: string;
  /** Where a JUnit report goes, and results as JSON, one a line. */
  readonly junit?: string;
  readonly records?: string;
  /** Whether the reports go behind those of models that were checked before. */
  readonly reports?: 'added';
  readonly annotations?: 'github';
  /** Columns of the terminal to which results go, if it is one. */
  readonly width?: number;
  /** Columns for the live line; 0 for none. */
  readonly columns: number;
}

/** A job before it is given its signals. */
export type Unstarted<J extends Job> = J extends Job ? Omit<J, 'signals' | 'answers'> : never;

/** How the checking thread ends. */
export type CheckEnd =
  | { readonly exitCode: ExitCode }
  | { readonly checks: readonly PlannedCheck[] }
  | { readonly failure: Failure };

/** What crosses to the checking thread: a job, with a word that only the two of them know. A module that the thread loads can send messages too. */
export interface SealedJob {
  readonly job: Job;
  readonly seal: string;
}

/** What comes back. */
export interface SealedEnd {
  readonly seal: string;
  readonly end: CheckEnd;
}

/** An error of a command in a form that can be sent. */
type Failure =
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
