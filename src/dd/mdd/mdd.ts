// Sets of vectors of small non-negative integers, as multi-valued decision diagrams, and the relations (events) between them.
// A vector's last entry is at the top of the diagram, its first one at the bottom (level 0). The work is done by a kernel in
// WebAssembly (assembly/mdd/); nothing in it or here recurses, so diagrams may have any number of levels.
//
// Diagrams are quasi-reduced: no level is skipped, as no bound of its values is known. Nodes keep their children between the smallest and the largest value: values should be dense.
import { invariant } from '../../base/assert.ts';
import { type ClassDiagram, classify } from './classes.ts';
import { DiagramKernel } from './diagram-kernel.ts';
import * as protocol from './diagram-protocol.ts';
import { type DotOptions, drawSet } from './dot.ts';
import { EventMemory } from './event-memory.ts';
import { EventSets } from './event-sets.ts';
import { EventTable, IDENTITY, isValue, type MddEvent, type Shift, type TableRow } from './events.ts';
import { type FlatDiagram, flatten } from './flat.ts';
import { countNodes, countVectors, maximalSum, maximalValues } from './measure.ts';
import { Nodes } from './nodes.ts';
import type { MddBudget, MddOptions, MddRun, MddStatistics, ReachOptions, Room, SaturationOrder } from './options.ts';
import { relationEvent, type ValuePair } from './relation.ts';
import { allVectors, hasVector, pickVector } from './vectors.ts';

/** A set of vectors of one length: equal sets of one manager are equal numbers. */
export type MddSet = number;

/** A set of events of one manager: equal sets are equal numbers. */
export type MddEvents = number;

/** The set without vectors (of any length). */
export const EMPTY: MddSet = protocol.EMPTY;
/** The set of the one vector of length 0. */
export const TERMINAL: MddSet = protocol.TERMINAL;

const MOST_BYTES = 2 ** 32;
const ORDERS: Readonly<Record<SaturationOrder, number>> = {
  descending: protocol.DESCENDING,
  ascending: protocol.ASCENDING,
  sweep: protocol.SWEEP,
};

/**
 * A manager of sets and events. Every set that a method gives stays alive until the scope in which it was made ends (see
 * `scope`); without scopes nothing is ever reclaimed. Methods throw `BudgetExceeded` and `LimitExceeded`; the sets made
 * before stay right.
 */
export class Mdd {
  private readonly kernel: DiagramKernel;
  private readonly nodes: Nodes;
  private levelCount: number;
  private eventTable!: EventTable;
  private eventMemory!: EventMemory;
  private eventSets!: EventSets;
  private projections = new Map<string, number>();

  constructor(options: MddOptions) {
    this.kernel = new DiagramKernel(options.memoryBytes ?? MOST_BYTES, options.room ?? 'whole');
    this.nodes = new Nodes(this.kernel.memory);
    this.levelCount = options.levels;
    this.kernel.open(options.levels, true);
    this.renewEvents();
  }

  /** How many levels there may be; level 0 is at the bottom. */
  get levels(): number {
    return this.levelCount;
  }

  get room(): Room {
    return this.kernel.room;
  }

  // Sets.

  /** The set of one vector; its length is at most the number of levels. */
  singleton(vector: ArrayLike<number>): MddSet {
    invariant(vector.length <= this.levelCount, `no level ${vector.length - 1}`);
    const { core, memory } = this.kernel;
    let set = TERMINAL;
    for (let level = 0; level < vector.length && core.status.value === protocol.DONE; level++) {
      if (!isValue(vector[level])) invariant(false, `${vector[level]} is not a value of a level`);
      const at = core.openNode(1);
      if (at === 0) break;
      memory[at >>> 2] = set;
      set = core.closeNode(level + 1, vector[level], 1, at);
    }
    return this.kernel.done(set);
  }

  /** All vectors whose entry at each level is one of the values listed for it. */
  cube(values: readonly (readonly number[])[]): MddSet {
    const mark = this.kernel.mark();
    let set = TERMINAL;
    values.forEach((list, level) => {
      set = this.node(
        level,
        list.map((value) => [value, set]),
      );
      this.kernel.keepSince(mark, set);
    });
    return set;
  }

  /** The vectors of each `set` with its `value`, given once, put on top; all sets have the same height. */
  branch(branches: readonly (readonly [value: number, set: MddSet])[]): MddSet {
    const full = branches.filter(([, set]) => set !== EMPTY);
    if (full.length === 0) return EMPTY;
    const height = this.height(full[0][1]);
    invariant(
      full.every(([, set]) => this.height(set) === height),
      'the branches of a node have different heights',
    );
    return this.node(height, full);
  }

