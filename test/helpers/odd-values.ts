// Plain values of every kind, the same ones in other words, and the text by which a simple store tells them apart.
import type { Random } from '../../src/base/random.ts';

/** The same text for the same structure: numbers by value (0 and -0 are one, NaN is one), properties and entries in any order. */
export function plainKey(value: unknown): string {
  if (typeof value === 'number') return value === 0 ? '0' : String(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${Array.from(value, plainKey).join()}]`;
  if (value instanceof Map) return `Map(${Array.from(value, plainKey).sort(byText).join()})`;
  if (value instanceof Set) return `Set(${Array.from(value, plainKey).sort(byText).join()})`;
  const entries = Object.entries(value).sort(([a], [b]) => byText(a, b));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${plainKey(item)}`).join()}}`;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const PRIMITIVES: readonly unknown[] = [
  ...[
    0,
    -0,
    1,
    -1,
    7,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1.5,
    -1.5,
    2 ** 28,
    -(2 ** 28),
    2 ** 31,
    2 ** 53,
    2 ** -1074,
  ],
  ...['', 'a', '1', '0', 'n', '1n', 'undefined', 'null', '\ud800', 'a long string that is not like the others'],
  ...[true, false, null, undefined, 0n, 1n, -1n, 2n ** 70n],
];
const KEYS = ['a', 'b', 'c', '1', '__proto__', 'length', 'toString'];

/** A value of any kind. */
export function oddValue(random: Random, depth = 2): unknown {
  if (depth === 0 || random.chance(0.4)) return random.chance(0.1) ? `s${random.below(1e6)}` : random.pick(PRIMITIVES);
  const items = Array.from({ length: random.below(4) }, () => oddValue(random, depth - 1));
  switch (random.below(5)) {
    case 0:
      return new Set(items);
    case 1:
      return new Map(items.map((item) => [item, oddValue(random, depth - 1)]));
    case 2:
      return items;
    default:
      return Object.fromEntries(items.map((item) => [random.pick(KEYS), item]));
  }
}

/** A value of the same structure, in other words: another order, other objects, -0, holes; parts are sometimes the very same objects. */
export function sameValue(random: Random, value: unknown): unknown {
  if (value === 0) return random.chance(0.5) ? 0 : -0;
  if (typeof value !== 'object' || value === null || random.chance(0.3)) return value;
  if (Array.isArray(value)) {
    const items = Array.from(value, (item) => sameValue(random, item));
    for (const [i, item] of items.entries()) if (item === undefined && random.chance(0.5)) delete items[i];
    return items;
  }
  if (value instanceof Set) return new Set(random.shuffle([...value].map((item) => sameValue(random, item))));
  if (value instanceof Map) {
    return new Map(
      random.shuffle([...value].map(([key, item]) => [sameValue(random, key), sameValue(random, item)] as const)),
    );
  }
  const entries = Object.entries(value).map(([key, item]) => [key, sameValue(random, item)] as const);
  return Object.fromEntries(random.shuffle(entries));
}
