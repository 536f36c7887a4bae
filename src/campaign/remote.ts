// Jobs that travel to other machines: data, and whoever takes one looks at all of it first. Nothing in a job is ever run.
import type { JobTask } from './jobs.ts';
import { type AnswersWanted, planCampaign } from './plan.ts';

/** A file of a model: its name, seen from the folder of the model, and its digest. */
interface RemoteFile {
  readonly name: string;
  readonly sha256: string;
}

export interface RemoteModel {
  /** A net of the library by its name; a file, with those that it includes; or a module, which is code. */
  readonly kind: 'library' | 'files' | 'module';
  /** The name of the net; of a file or module only for messages. */
  readonly name: string;
  /** The model itself first. */
  readonly files: readonly RemoteFile[];
  /** Where the model is in the shared folder; absent where its files travel too. */
  readonly shared?: string;
}

export interface RemoteJob {
  /** The run that asked for it. */
  readonly run: string;
  readonly id: string;
  readonly question: string;
  readonly answers: AnswersWanted;
  readonly attempts: number;
  readonly model: RemoteModel;
  readonly task: JobTask;
}

type Members = Readonly<Record<string, unknown>>;

const DIGEST = /^[0-9a-f]{64}$/;
const RUN = /^[\w-]{1,64}$/;
const LIBRARY = /^[a-z-]+:\d{1,9}$/;

/** A job that came from elsewhere, looked at; null where it is none. */
export function remoteJob(value: unknown): RemoteJob | null {
  if (!isRecord(value)) return null;
  const { run, id, question, answers, attempts } = value;
  const isNamed = matches(run, RUN) && matches(id, DIGEST) && matches(question, DIGEST);
  if (!isNamed || !Number.isInteger(attempts) || (answers !== 'first' && answers !== 'all')) return null;
  const model = remoteModel(value.model);
  const task = remoteTask(value.task);
  if (model === null || task === null) return null;
  return { run, id, question, answers, attempts: attempts as number, model, task };
}

function remoteModel(value: unknown): RemoteModel | null {
  if (!isRecord(value) || typeof value.name !== 'string' || !Array.isArray(value.files)) return null;
  const { kind, name, shared } = value;
  if (kind === 'library') return LIBRARY.test(name) ? { kind, name, files: [] } : null;
  if (kind !== 'files' && kind !== 'module') return null;
  const files = value.files.flatMap((file: unknown) => remoteFile(file) ?? []);
  if (files.length === 0 || files.length !== value.files.length) return null;
  if (shared === undefined) return { kind, name, files };
  return isInside(shared) ? { kind, name, files, shared } : null;
}

function remoteFile(value: unknown): RemoteFile | null {
  if (!isRecord(value) || !isInside(value.name) || !matches(value.sha256, DIGEST)) return null;
  return { name: value.name, sha256: value.sha256 };
}

/** Whether a name stays in its folder, on every system. */
function isInside(name: unknown): name is string {
  if (typeof name !== 'string' || name === '' || name.length > 4096) return false;
  if (/[\0\\:]/.test(name) || name.startsWith('/')) return false;
  return !name.split('/').some((part) => part === '..' || part === '');
}

/** The task is what a campaign file would have made of it, and so is looked at in the same way. */
function remoteTask(value: unknown): JobTask | null {
  if (!isRecord(value) || typeof value.formula !== 'string') return null;
  const { formula, deadlock, fairness, engine, reductions, limits } = value;
  const { plan } = planCampaign({
    models: [{ model: 'any', properties: { formula }, deadlock, ...(fairness !== undefined && { fairness }) }],
    strategies: { any: { engine, ...(reductions !== undefined && { reductions }) } },
  });
  if (plan === null || deadlock === undefined) return null;
  const [{ choices }] = plan.checks;
  const [strategy] = plan.strategies;
  const bounds = remoteLimits(limits);
  if (bounds === null || choices.deadlock === undefined) return null;
  return {
    formula,
    deadlock: choices.deadlock,
    ...(choices.fairness && { fairness: choices.fairness }),
    engine: strategy.engine,
    ...(strategy.reductions && { reductions: strategy.reductions }),
    limits: bounds,
  };
}

function remoteLimits(value: unknown): JobTask['limits'] | null {
  if (!isRecord(value)) return null;
  const { seconds, states, memoryBytes } = value;
  const isAmount = (one: unknown): one is number | undefined =>
    one === undefined || (typeof one === 'number' && one >= 0 && Number.isFinite(one));
  if (!isAmount(seconds) || !isAmount(states) || !isAmount(memoryBytes)) return null;
  return {
    ...(seconds !== undefined && { seconds }),
    ...(states !== undefined && { states }),
    ...(memoryBytes !== undefined && { memoryBytes }),
  };
}

function matches(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
