// Pairs of an automaton state and a model state as vectors: the automaton state is the level on top of those of the model ("log-encode with
// top-order" of [BDKT14, §4]), or below some or all of them. An event that involves the automaton state then has its top among the
// levels of the model, so that saturation reaches it too; the levels above tell apart which automaton states a model state has.
import { EMPTY, IDENTITY, type MddEvent, type MddSet } from '../dd/mdd/index.ts';
import { EventMaker, type Relation } from './relation.ts';
import type { SymbolicSpace } from './space.ts';

/** A change of the automaton state, with what the model does meanwhile. */
export interface PairStep {
  readonly from: number;
  readonly to: number;
  readonly relation: Relation;
}

/** The pairs over one space. Unless the automaton is on top, sets of model states have its level too, with the value 0. */
export class Pairs {
  private readonly space: SymbolicSpace;
  private readonly isTop: boolean;
  /** By event of the automaton's level: events of relations with it. */
  private readonly makers = new Map<MddEvent, EventMaker>();

  constructor(space: SymbolicSpace) {
    this.space = space;
    this.isTop = space.isPropertyOnTop;
  }

  /** The events of the steps. */
  events(steps: readonly PairStep[]): MddEvent[] {
    const { space } = this;
    const { mdd } = space;
    if (steps.length === 0) return [];
    if (this.isTop) {
      const rows = steps.map(({ from, to, relation }) => ({ from, to, next: space.event(relation) }));
      return [mdd.table(space.propertyLevel, rows)!];
    }
    const byRelation = new Map<Relation, PairStep[]>();
    for (const step of steps) {
      const list = byRelation.get(step.relation);
      if (list === undefined) byRelation.set(step.relation, [step]);
      else list.push(step);
    }
    return Array.from(byRelation, ([relation, list]) => this.inserting(list).event(relation));
  }

  /** The pair of a model state's vector. */
  singleton(vector: readonly number[], q: number): MddSet {
    const { mdd } = this.space;
    if (this.isTop) return mdd.singleton([...vector, q]);
    return mdd.singleton(vector.map((value, level) => (level === this.space.propertyLevel ? q : value)));
  }

  /** The model states of the set, each with each of the automaton states. */
  withEach(set: MddSet, states: readonly number[]): MddSet {
    const { mdd } = this.space;
    if (set === EMPTY) return EMPTY;
    if (this.isTop) return mdd.branch(states.map((q) => [q, set]));
    return this.move(
      set,
      states.map((q) => [0, q]),
    );
  }

  /** The pairs whose automaton state is one of these. */
  select(set: MddSet, states: readonly number[]): MddSet {
    const { mdd } = this.space;
    if (set === EMPTY) return EMPTY;
    if (this.isTop) {
      return mdd.branch(states.map((q) => [q, mdd.child(set, q)] as const).filter(([, below]) => below !== EMPTY));
    }
    return this.move(
      set,
      states.map((q) => [q, q]),
    );
  }

  /** The model states of the pairs, whose automaton states are all of these. */
  statesOf(set: MddSet, states: readonly number[]): MddSet {
    const { mdd } = this.space;
    if (set === EMPTY) return EMPTY;
    if (this.isTop) return states.reduce((all, q) => mdd.union(all, mdd.child(set, q)), EMPTY);
    return this.move(
      set,
      states.map((q) => [q, 0]),
    );
  }

  /** The pairs with another automaton state. */
  private move(set: MddSet, changes: readonly (readonly [from: number, to: number])[]): MddSet {
    const { mdd, propertyLevel } = this.space;
    const rows = changes.map(([from, to]) => ({ from, to }));
    return mdd.image(set, mdd.events([mdd.table(propertyLevel, rows)]));
  }

  /** Puts these changes of the automaton state into relations. */
  private inserting(changes: readonly PairStep[]): EventMaker {
    const { space } = this;
    const level = space.propertyLevel;
    const table = (next: MddEvent): MddEvent =>
      space.mdd.table(
        level,
        changes.map(({ from, to }) => ({ from, to, next })),
      )!;
    const key = table(IDENTITY);
    let maker = this.makers.get(key);
    if (maker === undefined) {
      maker = new EventMaker(space.mdd, space.relations, { level, onTopOf: (below) => table(space.event(below)) });
      this.makers.set(key, maker);
    }
    return maker;
  }
}
