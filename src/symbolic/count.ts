// Counting states and transitions in one walk from the bottom of a diagram to its top. Per level there is a table with a column of
// numbers, one for each node, for
//   - the paths from the node to the bottom,
//   - the pairs of such a path and a step of a relation that lies below,
//   - and for each tail of a relation that begins higher up: the paths on which the tail can happen.
// A column is made of the columns of the level below, edge by edge; the first two at the top are what was asked for.
import { NaturalTable } from '../base/naturals.ts';
import { EMPTY, type FlatDiagram, type Mdd } from '../dd/mdd/index.ts';
import { IDENTITY, type Relation, type RelationNode, type RelationStore, type TableNode } from './relation.ts';
import type { SymbolicSpace } from './space.ts';

/** Numbers in all columns for tails together, and limbs in those of one level. */
const MAX_WORK = 64_000_000;
const MAX_LIMBS = 8_000_000;

/** Diagrams with more nodes are not copied, and their transitions not counted. */
export const MAX_FLAT = 400_000;

interface PairCounts {
  readonly states: bigint;
  /** Null when counting them would take too long. */
  readonly transitions: bigint | null;
}

/** The number of the states of the space, of which a copy is given, and of the transitions between them. */
export function countPairs(space: SymbolicSpace, diagram: FlatDiagram): PairCounts {
  const relations: Relation[] = [];
  for (let group = 0; group < space.model.groups.length; group++) relations.push(...space.relationsOf(group));
  return new PairCount(space.relations, diagram, space.mdd).count(relations);
}

/** The number of steps of these relations from states of the space; null when counting them would take too long. */
export function countSteps(space: SymbolicSpace, relations: readonly Relation[]): bigint | null {
  const diagram = space.states === EMPTY ? null : space.mdd.flatten(space.states, MAX_FLAT);
  return diagram && new PairCount(space.relations, diagram, space.mdd).count(relations).transitions;
}

/** The columns of all levels. */
const PATHS = 0;
const PAIRS = 1;
const FIRST_TAIL = 2;

class PairCount {
  private readonly relations: RelationStore;
  private readonly diagram: FlatDiagram;
  private readonly mdd: Mdd;
  /** By level: the relations with this top, and the tails. */
  private readonly whole: Relation[][] = [];
  private readonly tails: Relation[][] = [];
  /** The highest level at which a tail is asked for. */
  private readonly lastLevel = new Map<Relation, number>();
  /** The level below: how many nodes it has, their numbers, and the column of each tail. */
  private below = { size: 1, numbers: NaturalTable.one(2), columns: new Map<Relation, number>() };
  /** The table of the level below that, to be used again. */
  private spare = new NaturalTable(0, 1);
  private work = 0;
  /** What is read next; one object for all the millions of times. */
  private readonly run: { places: Int32Array; from: number; to: number; offset: number };

  constructor(relations: RelationStore, diagram: FlatDiagram, mdd: Mdd) {
    this.relations = relations;
    this.diagram = diagram;
    this.mdd = mdd;
    this.run = { places: diagram.children, from: 0, to: 0, offset: 0 };
  }

  count(relations: readonly Relation[]): PairCounts {
    const { height } = this.diagram;
    for (let level = 0; level < height; level++) {
      this.whole.push([]);
      this.tails.push([]);
    }
    const loops = relations.filter((relation) => relation === IDENTITY).length;
    for (const relation of relations) if (relation !== IDENTITY) this.collect(relation);
    for (let level = 0; level < height; level++) this.climb(level);
    const states = this.below.numbers.get(PATHS);
    if (this.isTooMuch) return { states, transitions: null };
    return { states, transitions: this.below.numbers.get(PAIRS) + BigInt(loops) * states };
  }

  private get isTooMuch(): boolean {
    return this.work > MAX_WORK;
  }

