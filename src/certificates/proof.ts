// The proof that a formula holds, as a certificate: the states, in classes of those with the same pairs of obligations and level.
import { Int32List } from '../base/growable.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { ModelGraph } from '../explicit/product/model-graph.ts';
import type { Levels } from '../explicit/search/levels.ts';
import type { Certificate } from './format.ts';
import { Output } from './output.ts';
import { type ProofHead, proofHeader } from './proof-header.ts';
import { recordsOf } from './records.ts';
import type { TableauProperty } from './tableau-property.ts';

export interface ProofParts {
  readonly graph: ModelGraph;
  readonly property: TableauProperty;
  readonly levels: Levels;
  readonly stopwatch: Stopwatch;
}

export class Proof implements Certificate {
  readonly verdict = 'holds';
  readonly states: number;
  readonly blocks: number;
  private readonly head: ProofHead;
  private readonly parts: ProofParts;
  private readonly classes: Classes;
  private readonly blockOf: BlockNumber;

  constructor(head: ProofHead, parts: ProofParts) {
    this.head = head;
    this.parts = parts;
    const { property, levels, graph, stopwatch } = parts;
    const { ofSet, postponed } = property.ranks;
    const isSettled = Uint8Array.from(property.tableau.sets, (_, set) =>
      postponed[ofSet[set] ?? 0] === 'levels' ? 0 : 1,
    );
    this.classes = new Classes(graph.states.size, stopwatch, isSettled);
    levels.forEachRun((first, end, pairs, length) => this.classes.add(first, end, pairs, length));
    this.blockOf = numbering(
      property,
      this.classes.highestLevels(postponed.length, (set) => ofSet[set] ?? 0),
    );
    const found = this.classes.count(this.blockOf);
    this.states = found.pairs;
    this.blocks = found.blocks;
  }

  write(put: (bytes: Uint8Array) => void): number {
    const { graph, stopwatch, property } = this.parts;
    const { tableau } = property;
    const records = recordsOf(graph);
    const postponed = [...tableau.untils.keys(), -1];
    const out = new Output(put, proofHeader({ ...this.head, variables: records.variables }, tableau, postponed));
    const { classes } = this;
    const members = classes.members();
    for (let i = 0; i < classes.size; i++) {
      const [begin, end] = [members.starts[i], members.starts[i + 1]];
      if (classes.lengthOf(i) === 0) continue;
      out.number(end - begin);
      out.number(classes.lengthOf(i) / 2);
      classes.forEachPair(i, (set, level) => {
        out.number(set);
        out.number(this.blockOf(set, level));
      });
      for (let k = begin; k < end; k++) {
        stopwatch.tick();
        records.put(members.states[k], out);
      }
    }
    out.number(0);
    return out.end();
  }
}

/** The block of a pair of a set and a level; the level is -1 where the rank of the set has none. */
type BlockNumber = (set: number, level: number) => number;

/**
 * Numbers for blocks: by rank, then by level. Block b postpones formula number b modulo their number plus one, and nothing where that is beyond
 * the last of them: so numbers are left out.
 */
function numbering({ ranks, tableau: { untils } }: TableauProperty, highest: Int32Array): BlockNumber {
  const [turn, cycle] = [untils.length + 1, Math.max(untils.length, 1)];
  const starts: number[] = [];
  let start = 0;
  for (const level of highest) {
    starts.push(start);
    start += turn * (Math.floor(Math.max(level, 0) / cycle) + 1);
  }
  return (set, level) => {
    const rank = ranks.ofSet[set] ?? 0;
    const postponed = ranks.postponed[rank];
    if (postponed === 'levels') return starts[rank] + Math.floor(level / cycle) * turn + (level % cycle);
    return starts[rank] + (postponed === -1 ? untils.length : postponed);
  };
}

/** The bits of a level. */
const LEVEL = 0x7fff_ffff;

/** Classes of states with the same pairs; pairs whose set has a rank with levels have one, the others -1. */
class Classes {
  size = 0;
  private readonly stopwatch: Stopwatch;
  private readonly isSettled: Uint8Array;
  private readonly classOf: Int32Array;
  /** The flat pairs of all classes, and where those of each begin. */
  private readonly pairs = new Int32List(64);
  private readonly starts = new Int32List(64);
  /** Numbers of classes plus one, by hash. */
  private slots = new Int32Array(64);
  private key = new Int32Array(64);

