// The jobs of a campaign: every question with every strategy and seed. A job is named by what it is about and nothing else, so that the same work
// has the same name on every machine and in every run.
import type { Engine, ReductionsChoice } from '../check/options.ts';
import type { DeadlockReading } from '../models/deadlock.ts';
import type { Fairness } from '../models/fairness.ts';
import { type CampaignPlan, type CampaignStrategy, seeded } from './plan.ts';

/** A model of a campaign with its questions. */
export interface CampaignModel {
  /** As messages and reports call it. */
  readonly name: string;
  /** A digest of what the model says, or the name of a net of the library. */
  readonly content: string;
  readonly deadlock: DeadlockReading;
  readonly fairness?: Fairness;
  readonly limits: JobLimits;
  readonly questions: readonly { readonly property?: string; readonly formula: string }[];
}

interface JobLimits {
  readonly seconds?: number;
  readonly states?: number;
  readonly memoryBytes?: number;
}

/** What a job asks of a process: data, never code. */
export interface JobTask {
  readonly formula: string;
  readonly deadlock: DeadlockReading;
  readonly fairness?: Fairness;
  readonly engine: Engine;
  readonly reductions?: ReductionsChoice;
  readonly limits: JobLimits;
}

/** A job. Two of the same question must not differ in a sure answer. */
export interface CampaignJob extends JobTask {
  /** The digest of model, formula, options and version. */
  readonly id: string;
  /** The digest of model, formula, deadlock reading and fairness: what the answer is about. */
  readonly question: string;
  /** The index of its model. */
  readonly model: number;
  readonly modelName: string;
  readonly property?: string;
  readonly strategy: string;
  readonly seed?: number;
}

/** Gives a text a short name that no other text has. */
type Digest = (text: string) => string;

/** All jobs, question by question, so that the strategies of one work at the same time. Jobs that are the same are there once. */
export function campaignJobs(
  plan: Pick<CampaignPlan, 'strategies'>,
  models: readonly CampaignModel[],
  { digest, version }: { readonly digest: Digest; readonly version: string },
): CampaignJob[] {
  const jobs = new Map<string, CampaignJob>();
  for (const [index, model] of models.entries()) {
    const { deadlock, fairness } = model;
    for (const { property, formula } of model.questions) {
      const about = { model: model.content, formula, deadlock, ...(fairness && { fairness }) };
      const question = digest(canonicalText(about));
      for (const { strategy, seed, ...how } of ways(plan.strategies)) {
        const limits = { ...model.limits, ...strategy.limits };
        const task: JobTask = { formula, deadlock, ...(fairness && { fairness }), ...how, limits };
        const id = digest(canonicalText({ model: model.content, ...task, version }));
        if (jobs.has(id)) continue;
        const names = {
          strategy: strategy.name,
          ...(seed !== undefined && { seed }),
          ...(property !== undefined && { property }),
        };
        jobs.set(id, { ...task, id, question, model: index, modelName: model.name, ...names });
      }
    }
  }
  return [...jobs.values()];
}

interface Way extends Pick<JobTask, 'engine' | 'reductions'> {
  readonly strategy: CampaignStrategy;
  readonly seed?: number;
}

/** Each strategy with each of its seeds. */
function ways(strategies: readonly CampaignStrategy[]): Way[] {
  return strategies.flatMap((strategy): Way[] => {
    const { engine, reductions, seeds } = strategy;
    const base = { strategy, ...(reductions && { reductions }) };
    if (seeds.length === 0) return [{ ...base, engine }];
    return seeds.map((seed) => ({ ...base, engine: seeded(engine, seed), seed }));
  });
}

/** JSON with the members of each object in order of their names, those that are undefined left out. */
function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** `explicit`, or `explicit seed 3`. */
export function wayText({ strategy, seed }: { readonly strategy: string; readonly seed?: number }): string {
  return seed === undefined ? strategy : `${strategy} seed ${seed}`;
}
