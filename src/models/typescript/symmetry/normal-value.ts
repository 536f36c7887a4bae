// The normal form of a plain value under permutations of a set: its members are sorted by what the state says of each. Where entries of one member name
// others, these count by their places in the order so far, and members are sorted again until nothing changes, as colours are refined. Members that stay
// equal may differ all the same in such a state, which then has several normal forms.
import { ValueCodes } from '../value-codes.ts';
import { childOf, memberOf, permuteValue, requireSize } from './permute-value.ts';
import type { PathNode, ScalarSet } from './symmetric-set.ts';

interface NormalValue {
  readonly value: unknown;
  /** Member i went to the place of member `goals[i]`. */
  readonly goals: Int32Array;
  /** How many values permutations make of it, as far as the order tells. */
  readonly orbit: number;
}

/** Stands for a member in what is said of another. */
const SELF = '\u0000self';

/** The parts of one key, and of positions in one array, are kept apart by this. */
const POSITIONS = 65_536;

export class NormalForms {
  private readonly set: ScalarSet;
  /** Codes of entries alone: they order members, and tell no states apart. */
  private readonly codes = new ValueCodes();

  constructor(set: ScalarSet) {
    this.set = set;
  }

  of(value: unknown): NormalValue {
    const { set } = this;
    let ranks: Int32Array = new Int32Array(set.size);
    let order: Order;
    for (let classes = 1; ; ) {
      order = sorted(this.keysOf(value, ranks));
      if (!set.isEntangled || order.classes <= classes || order.classes === set.size) break;
      classes = order.classes;
      ranks = order.ranks;
    }
    const { goals, orbit } = order;
    const isNormal = goals.every((goal, member) => goal === member);
    return { value: isNormal ? value : permuteValue(value, set, (member) => goals[member]), goals, orbit };
  }

  /** What the state says of each member: codes of its entries, then where it is named. */
  private keysOf(state: unknown, ranks: Int32Array): number[][] {
    const { set } = this;
    const keys = Array.from({ length: set.size }, (): number[] => []);
    const named = Array.from({ length: set.size }, (): number[] => []);
    const visit = (value: unknown, node: PathNode, position: number): void => {
      if (node.isReference) {
        const member = memberOf(value, set);
        if (member >= 0) named[member].push(node.number * POSITIONS + position);
      }
      if (typeof value !== 'object' || value === null) return;
      if (node.isIndexed) {
        if (Array.isArray(value)) requireSize(value, set, state);
        for (const [key, entry] of entriesOf(value)) {
          const member = memberOf(key, set);
          const child = childOf(node, String(key), set);
          if (member >= 0) {
            keys[member].push(node.number, this.codes.codeOf(this.maskedChild(entry, child, member, ranks)));
          } else if (child !== null) visit(entry, child, 0);
        }
        return;
      }
      for (const [key, child] of node.fields) visit(partAt(value, key), child, position);
      if (node.each === null) return;
      const isList = Array.isArray(value);
      for (const [key, entry] of entriesOf(value)) {
        if (!node.fields.has(String(key))) visit(entry, node.each, isList ? Number(key) + 1 : position);
      }
    };
    visit(state, set.root, 0);
    for (const [member, key] of keys.entries()) key.push(...named[member].sort((a, b) => a - b));
    return keys;
  }

  private maskedChild(value: unknown, node: PathNode | null, member: number, ranks: Int32Array): unknown {
    return node === null ? value : this.masked(value, node, member, ranks);
  }

  /** An entry of a member with other members as their ranks, so that it says the same whatever they are called. */
  private masked(value: unknown, node: PathNode, member: number, ranks: Int32Array): unknown {
    const { set } = this;
    if (node.isReference) {
      const named = memberOf(value, set);
      if (named >= 0) return named === member ? SELF : `\u0000${ranks[named]}`;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (node.fields.size === 0 && node.each === null && !node.isIndexed) return value;
    const parts = entriesOf(value).map(([key, entry]): readonly [unknown, unknown] => [
      key,
      this.maskedChild(entry, childOf(node, String(key), set), member, ranks),
    ]);
    if (node.isIndexed) return this.maskedEntries(parts, member, ranks);
    // Whatever the kind of the container: entries of one place are of one kind.
    if (Array.isArray(value)) return parts.map(([, part]) => part);
    return value instanceof Set ? new Set(parts.map(([, part]) => part)) : new Map(parts);
  }

  /** Its own entry, then those of the others in an order that does not depend on what they are called. */
  private maskedEntries(
    parts: readonly (readonly [unknown, unknown])[],
    member: number,
    ranks: Int32Array,
  ): readonly unknown[] {
    const own: unknown[] = [];
    const others: [number, number][] = [];
    for (const [key, part] of parts) {
      const owner = memberOf(key, this.set);
      if (owner === member) own.push(part);
      else others.push([owner < 0 ? -1 : ranks[owner], this.codes.codeOf(part)]);
    }
    others.sort(([rank, code], [otherRank, otherCode]) => rank - otherRank || code - otherCode);
    return [own, ...others.flat()];
  }
}

interface Order {
  readonly goals: Int32Array;
  /** Of each member; members with the same key have the same. */
  readonly ranks: Int32Array;
  readonly classes: number;
  readonly orbit: number;
}

function sorted(keys: readonly (readonly number[])[]): Order {
  const members = keys.map((_, member) => member);
  members.sort((a, b) => compared(keys[a], keys[b]) || a - b);
  const goals = new Int32Array(keys.length);
  const ranks = new Int32Array(keys.length);
  let classes = 0;
  let same = 0;
  let orbit = 1;
  for (const [place, member] of members.entries()) {
    const isNew = place === 0 || compared(keys[members[place - 1]], keys[member]) !== 0;
    if (isNew) classes++;
    same = isNew ? 1 : same + 1;
    orbit = (orbit * (place + 1)) / same;
    goals[member] = place;
    ranks[member] = classes - 1;
  }
  return { goals, ranks, classes, orbit };
}

function compared(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}

/** The entries of a container by their keys; those of a set by themselves. Objects give them in the order of their keys, which means nothing. */
function entriesOf(value: object): (readonly [unknown, unknown])[] {
  if (Array.isArray(value)) return value.map((entry, i) => [i, entry] as const);
  if (value instanceof Map) return [...(value as ReadonlyMap<unknown, unknown>)];
  if (value instanceof Set) return [...(value as ReadonlySet<unknown>)].map((entry) => ['', entry] as const);
  return Object.entries(value);
}

function partAt(value: object, key: string): unknown {
  if (value instanceof Map) return (value as ReadonlyMap<unknown, unknown>).get(key);
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}
