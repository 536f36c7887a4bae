// Sets of vectors of small non-negative integers, as multi-valued decision diagrams, and the relations (events) between them.
// A vector's last entry is at the top of the diagram, its first one at the bottom (level 0).
import { invariant } from '../../base/assert.ts';
import { EventTable, IDENTITY, type MddEvent, type Shift, type TableRow } from './events.ts';
import type { MddBudget, MddOptions, MddStatistics, ReachOptions } from './options.ts';

/** A set of vectors of one length: equal sets of one manager are equal numbers. */
export type MddSet = number;

/** A set of events of one manager: equal sets are equal numbers. */
export type MddEvents = number;

/** The set without vectors (of any length). */
export const EMPTY: MddSet = 0;
/** The set of the one vector of length 0. */
export const TERMINAL: MddSet = 1;

type Vector = readonly number[];

/**
 * A manager of sets and events. Every set that a method gives stays alive until the scope in which it was made ends (see
 * `scope`); without scopes nothing is ever reclaimed. Methods throw `BudgetExceeded` and `LimitExceeded`.
 */
export class Mdd {
  readonly levels: number;
  private events_ = new EventTable();
  private readonly sets: Vector[][] = [[], [[]]];
  private readonly numbers = new Map<string, MddSet>([
    ['', 0],
    ['[]', 1],
  ]);
  private readonly modes: MddEvent[][] = [[]];
  private readonly modeNumbers = new Map<string, MddEvents>([['', 0]]);

  constructor(options: MddOptions) {
    this.levels = options.levels;
  }

  // ---- sets ----

  /** The set of one vector; its length is at most the number of levels. */
  singleton(vector: ArrayLike<number>): MddSet {
    return this.put([Array.from(vector)]);
  }

  /** All vectors whose entry at each level is one of the values listed for it. */
  cube(values: readonly (readonly number[])[]): MddSet {
    let all: Vector[] = [[]];
    for (const list of values) all = all.flatMap((vector) => list.map((value) => [...vector, value]));
    return this.put(all);
  }

  /** The vectors of each `set` with its `value` put on top; all sets have the same height. */
  branch(branches: readonly (readonly [value: number, set: MddSet])[]): MddSet {
    return this.put(branches.flatMap(([value, set]) => this.sets[set].map((vector) => [...vector, value])));
  }

  /** The vectors of `set` that have `value` on top, without it. */
  child(set: MddSet, value: number): MddSet {
    return this.put(this.sets[set].filter((vector) => vector.at(-1) === value).map((vector) => vector.slice(0, -1)));
  }

  /** The values on top of the vectors of `set`, ascending. */
  topValues(set: MddSet): number[] {
    return [...new Set(this.sets[set].map((vector) => vector.at(-1)!))].sort((a, b) => a - b);
  }

  /** The length of the vectors; 0 for the empty set. */
  height(set: MddSet): number {
    return this.sets[set][0]?.length ?? 0;
  }

  union(a: MddSet, b: MddSet): MddSet {
    return this.put([...this.sets[a], ...this.sets[b]]);
  }

  intersect(a: MddSet, b: MddSet): MddSet {
    const keys = new Set(this.sets[b].map(String));
    return this.put(this.sets[a].filter((vector) => keys.has(String(vector))));
  }

  /** The vectors of `a` that are not in `b`. */
  minus(a: MddSet, b: MddSet): MddSet {
    const keys = new Set(this.sets[b].map(String));
    return this.put(this.sets[a].filter((vector) => !keys.has(String(vector))));
  }

  /** The vectors cut down to the given levels (ascending), which become levels 0, 1, 2, … */
  project(set: MddSet, levels: readonly number[]): MddSet {
    return this.put(this.sets[set].map((vector) => levels.map((level) => vector[level])));
  }

  /** The vectors whose values at the levels of the conditions are between their bounds. */
  filter(set: MddSet, conditions: readonly Omit<Shift, 'delta'>[]): MddSet {
    const test = (vector: Vector): boolean =>
      conditions.every(({ level, min = 0, max = Infinity }) => vector[level] >= min && vector[level] <= max);
    return this.put(this.sets[set].filter(test));
  }

  // ---- questions ----

  contains(set: MddSet, vector: ArrayLike<number>): boolean {
    const key = String(Array.from(vector));
    return this.sets[set].some((other) => String(other) === key);
  }

  /** Some vector of the set; null when it is empty. */
  pick(set: MddSet): number[] | null {
    return this.sets[set].length === 0 ? null : [...this.sets[set][0]];
  }

  /** The vectors one by one. The array is the same each time, and overwritten. */
  *vectors(set: MddSet): Generator<readonly number[]> {
    yield* this.sets[set];
  }

  count(set: MddSet): bigint {
    return BigInt(this.sets[set].length);
  }

  /** The number of nodes of the diagrams, those they share counted once. */
  nodeCount(...sets: readonly MddSet[]): number {
    return sets.reduce((sum, set) => sum + this.sets[set].length, 0);
  }

  /** The largest value of each level; -1 everywhere for the empty set. */
  maxima(set: MddSet): number[] {
    return Array.from({ length: this.height(set) }, (_, level) => Math.max(...this.sets[set].map((v) => v[level])));
  }

  /** The largest sum of the values at the given levels (a level given twice counts twice); -1 for the empty set. */
  maxSum(set: MddSet, levels: readonly number[]): number {
    return Math.max(-1, ...this.sets[set].map((v) => levels.reduce((sum, level) => sum + v[level], 0)));
  }

  /** The diagram as a drawing for Graphviz. */
  toDot(set: MddSet): string {
    return `digraph { "${set}" }`;
  }

  // ---- events ----

