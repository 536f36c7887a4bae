// The worker's end: waits for questions and answers them one after another.
import { check } from '../check/check.ts';
import type { CheckChoices } from '../check/options.ts';
import { readingFor } from '../check/reading.ts';
import { InputError, unwrap } from '../diagnostics/diagnostic.ts';
import { parseLtl } from '../formula/parse.ts';
import { analyse } from '../models/analysis/analyse.ts';
import { loadModel } from '../models/formats/load.ts';
import type { Model } from '../models/model.ts';
import { checkToJson } from '../report/check-report.ts';
import { toFailure } from './failure.ts';
import type { ModelSource, WorkerReply, WorkerRequest } from './protocol.ts';

/** The scope of a worker, as far as it is needed here. */
export interface WorkerScope {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/** What `tegata check` does where nothing else is said: answers are those of the command. */
const COMMAND_DEFAULTS = { engine: 'auto', vacuity: 'look' } as const satisfies CheckChoices;

/** Milliseconds between two reports of progress. */
const PERIOD = 100;

/** Milliseconds between two signs of life. */
const PULSE = 1000;

/** True once in so many milliseconds. */
function every(milliseconds: number): () => boolean {
  let last = performance.now();
  return () => {
    if (performance.now() - last < milliseconds) return false;
    last = performance.now();
    return true;
  };
}

/** Answers the questions of `checkInWorker` that arrive at `scope`. */
export function serveChecks(scope: WorkerScope): void {
  scope.addEventListener('message', ({ data }) => {
    const request = data as WorkerRequest;
    void answer(request, (reply) => scope.postMessage(reply)).then((reply) => scope.postMessage(reply));
  });
}

async function answer(request: WorkerRequest, tell: (reply: WorkerReply) => void): Promise<WorkerReply> {
  const { number, formula, options } = request;
  const isTime = every(PERIOD);
  const isTimeForPulse = every(PULSE);
  try {
    tell({ number, pulse: true }); // the question has arrived
    const choices = { ...COMMAND_DEFAULTS, ...options };
    const model = await modelOf(request.model, choices);
    const result = check(model, parseLtl(formula), {
      ...choices,
      limits: {
        ...options?.limits,
        // asked in all phases, again and again
        isCancelled: () => {
          if (isTimeForPulse()) tell({ number, pulse: true });
          return false;
        },
      },
      onProgress: (progress) => {
        if (isTime()) tell({ number, progress });
      },
    });
    return { number, answer: checkToJson(result) };
  } catch (error) {
    return { number, failure: toFailure(error) };
  }
}

async function modelOf(source: ModelSource, choices: CheckChoices): Promise<Model> {
  if ('text' in source) {
    const reading = readingFor(choices);
    return analyse(unwrap(loadModel(source.name, [source.text], reading)), reading);
  }
  const exported = (await import(/* @vite-ignore */ source.module)) as { default?: unknown; model?: unknown };
  const model = exported.default ?? exported.model;
  if (typeof model === 'object' && model !== null && 'successors' in model) return model as Model;
  throw new InputError({
    code: 'CMD003',
    message: `the module ${source.module} exports no model`,
    hint: 'write `export default defineModel({ … })`',
  });
}
