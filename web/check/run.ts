// The check that is under way, or its outcome. It runs in the package's own worker; cancelling ends that worker at once.
import { type Signal, signal } from '@preact/signals';
import type { SendableOptions } from 'tegata/check';
import { InputError } from 'tegata/diagnostics';
import type { CheckJson } from 'tegata/report';
import type { WorkerQuestion } from 'tegata/worker';
import { checkInWorker } from 'tegata/worker/client';
import { Lane } from '../ask.ts';
import { isCode, moduleOf } from '../code/compile.ts';
import type { ModelText } from '../desk/protocol.ts';
import type { EngineChoice, FairnessChoice } from '../state.ts';
import { startWorker } from '../workers.ts';

export interface CheckQuestion {
  readonly model: ModelText;
  readonly property: string;
  readonly engine: EngineChoice;
  readonly fairness: FairnessChoice;
  /** Who is treated fairly: the processes of a program, the transitions of a net. */
  readonly fairTo: 'processes' | 'transitions';
}

export interface CheckProgress {
  readonly states: number;
  readonly edges: number;
}

export type Run =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly progress: CheckProgress; readonly since: number; readonly cancel: () => void }
  | { readonly kind: 'cancelled'; readonly progress: CheckProgress }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'answered'; readonly question: CheckQuestion; readonly answer: CheckJson };

export const run: Signal<Run> = signal({ kind: 'idle' });

/** A page is no place for days of search; the command is. */
const LIMITS = { seconds: 900, memoryBytes: 3_000_000_000 };

/** Checks, and shows what comes of it in `run`. A check that is under way is cancelled. */
export async function startCheck(question: CheckQuestion): Promise<void> {
  cancelCheck();
  const abort = new AbortController();
  const since = performance.now();
  const cancel = (): void => abort.abort(new Cancelled());
  let progress: CheckProgress = { states: 0, edges: 0 };
  const isMine = (): boolean => run.value.kind === 'running' && run.value.cancel === cancel;
  run.value = { kind: 'running', progress, since, cancel };
  try {
    const answer = await askWorker(question, optionsFor(question), abort.signal, (now) => {
      progress = now;
      if (isMine()) run.value = { kind: 'running', progress, since, cancel };
    });
    if (isMine()) run.value = { kind: 'answered', question, answer };
  } catch (error) {
    if (!isMine()) return;
    run.value =
      error instanceof Cancelled ? { kind: 'cancelled', progress } : { kind: 'failed', message: inWords(error) };
  }
}

export function cancelCheck(): void {
  if (run.value.kind === 'running') run.value.cancel();
}

class Cancelled extends Error {}

/** One question to a worker of its own. */
export async function askWorker(
  { model, property }: Pick<CheckQuestion, 'model' | 'property'>,
  options: SendableOptions,
  stop: AbortSignal,
  onProgress?: (progress: CheckProgress) => void,
): Promise<CheckJson> {
  if (isCode(model.name)) return askAboutCode(model.text, { formula: property, options }, { signal: stop, onProgress });
  const worker = startWorker('check');
  try {
    return await checkInWorker(worker, { model, formula: property, options }, { signal: stop, onProgress });
  } finally {
    worker.terminate();
  }
}

const compiling = new Lane();

/** The same about a model in code, which a worker imports. */
async function askAboutCode(
  text: string,
  question: Omit<WorkerQuestion, 'model'>,
  watched: { readonly signal: AbortSignal; readonly onProgress?: (progress: CheckProgress) => void },
): Promise<CheckJson> {
  const { address, release } = moduleOf(await compiling.ask('compile', { name: 'model.ts', text }));
  const worker = startWorker('code');
  try {
    return await checkInWorker(worker, { model: { module: address }, ...question }, watched);
  } finally {
    worker.terminate();
    release();
  }
}

function optionsFor({ engine, fairness, fairTo }: CheckQuestion): SendableOptions {
  return {
    engine: engine === 'auto' || engine === 'symbolic' ? engine : { kind: 'explicit', automaton: engine },
    limits: LIMITS,
    ...(fairness === 'none' ? {} : { fairness: { [fairness]: fairTo } }),
  };
}

export function inWords(error: unknown): string {
  if (error instanceof InputError) {
    return error.diagnostics
      .map(({ message, hint }) => (hint === undefined ? message : `${message} (${hint})`))
      .join('\n');
  }
  return error instanceof Error ? error.message : String(error);
}
