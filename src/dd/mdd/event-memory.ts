// Events and event sets as the kernel reads them (see diagram-protocol.ts). Records and tables are written once; of event
// sets there is one at a time, the one to close under. Per level it has a number for its events at this level or below:
// event sets that differ only above share these numbers, and with them the results in the cache.
import type { DiagramCore } from './diagram-core.ts';
import type { DiagramLayout } from './diagram-layout.ts';
import {
  GUARDS,
  LEVEL_BYTES,
  LEVEL_END,
  LEVEL_SET,
  LEVEL_START,
  RECORD_BYTES,
  RECORD_DELTA,
  RECORD_GREATEST,
  RECORD_INDEX,
  RECORD_KIND,
  RECORD_LEAST,
  RECORD_LEVEL,
  RECORD_NEXT,
  ROW_BYTES,
  SHIFT_KIND,
  STUCK,
  TABLE_KIND,
} from './diagram-protocol.ts';
import { type EventTable, IDENTITY, type MddEvent } from './events.ts';
import { EventsExceeded } from './options.ts';

export class EventMemory {
  private readonly memory: Uint32Array;
  private readonly core: DiagramCore;
  private readonly layout: DiagramLayout;
  private readonly levels: number;
  private readonly events: EventTable;
  private written = 1;
  private end: number;
  /** Byte addresses. */
  private readonly sets: number;
  readonly targets: number;
  private readonly lists = new Map<string, readonly [start: number, end: number]>();
  /** By level, the numbers of the sets of events there, by the number below and the list of the level. */
  private numbers: Map<number, number>[] = [];
  private built = new Map<readonly MddEvent[], Uint32Array>();
  private current: readonly MddEvent[] | null = null;

  constructor(memory: Uint32Array, core: DiagramCore, layout: DiagramLayout, events: EventTable, levels: number) {
    this.memory = memory;
    this.core = core;
    this.layout = layout;
    this.levels = levels;
    this.events = events;
    const rows = LEVEL_BYTES * (levels + 1);
    const nothing = layout.tables;
    this.sets = nothing + rows;
    const guards = this.sets + rows;
    this.targets = guards + rows;
    this.end = layout.tables;
    this.allocate(3 * rows + 4 * (levels + 1));
    memory.fill(0, nothing >>> 2, this.end >>> 2);
    for (let level = 0; level <= levels; level++) memory[(guards + LEVEL_BYTES * level + LEVEL_SET) >>> 2] = GUARDS;
    core.openEvents(layout.records, this.sets, nothing, guards);
  }

  /** Gives back all room; this memory is not used any more. */
  close(): void {
    this.core.charge(this.layout.tables - this.end);
    this.core.clearFire(); // its keys are numbers of events, and of sets of them
  }

  /** Writes the events that the kernel has not seen yet. */
  flush(): void {
    for (; this.written < this.events.size; this.written++) this.write(this.written);
  }

  /** Makes these the event set to close under, or to step by; they are the same array each time. */
  select(members: readonly MddEvent[]): void {
    this.flush();
    if (this.current === members) return;
    let table = this.built.get(members);
    if (table === undefined) {
      table = this.build(members);
      this.built.set(members, table);
    }
    this.memory.set(table, this.sets >>> 2);
    this.current = members;
  }

  private build(members: readonly MddEvent[]): Uint32Array {
    const byLevel = new Map<number, MddEvent[]>();
    for (const event of members) {
      if (event === IDENTITY) continue;
      const level = this.events.top(event) + 1;
      const list = byLevel.get(level);
      if (list) list.push(event);
      else byLevel.set(level, [event]);
    }
    const table = new Uint32Array((LEVEL_BYTES / 4) * (this.levels + 1));
    if (!this.number(table, byLevel)) {
      this.forgetNumbers();
      this.number(table, byLevel);
    }
    return table;
  }

  /** Fills the table; false if some level has no number left. */
  private number(table: Uint32Array, byLevel: ReadonlyMap<number, readonly MddEvent[]>): boolean {
    let below = 0;
    for (let level = 1; level <= this.levels; level++) {
      const list = byLevel.get(level);
      const [start, end] = list === undefined ? [0, 0] : this.listOf(list);
      if (start > 0 || below > 0) below = this.numberOf(level, below * 2 ** 32 + start);
      if (below >= GUARDS) return false;
      const at = (LEVEL_BYTES / 4) * level;
      table[at + LEVEL_SET / 4] = below;
      table[at + LEVEL_START / 4] = start;
      table[at + LEVEL_END / 4] = end;
    }
    return true;
  }

  /** A number for the events at this level or below, other than those of the other sets of events there. */
  private numberOf(level: number, key: number): number {
    const numbers = (this.numbers[level] ??= new Map());
    let number = numbers.get(key);
    if (number === undefined) {
      number = numbers.size + 1;
      numbers.set(key, number);
    }
    return number;
  }

  /** Starts the numbers anew; what the cache knows by the old ones is forgotten. */
  private forgetNumbers(): void {
    this.core.clearFire();
    this.numbers = [];
    this.built = new Map();
    this.current = null;
  }

  private listOf(list: readonly MddEvent[]): readonly [start: number, end: number] {
    const key = list.join();
    let place = this.lists.get(key);
    if (place === undefined) {
      const start = this.allocate(4 * list.length);
      this.memory.set(list, start >>> 2);
      place = [start, start + 4 * list.length];
      this.lists.set(key, place);
    }
    return place;
  }

  private write(event: MddEvent): void {
    const { memory, layout } = this;
    const at = layout.records + RECORD_BYTES * event;
    if (at + RECORD_BYTES > layout.recordsEnd || event >= STUCK) throw new EventsExceeded();
    const put = (offset: number, value: number): void => {
      memory[(at + offset) >>> 2] = value;
    };
    const record = this.events.record(event);
    put(RECORD_LEVEL, record.level + 1);
    if (record.kind === 'shift') {
      put(RECORD_KIND, SHIFT_KIND);
      put(RECORD_LEAST, record.min);
      put(RECORD_GREATEST, record.max);
      put(RECORD_DELTA, record.delta);
      put(RECORD_NEXT, record.next);
      return;
    }
    const { rows } = record;
    const least = rows[0].from;
    const greatest = rows[rows.length - 1].from;
    const index = this.allocate(4 * (greatest - least + 2));
    const data = this.allocate(ROW_BYTES * rows.length);
    put(RECORD_KIND, TABLE_KIND);
    put(RECORD_LEAST, least);
    put(RECORD_GREATEST, greatest);
    put(RECORD_INDEX, index);
    let row = 0;
    for (let value = least; value <= greatest + 1; value++) {
      memory[(index >>> 2) + value - least] = data + ROW_BYTES * row;
      for (; row < rows.length && rows[row].from === value; row++) {
        memory.set([rows[row].to, rows[row].next], (data + ROW_BYTES * row) >>> 2);
      }
    }
  }

  private allocate(bytes: number): number {
    const at = this.end;
    if (at + bytes > this.layout.tablesEnd) throw new EventsExceeded();
    this.end += bytes;
    this.core.charge(bytes);
    return at;
  }
}
