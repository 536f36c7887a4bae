// The symbolic product of a model with an automaton, as emptiness checks see it: sets of pairs (automaton state, model state), steps
// forwards and backwards, and closures. Where the automaton state is among the levels only `pairs.ts` knows.
//
// A step is a step of the model with an edge of the automaton; where deadlocks repeat, also an edge of the automaton over a dead
// state that stays. Closures know two parts of the automaton. In the *exact* part every event involves the automaton state. In
// the *stuttering* part, which is never left, every state has a stuttering self-loop and no other stuttering edge: there the steps of
// the model that change no proposition are events of the model's levels alone, the T∅ of [BDKT14, eq. 1].
import { EMPTY, type MddEvents, type MddSet, type ReachOptions } from '../dd/mdd/index.ts';
import type { PairSpace, ProductEvents } from './product-events.ts';

/** The parts of a product; see `tgba-product.ts` and `tgta-product.ts`. */
export interface ProductParts extends PairSpace {
  readonly stateCount: number;
  /** The number of acceptance sets. */
  readonly setCount: number;
  readonly initial: MddSet;
  /** The dead model states that repeat; empty when no state is dead, or such states are dropped. */
  readonly dead: MddSet;
  /** The automaton states of the stuttering part. */
  readonly stuttering: readonly number[];
  /** The automaton states in components whose cycles can show all marks: fair cycles lie over one such component each. */
  readonly coreStates: readonly number[];
  /** The events of all edges, and of the edges that stay in one such component. */
  readonly all: ProductEvents;
  readonly core: ProductEvents;
  /** Edges over dead states that come back to where they are and carry all marks. */
  readonly deadLoops: MddEvents;
}

/** How sets are closed. */
export type ClosureOptions = Pick<ReachOptions, 'strategy' | 'clusters'>;

/** A product, or its core: only the edges inside components of the automaton whose cycles can be fair. */
export class SymbolicProduct {
  readonly parts: ProductParts;
  private readonly how: ClosureOptions;
  private readonly edges: ProductEvents;
  private readonly exact: readonly number[];
  /** All pairs with a dead state. */
  private readonly deadPairs: MddSet;

  constructor(parts: ProductParts, how: ClosureOptions = {}, edges: 'all' | 'core' = 'all') {
    this.parts = parts;
    this.edges = parts[edges];
    this.how = { strategy: how.strategy, clusters: how.clusters };
    const stuttering = new Set(parts.stuttering);
    const all = Array.from({ length: parts.stateCount }, (_, q) => q);
    this.exact = all.filter((q) => !stuttering.has(q));
    this.deadPairs = parts.pairs.withEach(parts.dead, all);
  }

  /** Makes all events now, which otherwise are made when they are first used: in whatever phase that is. */
  makeEvents(): ProductEvents {
    return { ...this.edges };
  }

  /** How many acceptance sets tell cycles apart: none where every step is in all of them. */
  get tellingSets(): number {
    const { steps, marked, deadSteps, deadMarked } = this.edges;
    const isWeak = marked.every((some) => some === steps) && deadMarked.every((some) => some === deadSteps);
    return isWeak ? 0 : this.parts.setCount;
  }

  /** PostImage of [BDKT14, §2.3]: by all steps, or by those in acceptance set `mark`. */
  image(set: MddSet, mark?: number): MddSet {
    const { mdd } = this.parts.space;
    const { steps, deadSteps } = this.events(mark);
    return mdd.scope(() => {
      const next = mdd.image(set, steps);
      if (this.deadPairs === EMPTY) return next;
      return mdd.union(next, mdd.image(mdd.intersect(set, this.deadPairs), deadSteps));
    });
  }

  /** PostImages by one event each; together they are that by all steps. */
  singleSteps(): ((set: MddSet) => MddSet)[] {
    const { mdd } = this.parts.space;
    const { steps, deadSteps } = this.edges;
    const single = mdd.members(steps).map((event) => {
      const alone = mdd.events([event]);
      return (set: MddSet) => mdd.image(set, alone);
    });
    if (this.deadPairs !== EMPTY) single.push((set) => mdd.image(mdd.intersect(set, this.deadPairs), deadSteps));
    return single;
  }

