// Questions about whole diagrams, answered bottom-up: each node once, keeping the answers of one level only.
import { TERMINAL } from './diagram-protocol.ts';
import type { Clock, Nodes } from './nodes.ts';

/** The number of vectors of the set. Big integers are used from the first level on whose counts may need them. */
export function countVectors(nodes: Nodes, set: number, clock: Clock): bigint {
  if (set <= TERMINAL) return BigInt(set);
  const layers = nodes.layers([set], clock);
  let below = new Map<number, number>([[TERMINAL, 1]]);
  for (let level = 0; level < layers.length; level++) {
    const counts = countSmall(nodes, layers[level], below, clock);
    if (counts === null) return countLarge(nodes, layers.slice(level), below, clock).get(set)!;
    below = counts;
  }
  return BigInt(below.get(set)!);
}

/** The counts of the nodes of a level from those below; null if one is too large for a number. */
function countSmall(
  nodes: Nodes,
  layer: readonly number[],
  below: ReadonlyMap<number, number>,
  clock: Clock,
): Map<number, number> | null {
  const counts = new Map<number, number>();
  for (const node of layer) {
    clock.tick();
    let count = 0;
    const size = nodes.size(node);
    for (let i = 0; i < size; i++) {
      const child = nodes.childAt(node, i);
      if (child !== 0) count += below.get(child)!;
    }
    if (count > Number.MAX_SAFE_INTEGER) return null;
    counts.set(node, count);
  }
  return counts;
}

function countLarge(
  nodes: Nodes,
  layers: readonly (readonly number[])[],
  start: ReadonlyMap<number, number>,
  clock: Clock,
): Map<number, bigint> {
  let below = new Map(Array.from(start, ([node, count]) => [node, BigInt(count)]));
  for (const layer of layers) {
    const counts = new Map<number, bigint>();
    for (const node of layer) {
      clock.tick();
      let count = 0n;
      const size = nodes.size(node);
      for (let i = 0; i < size; i++) {
        const child = nodes.childAt(node, i);
        if (child !== 0) count += below.get(child)!;
      }
      counts.set(node, count);
    }
    below = counts;
  }
  return below;
}

/** The number of nodes of the sets, those they share counted once. */
export function countNodes(nodes: Nodes, sets: readonly number[], clock: Clock): number {
  return nodes.layers(sets, clock).reduce((sum, layer) => sum + layer.length, 0);
}

/** The largest value of each level. */
export function maximalValues(nodes: Nodes, set: number, clock: Clock): number[] {
  const largest = (node: number): number => nodes.lowest(node) + nodes.size(node) - 1;
  return nodes.layers([set], clock).map((layer) => layer.reduce((max, node) => Math.max(max, largest(node)), -1));
}

/** The largest sum of the values, each times the weight of its level; -1 for the empty set. Weights are not negative. */
export function maximalSum(nodes: Nodes, set: number, weights: readonly number[], clock: Clock): number {
  if (set <= TERMINAL) return set - 1;
  let below = new Map<number, number>([[TERMINAL, 0]]);
  nodes.layers([set], clock).forEach((layer, level) => {
    const sums = new Map<number, number>();
    for (const node of layer) {
      clock.tick();
      let best = -1;
      const size = nodes.size(node);
      const lowest = nodes.lowest(node);
      for (let i = 0; i < size; i++) {
        const child = nodes.childAt(node, i);
        if (child !== 0) best = Math.max(best, below.get(child)! + (lowest + i) * (weights[level] ?? 0));
      }
      sums.set(node, best);
    }
    below = sums;
  });
  return below.get(set)!;
}
