// The work of `tegata ask`, in the checking thread: the model is read, and each answer written as soon as those before it are.
import { ask, type ModelAnswer, type ModelQuestion, plainQuestions } from '../../check/index.ts';
import { limitOf } from '../../diagnostics/index.ts';
import { isNetModel, type Model } from '../../models/index.ts';
import { answerToJson, formatAnswer } from '../../report/index.ts';
import { canBeReadAgain, readModelOrModule } from '../input/model-input.ts';
import { EXIT, type ExitCode } from '../output/exit-codes.ts';
import { flush, writeLine } from '../output/terminal.ts';
import { budgetOf } from '../threads/budget.ts';
import type { AskJob } from '../threads/check-job.ts';
import { RivalThread } from '../threads/rival-thread.ts';
import type { Place } from '../threads/run-job.ts';

/** Does the job; gives the exit code. */
export async function runAskJob(job: AskJob, place: Place): Promise<ExitCode> {
  const { model: argument, format, seed, seconds, states, memoryBytes, signals } = job;
  const stopwatch = budgetOf(job, { seconds, states });
  let model: Model;
  try {
    model = await readModelOrModule(argument, { format, stopwatch: stopwatch.part({}), ...DISTINCT });
  } catch (error) {
    const limit = limitOf(error);
    if (limit === null) throw error;
    return writeUnasked(job, 0, limit.message);
  }
  const questions = job.questions.length > 0 ? job.questions : usualQuestions(model);
  const helps = place === 'beside' && canBeReadAgain(argument) && format === undefined;
  const rival = helps
    ? new RivalThread(
        {
          engine: { kind: 'symbolic', look: 'none' },
          deadlock: 'stutter',
          reductions: 'auto',
          memoryBytes,
          cancelled: signals,
        },
        { argument, ...DISTINCT, model },
      )
    : undefined;
  const waiting = new Map<number, ModelAnswer>();
  let written = 0;
  const tell = (index: number, answer: ModelAnswer): void => {
    waiting.set(index, answer);
    for (let next = waiting.get(written); next !== undefined; next = waiting.get(written)) {
      job.answers?.postMessage(written++); // before the line, as in `tegata mcc`
      write(job, model, next);
    }
  };
  try {
    const answers = ask(model, questions, { limits: stopwatch, seed, ...(rival && { rival }), onAnswer: tell });
    for (const [index, answer] of answers.entries()) if (index >= written) tell(index, answer);
    return answers.every(({ value }) => value !== null) ? EXIT.ok : EXIT.unknown;
  } finally {
    rival?.end();
  }
}

/** Of transitions that do the same, one is enough for an answer. */
const DISTINCT = { bindings: 'distinct' } as const;

function write({ output, width }: Pick<AskJob, 'output' | 'width'>, model: Model, answer: ModelAnswer): void {
  const technique = output === 'statistics' ? 'always' : 'never';
  if (output === 'json') writeLine(JSON.stringify(answerToJson(model, answer)));
  else writeLine(formatAnswer(model, answer, { technique, ...(width !== undefined && { width }) }));
  flush();
}

/** What is asked where nothing else is. */
function usualQuestions(model: Model): readonly ModelQuestion[] {
  return isNetModel(model) ? plainQuestions.map((kind) => ({ kind })) : [{ kind: 'deadlock' }];
}

/** For a run that ended before its questions did: says of those that are left that they have no answer; gives the exit code. */
export function writeUnasked(
  { model: name, questions, output, width }: Pick<AskJob, 'model' | 'questions' | 'output' | 'width'>,
  answered: number,
  reason: string,
): ExitCode {
  const asked: readonly ModelQuestion[] = questions.length > 0 ? questions : plainQuestions.map((kind) => ({ kind }));
  for (const question of asked.slice(answered)) {
    write({ output, width }, { name } as Model, { question, value: null, by: null, reason });
  }
  return EXIT.unknown;
}
