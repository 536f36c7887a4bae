// Counting states and transitions: with the number of paths from the top to each node, and from each node to the bottom, a
// relation has to be followed through its own levels only. The pairs of a reachable state and a step of the relation are the sum over
// the nodes just below it of (paths to the node, each with a way through the relation) × (paths from it).
import { NaturalTable } from '../base/naturals.ts';
import type { FlatLevel } from '../dd/mdd/index.ts';
import { IDENTITY, type Relation, type RelationStore, type TableNode, UNBOUNDED } from './relation.ts';
import type { SymbolicSpace } from './space.ts';

/** Entries of the tables of nodes that are reached with relations, all together. */
const MAX_WORK = 16_000_000;

/** The paths through a diagram that is not empty. */
export class PathCounts {
  readonly levels: readonly FlatLevel[];
  /** Entry `level` is for the nodes at this level. */
  private readonly above: NaturalTable[];
  /** Entry `level + 1` is for the nodes at this level, entry 0 for the terminal. */
  private readonly below: NaturalTable[];
  private readonly belowAsIntegers: (bigint[] | undefined)[] = [];

  constructor(levels: readonly FlatLevel[]) {
    this.levels = levels;
    this.below = [NaturalTable.one()];
    for (const [level, flat] of levels.entries()) this.below.push(sumsOfChildren(flat, this.below[level]));
    this.above = new Array(levels.length);
    let above = NaturalTable.one();
    for (let level = levels.length - 1; level >= 0; level--) {
      this.above[level] = above;
      if (level > 0) above = sumsOfParents(levels[level], above, levels[level - 1].size);
    }
  }

  /** The number of vectors. */
  get total(): bigint {
    return this.below[this.levels.length].get(0);
  }

  /** Paths from the top to each node of the level. */
  to(level: number): NaturalTable {
    return this.above[level];
  }

  /** Paths from a node of the level to the bottom; the terminal is at level -1. */
  from(level: number, node: number): bigint {
    const table = this.below[level + 1];
    const known = (this.belowAsIntegers[level + 1] ??= new Array<bigint>(table.size));
    return (known[node] ??= table.get(node));
  }
}

function sumsOfChildren({ size, first, children }: FlatLevel, below: NaturalTable): NaturalTable {
  return NaturalTable.filled(size, below.width, (table) => {
    for (let i = 0; i < size; i++) table.gather(i, below, { places: children, from: first[i], to: first[i + 1] });
  });
}

function sumsOfParents({ size, first, children }: FlatLevel, above: NaturalTable, sizeBelow: number): NaturalTable {
  return NaturalTable.filled(sizeBelow, above.width, (table) => {
    for (let i = 0; i < size; i++) table.scatter({ places: children, from: first[i], to: first[i + 1] }, above, i);
  });
}

/** The number of transitions between the reachable states, whose paths are given; null when counting would take too long. */
export function countTransitions(space: SymbolicSpace, paths: PathCounts): bigint | null {
  const count = new TransitionCount(space.relations, paths, () => space.mdd.tick());
  let total = 0n;
  for (const [group] of space.model.groups.entries()) {
    for (const relation of space.relationsOf(group)) {
      total += count.pairs(relation);
      if (count.isTooMuch) return null;
    }
  }
  return total;
}

/** For what is left of a relation: how many paths from the top, each with a way through the rest, lead to each node of a level. */
type Reached = Map<Relation, NaturalTable>;

class TransitionCount {
  private readonly relations: RelationStore;
  private readonly paths: PathCounts;
  private readonly tick: () => void;
  private work = 0;

  constructor(relations: RelationStore, paths: PathCounts, tick: () => void) {
    this.relations = relations;
    this.paths = paths;
    this.tick = tick;
  }

  get isTooMuch(): boolean {
    return this.work > MAX_WORK;
  }

  /** The pairs of a state and a step. Paths are pushed down level by level until nothing is left of the relation. */
  pairs(relation: Relation): bigint {
    const top = this.relations.top(relation);
    if (top === -1) return this.paths.total;
    let total = 0n;
    let reached: Reached = new Map([[relation, this.paths.to(top)]]);
    for (let level = top; reached.size > 0 && !this.isTooMuch; level--) {
      this.tick();
      reached = this.below(level, reached);
      const through = reached.get(IDENTITY);
      reached.delete(IDENTITY);
      for (let node = 0; through !== undefined && node < through.size; node++) {
        if (!through.isZero(node)) total += through.get(node) * this.paths.from(level - 1, node);
      }
    }
    return total;
  }

  /** What is reached one level down, in tables that are wide enough for it. */
  private below(level: number, reached: Reached): Reached {
    let width = 1;
    for (const table of reached.values()) width = Math.max(width, table.width);
    for (; ; width++) {
      const next = this.stepDown(level, reached, width);
      if (![...next.values()].some(({ overflowed }) => overflowed)) return next;
    }
  }

  private stepDown(level: number, reached: Reached, width: number): Reached {
    const next: Reached = new Map();
    const size = level === 0 ? 1 : this.paths.levels[level - 1].size;
    const tableOf = (rest: Relation): NaturalTable => {
      let table = next.get(rest);
      if (table === undefined) {
        table = new NaturalTable(size, width);
        this.work += size;
        next.set(rest, table);
      }
      return table;
    };
    for (const [rest, counts] of reached) {
      if (this.isTooMuch) break;
      const node = this.relations.node(rest);
      if (node.level < level) this.takeRange(level, counts, { min: 0, max: UNBOUNDED, table: tableOf(rest) });
      else if (node.kind === 'shift') this.takeRange(level, counts, { ...node, table: tableOf(node.next) });
      else this.takeRows(level, counts, rowsByValue(node, tableOf));
    }
    return next;
  }

  /** Takes the edges whose values are in a range: those of a node lie together. */
  private takeRange(
    level: number,
    counts: NaturalTable,
    { min, max, table }: { readonly min: number; readonly max: number; readonly table: NaturalTable },
  ): void {
    const { size, first, values, children } = this.paths.levels[level];
    for (let i = 0; i < size; i++) {
      if (counts.isZero(i)) continue;
      let from = first[i];
      let to = first[i + 1];
      while (from < to && values[from] < min) from++;
      while (from < to && values[to - 1] > max) to--;
      table.scatter({ places: children, from, to }, counts, i);
    }
  }

  /** Takes each edge as often as its value has rows. */
  private takeRows(level: number, counts: NaturalTable, rows: ReadonlyMap<number, readonly NaturalTable[]>): void {
    const { size, first, values, children } = this.paths.levels[level];
    for (let i = 0; i < size; i++) {
      if (counts.isZero(i)) continue;
      for (let edge = first[i]; edge < first[i + 1]; edge++) {
        const place = { places: children, from: edge, to: edge + 1 };
        for (const table of rows.get(values[edge]) ?? []) table.scatter(place, counts, i);
      }
    }
  }
}

/** For each value the tables of what is left behind its rows. */
function rowsByValue(node: TableNode, tableOf: (rest: Relation) => NaturalTable): Map<number, NaturalTable[]> {
  const rows = new Map<number, NaturalTable[]>();
  for (const [row, value] of node.from.entries()) {
    const known = rows.get(value);
    const table = tableOf(node.next[row]);
    if (known === undefined) rows.set(value, [table]);
    else known.push(table);
  }
  return rows;
}
