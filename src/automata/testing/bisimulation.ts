// Merging bisimilar states of a testing automaton by partition refinement. The initial partition is by membership in F and G
// [BDK12, after Prop. 3]; for acceptance on edges, marks are part of what a state does [BDK12, after Prop. 5].
import { PairTable } from '../../base/pair-table.ts';
import type { BddRef } from '../../dd/bdd.ts';
import { quotient } from './quotient.ts';
import type { TestingAutomaton } from './testing-automaton.ts';

/** The quotient of the automaton by bisimilarity; the language stays. */
export function mergeBisimilar(automaton: TestingAutomaton): TestingAutomaton {
  const { stateCount, accepting, livelock } = automaton;
  let classOf = renumber(stateCount, (state) => 2 * (accepting?.[state] ?? 0) + (livelock?.[state] ?? 0));
  for (let before = -1; before !== classOf.count; ) {
    before = classOf.count;
    classOf = refine(automaton, classOf.numbers);
  }
  return quotient(automaton, classOf.numbers, classOf.count);
}

interface Classes {
  readonly numbers: Int32Array;
  readonly count: number;
}

/**
 * Splits the classes by what their states do up to the classes: for each marks and target class the union of the changesets. Such
 * a table becomes one number by hash-consing the sorted list of its entries.
 */
function refine(automaton: TestingAutomaton, classOf: Int32Array): Classes {
  const { bdd, stateCount, edgeStart, edgeChange, edgeMarks, edgeTarget } = automaton;
  const ways = new PairTable();
  const entries = new PairTable();
  const lists = new PairTable();
  const changes = new Map<number, BddRef>();
  return renumber(stateCount, (state) => {
    changes.clear();
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      const way = ways.intern(classOf[edgeTarget[e]], edgeMarks[e]);
      const known = changes.get(way);
      changes.set(way, known === undefined ? edgeChange[e] : bdd.or(known, edgeChange[e]));
    }
    const sorted = Int32Array.from(changes, ([way, change]) => entries.intern(way, change)).sort();
    return sorted.reduce((list, entry) => lists.intern(list, entry), lists.intern(-1, classOf[state]));
  });
}

/** Numbers the classes of states with equal keys in the order of their first members. */
function renumber(stateCount: number, keyOf: (state: number) => number): Classes {
  const known = new Map<number, number>();
  const numbers = Int32Array.from({ length: stateCount }, (_, state) => {
    const key = keyOf(state);
    if (!known.has(key)) known.set(key, known.size);
    return known.get(key)!;
  });
  return { numbers, count: known.size };
}
