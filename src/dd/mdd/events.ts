// Events: relations between vectors, as chains from the top level to the bottom. Levels that a chain leaves out are untouched
// and cost nothing. Chains are hash-consed, so that equal tails are one number and share their results in the caches.
// Numbers are never reused: what was learned later is a new number, and old results stay right.
import { invariant } from '../../base/assert.ts';
import * as protocol from './diagram-protocol.ts';

/** A relation between vectors; `IDENTITY` relates each vector with itself. */
export type MddEvent = number;

/** The event that touches no level. */
export const IDENTITY: MddEvent = protocol.IDENTITY;
/** The largest value of a level. */
export const MAX_VALUE = 0x7fff_fffe;

/** What an event does at one level: a value in `min` … `max` is increased by `delta`. */
export interface Shift {
  readonly level: number;
  /** 0 if absent. */
  readonly min?: number;
  /** No bound if absent. */
  readonly max?: number;
  /** 0 if absent. */
  readonly delta?: number;
}

/** A line of a table: the value `from` becomes `to`, and `next` happens below. */
export interface TableRow {
  readonly from: number;
  readonly to: number;
  /** `IDENTITY` if absent. */
  readonly next?: MddEvent;
}

interface ShiftRecord {
  readonly kind: 'shift';
  readonly level: number;
  readonly min: number;
  readonly max: number;
  readonly delta: number;
  readonly next: MddEvent;
}

interface TableRecord {
  readonly kind: 'table';
  readonly level: number;
  /** Sorted by `from`, `to`, `next`; no two equal. */
  readonly rows: readonly Required<TableRow>[];
}

/** A stored event other than `IDENTITY`. */
type EventRecord = ShiftRecord | TableRecord;

/** The hash-consed events of one manager. */
export class EventTable {
  private readonly records: (EventRecord | null)[] = [null];
  /** By hash, the newest shift with it; by event, the one before with the same hash, or 0. */
  private readonly shifts = new Map<number, MddEvent>();
  private readonly sameHash: MddEvent[] = [0];
  private readonly tables = new Map<string, MddEvent>();
  private readonly reversed = new Map<MddEvent, MddEvent>([[IDENTITY, IDENTITY]]);

  get size(): number {
    return this.records.length;
  }

  /** The record of an event that is not `IDENTITY`. */
  record(event: MddEvent): EventRecord {
    const record = this.records[event];
    if (!record) invariant(false, `no event ${event}`); // the text is made only then: this is called very often
    return record;
  }

  /** The highest level that the event touches; -1 for `IDENTITY`. */
  top(event: MddEvent): number {
    return event === IDENTITY ? -1 : this.record(event).level;
  }

  /** The event that shifts one level and then does `next`, which lies below. */
  shift(shift: Shift, next: MddEvent): MddEvent | null {
    const { level, delta = 0 } = shift;
    const min = Math.max(shift.min ?? 0, -delta, 0);
    const max = Math.min(shift.max ?? MAX_VALUE, MAX_VALUE, MAX_VALUE - delta);
    this.checkBelow(level, next);
    if (min > max) return null;
    if (min === 0 && max === MAX_VALUE && delta === 0) return next;
    return this.intern({ level, min, max, delta, next });
  }

  /** The same event as one that begins at the level, where it keeps every value; itself if it begins there or above. */
  raise(event: MddEvent, level: number): MddEvent {
    if (event === IDENTITY || this.top(event) >= level) return event;
    return this.intern({ level, min: 0, max: MAX_VALUE, delta: 0, next: event });
  }

  /** The levels that the event touches, descending. */
  support(event: MddEvent): number[] {
    const levels = new Set<number>();
    const seen = new Set<MddEvent>([IDENTITY]);
    const stack = [event];
    while (stack.length > 0) {
      const last = stack.pop()!;
      if (seen.has(last)) continue;
      seen.add(last);
      const record = this.record(last);
      levels.add(record.level);
      if (record.kind === 'shift') stack.push(record.next);
      else for (const { next } of record.rows) stack.push(next);
    }
    return [...levels].sort((a, b) => b - a);
  }

