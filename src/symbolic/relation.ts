// Relations between state vectors as chains over levels, in a form that can be taken apart: the engine splits them by their effect
// on the propositions and hands the parts to the kernel as events. A relation is the number of its top node; levels
// that it leaves out keep their value and may have any. Nodes are hash-consed and lie on strictly falling levels.
import { invariant } from '../base/assert.ts';
import { IDENTITY as IDENTITY_EVENT, type Mdd, type MddEvent } from '../dd/mdd/index.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';

export type Relation = number;

/** Relates every vector with itself. */
export const IDENTITY: Relation = 0;

/** A value in `min` … `max` grows by `delta`, then `next` happens below. */
interface ShiftNode {
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
  private readonly clock: { tick(): void };
  private readonly nodes: (RelationNode | null)[] = [null];
  /** Tables by their text. */
  private readonly numbers = new Map<string, Relation>();
  /** By hash, the newest shift with it; by relation, the one before with the same hash, or 0. */
  private readonly shifts = new Map<number, Relation>();
  private readonly sameHash: Relation[] = [0];

  /** The clock is looked at while relations are made of many rows; it may throw to end that. */
  constructor(clock: { tick(): void } = new Stopwatch()) {
    this.clock = clock;
  }

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
    const hash = hashOf(shift);
    const first = this.shifts.get(hash) ?? 0;
    for (let other = first; other !== 0; other = this.sameHash[other]) {
      const known = this.nodes[other] as ShiftNode;
      const isSame = known.level === level && known.min === min && known.max === max && known.delta === delta;
      if (isSame && known.next === next) return other;
    }
    const relation = this.push({ kind: 'shift', level, min, max, delta, next });
    this.sameHash[relation] = first;
    this.shifts.set(hash, relation);
    return relation;
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
    return this.trie(levels, this.sorted(levels.length, rows), { depth: 0, start: 0, end: rows.length });
  }

  /** The rows by the value before and the value after of the first column, then of the second, and so on: sorted by the last one first, stably. */
  private sorted(width: number, rows: readonly ArrayLike<number>[]): readonly ArrayLike<number>[] {
    let from = [...rows];
    let to = [...rows];
    for (let depth = width - 1; depth >= 0; depth--) {
      for (const place of [width + depth, depth]) {
        const starts: number[] = [];
        for (const row of from) starts[row[place] + 1] = (starts[row[place] + 1] ?? 0) + 1;
        for (let value = 0; value < starts.length; value++)
          starts[value] = (starts[value] ?? 0) + (starts[value - 1] ?? 0);
        for (const row of from) {
          this.clock.tick();
          to[starts[row[place]]++] = row;
        }
        [from, to] = [to, from];
      }
    }
    return from;
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
      this.clock.tick();
      const [from, to] = [rows[i][depth], rows[i][width + depth]];
      let j = i + 1;
      while (j < end && rows[j][depth] === from && rows[j][width + depth] === to) j++;
      table.add(from, to, this.trie(levels, rows, { depth: depth + 1, start: i, end: j }));
      i = j;
    }
    return this.table(levels[depth], table);
  }

  private intern(key: string, node: TableNode): Relation {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const relation = this.push(node);
    this.numbers.set(key, relation);
    return relation;
  }

  private push(node: RelationNode): Relation {
    this.sameHash.push(0);
    return this.nodes.push(node) - 1;
  }
}

function hashOf({ level, min, max, delta, next }: Omit<ShiftNode, 'kind'>): number {
  let hash = Math.imul(level ^ Math.imul(next, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul((hash ^ (hash >>> 15)) + min + Math.imul(max, 0xc2b2ae35), 0x27d4eb2f);
  return Math.imul((hash ^ (hash >>> 13)) + delta, 0x165667b1) >>> 2;
}

/** What is put into relations at a level that they do not touch: the event for a relation that lies below, with this above it. */
interface Insertion {
  readonly level: number;
  readonly onTopOf: (below: Relation) => MddEvent;
}

const NO_INSERTION: Insertion = { level: 0, onTopOf: () => IDENTITY_EVENT };

/** Makes events of the kernel of relations. */
export class EventMaker {
  private readonly mdd: Mdd;
  private readonly relations: RelationStore;
  private readonly insertion: Insertion;
  /** By relation. */
  private readonly made: (MddEvent | undefined)[] = [];

  /** Nothing is inserted unless given. */
  constructor(mdd: Mdd, relations: RelationStore, insertion: Insertion = NO_INSERTION) {
    this.insertion = insertion;
    this.mdd = mdd;
    this.relations = relations;
  }

  /** The event of a relation; those below it are made first, without recursion. */
  event(relation: Relation): MddEvent {
    const { made, insertion } = this;
    const stack = [relation];
    while (stack.length > 0) {
      this.mdd.tick();
      const last = stack[stack.length - 1];
      if (made[last] === undefined && this.relations.top(last) < insertion.level) made[last] = insertion.onTopOf(last);
      const node = made[last] === undefined ? this.relations.node(last) : null;
      const depth = stack.length;
      if (node?.kind === 'shift' && made[node.next] === undefined) stack.push(node.next);
      if (node?.kind === 'table') for (const next of node.next) if (made[next] === undefined) stack.push(next);
      if (stack.length > depth) continue;
      if (node !== null) made[last] = this.make(node);
      stack.pop();
    }
    return made[relation]!;
  }

  private make(node: RelationNode): MddEvent {
    const { mdd, made } = this;
    const { level } = node;
    let event: MddEvent | null;
    if (node.kind === 'shift') {
      const max = node.max === UNBOUNDED ? undefined : node.max;
      event = mdd.shift({ level, min: node.min, max, delta: node.delta }, made[node.next]!);
    } else {
      const { from, to, next } = node;
      event = mdd.table(
        level,
        from.map((value, i) => ({ from: value, to: to[i], next: made[next[i]]! })),
      );
    }
    invariant(event !== null, 'a relation is not empty');
    return event;
  }
}
