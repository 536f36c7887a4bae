// Counting the states of a model: one by one, in decision diagrams, or first the one and then the other.
import { LimitExceeded, type LimitReached } from '../diagnostics/limit.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import { type ExploreStatesOptions, exploreStates, type StatesResult } from '../explicit/search/explore-states.ts';
import { analyse } from '../models/analysis/analyse.ts';
import type { Model } from '../models/model.ts';
import type { ExploreOptions } from '../symbolic/race.ts';
import type { SymbolicStates } from '../symbolic/states.ts';
import { canBeSymbolic } from './can-be-symbolic.ts';
import type { CheckOptions, DiagramChoices } from './options.ts';

/** How states are counted. `plain` is the small explorer that the kernels are tested against. */
export type CountEngine =
  | {
      readonly kind: 'explicit' | 'plain';
      readonly order?: ExploreStatesOptions['order'];
      readonly fold?: ExploreStatesOptions['fold'];
      readonly threads?: ExploreStatesOptions['threads'];
    }
  | ({ readonly kind: 'symbolic' } & Pick<DiagramChoices, 'variables' | 'strategy' | 'clusters'>)
  /** One by one up to some number of states and a part of the time, then in diagrams. */
  | { readonly kind: 'auto' };

export interface CountOptions {
  /** `explicit` unless given. */
  readonly engine?: CountEngine;
  readonly limits?: CheckOptions['limits'];
  /** Of nets: also the most tokens in a place and in a marking. */
  readonly tokens?: 'measured' | 'ignored';
  /** Of searches one by one, and of diagrams. */
  readonly onProgress?: ExploreStatesOptions['onProgress'];
  readonly onDiagrams?: ExploreOptions['onProgress'];
}

export type StateCounts =
  | ({ readonly kind: 'explicit' } & StatesResult)
  | ({ readonly kind: 'symbolic'; readonly complete: true; readonly limit: null } & SymbolicStates)
  /** Diagrams tell nothing before the end. */
  | ({ readonly kind: 'symbolic'; readonly complete: false; readonly reason: string } & LimitReached);

/** What `auto` does one by one. */
const EXPLICIT_STATES = 2_000_000;
const EXPLICIT_SHARE = 0.3;

/** Counts; a limit gives what was counted until then. Faults of the model are thrown as its `EvaluationFault`. */
export async function countStates(given: Model, options: CountOptions = {}): Promise<StateCounts> {
  const { engine = { kind: 'explicit' } } = options;
  const stopwatch = Stopwatch.over(options.limits);
  const model = (engine.kind !== 'plain' && programsOf(given, stopwatch)) || given;
  switch (engine.kind) {
    case 'explicit':
    case 'plain':
      return countOneByOne(model, engine, options, stopwatch);
    case 'symbolic':
      return countSets(model, engine, { ...options, limits: stopwatch });
    case 'auto': {
      if (!canBeSymbolic(model)) return countOneByOne(model, { kind: 'explicit' }, options, stopwatch);
      const seconds = stopwatch.secondsLeft * EXPLICIT_SHARE;
      const states = Math.min(EXPLICIT_STATES, stopwatch.limits.states ?? Number.POSITIVE_INFINITY);
      const part = stopwatch.part({ ...stopwatch.limits, seconds, states });
      const counted = await countOneByOne(model, { kind: 'explicit' }, options, part);
      if (counted.complete || stopwatch.isCancelled) return counted;
      return countSets(model, {}, { ...options, limits: stopwatch });
    }
  }
}

/** The model in programs, where there is one and the time is enough. */
function programsOf(model: Model, stopwatch: Stopwatch): Model | null {
  try {
    const programs = model.asPrograms?.(stopwatch) ?? null;
    return programs && analyse(programs, { stopwatch });
  } catch (error) {
    if (error instanceof LimitExceeded) return null; // the search meets it too, and counts what it can
    throw error;
  }
}

async function countOneByOne(
  model: Model,
  { kind, order, fold, threads }: Extract<CountEngine, { readonly kind: 'explicit' | 'plain' }>,
  { tokens, onProgress }: CountOptions,
  stopwatch: Stopwatch,
): Promise<StateCounts> {
  const measured = tokens === 'measured' ? { tokens } : {};
  const limits = stopwatch;
  return {
    kind: 'explicit',
    ...(await exploreStates(model, { engine: kind, order, fold, threads, limits, onProgress, ...measured })),
  };
}

async function countSets(model: Model, choices: DiagramChoices, options: CountOptions): Promise<StateCounts> {
  const { countInDiagrams } = await import('./count-in-diagrams.ts'); // most runs do without it
  return countInDiagrams(model, choices, options);
}
