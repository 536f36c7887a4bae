// The work of `tegata mcc`, in the checking thread: one examination of the Model Checking Contest. Every line is written as soon as it is
// known, so that a run that is killed keeps what it has.
import { basename, join, resolve } from 'node:path';
import { type CheckResult, CheckSession, completeSymbolic, countStates, type OnResult } from '../../check/index.ts';
import { type Limits, Stopwatch, unwrap } from '../../diagnostics/index.ts';
import { type Formula, FormulaStore } from '../../formula/index.ts';
import { EvaluationFault, type Model, parseMccProperties } from '../../models/index.ts';
import { readModel } from '../input/model-input.ts';
import { textChunks } from '../input/read-file.ts';
import { type Technique, writeNoStateSpace, writeStateSpace } from '../output/contest-output.ts';
import { EXIT, type ExitCode } from '../output/exit-codes.ts';
import { flush, writeError, writeLine } from '../output/terminal.ts';
import type { MccJob } from '../threads/check-job.ts';
import { usedMemoryBytes } from '../threads/memory.ts';
import { RivalThread } from '../threads/rival-thread.ts';

/** Kept back of the time for ending; never more than a tenth of it. */
const RESERVE_SECONDS = 1;
/** A deadlock repeats for ever, as the contest says. */
const CONTEST = { deadlock: 'stutter', reductions: 'auto' } as const;

/** Does the job; gives the exit code. */
export async function runMccJob(job: MccJob): Promise<ExitCode> {
  if (job.examination === 'StateSpace') return stateSpace(job);
  return answerFormulas(job);
}

/** Seconds from now to the end of the examination, without the reserve. */
function secondsLeft({ seconds, started }: MccJob): number {
  if (seconds === undefined) return Number.POSITIVE_INFINITY;
  const reserve = Math.min(RESERVE_SECONDS, seconds / 10);
  return Math.max(0.1, seconds - reserve - (Date.now() - started) / 1000);
}

function limitsOf({ memoryBytes, cancelled }: MccJob): Limits {
  return { memoryBytes, memoryUsed: usedMemoryBytes, isCancelled: () => Atomics.load(cancelled, 0) !== 0 };
}

function watchOf(job: MccJob): Stopwatch {
  return new Stopwatch({ seconds: secondsLeft(job), isCancelled: limitsOf(job).isCancelled });
}

function answerFormulas(job: MccJob): ExitCode {
  const { folder, examination, memoryBytes, cancelled } = job;
  const model = readModel(folder, { stopwatch: watchOf(job) });
  const { ids, formulas, answer } = questions(folder, model, examination);
  const rival = new RivalThread({
    model: folder,
    engine: completeSymbolic({ look: 'none' }),
    ...CONTEST,
    memoryBytes,
    cancelled,
  });
  const session = new CheckSession(model, { engine: 'auto', ...CONTEST, rival });
  const open = new Set(ids);
  const onResult: OnResult = (index, { verdict, options: used }) => {
    if (verdict.outcome === 'unknown') return;
    open.delete(ids[index]);
    writeLine(`FORMULA ${ids[index]} ${answer(verdict.outcome)} TECHNIQUES ${techniques(used)}`);
    flush();
  };
  try {
    session.checkAll(formulas, onResult, { ...limitsOf(job), seconds: secondsLeft(job) });
  } catch (error) {
    noteFault(error);
  } finally {
    rival.end();
  }
  for (const id of open) writeLine(`FORMULA ${id} CANNOT_COMPUTE`);
  return open.size === 0 ? EXIT.ok : EXIT.unknown;
}

/** A net with more tokens than can be counted is a good one to the contest. Other errors are thrown. */
function noteFault(error: unknown): void {
  if (!(error instanceof EvaluationFault)) throw error;
  writeError(`note: ${error.message}`);
}

function techniques({ engine }: CheckResult['options']): Technique {
  return engine.kind === 'symbolic' ? 'DECISION_DIAGRAMS' : 'EXPLICIT';
}

interface Questions {
  readonly ids: readonly string[];
  readonly formulas: readonly Formula[];
  readonly answer: (outcome: 'holds' | 'violated') => 'TRUE' | 'FALSE';
}

function questions(folder: string, model: Model, examination: string): Questions {
  const store = new FormulaStore();
  if (examination === 'ReachabilityDeadlock') {
    const formulas = [store.globally(store.not(store.proposition('dead')))];
    const ids = [`${basename(resolve(folder))}-ReachabilityDeadlock-0`];
    return { ids, formulas, answer: (outcome) => (outcome === 'violated' ? 'TRUE' : 'FALSE') };
  }
  const path = join(folder, `${examination}.xml`);
  const properties = unwrap(parseMccProperties(textChunks(path), { name: path, store, names: model.names }));
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
    noteFault(error);
  }
  writeNoStateSpace();
  return EXIT.unknown;
}

/** Null when the limits came first. */
async function countedStateSpace(job: MccJob): Promise<ExitCode | null> {
  const model = readModel(job.folder, { stopwatch: watchOf(job) });
  const limits = { ...limitsOf(job), seconds: secondsLeft(job) };
  const counted = await countStates(model, { engine: { kind: 'auto' }, tokens: 'measured', limits });
  if (!counted.complete) return null;
  writeStateSpace(counted, counted.kind === 'symbolic' ? 'DECISION_DIAGRAMS' : 'EXPLICIT');
  return EXIT.ok;
}
