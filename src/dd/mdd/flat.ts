// A diagram copied into typed arrays, level by level, with the nodes of a level numbered from 0: for questions that go over all of its
// edges more than once, where finding a node by its address would take most of the time.
import { Int32List } from '../../base/growable.ts';
import type { Nodes } from './nodes.ts';

/** The nodes of a level. The edges of node i are `first[i]` to `first[i + 1]`, ascending in their values. */
export interface FlatLevel {
  readonly size: number;
  readonly first: Int32Array;
  readonly values: Int32Array;
  /** Numbers of nodes one level down; 0 at level 0, for the terminal. */
  readonly children: Int32Array;
}

/** The levels of a set from the bottom; null if it has more nodes. The set itself is node 0 of the last. */
export function flatten(nodes: Nodes, set: number, maxNodes: number): FlatLevel[] | null {
  const levels: FlatLevel[] = new Array(nodes.height(set));
  let layer = [set];
  let count = 0;
  for (let level = levels.length - 1; level >= 0; level--) {
    count += layer.length;
    if (count > maxNodes) return null;
    const below: number[] = [];
    levels[level] = flattenLevel(nodes, layer, below);
    layer = below;
  }
  return levels;
}

/** One level; appends to `below` the nodes that it leads to. */
function flattenLevel(nodes: Nodes, layer: readonly number[], below: number[]): FlatLevel {
  const numbers = new Map<number, number>();
  const first = new Int32Array(layer.length + 1);
  const values = new Int32List(4 * layer.length);
  const children = new Int32List(4 * layer.length);
  for (let i = 0; i < layer.length; i++) {
    const node = layer[i];
    const size = nodes.size(node);
    const lowest = nodes.lowest(node);
    for (let k = 0; k < size; k++) {
      const child = nodes.childAt(node, k);
      if (child === 0) continue;
      let number = numbers.get(child);
      if (number === undefined) {
        number = below.length;
        numbers.set(child, number);
        below.push(child);
      }
      values.push(lowest + k);
      children.push(number);
    }
    first[i + 1] = values.length;
  }
  return { size: layer.length, first, values: values.toArray(), children: children.toArray() };
}

/** The number of nodes. */
export function sizeOf(levels: readonly FlatLevel[]): number {
  return levels.reduce((sum, { size }) => sum + size, 0);
}

/** The largest value of each level: that of the last edge of some node. */
export function maximaOf(levels: readonly FlatLevel[]): number[] {
  return levels.map(({ size, first, values }) => {
    let most = -1;
    for (let i = 1; i <= size; i++) most = Math.max(most, values[first[i] - 1]);
    return most;
  });
}

/** The largest sum of the values. */
export function maximalSumOf(levels: readonly FlatLevel[]): number {
  let below = new Float64Array(1);
  for (const { size, first, values, children } of levels) {
    const sums = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      const end = first[i + 1];
      let most = 0;
      for (let edge = first[i]; edge < end; edge++) {
        const sum = values[edge] + below[children[edge]];
        if (sum > most) most = sum;
      }
      sums[i] = most;
    }
    below = sums;
  }
  return below[0];
}
