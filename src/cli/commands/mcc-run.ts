// The work of `tegata mcc`, in the checking thread: one examination of the Model Checking Contest. Every line is written as soon as it is
// known, so that a run that is killed keeps what it has.
import { join } from 'node:path';
import { certify } from '../../certificates/index.ts';
import {
  type AskTechnique,
  ask,
  type CheckResult,
  CheckSession,
  countStates,
  type ModelQuestion,
  type OnResult,
  type Rival,
} from '../../check/index.ts';
import { limitOf, Stopwatch, unwrap } from '../../diagnostics/index.ts';
import { FormulaStore } from '../../formula/index.ts';
import {
  EvaluationFault,
  type MccProperty,
  type Model,
  parseMccBounds,
  parseMccProperties,
} from '../../models/index.ts';
import { modelHash, readModel } from '../input/model-input.ts';
import { textChunks } from '../input/read-file.ts';
import { FILE_LIMIT } from '../input/size-limits.ts';
import { type Technique, writeNoStateSpace, writeStateSpace } from '../output/contest-output.ts';
import { EXIT, type ExitCode } from '../output/exit-codes.ts';
import { flush, writeError, writeLine } from '../output/terminal.ts';
import { writeCertificate } from '../output/write-certificate.ts';
import { budgetOf } from '../threads/budget.ts';
import type { Examination, MccJob } from '../threads/check-job.ts';
import { RivalThread } from '../threads/rival-thread.ts';
import type { Place } from '../threads/run-job.ts';

/** Kept back of the time for ending; never more than a tenth of it. */
const RESERVE_SECONDS = 1;
/** Seconds for reading the names of the formulas when the time is up. */
const MOMENT = 0.2;
/** A deadlock repeats for ever, as the contest says. */
const CONTEST = { deadlock: 'stutter' } as const;
/** Of transitions that do the same, one is enough for an answer; only state spaces are counted with all. */
const DISTINCT = { bindings: 'distinct' } as const;
/** The reachability examinations ask for all runs, or for some. */
const RUNS = { runs: 'all or some' } as const;

/** Questions about the net as a whole, which have no property file. */
const GLOBAL = {
  ReachabilityDeadlock: 'deadlock',
  OneSafe: 'safe',
  StableMarking: 'stable',
  QuasiLiveness: 'quasi-live',
  Liveness: 'live',
} as const;

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
    if (limitOf(error) !== null) return cannotCompute(idsOf(folder, examination), job);
    throw error;
  }
  const asked = questions(job, model, stopwatch);
  const rival =
    place === 'alone'
      ? undefined
      : new RivalThread(
          {
            engine: { kind: 'symbolic', look: 'none' },
            ...CONTEST,
            reductions: job.reductions,
            memoryBytes,
            cancelled: signals,
          },
          { argument: folder, ...DISTINCT, model },
        );
  const open = new Set(asked.ids);
  const onAnswer: OnAnswer = (index, answer, technique) => {
    const id = asked.ids[index];
    open.delete(id);
    tell(job, { id, isAnswered: true });
    const text = typeof answer === 'number' ? String(answer) : answer ? 'TRUE' : 'FALSE';
    writeLine(`FORMULA ${id} ${text} TECHNIQUES ${technique}`);
    flush();
  };
  try {
    asked.answer(onAnswer, { rival, stopwatch });
  } catch (error) {
    noteFault(error);
  } finally {
    rival?.end();
  }
  return cannotCompute([...open], job);
}

/** What a thread says of a question before it writes the line. */
export interface Told {
  readonly id: string;
  /** False where it has found no answer. */
  readonly isAnswered: boolean;
}

/** To be called before the line is written: of a thread that is ended between the two, there is neither, never both. */
function tell({ answers }: Pick<MccJob, 'answers'>, told: Told): void {
  answers?.postMessage(told);
}

/** For a run that was ended from outside: says of each formula of which nothing was said that it has no answer; gives the exit code. */
export function writeUnanswered(
  { folder, examination }: Pick<MccJob, 'folder' | 'examination'>,
  told: readonly Told[],
): ExitCode {
  if (examination === 'StateSpace') {
    writeNoStateSpace();
    return EXIT.unknown;
  }
  const known = new Set(told.map(({ id }) => id));
  const ids = idsOf(folder, examination, new Stopwatch({ seconds: MOMENT })).filter((id) => !known.has(id));
  const code = cannotCompute(ids, {});
  return told.every(({ isAnswered }) => isAnswered) ? code : EXIT.unknown;
}

/** Says so of each formula that has no answer; gives the exit code. */
function cannotCompute(ids: readonly string[], job: Pick<MccJob, 'answers'>): ExitCode {
  for (const id of ids) {
    tell(job, { id, isAnswered: false });
    writeLine(`FORMULA ${id} CANNOT_COMPUTE`);
  }
  return ids.length === 0 ? EXIT.ok : EXIT.unknown;
}

/** The names of the formulas, without the model. */
function idsOf(folder: string, examination: Examination, stopwatch?: Stopwatch): readonly string[] {
  if (!hasFile(examination)) return [examination];
  const path = propertiesFile(folder, examination);
  const options = { name: path, store: new FormulaStore(), stopwatch, ...RUNS };
  const read = examination === 'UpperBounds' ? parseMccBounds : parseMccProperties;
  return unwrap<readonly { readonly id: string }[]>(read(textChunks(path, FILE_LIMIT, stopwatch), options)).map(
    ({ id }) => id,
  );
}

