// Edges of a testing automaton while it is being made, as parallel lists of numbers: an automaton that observes nine
// propositions has half a million of them.
import { invariant } from '../../base/assert.ts';
import { Int32List } from '../../base/growable.ts';
import type { Bdd, BddRef } from '../../dd/bdd.ts';
import type { Marks } from '../acceptance.ts';

/** Edges in any order. Those that no changeset satisfies are allowed here and left out by `sortedBySource`. */
export class EdgeList {
  readonly source: Int32List = new Int32List();
  /** The set of changesets. */
  readonly change: Int32List = new Int32List();
  readonly marks: Int32List = new Int32List();
  readonly target: Int32List = new Int32List();

  get length(): number {
    return this.source.length;
  }

  push(source: number, change: BddRef, marks: Marks, target: number): void {
    this.source.push(source);
    this.change.push(change);
    this.marks.push(marks);
    this.target.push(target);
  }
}

/** Edges as an automaton stores them: those of state s are the numbers from edgeStart[s] up to edgeStart[s + 1]. */
export interface SortedEdges {
  readonly edgeStart: Int32Array;
  readonly edgeChange: Int32Array;
  readonly edgeMarks: Int32Array;
  readonly edgeTarget: Int32Array;
}

/**
 * The edges by source, those that differ in their changesets only united; edges without any changeset are left out. Otherwise
 * the order is that of the list.
 */
export function sortedBySource(bdd: Bdd, stateCount: number, edges: EdgeList): SortedEdges {
  const order = orderBySource(stateCount, edges);
  const edgeStart = new Int32Array(stateCount + 1);
  const [edgeChange, edgeMarks, edgeTarget] = [0, 1, 2].map(() => new Int32Array(edges.length));
  // for each target the last edge to it, and for each edge the one before it with the same target
  const last = new Int32Array(stateCount).fill(-1);
  const before = new Int32Array(edges.length);
  let count = 0;
  let i = 0;
  for (let state = 0; state < stateCount; state++) {
    for (; i < order.length && edges.source.data[order[i]] === state; i++) {
      const edge = order[i];
      const [change, marks, target] = [edges.change.data[edge], edges.marks.data[edge], edges.target.data[edge]];
      if (change === bdd.false) continue;
      let same = last[target];
      while (same >= edgeStart[state] && edgeMarks[same] !== marks) same = before[same];
      if (same >= edgeStart[state]) {
        edgeChange[same] = bdd.or(edgeChange[same], change);
        continue;
      }
      before[count] = last[target];
      last[target] = count;
      edgeChange[count] = change;
      edgeMarks[count] = marks;
      edgeTarget[count++] = target;
    }
    edgeStart[state + 1] = count;
  }
  const [changes, marks, targets] = [edgeChange, edgeMarks, edgeTarget].map((array) => array.slice(0, count));
  return { edgeStart, edgeChange: changes, edgeMarks: marks, edgeTarget: targets };
}

/** The numbers of the edges, sorted by source without changing the order of those of one source. */
function orderBySource(stateCount: number, edges: EdgeList): Int32Array {
  const next = new Int32Array(stateCount + 1);
  for (let i = 0; i < edges.length; i++) {
    invariant(
      edges.source.data[i] < stateCount && edges.target.data[i] < stateCount,
      'edges connect states that exist',
    );
    next[edges.source.data[i] + 1]++;
  }
  for (let state = 0; state < stateCount; state++) next[state + 1] += next[state];
  const order = new Int32Array(edges.length);
  for (let i = 0; i < edges.length; i++) order[next[edges.source.data[i]]++] = i;
  return order;
}

/** Whether the empty changeset is in the set. */
export function holdsNoChange(bdd: Bdd, change: BddRef): boolean {
  let rest = change;
  while (!bdd.isConstant(rest)) rest = bdd.low(rest);
  return rest === bdd.true;
}