  private intern(shift: Omit<ShiftRecord, 'kind'>): MddEvent {
    const { level, min, max, delta, next } = shift;
    const hash = shiftHash(shift);
    for (let other = this.shifts.get(hash) ?? 0; other !== 0; other = this.sameHash[other]) {
      const known = this.records[other] as ShiftRecord;
      if (
        known.level === level &&
        known.min === min &&
        known.max === max &&
        known.delta === delta &&
        known.next === next
      )
        return other;
    }
    const event = this.push({ kind: 'shift', level, min, max, delta, next }, this.shifts.get(hash) ?? 0);
    this.shifts.set(hash, event);
    return event;
  }

  /** The event that applies a table to one level; null when it has no rows. */
  table(level: number, rows: readonly TableRow[]): MddEvent | null {
    const full = rows.map(({ from, to, next = IDENTITY }) => ({ from, to, next }));
    for (const { from, to, next } of full) {
      if (!isValue(from) || !isValue(to)) invariant(false, `no values of a level: ${from}, ${to}`);
      this.checkBelow(level, next);
    }
    full.sort((a, b) => a.from - b.from || a.to - b.to || a.next - b.next);
    const distinct = full.filter(
      (row, i) =>
        i === 0 || row.from !== full[i - 1].from || row.to !== full[i - 1].to || row.next !== full[i - 1].next,
    );
    if (distinct.length === 0) return null;
    const key = `${level}:${distinct.map(({ from, to, next }) => `${from} ${to} ${next}`).join()}`;
    const known = this.tables.get(key);
    if (known !== undefined) return known;
    const event = this.push({ kind: 'table', level, rows: distinct }, 0);
    this.tables.set(key, event);
    return event;
  }

  /** The event that relates y with x where `event` relates x with y. */
  reverse(event: MddEvent): MddEvent {
    const stack = [event];
    while (stack.length > 0) {
      const last = stack[stack.length - 1];
      if (this.reversed.has(last)) {
        stack.pop();
        continue;
      }
      const record = this.record(last);
      const below = record.kind === 'shift' ? [record.next] : record.rows.map(({ next }) => next);
      const missing = below.filter((next) => !this.reversed.has(next));
      if (missing.length > 0) {
        for (const next of missing) stack.push(next);
        continue;
      }
      this.reversed.set(last, this.reverseRecord(record));
      stack.pop();
    }
    return this.reversed.get(event)!;
  }

  private reverseRecord(record: EventRecord): MddEvent {
    const reversed = this.reversed;
    if (record.kind === 'table') {
      const rows = record.rows.map(({ from, to, next }) => ({ from: to, to: from, next: reversed.get(next)! }));
      return this.table(record.level, rows)!;
    }
    const { level, min, max, delta, next } = record;
    const bounds = { min: min + delta, max: max === MAX_VALUE ? MAX_VALUE : max + delta };
    return this.shift({ level, ...bounds, delta: -delta }, reversed.get(next)!)!;
  }

  private checkBelow(level: number, next: MddEvent): void {
    if (this.top(next) >= level) invariant(false, `an event continues at level ${this.top(next)}, not below ${level}`);
  }

  private push(record: EventRecord, sameHash: MddEvent): MddEvent {
    this.sameHash.push(sameHash);
    return this.records.push(record) - 1;
  }
}

function shiftHash({ level, min, max, delta, next }: Omit<ShiftRecord, 'kind'>): number {
  let hash = Math.imul(level ^ Math.imul(next, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul((hash ^ (hash >>> 15)) + min + Math.imul(max, 0xc2b2ae35), 0x27d4eb2f);
  return Math.imul((hash ^ (hash >>> 13)) + delta, 0x165667b1) >>> 2;
}

/** Whether the number may be a value of a level. */
export function isValue(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MAX_VALUE;
}