function hasFile(examination: Examination): boolean {
  return !Object.hasOwn(GLOBAL, examination);
}

function propertiesFile(folder: string, examination: Examination): string {
  return join(folder, `${examination}.xml`);
}

/** A net with more tokens than can be counted is a good one to the contest, and what memory and time are not enough for too. Other errors are thrown. */
function noteFault(error: unknown): void {
  const reason = error instanceof EvaluationFault ? error : limitOf(error);
  if (reason === null) throw error;
  writeError(`note: ${reason.message}`);
}

function techniqueOf({ options: { engine }, simplified }: CheckResult): Technique {
  if (simplified?.formula.kind === 'true') return 'QUERY_REDUCTION';
  return engine.kind === 'explicit' ? 'EXPLICIT' : 'DECISION_DIAGRAMS';
}

/** Told of each question by its number, once. */
type OnAnswer = (index: number, answer: boolean | number, technique: Technique) => void;

/** The questions of an examination, and how they are answered. */
interface Questions {
  readonly ids: readonly string[];
  answer(onAnswer: OnAnswer, means: Means): void;
}

interface Means {
  readonly rival: Rival | undefined;
  readonly stopwatch: Stopwatch;
}

function questions(job: MccJob, model: Model, stopwatch: Stopwatch): Questions {
  const { folder, examination } = job;
  const store = new FormulaStore();
  if (!hasFile(examination)) {
    return modelQuestions(model, [{ id: examination, question: { kind: GLOBAL[examination as keyof typeof GLOBAL] } }]);
  }
  const path = propertiesFile(folder, examination);
  const options = { name: path, store, names: model.names, stopwatch, ...RUNS };
  const chunks = textChunks(path, FILE_LIMIT, stopwatch);
  if (examination !== 'UpperBounds') return formulaQuestions(job, model, unwrap(parseMccProperties(chunks, options)));
  const bounds = unwrap(parseMccBounds(chunks, options));
  return modelQuestions(
    model,
    bounds.map(({ id, expression }) => ({ id, question: { kind: 'bound', expression } })),
  );
}

/** Questions that a check of a formula answers. */
function formulaQuestions(
  job: MccJob,
  model: Model,
  properties: readonly Pick<MccProperty, 'id' | 'formula' | 'denied'>[],
): Questions {
  return {
    ids: properties.map(({ id }) => id),
    answer: (onAnswer, { rival, stopwatch }) => {
      const { reductions, strategies, ground } = job;
      const session = new CheckSession(model, {
        engine: { kind: 'auto', ...(strategies && { strategies }) },
        reductions,
        ...CONTEST,
        ...(ground && { ground }),
        counterexamples: 'as found',
        rival,
      });
      const onResult: OnResult = (index, result) => {
        const { outcome } = result.verdict;
        if (outcome === 'unknown') return;
        onAnswer(index, (outcome === 'holds') !== (properties[index].denied === true), techniqueOf(result));
        if (job.certificates !== undefined) writeCertificateOf(result, properties[index].id, job, stopwatch);
      };
      session.checkAll(
        properties.map(({ formula }) => formula),
        onResult,
        stopwatch,
      );
    },
  };
}

/** What a certificate may cost beside the examination. */
const CERTIFICATE_LIMITS = { states: 1_000_000, seconds: 10 };

/** Writes the certificate of an answer where it takes little; formulas with odd names have none. */
function writeCertificateOf(result: CheckResult, id: string, job: MccJob, stopwatch: Stopwatch): void {
  if (!/^[\w-]+$/.test(id)) return;
  const sha256 = modelHash(join(job.folder, 'model.pnml'));
  try {
    const made = certify(result, {
      limits: stopwatch.part(CERTIFICATE_LIMITS),
      ...(sha256 !== undefined && { sha256 }),
    });
    if (!('none' in made)) writeCertificate(join(job.certificates ?? '.', `${id}.cert`), made);
  } catch (error) {
    if (limitOf(error) === null) throw error;
  }
}

/** Questions about the net as a whole. */
function modelQuestions(
  model: Model,
  asked: readonly { readonly id: string; readonly question: ModelQuestion }[],
): Questions {
  return {
    ids: asked.map(({ id }) => id),
    answer: (onAnswer, { rival, stopwatch }) => {
      ask(
        model,
        asked.map(({ question }) => question),
        {
          limits: stopwatch,
          ...(rival && { rival }),
          onAnswer: (index, { value, by, result }) => {
            if (value !== null) onAnswer(index, value, result ? techniqueOf(result) : TECHNIQUES[by!]);
          },
        },
      );
    },
  };
}

const TECHNIQUES: Readonly<Record<AskTechnique, Technique>> = {
  structure: 'TOPOLOGICAL',
  walk: 'RANDOM_WALK',
  equation: 'STATE_EQUATION',
  states: 'EXPLICIT',
  diagrams: 'DECISION_DIAGRAMS',
  check: 'EXPLICIT',
};

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
