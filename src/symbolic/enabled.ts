// Where groups can happen: the predicate of a relation's left side, the states without successors, and `dead` as a predicate like
// any other.
import type { MddSet } from '../dd/mdd/index.ts';
import { EMPTY } from '../dd/mdd/index.ts';
import { ALWAYS, type Filter, type FilterStore, NEVER } from './filter.ts';
import { IDENTITY, type Relation } from './relation.ts';
import type { SymbolicSpace } from './space.ts';

/** Codes that occur at each level of the reachable states, or that may: 0 … size - 1. */
export function levelSizes(space: SymbolicSpace): number[] {
  return space.largest().map((largest) => largest + 1);
}

/** Where the relation relates a vector with something. */
function enabledFilter(
  store: FilterStore,
  space: SymbolicSpace,
  relation: Relation,
  memo: Map<Relation, Filter> = new Map(),
): Filter {
  if (relation === IDENTITY) return ALWAYS;
  const known = memo.get(relation);
  if (known !== undefined) return known;
  const node = space.relations.node(relation);
  let result: Filter;
  if (node.kind === 'shift') {
    const next = enabledFilter(store, space, node.next, memo);
    result = store.nodeBy(node.level, (code) => (code >= node.min && code <= node.max ? next : NEVER));
  } else {
    const children = Array.from<Filter>({ length: store.size(node.level) }).fill(NEVER);
    for (const [i, from] of node.from.entries()) {
      if (from >= children.length) continue;
      children[from] = store.or(children[from], enabledFilter(store, space, node.next[i], memo));
    }
    result = store.node(node.level, children);
  }
  memo.set(relation, result);
  return result;
}

/** The guards of all groups together may need this many nodes before the dead states themselves are looked at. */
const GUARD_NODES = 20_000;
/** The most nodes of a set that is taken for a predicate. */
const SET_NODES = 100_000;

/**
 * Where no group can happen, among the reachable states. By the guards, which depend on few levels each; where these need too many nodes,
 * by the dead states. Throws `LimitExceeded` when both do.
 */
export function deadFilter(store: FilterStore, space: SymbolicSpace, guardNodes: number = GUARD_NODES): Filter {
  const dead = deadStates(space);
  if (dead === EMPTY) return NEVER;
  return (
    store.within(guardNodes, () => disabledFilter(store, space)) ??
    filterOfSet(store, space, dead) ??
    disabledFilter(store, space)
  );
}

/** Membership in a set of vectors, whatever their entry for an automaton's state; null if the set has too many nodes. */
function filterOfSet(store: FilterStore, space: SymbolicSpace, set: MddSet): Filter | null {
  const diagram = space.mdd.flatten(set, SET_NODES);
  if (diagram === null) return null;
  const { height, start, size, first, values, children } = diagram;
  let below: Filter[] = [ALWAYS];
  for (let level = 0; level < height; level++) {
    below = Array.from({ length: size[level] }, (_, i) => {
      const node = start[level] + i;
      if (level === space.propertyLevel) return below[children[first[node]]];
      const filters = Array.from<Filter>({ length: store.size(level) }).fill(NEVER);
      for (let edge = first[node]; edge < first[node + 1]; edge++) filters[values[edge]] = below[children[edge]];
      return store.node(level, filters);
    });
  }
  return below[0];
}

/** Where no group can happen. */
function disabledFilter(store: FilterStore, space: SymbolicSpace): Filter {
  const memo = new Map<Relation, Filter>();
  const relations = space.model.groups.flatMap((_, group) => space.relationsOf(group));
  // From the bottom up, so that each conjunction touches only the levels of the new part.
  relations.sort((a, b) => space.relations.top(a) - space.relations.top(b));
  let dead: Filter = ALWAYS;
  for (const relation of relations) {
    if (dead === NEVER) break;
    dead = store.and(store.not(enabledFilter(store, space, relation, memo)), dead);
  }
  return dead;
}

/** The vectors of a set for which the filter has the value. */
export function restrict(
  space: SymbolicSpace,
  set: MddSet,
  { store, filter, value }: { readonly store: FilterStore; readonly filter: Filter; readonly value: number },
): MddSet {
  const relation = store.toRelation(filter, value, space.relations);
  if (relation === null) return EMPTY;
  if (relation === IDENTITY) return set;
  return space.mdd.image(set, space.mdd.events([space.event(relation)]));
}

/** The reachable states without successors: those that no group's left side selects. */
export function deadStates(space: SymbolicSpace): MddSet {
  const { mdd, states } = space;
  return mdd.scope(() => mdd.stuck(states, space.events()));
}
