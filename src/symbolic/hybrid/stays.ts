// How a run stays in a state of the automaton while the states of the model go by: the self-loops that an aggregate absorbs, and the moves that
// are edges of the graph of aggregates. docs/adr/013 has the theorem; its conditions are named here.
//
// A *stay* begins when a move leads to a state from another one. It has marks that are *granted*: those of the move that began it, and of the
// self-loops that were moves since then. Self-loops whose marks are granted are *absorbed*: the aggregate is closed under them, and they are no
// moves (rule 2). The others are moves, and what they carry is granted afterwards (rule 3). In a state that is alone in its component, and where
// no cycle accepts, everything is granted from the start (rule 4). Where what is absorbed shows all marks by itself, a run may stay for ever
// without any move: that is for the test of the aggregate (rule 5).

import type { Marks } from '../../automata/acceptance.ts';
import { EMPTY, type Mdd, type MddEvents, type MddSet, type ReachOptions } from '../../dd/mdd/index.ts';
import type { Move, MoveGraph } from './moves.ts';

/**
 * `granted`: as above. `published`: the self-loop aggregation product as its authors have it [DKPT11], for comparisons. Only the marks of
 * the last move count, every self-loop with a mark is a move in any case, and nothing is tested inside aggregates.
 */
export type Aggregation = 'granted' | 'published';

export interface Stay {
  readonly state: number;
  /** Aggregates with the same number belong to the same kind of stay: equal sets are then the same node. */
  readonly kind: number;
  readonly granted: Marks;
  readonly closing: MddEvents;
  readonly moves: readonly Move[];
  /** The absorbed self-loops, where a run can stay for ever along them and accept; otherwise null. */
  readonly tested: readonly Move[] | null;
}

/** The stays over the moves of an automaton, each made when it is first entered. */
export class Stays {
  private readonly mdd: Mdd;
  private readonly graph: MoveGraph;
  private readonly aggregation: Aggregation;
  private readonly made = new Map<string, Stay>();

  constructor(mdd: Mdd, graph: MoveGraph, aggregation: Aggregation) {
    this.mdd = mdd;
    this.graph = graph;
    this.aggregation = aggregation;
  }

  /** The stay with which a run begins. */
  first(state: number): Stay {
    return this.stay(state, this.isFree(state) ? this.graph.marks : 0);
  }

  /** The stay after a move out of this one. */
  after(stay: Stay, { from, to, marks }: Move): Stay {
    const { component } = this.graph;
    if (this.aggregation === 'published') return this.stay(to, marks);
    if (to === from) return this.stay(to, stay.granted | marks);
    if (this.isFree(to)) return this.stay(to, this.graph.marks);
    return this.stay(to, component[from] === component[to] ? marks : 0);
  }

  private isFree(state: number): boolean {
    const { isAlone, isFair } = this.graph;
    return this.aggregation === 'granted' && (isAlone(state) || !isFair(state));
  }

  private stay(state: number, allowed: Marks): Stay {
    const { marks: all, moves, isFair, setCount } = this.graph;
    const own = moves[state];
    const loops = own.filter(({ to }) => to === state);
    const absorbed = loops.filter(({ marks }) => (marks & ~allowed) === 0);
    const granted = absorbed.reduce((sum, { marks }) => sum | marks, 0);
    const key = `${state} ${granted}`;
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const isPublished = this.aggregation === 'published';
    const isMove = (move: Move): boolean => {
      if (move.to !== state) return true;
      return isPublished ? move.marks !== 0 || setCount === 0 : !absorbed.includes(move);
    };
    const isTested = !isPublished && isFair(state) && absorbed.length > 0 && (granted & all) === all;
    const stay: Stay = {
      state,
      kind: isPublished ? state : this.made.size,
      granted,
      closing: this.mdd.events(absorbed.flatMap(({ events }) => [...this.mdd.members(events)])),
      moves: own.filter(isMove),
      tested: isTested ? absorbed : null,
    };
    this.made.set(key, stay);
    return stay;
  }
}

/** The states to which a move leads from a set; within another set if given. */
export function afterMove(mdd: Mdd, set: MddSet, { events, dead }: Move, within?: MddSet): MddSet {
  const next = mdd.image(set, events, within);
  return dead === EMPTY ? next : mdd.union(next, mdd.intersect(set, dead));
}

/**
 * The states of an aggregate that are reached from cycles along the tested loops which show all marks; empty exactly when there is no such cycle.
 * This is the hull of `emptiness/hull.ts` over states of the model alone: the aggregate is closed under the loops, and so is what is left of it.
 */
export function fairStay(
  mdd: Mdd,
  aggregate: MddSet,
  { loops, setCount, marks: all }: { loops: readonly Move[] } & Pick<MoveGraph, 'setCount' | 'marks'>,
  how: Pick<ReachOptions, 'strategy' | 'clusters'>,
): MddSet {
  const closing = mdd.events(loops.flatMap(({ events }) => [...mdd.members(events)]));
  const along = (set: MddSet, some: readonly Move[]): MddSet =>
    some.reduce((next, move) => mdd.union(next, afterMove(mdd, set, move, aggregate)), EMPTY);
  // Where every loop shows everything, only the steps count.
  const isWeak = loops.every(({ marks }) => (marks & all) === all);
  const withMark = Array.from({ length: isWeak ? 0 : setCount }, (_, mark) =>
    loops.filter(({ marks }) => ((marks >>> mark) & 1) === 1),
  );
  let left = aggregate;
  for (let before: MddSet = EMPTY; left !== before && left !== EMPTY; ) {
    before = left;
    left = mdd.scope(() => {
      if (isWeak) return along(before, loops);
      return withMark.reduce(
        (rest, some) => (rest === EMPTY ? EMPTY : mdd.reach(along(rest, some), closing, { ...how, within: aggregate })),
        before,
      );
    });
  }
  return left;
}
