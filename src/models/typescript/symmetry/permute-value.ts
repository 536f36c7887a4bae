// What a permutation of the members of a set makes of a plain value: entries move with their members, references name the new places. Parts
// that stay the same are shared with the value before.
import { problem, shown } from '../problems.ts';
import type { PathNode, ScalarSet } from './symmetric-set.ts';

/** Member i of the set takes the place of member `goal(i)`. The depth of the calls is that of the declared paths. */
export function permuteValue(value: unknown, set: ScalarSet, goal: (member: number) => number): unknown {
  return permutePart(value, set.root, { set, goal, state: value });
}

interface Permuting {
  readonly set: ScalarSet;
  readonly goal: (member: number) => number;
  readonly state: unknown;
}

function permutePart(value: unknown, node: PathNode, permuting: Permuting): unknown {
  const { set, goal } = permuting;
  if (node.isReference) {
    const member = memberOf(value, set);
    if (member >= 0) return typeof value === 'number' ? goal(member) : set.names[goal(member)];
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return permuteArray(value, node, permuting);
  if (value instanceof Map) {
    const entries = [...value].map(([key, part]): [unknown, unknown] => [
      node.isIndexed ? keyAt(key, permuting) : key,
      permuteChild(part, typeof key === 'string' ? key : String(key), node, permuting),
    ]);
    return new Map(entries);
  }
  if (value instanceof Set) return new Set([...value].map((part) => permuteChild(part, '', node, permuting)));
  return permuteRecord(value as Record<string, unknown>, node, permuting);
}

function permuteArray(value: readonly unknown[], node: PathNode, permuting: Permuting): unknown {
  const { set, goal, state } = permuting;
  if (node.isIndexed) requireSize(value, set, state);
  const moved: unknown[] = [...value];
  let isSame = true;
  for (let i = 0; i < value.length; i++) {
    const at = node.isIndexed ? goal(i) : i;
    moved[at] = permuteChild(value[i], String(i), node, permuting);
    isSame &&= at === i && moved[at] === value[i];
  }
  return isSame ? value : moved;
}

function permuteRecord(value: Record<string, unknown>, node: PathNode, permuting: Permuting): unknown {
  const { set, goal } = permuting;
  const moved = { ...value };
  let isSame = true;
  for (const key of Object.keys(value)) {
    const member = node.isIndexed ? set.numbers.get(key) : undefined;
    const at = member === undefined ? key : set.names[goal(member)];
    const part = permuteChild(value[key], key, node, permuting);
    isSame &&= at === key && part === value[key];
    // Members that an object leaves out are left out in their new places.
    if (at !== key && !Object.hasOwn(value, at)) requireAll(value, permuting);
    moved[at] = part;
  }
  return isSame ? value : moved;
}

function requireAll(value: Record<string, unknown>, { set, state }: Permuting): void {
  const missing = set.names.find((name) => !Object.hasOwn(value, name));
  throw problem('TSM806', `an object of the symmetric set \`${set.title}\` has no entry ${missing}`, inState(state));
}

export function requireSize(value: readonly unknown[], { title, size }: ScalarSet, state: unknown): void {
  if (value.length === size) return;
  const count = `${value.length} entries where the set has ${size} members`;
  throw problem('TSM806', `an array of the symmetric set \`${title}\` has ${count}`, inState(state));
}

function permuteChild(part: unknown, key: string, node: PathNode, permuting: Permuting): unknown {
  const child = childOf(node, key, permuting.set);
  return child === null ? part : permutePart(part, child, permuting);
}

/** What is declared of an entry; entries of members are alike. */
export function childOf(node: PathNode, key: string, set: ScalarSet): PathNode | null {
  return node.fields.get(key) ?? (node.isIndexed && node === set.root && !set.numbers.has(key) ? null : node.each);
}

function keyAt(key: unknown, { set, goal }: Permuting): unknown {
  const member = memberOf(key, set);
  if (member < 0) return key;
  return typeof key === 'number' ? goal(member) : set.names[goal(member)];
}

/** The member that a value names, or -1. */
export function memberOf(value: unknown, { size, numbers }: ScalarSet): number {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 && value < size ? value : -1;
  return typeof value === 'string' ? (numbers.get(value) ?? -1) : -1;
}

function inState(state: unknown): string {
  return `in the state ${shown(state)}`;
}