  constructor(states: number, stopwatch: Stopwatch, isSettled: Uint8Array) {
    this.classOf = new Int32Array(states);
    this.stopwatch = stopwatch;
    this.isSettled = isSettled;
    this.starts.push(0);
  }

  /** States that have these pairs; the highest bit of levels is ignored. */
  add(first: number, end: number, pairs: Int32Array, length: number): void {
    this.stopwatch.tick();
    if (this.key.length < length) this.key = new Int32Array(2 * length);
    const { key, isSettled } = this;
    for (let i = 0; i < length; i += 2) {
      key[i] = pairs[i];
      key[i + 1] = isSettled[pairs[i]] === 1 ? -1 : pairs[i + 1] & LEVEL;
    }
    this.classOf.fill(this.find(length), first, end);
  }

  /** Numbers of the flat entries of a class. */
  lengthOf(one: number): number {
    return this.starts.get(one + 1) - this.starts.get(one);
  }

  forEachPair(one: number, visit: (set: number, level: number) => void): void {
    for (let i = this.starts.get(one); i < this.starts.get(one + 1); i += 2) {
      visit(this.pairs.get(i), this.pairs.get(i + 1));
    }
  }

  /** For each rank the highest level that a pair has; -1 where there is none. */
  highestLevels(ranks: number, rankOf: (set: number) => number): Int32Array {
    const highest = new Int32Array(ranks).fill(-1);
    for (let i = 0; i < this.pairs.length; i += 2) {
      const rank = rankOf(this.pairs.get(i));
      highest[rank] = Math.max(highest[rank], this.pairs.get(i + 1));
    }
    return highest;
  }

  /** The pairs in all, and the blocks that they are in. */
  count(blockOf: BlockNumber): { readonly pairs: number; readonly blocks: number } {
    const blocks = new Set<number>();
    const counts = this.counts();
    let pairs = 0;
    for (let i = 0; i < this.size; i++) {
      pairs += counts[i] * (this.lengthOf(i) / 2);
      this.forEachPair(i, (set, level) => blocks.add(blockOf(set, level)));
    }
    return { pairs, blocks: blocks.size };
  }

  /** The states, class by class, and where each class begins. */
  members(): { readonly states: Int32Array; readonly starts: Int32Array } {
    const starts = new Int32Array(this.size + 1);
    this.counts().forEach((count, i) => {
      starts[i + 1] = starts[i] + count;
    });
    const next = starts.slice();
    const states = new Int32Array(this.classOf.length);
    for (let state = 0; state < this.classOf.length; state++) states[next[this.classOf[state]]++] = state;
    return { states, starts };
  }

  private counts(): Int32Array {
    const counts = new Int32Array(this.size);
    for (let state = 0; state < this.classOf.length; state++) counts[this.classOf[state]]++;
    return counts;
  }

  private find(length: number): number {
    if (2 * this.size >= this.slots.length) this.grow();
    const slot = this.slotOf(this.key, 0, length);
    if (this.slots[slot] !== 0) return this.slots[slot] - 1;
    for (let i = 0; i < length; i++) this.pairs.push(this.key[i]);
    this.starts.push(this.pairs.length);
    this.slots[slot] = ++this.size;
    return this.size - 1;
  }

  /** The slot where the pairs are, or would be. */
  private slotOf(list: Int32Array, from: number, length: number): number {
    let hash = length;
    for (let i = from; i < from + length; i++) hash = Math.imul(hash ^ list[i], 0x2c1b3c6d) ^ (hash >>> 15);
    const mask = this.slots.length - 1;
    let slot = (hash ^ (hash >>> 16)) & mask;
    while (this.slots[slot] !== 0 && !this.isSame(this.slots[slot] - 1, list, from, length)) slot = (slot + 1) & mask;
    return slot;
  }

  private isSame(one: number, list: Int32Array, from: number, length: number): boolean {
    if (this.lengthOf(one) !== length) return false;
    const start = this.starts.get(one);
    for (let i = 0; i < length; i++) if (this.pairs.data[start + i] !== list[from + i]) return false;
    return true;
  }

  private grow(): void {
    this.slots = new Int32Array(2 * this.slots.length);
    for (let i = 0; i < this.size; i++) {
      this.slots[this.slotOf(this.pairs.data, this.starts.get(i), this.lengthOf(i))] = i + 1;
    }
  }
}
