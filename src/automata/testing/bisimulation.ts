// Merging bisimilar states of a testing automaton by partition refinement. The initial partition is by membership in F and G
// [BDK12, after Prop. 3]; for acceptance on edges, marks are part of what a state does [BDK12, after Prop. 5].
//
// What a state does is a table: for each marks and target class a set of changesets. Uniting those sets is the costly part while
// classes are large. So states are first told apart by what they do on a few single changesets, which needs no sets at all;
// the tables then only confirm, or split further, what is left.
import { Int32List } from '../../base/growable.ts';
import { PairTable } from '../../base/pair-table.ts';
import type { Bdd, BddRef } from '../../dd/bdd.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { quotient } from './quotient.ts';
import type { TestingAutomaton } from './testing-automaton.ts';

/** The quotient of the automaton by bisimilarity; the language stays. */
export function mergeBisimilar(automaton: TestingAutomaton, stopwatch: Stopwatch): TestingAutomaton {
  const { stateCount, accepting, livelock } = automaton;
  let classOf = renumber(stateCount, (state) => 2 * (accepting?.[state] ?? 0) + (livelock?.[state] ?? 0));
  classOf = splitBySamples(automaton, classOf, stopwatch);
  for (let before = -1; before !== classOf.count && classOf.count < stateCount; ) {
    before = classOf.count;
    classOf = refine(automaton, classOf.numbers, stopwatch);
  }
  return quotient(automaton, classOf.numbers, classOf.count);
}

interface Classes {
  readonly numbers: Int32Array;
  readonly count: number;
}

/** Splits the classes by where the empty changeset and those of one proposition lead, until these split no more. */
function splitBySamples(automaton: TestingAutomaton, given: Classes, stopwatch: Stopwatch): Classes {
  const { stateCount, edgeMarks, edgeTarget, propositions } = automaton;
  const samples = Array.from({ length: propositions.length + 1 }, (_, i) => edgesOn(automaton, i - 1));
  let classOf = given;
  for (let idle = 0, round = 0; idle < samples.length && classOf.count < stateCount; round++) {
    const { start, edges } = samples[round % samples.length];
    const before = classOf;
    const ways = new PairTable();
    const lists = new Lists();
    classOf = renumber(stateCount, (state) => {
      stopwatch.tick();
      for (let i = start[state]; i < start[state + 1]; i++) {
        lists.add(ways.intern(before.numbers[edgeTarget[edges[i]]], edgeMarks[edges[i]]));
      }
      return lists.finish(before.numbers[state]);
    });
    idle = classOf.count === before.count ? idle + 1 : 0;
  }
  return classOf;
}

/** The edges whose changesets include that of one proposition (-1: the empty one), by source. */
function edgesOn(automaton: TestingAutomaton, variable: number): { start: Int32Array; edges: Int32Array } {
  const { bdd, stateCount, edgeStart, edgeChange } = automaton;
  const start = new Int32Array(stateCount + 1);
  const edges = new Int32List();
  const answers = new Map<BddRef, boolean>();
  for (let state = 0; state < stateCount; state++) {
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      let answer = answers.get(edgeChange[e]);
      if (answer === undefined) answers.set(edgeChange[e], (answer = holdsOn(bdd, edgeChange[e], variable)));
      if (answer) edges.push(e);
    }
    start[state + 1] = edges.length;
  }
  return { start, edges: edges.toArray() };
}

function holdsOn(bdd: Bdd, change: BddRef, variable: number): boolean {
  return bdd.evaluate(change, (other) => other === variable);
}

/** Splits the classes by what their states do up to the classes. */
function refine(automaton: TestingAutomaton, classOf: Int32Array, stopwatch: Stopwatch): Classes {
  const { bdd, stateCount, edgeStart, edgeChange, edgeMarks, edgeTarget } = automaton;
  const ways = new PairTable();
  const entries = new PairTable();
  const lists = new Lists();
  const changes = new Map<number, BddRef[]>();
  return renumber(stateCount, (state) => {
    stopwatch.tick();
    changes.clear();
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      const way = ways.intern(classOf[edgeTarget[e]], edgeMarks[e]);
      const known = changes.get(way);
      if (known === undefined) changes.set(way, [edgeChange[e]]);
      else known.push(edgeChange[e]);
    }
    for (const [way, list] of changes) lists.add(entries.intern(way, unite(bdd, list)));
    return lists.finish(classOf[state]);
  });
}

/** The union, pairwise in rounds, so that most of the work is on small diagrams. */
function unite(bdd: Bdd, functions: BddRef[]): BddRef {
  let list = functions;
  while (list.length > 1) {
    const half: BddRef[] = [];
    for (let i = 0; i < list.length; i += 2) half.push(i + 1 < list.length ? bdd.or(list[i], list[i + 1]) : list[i]);
    list = half;
  }
  return list[0];
}

/** Sets of numbers, each with a head, made into one number by hash-consing the sorted list of its members. */
class Lists {
  private readonly cells = new PairTable();
  private readonly current = new Int32List();

  add(member: number): void {
    this.current.push(member);
  }

  finish(head: number): number {
    const members = this.current.data.subarray(0, this.current.length).sort();
    let list = this.cells.intern(-1, head);
    for (let i = 0; i < members.length; i++) {
      if (i === 0 || members[i] !== members[i - 1]) list = this.cells.intern(list, members[i]);
    }
    this.current.clear();
    return list;
  }
}

/** Numbers the classes of states with equal keys in the order of their first members. */
function renumber(stateCount: number, keyOf: (state: number) => number): Classes {
  const known = new Map<number, number>();
  const numbers = new Int32Array(stateCount);
  for (let state = 0; state < stateCount; state++) {
    const key = keyOf(state);
    let number = known.get(key);
    if (number === undefined) known.set(key, (number = known.size));
    numbers[state] = number;
  }
  return { numbers, count: known.size };
}
