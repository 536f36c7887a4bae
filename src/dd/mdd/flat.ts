// A diagram copied into typed arrays, with the nodes of a level numbered from 0: for questions that go over all of its edges more than
// once, where finding a node by its address would take most of the time. There are thousands of levels with a few nodes each, so all levels
// share their arrays.
import { Int32List } from '../../base/growable.ts';
import type { Clock, Nodes } from './nodes.ts';

/** The nodes of level l (0 at the bottom) are `start[l]` to `start[l] + size[l]`; the edges of node n are `first[n]` to `first[n + 1]`. */
export interface FlatDiagram {
  readonly height: number;
  readonly nodes: number;
  readonly start: Int32Array;
  readonly size: Int32Array;
  readonly first: Int32Array;
  /** The values of edges, ascending for each node. */
  readonly values: Int32Array;
  /** Where edges lead to: numbers within the level below; 0 at level 0, for the terminal. */
  readonly children: Int32Array;
}

/** A copy of a set that is not empty; null if it has more nodes. The set itself is the only node of the highest level. */
export function flatten(nodes: Nodes, set: number, maxNodes: number, clock: Clock): FlatDiagram | null {
  const height = nodes.height(set);
  const start = new Int32Array(height);
  const size = new Int32Array(height);
  /** All nodes, level by level from the top, and the number of each within its level. */
  const found = [set];
  const numbers = new Map<number, number>([[set, 0]]);
  const first = new Int32List(1024);
  const values = new Int32List(4096);
  const children = new Int32List(4096);
  first.push(0);
  for (let level = height - 1, from = 0; level >= 0; level--) {
    const to = found.length;
    start[level] = from;
    size[level] = to - from;
    if (to > maxNodes) return null;
    for (; from < to; from++) {
      clock.tick();
      const node = found[from];
      const count = nodes.size(node);
      const lowest = nodes.lowest(node);
      for (let k = 0; k < count; k++) {
        const child = nodes.childAt(node, k);
        if (child === 0) continue;
        values.push(lowest + k);
        children.push(level === 0 ? 0 : numberOf(child, to));
      }
      first.push(values.length);
    }
  }
  return {
    height,
    nodes: found.length,
    start,
    size,
    first: first.toArray(),
    values: values.toArray(),
    children: children.toArray(),
  };

  function numberOf(child: number, levelStart: number): number {
    let number = numbers.get(child);
    if (number === undefined) {
      number = found.length - levelStart;
      numbers.set(child, number);
      found.push(child);
    }
    return number;
  }
}

/** The largest value of each level: that of the last edge of some node. */
export function maximaOf({ height, start, size, first, values }: FlatDiagram): number[] {
  const maxima: number[] = new Array(height).fill(-1);
  for (let level = 0; level < height; level++) {
    const end = start[level] + size[level];
    for (let node = start[level]; node < end; node++) {
      maxima[level] = Math.max(maxima[level], values[first[node + 1] - 1]);
    }
  }
  return maxima;
}

/** The largest sum of the values. */
export function maximalSumOf({ height, start, size, first, values, children }: FlatDiagram): number {
  let below = new Float64Array(1);
  for (let level = 0; level < height; level++) {
    const sums = new Float64Array(size[level]);
    for (let i = 0; i < sums.length; i++) {
      const node = start[level] + i;
      const end = first[node + 1];
      let most = 0;
      for (let edge = first[node]; edge < end; edge++) {
        const sum = values[edge] + below[children[edge]];
        if (sum > most) most = sum;
      }
      sums[i] = most;
    }
    below = sums;
  }
  return below[0];
}