  /** The pairs of `within` from which one step, in acceptance set `mark` if given, leads to the set. */
  preimage(set: MddSet, within: MddSet, mark?: number): MddSet {
    const { mdd } = this.parts.space;
    const { steps, deadSteps } = this.events(mark);
    return mdd.scope(() => {
      const before = mdd.preimage(set, steps, within);
      if (this.deadPairs === EMPTY) return before;
      const dead = mdd.intersect(within, this.deadPairs);
      return dead === EMPTY ? before : mdd.union(before, mdd.preimage(set, deadSteps, dead));
    });
  }

  /** Everything that steps lead to from the set, itself included; without leaving `within` if given. */
  reach(set: MddSet, within?: MddSet): MddSet {
    const { mdd } = this.parts.space;
    const { stuttering } = this.parts;
    const { exactClosure, stutteringClosure, deadSteps } = this.edges;
    const options = { ...this.how, within };
    const closed = (from: MddSet): MddSet => {
      if (this.exact.length === 0) return mdd.reach(from, stutteringClosure, options);
      const all = mdd.union(from, mdd.reach(this.select(from, this.exact), exactClosure, options));
      if (stuttering.length === 0) return all;
      return mdd.union(all, mdd.reach(this.select(all, stuttering), stutteringClosure, options));
    };
    return this.untilDeadStepsEnd(set, closed, (found) => {
      const dead = mdd.intersect(found, this.deadPairs);
      const next = mdd.image(dead, deadSteps);
      return within === undefined ? next : mdd.intersect(next, within);
    });
  }

  /** Everything of `within` from which steps inside `within` lead to the set, itself included. */
  reachBackwards(set: MddSet, within: MddSet): MddSet {
    const { mdd } = this.parts.space;
    const { stuttering } = this.parts;
    const { exactClosure, stutteringClosure, deadSteps } = this.edges;
    const options = { ...this.how, within };
    const closed = (from: MddSet): MddSet => {
      if (this.exact.length === 0) return mdd.reachBackwards(from, stutteringClosure, options);
      let all = from;
      if (stuttering.length > 0) {
        all = mdd.union(all, mdd.reachBackwards(this.select(all, stuttering), stutteringClosure, options));
      }
      return mdd.union(all, mdd.reachBackwards(all, exactClosure, options));
    };
    return this.untilDeadStepsEnd(set, closed, (found) => {
      const dead = mdd.intersect(within, this.deadPairs);
      return dead === EMPTY ? EMPTY : mdd.preimage(found, deadSteps, dead);
    });
  }

  /** The pairs of the set with a dead state that is a fair cycle by itself. */
  fairDeadPairs(set: MddSet): MddSet {
    const { mdd } = this.parts.space;
    if (this.deadPairs === EMPTY) return EMPTY;
    return mdd.scope(() => mdd.image(mdd.intersect(set, this.deadPairs), this.parts.deadLoops));
  }

  /** The pairs whose automaton state is one of these. */
  select(set: MddSet, states: readonly number[]): MddSet {
    return states.length === this.parts.stateCount ? set : this.parts.pairs.select(set, states);
  }

  private events(mark: number | undefined): { readonly steps: MddEvents; readonly deadSteps: MddEvents } {
    const { steps, marked, deadSteps, deadMarked } = this.edges;
    return mark === undefined ? { steps, deadSteps } : { steps: marked[mark], deadSteps: deadMarked[mark] };
  }

  private untilDeadStepsEnd(
    set: MddSet,
    closed: (from: MddSet) => MddSet,
    deadStep: (found: MddSet) => MddSet,
  ): MddSet {
    const { mdd } = this.parts.space;
    return mdd.scope(() => {
      let found = closed(set);
      if (this.deadPairs === EMPTY) return found;
      for (;;) {
        const more = mdd.union(found, deadStep(found));
        if (more === found) return found;
        found = closed(more);
      }
    });
  }
}
