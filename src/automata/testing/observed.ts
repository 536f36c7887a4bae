// Which propositions a state observes: those on the edges of the state and of all states it can reach. Two letters that
// agree on them are the same to the state [BDK11, first optimisation], so that a construction need not tell them apart.
import { BitSet } from '../../base/bit-set.ts';
import { support } from '../../dd/measure.ts';
import type { Automaton } from '../automaton.ts';
import { componentsOf } from '../scc.ts';

/** For each state the variables that it or a state after it observes, ascending; empty for unreachable states. */
export function observedPropositions(automaton: Automaton): readonly (readonly number[])[] {
  const { bdd, edgeStart, edgeLabel, edgeTarget } = automaton;
  const components = componentsOf(automaton);
  const supports = new Map<number, readonly number[]>();
  const supportOf = (label: number): readonly number[] => {
    if (!supports.has(label)) supports.set(label, support(bdd, label));
    return supports.get(label)!;
  };
  const ofComponent: BitSet[] = [];
  // components are numbered from the last to the first, so the successors of one are done before it
  for (let c = 0; c < components.count; c++) {
    const observed = new BitSet();
    for (const state of components.states.subarray(components.start[c], components.start[c + 1])) {
      for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
        for (const variable of supportOf(edgeLabel[e])) observed.add(variable);
        const next = components.of[edgeTarget[e]];
        if (next !== c) observed.unite(ofComponent[next]);
      }
    }
    ofComponent.push(observed);
  }
  const asLists = ofComponent.map((set) => [...set]);
  return Array.from(components.of, (c) => (c < 0 ? [] : asLists[c]));
}
