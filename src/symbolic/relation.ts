// Relations between state vectors as chains over levels, in a form that can be taken apart: the engine splits them by their effect
// on the propositions and hands the parts to the kernel as events. A relation is the number of its top node; levels
// that it leaves out keep their value and may have any. Nodes are hash-consed and lie on strictly falling levels.
import { invariant } from '../base/assert.ts';
import { IDENTITY as IDENTITY_EVENT, type Mdd, type MddEvent } from '../dd/mdd/index.ts';

export type Relation = number;

/** Relates every vector with itself. */
export const IDENTITY: Relation = 0;

/** A value in `min` … `max` grows by `delta`, then `next` happens below. */
export interface ShiftNode {
  readonly kind: 'shift';
  readonly level: number;
  readonly min: number;
  readonly max: number;
  readonly delta: number;
  readonly next: Relation;
}

/** `from[i]` becomes `to[i]`, and `next[i]` happens below. */
export interface TableNode {
  readonly kind: 'table';
  readonly level: number;
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly next: readonly Relation[];
}

export type RelationNode = ShiftNode | TableNode;

/** Stands for no upper bound. */
export const UNBOUNDED = Number.POSITIVE_INFINITY;

/** The rows of a table while it is made. */
export class TableRows {
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly next: Relation[] = [];

  add(from: number, to: number, next: Relation): void {
    this.from.push(from);
    this.to.push(to);
    this.next.push(next);
  }

  get size(): number {
    return this.from.length;
  }
}

/** The relations over one order of levels. */
export class RelationStore {
  private readonly nodes: (RelationNode | null)[] = [null];
  private readonly numbers = new Map<string, Relation>();

  /** The node of a relation other than `IDENTITY`. */
  node(relation: Relation): RelationNode {
    const node = this.nodes[relation];
    invariant(node, 'a relation has a node');
    return node;
  }

  /** The highest level that the relation tests or changes; -1 if none. */
  top(relation: Relation): number {
    return relation === IDENTITY ? -1 : this.node(relation).level;
  }

  shift(shift: Omit<ShiftNode, 'kind'>): Relation {
    const { level, min, max, delta, next } = shift;
    if (min <= 0 && max === UNBOUNDED && delta === 0) return next;
    return this.intern(`${level} ${min} ${max} ${delta} ${next}`, { kind: 'shift', ...shift });
  }

  /** The table with these rows, of which there is at least one; a repeated row counts once. */
  table(level: number, rows: TableRows): Relation {
    invariant(rows.size > 0, 'a table has rows');
    const { from, to, next } = rows;
    const key = `${level}:${from.map((value, i) => `${value} ${to[i]} ${next[i]}`).join()}`;
    return this.intern(key, { kind: 'table', level, from, to, next });
  }

  /**
   * The relation with these rows over `levels` (descending); a row has the values before and then the values after. Null when
   * there are no rows.
   */
  fromRows(levels: readonly number[], rows: readonly ArrayLike<number>[]): Relation | null {
    if (rows.length === 0) return null;
    const width = levels.length;
    const sorted = [...rows].sort((a, b) => {
      for (let i = 0; i < width; i++) {
        const difference = a[i] - b[i] || a[width + i] - b[width + i];
        if (difference !== 0) return difference;
      }
      return 0;
    });
    return this.trie(levels, sorted, { depth: 0, start: 0, end: sorted.length });
  }

  /** The event of the kernel for a relation. */
  toEvent(mdd: Mdd, relation: Relation, known: Map<Relation, MddEvent>): MddEvent | null {
    if (relation === IDENTITY) return IDENTITY_EVENT;
    const stack = [relation];
    while (stack.length > 0) {
      const last = stack[stack.length - 1];
      const node = this.node(last);
      const below = node.kind === 'shift' ? [node.next] : node.next;
      const missing = below.filter((next) => next !== IDENTITY && !known.has(next));
      if (missing.length > 0 && !known.has(last)) {
        for (const next of missing) stack.push(next);
        continue;
      }
      stack.pop();
      if (known.has(last)) continue;
      const event = eventOf(mdd, node, (next) => (next === IDENTITY ? IDENTITY_EVENT : known.get(next)!));
      invariant(event !== null, 'a relation is not empty');
      known.set(last, event);
    }
    return known.get(relation)!;
  }

  private trie(
    levels: readonly number[],
    rows: readonly ArrayLike<number>[],
    part: { readonly depth: number; readonly start: number; readonly end: number },
  ): Relation {
    const { depth, start, end } = part;
    const width = levels.length;
    if (depth === width) return IDENTITY;
    const table = new TableRows();
    for (let i = start; i < end; ) {
      const [from, to] = [rows[i][depth], rows[i][width + depth]];
      let j = i + 1;
      while (j < end && rows[j][depth] === from && rows[j][width + depth] === to) j++;
      table.add(from, to, this.trie(levels, rows, { depth: depth + 1, start: i, end: j }));
      i = j;
    }
    return this.table(levels[depth], table);
  }

  private intern(key: string, node: RelationNode): Relation {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const relation = this.nodes.push(node) - 1;
    this.numbers.set(key, relation);
    return relation;
  }
}

function eventOf(mdd: Mdd, node: RelationNode, below: (next: Relation) => MddEvent): MddEvent | null {
  if (node.kind === 'shift') {
    const { level, min, max, delta, next } = node;
    return mdd.event([{ level, min, ...(max === UNBOUNDED ? {} : { max }), delta }], below(next));
  }
  const { level, from, to, next } = node;
  return mdd.table(
    level,
    from.map((value, i) => ({ from: value, to: to[i], next: below(next[i]) })),
  );
}