  /** The vectors of `set` that have `value` on top, without it. */
  child(set: MddSet, value: number): MddSet {
    return set <= TERMINAL ? EMPTY : this.kernel.hold(this.nodes.child(set, value));
  }

  /** The length of the vectors; 0 for the empty set. */
  height(set: MddSet): number {
    return this.nodes.height(set);
  }

  union(a: MddSet, b: MddSet): MddSet {
    this.sameHeight(a, b);
    return this.kernel.done(this.kernel.core.union(a, b));
  }

  intersect(a: MddSet, b: MddSet): MddSet {
    this.sameHeight(a, b);
    return this.kernel.done(this.kernel.core.intersect(a, b));
  }

  /** The vectors of `a` that are not in `b`. */
  minus(a: MddSet, b: MddSet): MddSet {
    this.sameHeight(a, b);
    return this.kernel.done(this.kernel.core.minus(a, b));
  }

  /** The vectors cut down to the given levels (ascending), which become levels 0, 1, 2, … */
  project(set: MddSet, levels: readonly number[]): MddSet {
    const key = levels.join();
    let number = this.projections.get(key);
    if (number === undefined) this.projections.set(key, (number = this.projections.size + 1));
    const at = this.eventMemory.targets >>> 2;
    const { memory } = this.kernel;
    memory.fill(0, at, at + this.levelCount + 1);
    for (let i = 0; i < levels.length; i++) memory[at + 1 + levels[i]] = i + 1;
    return this.kernel.done(this.kernel.core.project(set, this.eventMemory.targets, number));
  }

  /** The vectors whose values at the levels of the conditions are between their bounds. */
  filter(set: MddSet, conditions: readonly Omit<Shift, 'delta'>[]): MddSet {
    const event = this.event(conditions.map(({ level, min, max }) => ({ level, min, max })));
    return event === null ? EMPTY : this.imageOf(set, event);
  }

  // Questions.

  contains(set: MddSet, vector: ArrayLike<number>): boolean {
    return this.height(set) === vector.length && hasVector(this.nodes, set, vector);
  }

  /** Some vector of the set (the one with the smallest values from the top); null when it is empty. */
  pick(set: MddSet): number[] | null {
    return pickVector(this.nodes, set);
  }

  /** The vectors in the order of their values from the top. The array is the same each time, and overwritten. */
  vectors(set: MddSet): Generator<readonly number[]> {
    return allVectors(this.nodes, set);
  }

  /** The exact number of vectors. */
  count(set: MddSet): bigint {
    return countVectors(this.nodes, set, this);
  }

  /** The number of nodes of the diagrams, those they share counted once, the terminal not at all. */
  nodeCount(...sets: readonly MddSet[]): number {
    return countNodes(this.nodes, sets, this);
  }

  /** Whether every value of every set so far is smaller than 2^17. */
  get hasSmallValues(): boolean {
    return this.kernel.core.wideNodes.value === 0;
  }

  /** The largest value of each level; nothing for the empty set. */
  maxima(set: MddSet): number[] {
    return maximalValues(this.nodes, set, this);
  }

  /** The largest sum of the values at the given levels (a level given twice counts twice); -1 for the empty set. */
  maxSum(set: MddSet, levels: readonly number[]): number {
    const weights: number[] = new Array(this.levelCount).fill(0);
    for (const level of levels) weights[level]++;
    return maximalSum(this.nodes, set, weights, this);
  }

  /** A copy of the diagram of a set that is not empty; null if it has more nodes. */
  flatten(set: MddSet, maxNodes: number): FlatDiagram | null {
    return flatten(this.nodes, set, maxNodes, this);
  }

  /** Which of the sets, none of them empty, vectors are in, with which values of a level that the diagram leaves out. */
  classify(sets: readonly MddSet[], leftOut: number): ClassDiagram {
    return classify(this.nodes, sets, leftOut, this);
  }

  /** The diagram as a drawing for Graphviz. */
  toDot(set: MddSet, options: DotOptions = {}): string {
    return drawSet(this.nodes, set, options);
  }

  // Events.

  /** The event that does all the shifts (of distinct levels, in any order), and `next` below them; null when none can happen. */
  event(shifts: readonly Shift[], next: MddEvent = IDENTITY): MddEvent | null {
    let event: MddEvent | null = next;
    for (const shift of [...shifts].sort((a, b) => a.level - b.level)) {
      event = this.eventTable.shift(shift, event);
      if (event === null) return null;
    }
    return this.inside(event);
  }