  /** Notes the relation, and at which levels its tails are asked for. */
  private collect(relation: Relation): void {
    this.whole[this.relations.top(relation)].push(relation);
    const stack = [relation];
    while (stack.length > 0) {
      const node = this.relations.node(stack.pop()!);
      for (const tail of node.kind === 'shift' ? [node.next] : node.next) {
        if (tail === IDENTITY) continue;
        const last = this.lastLevel.get(tail);
        if (last === undefined) {
          this.tails[this.relations.top(tail)].push(tail);
          stack.push(tail);
        }
        if (last === undefined || last < node.level - 1) this.lastLevel.set(tail, node.level - 1);
      }
    }
  }

  /** Makes the columns of a level. */
  private climb(level: number): void {
    this.mdd.look();
    const size = this.diagram.size[level];
    const { width } = this.below.numbers;
    const columns = new Map<Relation, number>();
    if (!this.isTooMuch) {
      let column = FIRST_TAIL;
      for (const tail of this.below.columns.keys()) {
        if (this.lastLevel.get(tail)! >= level) columns.set(tail, column++);
      }
      for (const tail of this.tails[level]) columns.set(tail, column++);
      this.work += columns.size * size * width > MAX_LIMBS ? Number.POSITIVE_INFINITY : columns.size * size;
      if (this.isTooMuch) columns.clear();
    }
    const numbers = this.spare;
    numbers.refill((FIRST_TAIL + columns.size) * size, width, (table) => {
      this.takeAll(level, table, PATHS, PATHS);
      if (this.isTooMuch) return;
      this.takeAll(level, table, PAIRS, PAIRS);
      for (const [tail, column] of columns) {
        const before = this.below.columns.get(tail);
        if (before === undefined) this.take(this.relations.node(tail), table, column);
        else this.takeAll(level, table, column, before);
      }
      for (const relation of this.whole[level]) this.take(this.relations.node(relation), table, PAIRS);
    });
    this.spare = this.below.numbers;
    this.below = { size, numbers, columns };
  }

  private columnBelow(tail: Relation): number {
    return tail === IDENTITY ? PATHS : this.below.columns.get(tail)!;
  }

  /** Makes a column of what one of the level below has behind all edges. */
  private takeAll(level: number, table: NaturalTable, to: number, from: number): void {
    const { start, size, first } = this.diagram;
    const { run, below } = this;
    const nodes = size[level];
    run.offset = from * below.size;
    for (let i = 0; i < nodes; i++) {
      run.from = first[start[level] + i];
      run.to = first[start[level] + i + 1];
      table.put(to * nodes + i, below.numbers, run);
    }
  }

  /** Adds to a column what the rest of a relation has behind the edges that its node, at this level, takes. */
  private take(node: RelationNode, table: NaturalTable, to: number): void {
    if (node.kind === 'table') {
      this.takeRows(node, table, to);
      return;
    }
    const { start, size, first, values } = this.diagram;
    const { run, below } = this;
    const nodes = size[node.level];
    run.offset = this.columnBelow(node.next) * below.size;
    for (let i = 0; i < nodes; i++) {
      let from = first[start[node.level] + i];
      let end = first[start[node.level] + i + 1];
      while (from < end && values[from] < node.min) from++;
      while (from < end && values[end - 1] > node.max) end--;
      run.from = from;
      run.to = end;
      table.gather(to * nodes + i, below.numbers, run);
    }
  }

  /** The same with a table: each edge as often as its value has rows. */
  private takeRows(node: TableNode, table: NaturalTable, to: number): void {
    const { start, size, first, values, children } = this.diagram;
    const { below } = this;
    const offsets = new Map<number, number[]>();
    for (const [row, value] of node.from.entries()) {
      const offset = this.columnBelow(node.next[row]) * below.size;
      const known = offsets.get(value);
      if (known === undefined) offsets.set(value, [offset]);
      else known.push(offset);
    }
    const nodes = size[node.level];
    for (let i = 0; i < nodes; i++) {
      const end = first[start[node.level] + i + 1];
      for (let edge = first[start[node.level] + i]; edge < end; edge++) {
        const number = to * nodes + i;
        for (const offset of offsets.get(values[edge]) ?? []) table.add(number, below.numbers, offset + children[edge]);
      }
    }
  }
}
