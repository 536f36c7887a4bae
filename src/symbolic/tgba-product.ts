// The product with a TGBA [BDKT14, Def. 5]: a step of the model from a state whose letter satisfies the label of an edge, together
// with that edge. Every event involves the automaton state. A BA is a TGBA with one acceptance set.
import { allMarks, isGeneralizedBuchi } from '../automata/acceptance.ts';
import type { Automaton } from '../automata/automaton.ts';
import { invariant } from '../base/assert.ts';
import { EMPTY, type MddSet } from '../dd/mdd/index.ts';
import { ALWAYS, type Filter, NEVER } from './filter.ts';
import type { SymbolicLabelling } from './labelling.ts';
import { Pairs } from './pairs.ts';
import type { ProductParts } from './product.ts';
import {
  coreEdges,
  coreStatesOf,
  edgeEvents,
  eventsOnDemand,
  fairComponentsOf,
  fairLoops,
  type ProductEdge,
  type ProductEvents,
  pairsWith,
} from './product-events.ts';

/** The product of the space of `labelling`, whose propositions are those of the automaton, with a TGBA or BA. */
export function tgbaProduct(labelling: SymbolicLabelling, automaton: Automaton, dead: MddSet): ProductParts {
  invariant(isGeneralizedBuchi(automaton.acceptance), 'the automaton has generalized Büchi acceptance');
  const { space } = labelling;
  const over = { space, pairs: new Pairs(space) };
  const labels = labelFilters(labelling, automaton);
  const edges = (relationOf: (filter: Filter) => number | null): ProductEdge[] => {
    const found: ProductEdge[] = [];
    for (let from = 0; from < automaton.stateCount; from++) {
      for (let e = automaton.edgeStart[from]; e < automaton.edgeStart[from + 1]; e++) {
        space.mdd.tick();
        const relation = relationOf(labels.get(automaton.edgeLabel[e])!);
        if (relation === null) continue;
        found.push({ from, to: automaton.edgeTarget[e], marks: automaton.edgeMarks[e], relation });
      }
    }
    return found;
  };
  const setCount = automaton.acceptance.setCount;
  const tables = space.model.groups.flatMap((_, group) =>
    space.relationsOf(group).map((relation) => edges((filter) => labelling.restrictSource(relation, filter))),
  );
  const deadEdges = dead === EMPTY ? [] : edges((filter) => labelling.restrictSource(0, filter));
  const components = fairComponentsOf(automaton, allMarks(setCount));
  const eventsOf = (choose: (list: readonly ProductEdge[]) => readonly ProductEdge[]): ProductEvents =>
    eventsOnDemand(over, {
      setCount,
      edges: tables.map(choose),
      deadEdges: choose(deadEdges),
      exactClosure: (steps) => steps(),
      stutteringClosure: () => space.mdd.events([]),
    });
  return {
    ...over,
    stateCount: automaton.stateCount,
    setCount,
    initial: pairsWith(over, () => automaton.initial),
    dead,
    stuttering: [],
    coreStates: coreStatesOf(components),
    all: eventsOf((edges) => edges),
    core: eventsOf((edges) => coreEdges(edges, components)),
    deadLoops: edgeEvents(over, [fairLoops(deadEdges, allMarks(setCount))]),
  };
}

/** The filter of each label: the diagram over propositions with filters in their place. */
export function labelFilters(labelling: SymbolicLabelling, automaton: Automaton): ReadonlyMap<number, Filter> {
  const { store, filters } = labelling;
  const { bdd } = automaton;
  const made = new Map<number, Filter>([
    [bdd.false, NEVER],
    [bdd.true, ALWAYS],
  ]);
  // Labels are small: recursion goes over propositions.
  const filterOf = (label: number): Filter => {
    const known = made.get(label);
    if (known !== undefined) return known;
    const test = filters[bdd.topVariable(label)];
    const [high, low] = [filterOf(bdd.high(label)), filterOf(bdd.low(label))];
    const result = store.or(store.and(test, high), store.and(store.not(test), low));
    made.set(label, result);
    return result;
  };
  for (const label of automaton.edgeLabel) filterOf(label);
  return made;
}
