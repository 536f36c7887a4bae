// The work of `tegata mcc`, in the checking thread: one examination of the Model Checking Contest. Every line is written as soon as it is
// known, so that a run that is killed keeps what it has.
import { basename, join, resolve } from 'node:path';
import { type CheckResult, CheckSession, completeSymbolic, countStates, type OnResult } from '../../check/index.ts';
import { limitOf, Stopwatch, unwrap } from '../../diagnostics/index.ts';
import { type Formula, FormulaStore } from '../../formula/index.ts';
import { EvaluationFault, type Model, parseMccProperties } from '../../models/index.ts';
import { readModel } from '../input/model-input.ts';
import { textChunks } from '../input/read-file.ts';
import { FILE_LIMIT } from '../input/size-limits.ts';
import { type Technique, writeNoStateSpace, writeStateSpace } from '../output/contest-output.ts';
import { EXIT, type ExitCode } from '../output/exit-codes.ts';
import { flush, writeError, writeLine } from '../output/terminal.ts';
import { budgetOf } from '../threads/budget.ts';
import type { MccJob } from '../threads/check-job.ts';
import { RivalThread } from '../threads/rival-thread.ts';
import type { Place } from '../threads/run-job.ts';

/** Kept back of the time for ending; never more than a tenth of it. */
const RESERVE_SECONDS = 1;
/** Seconds for reading the names of the formulas when the time is up. */
const MOMENT = 0.2;
/** A deadlock repeats for ever, as the contest says. */
const CONTEST = { deadlock: 'stutter', reductions: 'auto' } as const;
/** Of transitions that do the same, one is enough for an answer; only state spaces are counted with all. */
const DISTINCT = { bindings: 'distinct' } as const;

/** Does the job; gives the exit code. */
export async function runMccJob(job: MccJob, place: Place): Promise<ExitCode> {
  if (job.examination === 'StateSpace') return stateSpace(job);
  return answerFormulas(job, place);
}

/** The whole examination, without the reserve. */
function watchOf(job: MccJob): Stopwatch {
  const { seconds } = job;
  return budgetOf(job, seconds === undefined ? {} : { seconds: seconds - Math.min(RESERVE_SECONDS, seconds / 10) });
}

function answerFormulas(job: MccJob, place: Place): ExitCode {
  const { folder, examination, memoryBytes, signals } = job;
  const stopwatch = watchOf(job);
  let model: Model;
  try {
    model = readModel(folder, { stopwatch, ...DISTINCT });
  } catch (error) {
    if (limitOf(error) !== null) return cannotCompute(idsOf(folder, examination));
    throw error;
  }
  const { ids, formulas, answer } = questions(job, model, stopwatch);
  const rival =
    place === 'alone'
      ? undefined
      : new RivalThread({
          model: folder,
          ...DISTINCT,
          engine: completeSymbolic({ look: 'none' }),
          ...CONTEST,
          memoryBytes,
          cancelled: signals,
        });
  const session = new CheckSession(model, { engine: 'auto', ...CONTEST, counterexamples: 'as found', rival });
  const open = new Set(ids);
  const onResult: OnResult = (index, result) => {
    const { verdict } = result;
    if (verdict.outcome === 'unknown') return;
    open.delete(ids[index]);
    job.answers?.postMessage(ids[index]); // before the line: a thread that is ended between them has told neither, never both
    writeLine(`FORMULA ${ids[index]} ${answer(verdict.outcome)} TECHNIQUES ${techniques(result)}`);
    flush();
  };
  try {
    session.checkAll(formulas, onResult, stopwatch);
  } catch (error) {
    noteFault(error);
  } finally {
    rival?.end();
  }
  return cannotCompute([...open]);
}