  /** The event that does one shift, and `next` below it; null when it cannot happen. */
  shift(shift: Shift, next: MddEvent = IDENTITY): MddEvent | null {
    return this.inside(this.eventTable.shift(shift, next));
  }

  /** The event that applies a table to one level; null when it has no rows. */
  table(level: number, rows: readonly TableRow[]): MddEvent | null {
    return this.inside(this.eventTable.table(level, rows));
  }

  /**
   * The event that relates, at the given levels (ascending), the values before with the values after, and touches no other
   * level; null when there are no pairs.
   */
  relation(levels: readonly number[], pairs: readonly ValuePair[]): MddEvent | null {
    return this.inside(relationEvent(this.eventTable, levels, pairs));
  }

  /** The event that relates y with x where `event` relates x with y. */
  reverse(event: MddEvent): MddEvent {
    return this.eventTable.reverse(event);
  }

  /** The highest level that the event touches; -1 if none. */
  topLevel(event: MddEvent): number {
    return this.eventTable.top(event);
  }

  /** The set of these events; order and repetition do not matter, nulls are left out. */
  events(list: Iterable<MddEvent | null>): MddEvents {
    return this.eventSets.number(list);
  }

  /** The members of a set of events, those with low top levels first. */
  members(events: MddEvents): readonly MddEvent[] {
    return this.eventSets.members(events);
  }

  /** The set of the reversed events. */
  reverseAll(events: MddEvents): MddEvents {
    return this.eventSets.reversed(events);
  }

  // Steps and closures.

  /** The vectors, of `within` if given, that some event relates with one of `set`: one step forwards. */
  image(set: MddSet, events: MddEvents, within?: MddSet): MddSet {
    const { core } = this.kernel;
    const members = this.members(events);
    this.checkHeight(set, members);
    this.eventMemory.select(members);
    core.closing(0);
    const image = this.kernel.complete(() => core.fire(protocol.ALL, set, within ?? protocol.ANY));
    if (members[0] !== IDENTITY) return image;
    return this.union(image, within === undefined ? set : this.intersect(set, within));
  }

  /** The vectors, of `within` if given, that some event relates with one of `set`: one step backwards. */
  preimage(set: MddSet, events: MddEvents, within?: MddSet): MddSet {
    return this.image(set, this.reverseAll(events), within);
  }

  /** The vectors of `set` that no event relates with anything. */
  stuck(set: MddSet, events: MddEvents): MddSet {
    const { core } = this.kernel;
    const members = this.members(events);
    if (members[0] === IDENTITY) return EMPTY;
    this.checkHeight(set, members);
    this.eventMemory.select(members);
    core.guard();
    return this.kernel.complete(() => core.fire(protocol.STUCK, set, protocol.ANY));
  }

  /** The vectors that the events lead to from `set` in any number of steps, none included. */
  reach(set: MddSet, events: MddEvents, options: ReachOptions = {}): MddSet {
    const { strategy = 'saturation', within } = options;
    if (strategy === 'saturation') return this.saturate(set, events, options);
    const mark = this.kernel.mark();
    const parts = this.eventSets.clusters(events, options.clusters ?? 'event');
    let all = within === undefined ? set : this.intersect(set, within);
    for (let fresh = all; fresh !== EMPTY; ) {
      this.kernel.keepSince(mark, all, fresh);
      const before = all;
      if (strategy === 'chaining') {
        for (const part of parts) {
          const from = all;
          all = part.reduce((found, event) => this.union(found, this.imageOf(from, event, within)), from);
          this.kernel.keepSince(mark, before, all);
        }
        fresh = all === before ? EMPTY : all;
      } else {
        fresh = this.minus(this.image(fresh, events, within), all);
        all = this.union(all, fresh);
      }
    }
    this.kernel.keepSince(mark, all);
    return all;
  }

  /** The vectors from which the events lead to `set` in any number of steps, none included. */
  reachBackwards(set: MddSet, events: MddEvents, options: ReachOptions = {}): MddSet {
    return this.reach(set, this.reverseAll(events), options);
  }

  // Resources.

  /** Runs `work` and releases every set made in it except the one, or those, that it gives. */
  scope<T extends MddSet | readonly MddSet[]>(work: () => T): T {
    const mark = this.kernel.mark();
    let kept: readonly MddSet[] = [];
    try {
      const result = work();
      kept = typeof result === 'number' ? [result] : result;
      return result;
    } finally {
      this.kernel.keepSince(mark, ...kept);
    }
  }

