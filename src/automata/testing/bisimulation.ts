// Merging bisimilar states of a testing automaton by partition refinement. The initial partition is by membership in F and G
// [BDK12, after Prop. 3]; for acceptance on edges, marks are part of what a state does [BDK12, after Prop. 5].
import type { BddRef } from '../../dd/bdd.ts';
import { quotient } from './quotient.ts';
import type { TestingAutomaton } from './testing-automaton.ts';

/** The quotient of the automaton by bisimilarity; the language stays. */
export function mergeBisimilar(automaton: TestingAutomaton): TestingAutomaton {
  const { stateCount, accepting, livelock } = automaton;
  let classOf = new Int32Array(stateCount);
  let count = renumber(classOf, (state) => `${accepting?.[state] ?? 0},${livelock?.[state] ?? 0}`);
  for (let before = -1; before !== count; ) {
    before = count;
    const former = classOf;
    const next = new Int32Array(stateCount);
    count = renumber(next, (state) => `${former[state]};${signature(automaton, state, former)}`);
    classOf = next;
  }
  return quotient(automaton, classOf, count);
}

/** What a state does, up to the classes: for each marks and target class the union of the changesets. */
function signature(automaton: TestingAutomaton, state: number, classOf: Int32Array): string {
  const { bdd, edgeStart, edgeChange, edgeMarks, edgeTarget } = automaton;
  const changes = new Map<string, BddRef>();
  for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
    const key = `${classOf[edgeTarget[e]]},${edgeMarks[e]}`;
    changes.set(key, bdd.or(changes.get(key) ?? bdd.false, edgeChange[e]));
  }
  return [...changes]
    .map(([key, change]) => `${key}:${change}`)
    .sort()
    .join(' ');
}

/** Numbers the classes of equal keys in the order of their first members; returns how many there are. */
function renumber(classOf: Int32Array, keyOf: (state: number) => string): number {
  const numbers = new Map<string, number>();
  for (let state = 0; state < classOf.length; state++) {
    const key = keyOf(state);
    let number = numbers.get(key);
    if (number === undefined) numbers.set(key, (number = numbers.size));
    classOf[state] = number;
  }
  return numbers.size;
}
