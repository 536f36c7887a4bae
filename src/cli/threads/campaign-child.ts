// The process that works for a campaign: takes orders one after another, and answers each. It has no files but those that it reads: when it dies,
// only the order under way is lost.
import { invariant } from '../../base/index.ts';
import type { JobAnswer, JobTask } from '../../campaign/index.ts';
import { CheckSession, type CheckStatistics, readingFor, type Verdict } from '../../check/index.ts';
import { formatDiagnostic, InputError, limitOf, Stopwatch, unwrap } from '../../diagnostics/index.ts';
import { FormulaStore, parseFormula, printFormula } from '../../formula/index.ts';
import { parseMccProperties } from '../../models/index.ts';
import { loadModule } from '../input/load-module.ts';
import { readModelOrModule } from '../input/model-input.ts';
import { isModuleName } from '../input/module-name.ts';
import { namedByModel, ownQuestions } from '../input/own-questions.ts';
import { textChunks } from '../input/read-file.ts';
import type { CampaignOrder, CampaignReply, FoundQuestion } from './campaign-protocol.ts';
import { toFailure } from './check-job.ts';
import { forgetPeakMemory, peakMemoryBytes, usedMemoryBytes } from './memory.ts';

/** Milliseconds between two looks at whether the owner is still there. */
const LOOK = 500;

/** The process that gives the orders, by its own word: it may have died before this module could ask who started it. */
const owner = Number(process.argv[2]);

/** Whether the process that gave the orders has died: a long search would not hear of it otherwise. */
function orphanWatch(): () => boolean {
  let next = performance.now() + LOOK;
  return () => {
    const now = performance.now();
    if (now < next) return false;
    next = now + LOOK;
    return process.ppid !== owner;
  };
}

function send(reply: CampaignReply): void {
  invariant(process.send !== undefined, 'this module runs in a process of its own');
  process.send(reply);
}

async function follow(order: CampaignOrder): Promise<void> {
  try {
    if (order.kind === 'questions') {
      send({ kind: 'questions', questions: await questionsOf(order) });
      return;
    }
    forgetPeakMemory();
    const started = performance.now();
    const found = await answerOf(order);
    const seconds = (performance.now() - started) / 1000;
    const answer: JobAnswer = { ...found, seconds, memoryBytes: peakMemoryBytes() };
    send({ kind: 'answer', answer, usedBytes: usedMemoryBytes() });
  } catch (error) {
    send({ kind: 'failure', failure: toFailure(error) });
  }
}

type Found = Omit<JobAnswer, 'seconds' | 'memoryBytes'>;

/** The answer; what cannot be read or is beyond its limits is one too. */
async function answerOf({ model, task, memoryBytes }: CampaignOrder & { readonly kind: 'job' }): Promise<Found> {
  const { limits } = task;
  const memory = { memoryBytes: limits.memoryBytes ?? memoryBytes, memoryUsed: usedMemoryBytes };
  const stopwatch = new Stopwatch({ seconds: limits.seconds, ...memory, isCancelled: orphanWatch() });
  try {
    return await checked(model, task, { stopwatch, part: () => stopwatch.part({ states: limits.states, ...memory }) });
  } catch (error) {
    const limit = limitOf(error);
    if (limit !== null) return unlessOrphaned({ outcome: 'unknown', reason: limit.message });
    if (!(error instanceof InputError)) throw error;
    return { outcome: 'failed', reason: error.diagnostics.map((one) => formatDiagnostic(one)).join('\n') };
  }
}

interface Budget {
  readonly stopwatch: Stopwatch;
  readonly part: () => Stopwatch;
}

async function checked(name: string, task: JobTask, { stopwatch, part }: Budget): Promise<Found> {
  const { deadlock, fairness, engine, reductions } = task;
  const options = { deadlock, engine, ...(fairness && { fairness }), ...(reductions && { reductions }) };
  const model = await readModelOrModule(name, { ...readingFor(options), stopwatch });
  const formula = unwrap(parseFormula(task.formula, { store: new FormulaStore(), stopwatch }));
  const {
    about,
    claim,
    formula: asked,
  } = { about: undefined, claim: undefined, ...(namedByModel(model, formula) ?? { formula }) };
  const session = new CheckSession(about ?? model, { ...options, vacuity: 'skip', limits: {} });
  const {
    verdict,
    statistics,
    options: used,
  } = claim ? session.checkNever(claim, part()) : session.check(asked, part());
  return unlessOrphaned({ ...verdictOf(verdict), states: statesOf(statistics), engine: used.engine.kind });
}

function verdictOf(verdict: Verdict): Pick<JobAnswer, 'outcome' | 'reason'> {
  if (verdict.outcome !== 'unknown') return { outcome: verdict.outcome };
  return { outcome: 'unknown', reason: verdict.reason };
}

function statesOf({ modelStates, diagrams }: CheckStatistics): string {
  return String(diagrams?.modelStates ?? modelStates);
}

/** Whoever would hear the answer is gone. */
function unlessOrphaned(found: Found): Found {
  if (process.ppid !== owner) process.exit();
  return found;
}

/** What a model brings along, and what property files ask about it. */
async function questionsOf(order: CampaignOrder & { readonly kind: 'questions' }): Promise<FoundQuestion[]> {
  const { model: name, files, own, memoryBytes } = order;
  const stopwatch = new Stopwatch({ memoryBytes, memoryUsed: usedMemoryBytes, isCancelled: orphanWatch() });
  const store = new FormulaStore();
  const isModule = isModuleName(name);
  const exported = isModule ? await loadModule(name) : null;
  const model = exported?.model ?? (await readModelOrModule(name, { stopwatch }));
  const found = files.flatMap((path) => {
    const chunks = textChunks(path, undefined, stopwatch);
    return unwrap(parseMccProperties(chunks, { name: path, store, names: model.names }));
  });
  const exports = own ? (exported?.properties ?? []) : [];
  // faults are no formulas: tegata check --assertions looks for them
  const named =
    own && !isModule ? ownQuestions(model, store).filter(({ id }) => namedByModel(model, store.proposition(id))) : [];
  return [
    ...[...found, ...exports].map(({ id, formula }) => ({ property: id, formula: printFormula(formula) })),
    ...named.map(({ id }) => ({ property: id, formula: printFormula(store.proposition(id)) })),
  ];
}

// Ctrl-C reaches every process of the terminal; the one that owns this process ends it.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (order: CampaignOrder) => void follow(order));
