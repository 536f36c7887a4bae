// From whatever a campaign file holds to a plan: models with their properties, strategies, seeds and limits; or to complaints, each with the path
// of the member that it is about. A campaign file is a configuration of a project (docs/projects.md) with strategies.
import { type Engine, type ReductionsChoice, searchStrategies } from '../check/options.ts';
import { type Located, locateJson } from '../config/locate.ts';
import { type ConfigPath, type ConfigProblem, type PlannedCheck, planChecks } from '../config/plan.ts';
import { didYouMean } from '../diagnostics/nearest.ts';
import type { Source } from '../diagnostics/source.ts';

/** One way to answer questions. */
export interface CampaignStrategy {
  readonly name: string;
  readonly engine: Engine;
  readonly reductions?: ReductionsChoice;
  readonly limits: PlannedCheck['limits'];
  /** One job for each; empty where it has no seed. */
  readonly seeds: readonly number[];
}

/** Whether the first sure answer to a question ends its other jobs, or all are wanted. */
export type AnswersWanted = 'first' | 'all';

export interface CampaignPlan {
  readonly checks: readonly PlannedCheck[];
  readonly strategies: readonly CampaignStrategy[];
  readonly answers: AnswersWanted;
  /** How often a job is tried whose process dies. */
  readonly attempts: number;
}

type PlannedCampaign =
  | { readonly plan: CampaignPlan; readonly problems: readonly [] }
  | { readonly plan: null; readonly problems: readonly ConfigProblem[] };

/** The plan of a campaign in JSON; complaints point at their places. */
export function campaignFromJson(source: Source): Located<PlannedCampaign> {
  return locateJson(source, planCampaign);
}

type Members = Readonly<Record<string, unknown>>;

/** What a question means, and its limits: for all models or for one. */
const MEANING = ['deadlock', 'fairness', 'limits'];
const TOP = ['models', 'strategies', 'seeds', 'answers', 'attempts', ...MEANING];
const MODEL = ['model', 'properties', 'files', ...MEANING];
const STRATEGY = ['engine', 'reductions', 'limits', 'seeds'];
/** Members of a configuration that say how a question is answered, or what is shown. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  engine: 'how questions are answered stands in `strategies`',
  reductions: 'how questions are answered stands in `strategies`',
  trace: 'a campaign keeps no counterexamples: `tegata check` shows that of a question',
  vacuity: 'a campaign does not look for vacuity: `tegata check` does',
  watch: 'a campaign keeps no counterexamples: `tegata check` shows that of a question',
};
const STRATEGY_EXAMPLE =
  'write `"strategies": { "explicit": { "engine": "explicit" }, "diagrams": { "engine": "symbolic" } }`';

/** More seeds than this are a mistake. */
const MOST_SEEDS = 100_000;
const MOST_ATTEMPTS = 100;

/** The plan of a campaign. */
export function planCampaign(value: unknown): PlannedCampaign {
  const planner = new CampaignPlanner();
  const plan = planner.plan(value);
  if (plan === null || planner.problems.length > 0) return { plan: null, problems: planner.problems };
  return { plan, problems: [] };
}

class CampaignPlanner {
  readonly problems: ConfigProblem[] = [];

  plan(value: unknown): CampaignPlan | null {
    if (!isRecord(value)) {
      return this.complain([], 'a campaign is an object', 'write `{ "models": ["kanban:3"], "strategies": { … } }`');
    }
    this.requireKnown(value, TOP, { path: [], what: 'a campaign' });
    const seeds = this.seeds(value.seeds, ['seeds']);
    const strategies = this.strategies(value.strategies, seeds);
    const { answers = 'first', attempts = 3 } = value;
    if (answers !== 'first' && answers !== 'all') {
      this.complain(
        ['answers'],
        '`answers` is "first" or "all"',
        'first: a sure answer ends the other jobs of its question',
      );
    }
    if (!(Number.isInteger(attempts) && (attempts as number) >= 1 && (attempts as number) <= MOST_ATTEMPTS)) {
      this.complain(['attempts'], `\`attempts\` is a whole number from 1 to ${MOST_ATTEMPTS}`);
    }
    const checks = this.checks(value);
    return { checks, strategies, answers: answers as AnswersWanted, attempts: attempts as number };
  }

  /** Models and what their questions mean, as a configuration has them. */
  private checks(value: Members): readonly PlannedCheck[] {
    const models = Array.isArray(value.models) ? value.models.map((entry, i) => this.model(entry, i)) : value.models;
    const { checks, problems } = planChecks({ ...only(value, MEANING), ...(models !== undefined && { models }) });
    this.problems.push(...problems);
    return checks ?? [];
  }

