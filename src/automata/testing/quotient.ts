// Testing automata over classes of states: what is left when states are dropped or merged.
import { invariant } from '../../base/assert.ts';
import { EdgeList, sortedBySource } from './edge-list.ts';
import { joinNames } from './state-names.ts';
import { type InitialState, TestingAutomaton } from './testing-automaton.ts';

/** The automaton without the states that `keep` refuses. */
export function keepStates(automaton: TestingAutomaton, keep: (state: number) => boolean): TestingAutomaton {
  const classOf = new Int32Array(automaton.stateCount).fill(-1);
  let count = 0;
  for (let state = 0; state < automaton.stateCount; state++) if (keep(state)) classOf[state] = count++;
  return quotient(automaton, classOf, count);
}

/**
 * The automaton whose states are the classes 0 … `count` - 1; class -1 is dropped. The edges of a class are those of its first
 * member, so the members must be bisimilar; U of a class is the union over its members. Names are joined.
 */
export function quotient(automaton: TestingAutomaton, classOf: Int32Array, count: number): TestingAutomaton {
  const { bdd, accepting, livelock } = automaton;
  const first = new Int32Array(count).fill(-1);
  const names: string[][] = Array.from({ length: count }, () => []);
  for (let state = 0; state < automaton.stateCount; state++) {
    const c = classOf[state];
    if (c < 0) continue;
    if (first[c] < 0) first[c] = state;
    names[c].push(automaton.stateNames[state]);
  }
  invariant(!first.includes(-1), 'every class has a member');
  const { edgeStart, edgeChange, edgeMarks, edgeTarget } = automaton;
  const edges = new EdgeList();
  for (let c = 0; c < count; c++) {
    for (let e = edgeStart[first[c]]; e < edgeStart[first[c] + 1]; e++) {
      const target = classOf[edgeTarget[e]];
      if (target >= 0) edges.push(c, edgeChange[e], edgeMarks[e], target);
    }
  }
  const letters = new Map<number, number>();
  for (const entry of automaton.initial) {
    const c = classOf[entry.state];
    if (c >= 0) letters.set(c, bdd.or(letters.get(c) ?? bdd.false, entry.letters));
  }
  return new TestingAutomaton({
    ...automaton,
    stateCount: count,
    initial: [...letters].map(([state, union]): InitialState => ({ state, letters: union })),
    ...sortedBySource(bdd, count, edges),
    accepting: accepting && Uint8Array.from(first, (state) => accepting[state]),
    livelock: livelock && Uint8Array.from(first, (state) => livelock[state]),
    stateNames: names.map(joinNames),
  });
}
