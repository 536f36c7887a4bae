// Reading the nodes of a diagram in the kernel's memory (their layout: diagram-protocol.ts), and walking them level by
// level, which needs no recursion because no level is skipped.
import { HEADER_WORDS, NODE_LEVEL, NODE_WIDE, TERMINAL, WIDE_HEADER_WORDS } from './diagram-protocol.ts';

/** Told of each step of a long walk; it may throw to end it. */
export interface Clock {
  tick(): void;
}

/** A view of the nodes. */
export class Nodes {
  private readonly memory: Uint32Array;

  constructor(memory: Uint32Array) {
    this.memory = memory;
  }

  /** The number of levels of the set; 0 for the empty set and the terminal. */
  height(set: number): number {
    return set <= TERMINAL ? 0 : this.memory[set] & NODE_LEVEL;
  }

  /** The smallest value with a child. */
  lowest(node: number): number {
    return this.isWide(node) ? this.memory[node + 1] : this.memory[node + 1] >>> 16;
  }

  /** How many values there are from the smallest to the largest with a child. */
  size(node: number): number {
    return this.isWide(node) ? this.memory[node + 2] : this.memory[node + 1] & 0xffff;
  }

  /** The child of the value `lowest + i`. */
  childAt(node: number, i: number): number {
    return this.memory[node + (this.isWide(node) ? WIDE_HEADER_WORDS : HEADER_WORDS) + i];
  }

  /** The child of the value; 0 if there is none. */
  child(node: number, value: number): number {
    const i = value - this.lowest(node);
    return i >= 0 && i < this.size(node) ? this.childAt(node, i) : 0;
  }

  /** The nodes of the sets by level, from the bottom: entry 0 is level 0. */
  layers(sets: readonly number[], clock?: Clock): number[][] {
    const top = Math.max(0, ...sets.map((set) => this.height(set)));
    const layers: number[][] = new Array(top);
    let found = new Set<number>();
    for (let height = top; height > 0; height--) {
      for (const set of sets) if (this.height(set) === height) found.add(set);
      const layer = [...found];
      layers[height - 1] = layer;
      found = new Set();
      for (const node of layer) {
        clock?.tick();
        const size = this.size(node);
        for (let i = 0; i < size; i++) {
          const child = this.childAt(node, i);
          if (child > TERMINAL) found.add(child);
        }
      }
    }
    return layers;
  }

  private isWide(node: number): boolean {
    return (this.memory[node] & NODE_WIDE) !== 0;
  }
}
