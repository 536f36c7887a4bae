// Plain values in words: one entry per number, string, … with its path.
import type { StateEntry } from '../model.ts';
import { jsonValue } from '../state-json.ts';

/** Parts nested deeper than this are shown as `…`. */
const MAX_DEPTH = 20;

/**
 * Describes values. Objects with the same keys are shown in the same order, that of the first one seen, so that the
 * states of a run can be compared line by line.
 */
export class Describer {
  private readonly orders = new Map<string, readonly string[]>();

  /** The entries of a value; at most `limit`, the rest is told by a last one. */
  describe(value: unknown, limit = 1000): StateEntry[] {
    const entries: StateEntry[] = [];
    this.collect({ path: '', depth: 0 }, value, entries, limit);
    if (entries.length > limit) entries.splice(limit, entries.length, { name: '…', value: 'and more', plain: false });
    return entries;
  }

  private collect(at: { path: string; depth: number }, value: unknown, entries: StateEntry[], limit: number): void {
    if (entries.length > limit) return;
    const { path } = at;
    const depth = at.depth + 1;
    if (depth > MAX_DEPTH) {
      entries.push({ name: path, value: '…', plain: false });
    } else if (Array.isArray(value) && value.length > 0) {
      for (const [i, item] of value.entries()) this.collect({ path: `${path}[${i}]`, depth }, item, entries, limit);
    } else if (value instanceof Map && value.size > 0) {
      for (const [key, item] of value)
        this.collect({ path: `${path}[${showValue(key)}]`, depth }, item, entries, limit);
    } else if (isRecord(value) && Object.keys(value).length > 0) {
      for (const key of this.keysOf(value)) {
        this.collect({ path: memberPath(path, key), depth }, value[key], entries, limit);
      }
    } else {
      const shown = showValue(value);
      const raw = rawValue(value, shown);
      const entry = { name: path === '' ? 'state' : path, value: shown, plain: isPlain(value) };
      entries.push(raw === undefined ? entry : { ...entry, raw });
    }
  }

  private keysOf(value: Record<string, unknown>): readonly string[] {
    const keys = Object.keys(value);
    const shape = JSON.stringify([...keys].sort());
    const known = this.orders.get(shape);
    if (known === undefined) this.orders.set(shape, keys);
    return known ?? keys;
  }
}

/** The path of a property of what is at `path`. */
export function memberPath(path: string, key: string): string {
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key)) return `${path}[${quoted(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !(value instanceof Map) && !(value instanceof Set);
}

/** The value in JSON, where its text does not tell it. */
function rawValue(value: unknown, shown: string): StateEntry['raw'] {
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'string') return jsonValue(shown) === value ? undefined : value;
  if (typeof value === 'number') return Number.isFinite(value) && jsonValue(shown) !== value ? value : undefined;
  if (Array.isArray(value) && value.length === 0) return [];
  return isRecord(value) && Object.keys(value).length === 0 ? {} : undefined;
}

/** A value on one line. */
export function showValue(value: unknown, depth = 0): string {
  const show = (item: unknown): string => showValue(item, depth + 1);
  if (depth > MAX_DEPTH) return '…';
  if (typeof value === 'string') return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(value) ? value : quoted(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Set) return `{${Array.from(value, show).join(', ')}}`;
  if (value instanceof Map) return `{${Array.from(value, ([key, item]) => `${show(key)}: ${show(item)}`).join(', ')}}`;
  if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`;
  if (isRecord(value)) {
    return `{${Object.entries(value)
      .map(([key, item]) => `${/\p{Cc}/u.test(key) ? quoted(key) : key}: ${show(item)}`)
      .join(', ')}}`;
  }
  return String(value);
}

/** As in JSON, and also what JSON leaves as it is but a terminal obeys. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function isPlain(value: unknown): boolean {
  if (value === 0 || value === 0n || value === false || value === '' || value === null || value === undefined)
    return true;
  if (value instanceof Set || value instanceof Map) return value.size === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