/** For a run that was ended from outside: says of each formula without an answer that it has none; gives the exit code. */
export function writeUnanswered(
  { folder, examination }: Pick<MccJob, 'folder' | 'examination'>,
  answered: readonly string[],
): ExitCode {
  if (examination === 'StateSpace') {
    writeNoStateSpace();
    return EXIT.unknown;
  }
  const known = new Set(answered);
  return cannotCompute(idsOf(folder, examination, new Stopwatch({ seconds: MOMENT })).filter((id) => !known.has(id)));
}

/** Says so of each formula that has no answer; gives the exit code. */
function cannotCompute(ids: readonly string[]): ExitCode {
  for (const id of ids) writeLine(`FORMULA ${id} CANNOT_COMPUTE`);
  return ids.length === 0 ? EXIT.ok : EXIT.unknown;
}

/** The names of the formulas, without the model. */
function idsOf(folder: string, examination: string, stopwatch?: Stopwatch): readonly string[] {
  if (examination === 'ReachabilityDeadlock') return [deadlockId(folder)];
  const path = propertiesFile(folder, examination);
  const options = { name: path, store: new FormulaStore(), stopwatch };
  return unwrap(parseMccProperties(textChunks(path, FILE_LIMIT, stopwatch), options)).map(({ id }) => id);
}

function deadlockId(folder: string): string {
  return `${basename(resolve(folder))}-ReachabilityDeadlock-0`;
}

function propertiesFile(folder: string, examination: string): string {
  return join(folder, `${examination}.xml`);
}

/** A net with more tokens than can be counted is a good one to the contest, and what memory and time are not enough for too. Other errors are thrown. */
function noteFault(error: unknown): void {
  const reason = error instanceof EvaluationFault ? error : limitOf(error);
  if (reason === null) throw error;
  writeError(`note: ${reason.message}`);
}

function techniques({ options: { engine }, simplified }: CheckResult): Technique {
  if (simplified?.formula.kind === 'true') return 'QUERY_REDUCTION';
  return engine.kind === 'symbolic' ? 'DECISION_DIAGRAMS' : 'EXPLICIT';
}

interface Questions {
  readonly ids: readonly string[];
  readonly formulas: readonly Formula[];
  readonly answer: (outcome: 'holds' | 'violated') => 'TRUE' | 'FALSE';
}

function questions({ folder, examination }: MccJob, model: Model, stopwatch: Stopwatch): Questions {
  const store = new FormulaStore();
  if (examination === 'ReachabilityDeadlock') {
    const formulas = [store.globally(store.not(store.proposition('dead')))];
    return { ids: [deadlockId(folder)], formulas, answer: (outcome) => (outcome === 'violated' ? 'TRUE' : 'FALSE') };
  }
  const path = propertiesFile(folder, examination);
  const options = { name: path, store, names: model.names, stopwatch };
  const properties = unwrap(parseMccProperties(textChunks(path, FILE_LIMIT, stopwatch), options));
  return {
    ids: properties.map(({ id }) => id),
    formulas: properties.map(({ formula }) => formula),
    answer: (outcome) => (outcome === 'holds' ? 'TRUE' : 'FALSE'),
  };
}

/** Counts explicitly where the state space is small, otherwise in decision diagrams. */
async function stateSpace(job: MccJob): Promise<ExitCode> {
  try {
    const exitCode = await countedStateSpace(job);
    if (exitCode !== null) return exitCode;
  } catch (error) {
    if (limitOf(error) === null) noteFault(error);
  }
  writeNoStateSpace();
  return EXIT.unknown;
}

/** Null when the limits came first. */
async function countedStateSpace(job: MccJob): Promise<ExitCode | null> {
  const limits = watchOf(job);
  const model = readModel(job.folder, { stopwatch: limits });
  const counted = await countStates(model, { engine: { kind: 'auto' }, tokens: 'measured', limits });
  if (!counted.complete) return null;
  writeStateSpace(counted, counted.kind === 'symbolic' ? 'DECISION_DIAGRAMS' : 'EXPLICIT');
  return EXIT.ok;
}
