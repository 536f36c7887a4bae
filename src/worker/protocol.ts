// What is said between a program and the worker that checks for it. Everything here can be sent with `postMessage`.
import type { SendableOptions } from '../check/options.ts';
import type { Progress } from '../explicit/emptiness/result.ts';
import type { CheckJson } from '../report/check-report.ts';
import type { Failure } from './failure.ts';

/** Where the model comes from: the content of a file, or the address of a module that exports a model of `defineModel`. */
export type ModelSource = { readonly name: string; readonly text: string | Uint8Array } | { readonly module: string };

/** A question to a worker. */
export interface WorkerQuestion {
  readonly model: ModelSource;
  /** In any syntax that `parseLtl` reads. */
  readonly formula: string;
  /** Where nothing is said, what `tegata check` does: the engine is `auto`, and vacuity is looked for. */
  readonly options?: SendableOptions;
}

export interface WorkerRequest extends WorkerQuestion {
  readonly number: number;
}

export type WorkerReply =
  | { readonly number: number; readonly progress: Progress }
  /** A sign of life, every now and then. */
  | { readonly number: number; readonly pulse: true }
  | { readonly number: number; readonly answer: CheckJson }
  | { readonly number: number; readonly failure: Failure };
