// The vectors of a set, one by one.
import { TERMINAL } from './diagram-protocol.ts';
import type { Nodes } from './nodes.ts';

/** Some vector of the set (the one with the smallest values from the top); null when it is empty. */
export function pickVector(nodes: Nodes, set: number): number[] | null {
  if (set === 0) return null;
  const vector: number[] = new Array(nodes.height(set));
  for (let node = set; node > TERMINAL; node = nodes.childAt(node, 0)) {
    vector[nodes.height(node) - 1] = nodes.lowest(node);
  }
  return vector;
}

/** Whether the vector, of the height of the set, is in it. */
export function hasVector(nodes: Nodes, set: number, vector: ArrayLike<number>): boolean {
  let node = set;
  for (let level = vector.length - 1; level >= 0 && node !== 0; level--) node = nodes.child(node, vector[level]);
  return node !== 0;
}

/** All vectors, in the order of their values from the top. The array is the same each time, and overwritten. */
export function* allVectors(nodes: Nodes, set: number): Generator<readonly number[]> {
  if (set === TERMINAL) yield [];
  if (set <= TERMINAL) return;
  const height = nodes.height(set);
  const vector: number[] = new Array(height).fill(0);
  /** By level: the node there, and the next of its children to visit. */
  const path: number[] = new Array(height).fill(0);
  const next: number[] = new Array(height).fill(0);
  let level = height - 1;
  path[level] = set;
  while (level < height) {
    const node = path[level];
    const i = next[level]++;
    if (i === nodes.size(node)) {
      level++;
      continue;
    }
    const child = nodes.childAt(node, i);
    if (child === 0) continue;
    vector[level] = nodes.lowest(node) + i;
    if (level === 0) yield vector;
    else {
      level--;
      path[level] = child;
      next[level] = 0;
    }
  }
}
