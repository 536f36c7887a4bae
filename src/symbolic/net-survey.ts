// What the reachable markings of a net show, in decision diagrams: the largest and smallest sums of tokens, transitions that can fire, and those
// that stay possible for ever.
import { EMPTY, type MddEvents, type MddSet } from '../dd/mdd/index.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { NetModel } from '../models/petri/net-model.ts';
import type { NetNode } from '../models/petri/net-nodes.ts';
import type { TokenSum } from '../models/petri/net-sightings.ts';
import { deadStates } from './enabled.ts';
import { duringRun, type ExploreOptions, exploreSymbolically } from './race.ts';
import type { SymbolicSpace } from './space.ts';

/** All reachable markings. Every member may throw `LimitExceeded`. */
export interface SymbolicSurvey {
  readonly hasDeadlock: boolean;
  /** The largest value of the sum; null where a coefficient is negative or too large. */
  most(sum: TokenSum): number | null;
  /** Whether the sum has the same value in all markings; null where that takes too much work. */
  isStable(sum: TokenSum): boolean | null;
  canFire(transition: NetNode): boolean;
  /** Whether every marking leads to one in which the transition can fire. */
  isLive(transition: NetNode): boolean;
  /** Whose limits bind from now on. */
  watch: Stopwatch;
}

/** Values of the places of a sum that are looked at one by one. */
const MOST_VECTORS = 20_000;
/** Coefficients are written as repeated levels. */
const MOST_REPEATED = 1000;

/** Finds the markings. Throws `LimitExceeded`, and the faults of the model as they are. */
export function surveySymbolically(model: NetModel, options: ExploreOptions): SymbolicSurvey {
  const stopwatch = Stopwatch.over(options.limits);
  const { space } = exploreSymbolically(model, { ...options, limits: stopwatch });
  return new DiagramSurvey(space, stopwatch);
}

class DiagramSurvey implements SymbolicSurvey {
  readonly hasDeadlock: boolean;
  private readonly space: SymbolicSpace;
  watch: Stopwatch;
  private readonly all: MddEvents;
  /** Whether every marking leads back to the initial one; null until it is asked for. */
  private isReversible: boolean | null = null;

  constructor(space: SymbolicSpace, stopwatch: Stopwatch) {
    this.space = space;
    this.watch = stopwatch;
    this.all = space.events();
    this.hasDeadlock = this.during(() => deadStates(space) !== EMPTY);
  }

  most({ constant, terms }: TokenSum): number | null {
    const { space } = this;
    const levels: number[] = [];
    for (const { place, coefficient } of terms) {
      if (coefficient < 0 || levels.length + coefficient > MOST_REPEATED + terms.length) return null;
      for (let i = 0; i < coefficient; i++) levels.push(space.levelOf[place]);
    }
    if (levels.length === 0) return constant;
    return this.during(() => constant + space.mdd.maxSum(space.states, levels));
  }

  isStable({ terms }: TokenSum): boolean | null {
    const { space } = this;
    const { mdd, states } = space;
    if (terms.length === 0) return true;
    const sorted = [...terms].sort((a, b) => space.levelOf[a.place] - space.levelOf[b.place]);
    return this.during(() => {
      const shown = mdd.project(
        states,
        sorted.map(({ place }) => space.levelOf[place]),
      );
      if (mdd.count(shown) > MOST_VECTORS) return null;
      let first: number | null = null;
      for (const vector of mdd.vectors(shown)) {
        mdd.tick();
        const value = sorted.reduce((sum, { coefficient }, i) => sum + coefficient * vector[i], 0);
        first ??= value;
        if (value !== first) return false;
      }
      return true;
    });
  }

  canFire(transition: NetNode): boolean {
    return this.during(() => this.enabling(transition) !== EMPTY);
  }

  isLive(transition: NetNode): boolean {
    const { space } = this;
    this.isReversible ??= this.during(() => this.leadsTo(space.initialSet()));
    if (this.isReversible) return this.canFire(transition);
    return this.during(() => this.leadsTo(this.enabling(transition)));
  }

  /** Whether every marking leads to one of the set. */
  private leadsTo(set: MddSet): boolean {
    const { mdd, states } = this.space;
    if (set === EMPTY) return states === EMPTY;
    const left = mdd.scope(() => mdd.minus(states, mdd.reachBackwards(set, this.all, { within: states })));
    return left === EMPTY;
  }

  /** The markings in which the transition can fire. */
  private enabling({ members }: NetNode): MddSet {
    const { space } = this;
    const { mdd, states } = space;
    const events = members.flatMap((group) => space.relationsOf(group).map((relation) => space.event(relation)));
    if (events.length === 0) return EMPTY;
    return mdd.scope(() => mdd.minus(states, mdd.stuck(states, mdd.events(events))));
  }

  private during<T>(work: () => T): T {
    const { space, watch } = this;
    return duringRun(space.mdd, () => space.order.name, { limits: watch }, work);
  }
}
