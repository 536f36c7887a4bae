// Several sets as one diagram with many terminals: vectors are told apart by the sets that they are in. One level is left out; the values that it has
// in each set belong to what is told. For certificates: states, by their blocks and obligations.
import { Int32List } from '../../base/growable.ts';
import { TERMINAL } from './diagram-protocol.ts';
import type { Clock, Nodes } from './nodes.ts';

/** Edges of node n are `first[n]` to `first[n + 1]`; they lead to nodes of the next layer, and from the last one to classes. */
export interface ClassLayer {
  readonly level: number;
  readonly first: Int32Array;
  /** Ascending for each node. */
  readonly values: Int32Array;
  readonly targets: Int32Array;
}

export interface ClassDiagram {
  /** From the top, where one node is. */
  readonly layers: readonly ClassLayer[];
  /** For each class pairs (set, value at the level that is left out), flat. */
  readonly classes: readonly (readonly number[])[];
}

/** What one of the sets is at a place: its number, the value at the level that is left out (-1 above it), and a node. */
const ENTRY = 3;

/** The diagram of sets of one height that are not empty. */
export function classify(nodes: Nodes, sets: readonly number[], leftOut: number, clock: Clock): ClassDiagram {
  const height = nodes.height(sets[0]);
  // Nodes of a layer are lists of entries. Sets are canonical, so different lists are different functions.
  let lists: readonly (readonly number[])[] = [sets.flatMap((set, number) => [number, -1, set])];
  const layers: ClassLayer[] = [];
  for (let level = height - 1; level >= 0; level--) {
    if (level === leftOut) {
      lists = lists.map((list) => apart(nodes, list));
      continue;
    }
    const next = new Lists();
    const [first, values, targets] = [new Int32List(), new Int32List(), new Int32List()];
    first.push(0);
    for (const list of lists) {
      clock.tick();
      for (const [value, below] of children(nodes, list)) {
        values.push(value);
        targets.push(next.number(below));
      }
      first.push(values.length);
    }
    layers.push({ level, first: first.toArray(), values: values.toArray(), targets: targets.toArray() });
    lists = next.all;
  }
  return { layers, classes: lists.map((list) => list.filter((_, i) => i % ENTRY !== 2)) };
}

/** Lists with their numbers. */
class Lists {
  readonly all: (readonly number[])[] = [];
  private readonly numbers = new Map<string, number>();

  number(list: readonly number[]): number {
    const key = list.join();
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.all.length);
    return this.all.push(list) - 1;
  }
}

/** The lists below, by value, ascending. */
function children(nodes: Nodes, list: readonly number[]): (readonly [number, readonly number[]])[] {
  const found = new Map<number, number[]>();
  for (let i = 0; i < list.length; i += ENTRY) {
    const node = list[i + 2];
    const [lowest, size] = [nodes.lowest(node), nodes.size(node)];
    for (let k = 0; k < size; k++) {
      const child = nodes.childAt(node, k);
      if (child === 0) continue;
      const below = found.get(lowest + k);
      if (below === undefined) found.set(lowest + k, [list[i], list[i + 1], child]);
      else below.push(list[i], list[i + 1], child);
    }
  }
  return [...found].sort(([a], [b]) => a - b);
}

/** The list with an entry for each value of each set. */
function apart(nodes: Nodes, list: readonly number[]): number[] {
  const found: number[] = [];
  for (let i = 0; i < list.length; i += ENTRY) {
    const node = list[i + 2];
    const [lowest, size] = [nodes.lowest(node), nodes.size(node)];
    for (let k = 0; k < size; k++) {
      const child = nodes.childAt(node, k);
      if (child >= TERMINAL) found.push(list[i], lowest + k, child);
    }
  }
  return found;
}