  /** The event that does all the shifts (of distinct levels, in any order), and `next` below them; null when none can happen. */
  event(shifts: readonly Shift[], next: MddEvent = IDENTITY): MddEvent | null {
    let event: MddEvent | null = next;
    for (const shift of [...shifts].sort((a, b) => a.level - b.level)) {
      event = this.events_.shift(shift, event);
      if (event === null) return null;
    }
    return event;
  }

  /** The event that applies a table to one level; null when it has no rows. */
  table(level: number, rows: readonly TableRow[]): MddEvent | null {
    return this.events_.table(level, rows);
  }

  /**
   * The event that relates, at the given levels (ascending), the values before with the values after, and touches no other
   * level; null when there are no pairs.
   */
  relation(
    levels: readonly number[],
    pairs: readonly (readonly [before: readonly number[], after: readonly number[]])[],
  ): MddEvent | null {
    if (pairs.length === 0) return null;
    if (levels.length === 0) return IDENTITY;
    const last = levels.length - 1;
    const groups = new Map<string, (readonly [readonly number[], readonly number[]])[]>();
    for (const pair of pairs) {
      const key = `${pair[0][last]} ${pair[1][last]}`;
      const group = groups.get(key);
      if (group) group.push(pair);
      else groups.set(key, [pair]);
    }
    const rows = [...groups.values()].map((group) => ({
      from: group[0][0][last],
      to: group[0][1][last],
      next: this.relation(levels.slice(0, last), group)!,
    }));
    return this.table(levels[last], rows);
  }

  /** The event that relates y with x where `event` relates x with y. */
  reverse(event: MddEvent): MddEvent {
    return this.events_.reverse(event);
  }

  /** The highest level that the event touches; -1 if none. */
  topLevel(event: MddEvent): number {
    return this.events_.top(event);
  }

  /** The set of these events; order and repetition do not matter, nulls are left out. */
  events(list: Iterable<MddEvent | null>): MddEvents {
    const members = [...new Set(list)].filter((event) => event !== null).sort((a, b) => a - b);
    const key = members.join();
    const known = this.modeNumbers.get(key);
    if (known !== undefined) return known;
    this.modeNumbers.set(key, this.modes.length);
    return this.modes.push(members) - 1;
  }

  /** The members of a set of events. */
  members(events: MddEvents): readonly MddEvent[] {
    return this.modes[events];
  }

  // ---- steps and closures ----

  /** The vectors that some event relates with one of `set`: one step forwards. */
  image(set: MddSet, events: MddEvents): MddSet {
    const found: Vector[] = [];
    for (const event of this.modes[events]) for (const vector of this.sets[set]) this.step(vector, event, found);
    return this.put(found);
  }

  /** The vectors, of `within` if given, that some event relates with one of `set`: one step backwards. */
  preimage(set: MddSet, events: MddEvents, within?: MddSet): MddSet {
    const before = this.image(set, this.reverseAll(events));
    return within === undefined ? before : this.intersect(before, within);
  }

  /** The vectors that the events lead to from `set` in any number of steps, none included. */
  reach(set: MddSet, events: MddEvents, options: ReachOptions = {}): MddSet {
    for (let all = set; ; ) {
      let image = this.image(all, events);
      if (options.within !== undefined) image = this.intersect(image, options.within);
      const more = this.union(all, image);
      if (more === all) return all;
      all = more;
    }
  }

  /** The vectors from which the events lead to `set` in any number of steps, none included. */
  reachBackwards(set: MddSet, events: MddEvents, options: ReachOptions = {}): MddSet {
    return this.reach(set, this.reverseAll(events), options);
  }

  /** The set of the reversed events. */
  reverseAll(events: MddEvents): MddEvents {
    return this.events(this.modes[events].map((event) => this.reverse(event)));
  }

  // ---- resources ----

  /** Runs `work` and releases every set made in it except the one, or those, that it gives. */
  scope<T extends MddSet | readonly MddSet[]>(work: () => T): T {
    return work();
  }

  /** Keeps the set alive beyond its scope, until `release` was called as often as `protect`. */
  protect(set: MddSet): MddSet {
    return set;
  }

  release(_set: MddSet): void {}

  /** What may be used from now on; an empty budget takes all bounds away. */
  setBudget(_budget: MddBudget): void {}

  /** Called every few thousand operations of a long run; it may throw (see `LimitExceeded`) to end the run. */
  onProgress: (() => void) | null = null;

  /** Forgets all sets and events, and takes the budget away. Cheap: the memory is kept. */
  reset(levels?: number): void {
    invariant(levels === undefined || levels >= 0, 'a number of levels is not negative');
  }

  statistics(): MddStatistics {
    const nodes = this.sets.length;
    return {
      nodes,
      peakNodes: nodes,
      createdNodes: nodes,
      operations: 0,
      cacheHits: 0,
      cacheMisses: 0,
      collections: 0,
      collectionSeconds: 0,
      bytes: 0,
      peakBytes: 0,
    };
  }

  private step(vector: Vector, event: MddEvent, found: Vector[]): void {
    if (event === IDENTITY) {
      found.push(vector);
      return;
    }
    const record = this.events_.record(event);
    const value = vector[record.level];
    if (record.kind === 'shift') {
      if (value >= record.min && value <= record.max)
        this.step(vector.with(record.level, value + record.delta), record.next, found);
      return;
    }
    for (const { from, to, next } of record.rows)
      if (from === value) this.step(vector.with(record.level, to), next, found);
  }

  private put(vectors: readonly Vector[]): MddSet {
    const texts = new Map(vectors.map((vector) => [JSON.stringify(vector), vector]));
    const keys = [...texts.keys()].sort();
    const key = keys.join('');
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.sets.length);
    return this.sets.push(keys.map((text) => texts.get(text)!)) - 1;
  }
}