  /** Keeps the set alive beyond its scope, until `release` was called as often as `protect`. */
  protect(set: MddSet): MddSet {
    this.kernel.protect(set);
    return set;
  }

  release(set: MddSet): void {
    this.kernel.release(set);
  }

  /** Reclaims the nodes that no held or protected set uses. Happens by itself when memory is short. */
  collect(): void {
    this.kernel.core.collect();
    this.kernel.done(EMPTY);
  }

  /** What may be used from now on; an empty budget takes all bounds away. */
  setBudget(budget: MddBudget): void {
    this.kernel.core.setBudget(budget.nodes ?? Infinity, budget.operations ?? Infinity);
  }

  /** Does the work as part of a run, whose stopwatch may end it. A manager serves many runs: nothing watches it after that. */
  during<T>(run: MddRun, work: () => T): T {
    return this.kernel.during(run, work);
  }

  /** For long work beside the operations: looks at the stopwatch of the run under way. */
  look(): void {
    this.kernel.look();
  }

  /** The same once in many calls. */
  tick(): void {
    this.kernel.tick();
  }

  /** Forgets all sets and events, and takes the budget away. Cheap: the memory is kept. */
  reset(levels: number = this.levelCount): void {
    this.levelCount = levels;
    this.kernel.open(levels, false);
    this.projections = new Map();
    this.renewEvents();
  }

  /** Forgets all events and sets of events, and makes room for others; sets of vectors stay. */
  forgetEvents(): void {
    this.eventMemory.close();
    this.renewEvents();
  }

  statistics(): MddStatistics {
    return this.kernel.statistics();
  }

  private renewEvents(): void {
    this.eventTable = new EventTable();
    this.eventSets = new EventSets(this.eventTable);
    const { memory, core, layout } = this.kernel;
    this.eventMemory = new EventMemory(memory, core, layout, this.eventTable, this.levelCount);
  }

  private saturate(set: MddSet, events: MddEvents, options: ReachOptions): MddSet {
    const { core } = this.kernel;
    const members = this.members(this.eventSets.raised(events, options.clusters ?? 'event'));
    this.checkHeight(set, members);
    this.eventMemory.select(members);
    core.setOrder(ORDERS[options.order ?? 'descending']);
    core.closing(1);
    return this.kernel.complete(() => core.fire(protocol.CLOSE, set, options.within ?? protocol.ANY));
  }

  private imageOf(set: MddSet, event: MddEvent, within: MddSet = protocol.ANY): MddSet {
    const { core } = this.kernel;
    this.checkHeight(set, [event]);
    this.eventMemory.flush();
    core.closing(0);
    return this.kernel.complete(() => core.fire(event, set, within));
  }

  /** The node of the level with these children, by value. */
  private node(level: number, children: readonly (readonly [value: number, set: MddSet])[]): MddSet {
    if (level >= this.levelCount) invariant(false, `no level ${level}`);
    if (children.length === 0) return EMPTY;
    let lo = Infinity;
    let hi = -1;
    for (const [value] of children) {
      if (!isValue(value)) invariant(false, `${value} is not a value of a level`);
      lo = Math.min(lo, value);
      hi = Math.max(hi, value);
    }
    const { core, memory } = this.kernel;
    const at = core.openNode(hi - lo + 1);
    if (at === 0) return this.kernel.done(EMPTY);
    for (const [value, set] of children) memory[(at >>> 2) + value - lo] = set;
    return this.kernel.done(core.closeNode(level + 1, lo, hi - lo + 1, at));
  }

  private sameHeight(a: MddSet, b: MddSet): void {
    invariant(a === EMPTY || b === EMPTY || this.height(a) === this.height(b), 'the sets have different heights');
  }

  /** Members are sorted by their top levels. */
  private checkHeight(set: MddSet, members: readonly MddEvent[]): void {
    if (set === EMPTY || members.length === 0) return;
    const top = this.eventTable.top(members[members.length - 1]);
    invariant(top < this.height(set), 'an event touches a level above the set');
  }

  /** The event, which must not touch levels that do not exist. */
  private inside(event: MddEvent | null): MddEvent | null {
    const top = this.eventTable.top(event ?? IDENTITY);
    if (top >= this.levelCount) invariant(false, `an event touches level ${top}`);
    return event;
  }
}