  /** A model without members that it does not have here: these are complained about. */
  private model(entry: unknown, index: number): unknown {
    if (!isRecord(entry)) return entry;
    const path = ['models', index];
    this.requireKnown(entry, MODEL, { path, what: 'a model of a campaign' });
    return only(entry, MODEL);
  }

  private strategies(value: unknown, seeds: readonly number[] | null): CampaignStrategy[] {
    if (value === undefined) return [this.strategy('auto', {}, seeds)];
    if (!isRecord(value) || Object.keys(value).length === 0) {
      this.complain(['strategies'], '`strategies` is an object of strategies by name', STRATEGY_EXAMPLE);
      return [];
    }
    return Object.entries(value).map(([name, members]) => this.strategy(name, members, seeds));
  }

  private strategy(name: string, value: unknown, common: readonly number[] | null): CampaignStrategy {
    const path = ['strategies', name];
    const members = typeof value === 'string' ? { engine: value } : value;
    const none: CampaignStrategy = { name, engine: { kind: 'auto' }, limits: {}, seeds: [] };
    if (!isRecord(members)) {
      this.complain(path, 'a strategy is the name of an engine, or an object', STRATEGY_EXAMPLE);
      return none;
    }
    this.requireKnown(members, STRATEGY, { path, what: 'a strategy' });
    const { engine: given = 'auto' } = members;
    const { checks, problems } = planChecks({
      models: ['any'],
      ...only(members, ['reductions', 'limits']),
      engine: given,
    });
    this.problems.push(...problems.map((problem) => ({ ...problem, path: [...path, ...problem.path] })));
    if (checks === null) return none;
    const { choices, limits } = checks[0];
    const engine = (typeof choices.engine === 'string' ? { kind: choices.engine } : choices.engine) as Engine;
    const own = this.seeds(members.seeds, [...path, 'seeds']);
    if (own !== null && !takesSeed(engine)) {
      this.complain([...path, 'seeds'], `the strategy \`${name}\` has no use for seeds`, SEED_HINT);
    }
    const seeds = own ?? (takesSeed(engine) ? common : null) ?? [];
    return { name, engine, ...(choices.reductions && { reductions: choices.reductions }), limits, seeds };
  }

  /** A list of seeds, or how many: 1, 2, 3 …; null where none are given. */
  private seeds(value: unknown, path: ConfigPath): readonly number[] | null {
    if (value === undefined) return null;
    const isSeed = (one: unknown): boolean => typeof one === 'number' && one === (one | 0);
    if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST_SEEDS) {
      return Array.from({ length: value as number }, (_, i) => i + 1);
    }
    if (Array.isArray(value) && value.length > 0 && value.length <= MOST_SEEDS && value.every(isSeed)) {
      return [...new Set(value as number[])];
    }
    const hint = 'write `[1, 2, 3]`, or how many: `3`';
    return this.complain(path, '`seeds` is a list of whole numbers, or how many there are', hint);
  }

  private requireKnown(
    members: Members,
    known: readonly string[],
    { path, what }: { readonly path: ConfigPath; readonly what: string },
  ): void {
    for (const key of Object.keys(members)) {
      if (known.includes(key)) continue;
      const hint = didYouMean(key, known) ?? ELSEWHERE[key] ?? `it knows ${known.join(', ')}`;
      const message = `${what} has no member \`${key}\``;
      this.problems.push({ path: [...path, key], at: 'key', message, hint });
    }
  }

  private complain(path: ConfigPath, message: string, hint?: string): null {
    this.problems.push({ path, at: 'value', message, ...(hint && { hint }) });
    return null;
  }
}

const SEED_HINT = `seeds are for the engine auto (${searchStrategies.join(', ')}), and for explicit searches in a random order`;

/** Whether a seed makes a difference: diagrams have none, and an order that is named is that order. */
function takesSeed(engine: Engine): boolean {
  return engine.kind === 'auto' || (engine.kind === 'explicit' && engine.successors === undefined);
}

/** The engine with a seed. */
export function seeded(engine: Engine, seed: number): Engine {
  switch (engine.kind) {
    case 'auto':
      return { ...engine, seed };
    case 'explicit':
      // Of hashed states, each seed overlooks others.
      return {
        ...engine,
        successors: { seed },
        ...(engine.hashing !== undefined && { hashing: { ...engine.hashing, seed } }),
      };
    case 'symbolic':
    case 'hybrid':
      return engine;
  }
}

function only(members: Members, names: readonly string[]): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)));
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
