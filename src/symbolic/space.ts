// The state space of a model in decision diagrams, under one variable order: levels, events of the groups, and the set of reachable
// states, found by saturation (or one of the plainer strategies). The relations of groups that are taken apart are built for the values that variables are known to
// have; where a closure shows more values, they are built anew, until nothing is new (`shown-values.ts`). Where that would be too wide, tables are learned: the groups are asked
// after each closure for the values that the new states show (`scouting.ts`: what is learned ahead).
import { invariant } from '../base/assert.ts';
import type { Mdd, MddEvent, MddEvents, MddSet, ReachOptions } from '../dd/mdd/index.ts';
import { BudgetExceeded, EMPTY } from '../dd/mdd/index.ts';
import type { Model } from '../models/model.ts';
import type { FactoredPart, FactoredProgram } from './factored-program.ts';
import { factoredRelation } from './factored-relation.ts';
import type { LearnedRows } from './learned-rows.ts';
import type { VariableOrder } from './order/orders.ts';
import { alwaysOverflows, refuseOverflow, refuseTokens } from './overflow.ts';
import { EventMaker, type Relation, RelationStore, UNBOUNDED } from './relation.ts';
import { TooWide } from './shown-values.ts';
import type { GroupTransitions, ModelTransitions, RowPart } from './transitions.ts';

/** Where the states of an automaton are: above or below all variables, below this many of them, or below this share of them (less than 1). */
export type PropertyLevel = 'top' | 'bottom' | number;

/** On the nets tried, checks that took long created a half to a fifth of the nodes that they create with the automaton on top. */
export const DEFAULT_PROPERTY_LEVEL: PropertyLevel = 'bottom';

function variablesAbove(property: PropertyLevel, count: number): number {
  if (property === 'top') return 0;
  if (property === 'bottom') return count;
  return Math.min(count, Math.round(property < 1 ? property * count : property));
}

/** Tables with no more rows are one relation: on peterson.5 of BEEM several took four times as long to fire. */
const SMALL_TABLE = 2000;

/** The relation of the rows from `start` to `end`. */
interface LearnedPart {
  readonly start: number;
  readonly end: number;
  readonly relation: Relation;
}

/** Levels, relations and states of one model under one order. */
export class SymbolicSpace {
  readonly mdd: Mdd;
  readonly transitions: ModelTransitions;
  readonly order: VariableOrder;
  relations: RelationStore;
  /** The level of an automaton's states. */
  readonly propertyLevel: number;
  /** The level of each variable, and the variable of each level (-1 for an automaton's); level 0 is at the bottom. */
  readonly levelOf: Int32Array;
  readonly variableAt: Int32Array;
  private explored: MddSet | null = null;
  /** How often the closure was computed: once, and again after each round of learning. */
  rounds = 0;
  /** Steps that building the relations of groups that are taken apart has cost, and the most that it may; `BudgetExceeded` comes then. */
  relationSteps = 0;
  mostRelationSteps = Number.POSITIVE_INFINITY;
  private eventMaker: EventMaker;
  private readonly made = new Map<number, readonly Relation[]>();
  private readonly learnedParts = new Map<LearnedRows, LearnedPart[]>();
  private readonly asked = new Map<LearnedRows, MddSet>();
  private readonly factored = new Map<
    FactoredProgram,
    { readonly version: number; readonly relations: readonly Relation[] }
  >();

  /** The manager must be fresh, and have a level for each variable, and for an automaton's states where `property` says so. */
  constructor(mdd: Mdd, transitions: ModelTransitions, order: VariableOrder, property: PropertyLevel = 'top') {
    this.mdd = mdd;
    this.relations = new RelationStore(mdd);
    this.eventMaker = new EventMaker(mdd, this.relations);
    this.transitions = transitions;
    this.order = order;
    const count = order.variables.length;
    const above = variablesAbove(property, count);
    this.propertyLevel = count - above;
    this.levelOf = new Int32Array(count);
    this.variableAt = new Int32Array(above === 0 ? count : count + 1).fill(-1);
    for (let i = 0; i < count; i++) {
      const level = i < above ? count - i : count - 1 - i;
      this.levelOf[order.variables[i]] = level;
      this.variableAt[level] = order.variables[i];
    }
  }

  get model(): Model {
    return this.transitions.model;
  }

  /** The reachable states; nobody may ask before `explore` has ended. */
  get states(): MddSet {
    invariant(this.explored !== null, 'the states of the space are not known');
    return this.explored;
  }

  /** The largest code that occurs at each level: in the reachable states where they are known, else at most, by the bounds of the variables. */
  largest(): number[] {
    if (this.explored !== null) return this.mdd.maxima(this.explored);
    const levels = this.isPropertyOnTop ? this.levelOf.length : this.variableAt.length;
    return Array.from({ length: levels }, (_, level) => {
      if (level === this.propertyLevel) return 0;
      const variable = this.variableAt[level];
      const { upper } = this.model.variables[variable];
      invariant(upper !== null, 'a variable has no bound');
      return this.transitions.codings[variable].encode(upper);
    });
  }

  /** Whether `explore` has ended. */
  get isExplored(): boolean {
    return this.explored !== null;
  }

  /** The vector of a state as the diagrams have it: entry i belongs to level i. */
  vectorOf(state: ArrayLike<number>): number[] {
    const codes = this.transitions.encode(state);
    return Array.from(this.variableAt, (variable) => (variable < 0 ? 0 : codes[variable]));
  }

  /** Whether an automaton's states are above all variables. Sets of model states have no such level then, and otherwise one with the value 0. */
  get isPropertyOnTop(): boolean {
    return this.propertyLevel === this.levelOf.length;
  }

  /** The state of a vector, whose entry for an automaton's state is ignored. */
  stateOf(vector: ArrayLike<number>): Int32Array {
    const state = new Int32Array(this.levelOf.length);
    for (let variable = 0; variable < state.length; variable++) {
      state[variable] = this.transitions.codings[variable].decode(vector[this.levelOf[variable]]);
    }
    return state;
  }

  initialSet(): MddSet {
    const { mdd } = this;
    let set: MddSet = EMPTY;
    for (const state of this.model.initialStates()) {
      const vector = this.vectorOf(state);
      refuseTokens(vector);
      set = mdd.union(set, mdd.singleton(vector));
    }
    return set;
  }

  /** The relations of a group, as far as they are known; none when the group cannot happen. */
  relationsOf(group: number): readonly Relation[] {
    const transitions = this.transitions.groups[group];
    const parts = this.transitions.parts[group];
    if (transitions.kind === 'factored') return this.factoredRelations(transitions);
    if (parts === null && transitions.kind === 'learned') return this.learnedRelations(transitions);
    let relations = this.made.get(group);
    if (relations === undefined) {
      relations =
        transitions.kind === 'tokens'
          ? this.tokenRelation(transitions)
          : parts!.flatMap((part) => this.rowRelation(part) ?? []);
      this.made.set(group, relations);
    }
    return relations;
  }

  /** The event of a relation. */
  event(relation: Relation): MddEvent {
    return this.eventMaker.event(relation);
  }

  /** Forgets all relations and events, also those made of them elsewhere: nobody may use them any more. The states stay. */
  forgetEvents(): void {
    this.mdd.forgetEvents();
    this.relations = new RelationStore(this.mdd);
    this.eventMaker = new EventMaker(this.mdd, this.relations);
    this.made.clear();
    this.learnedParts.clear();
    this.factored.clear();
  }

  /**
   * The events of all groups, as far as they are known. Tables over the same variables are one event, whatever their groups: what one has to look at is looked at
   * once (lamport_nonatomic.5 of BEEM has 365 groups).
   */
  events(): MddEvents {
    const { groups, parts } = this.transitions;
    const events: MddEvent[] = [];
    const tables = new Map<string, { readonly variables: readonly number[]; readonly rows: Int32Array[] }>();
    for (const group of groups.keys()) {
      const own = parts[group];
      if (own === null) for (const relation of this.relationsOf(group)) events.push(this.event(relation));
      for (const { variables, rows } of own ?? []) {
        const key = variables.join();
        const table = tables.get(key) ?? { variables, rows: [] };
        for (const row of rows) table.rows.push(row);
        tables.set(key, table);
      }
    }
    for (const table of tables.values()) {
      for (const relation of this.rowRelation(table) ?? []) events.push(this.event(relation));
    }
    return this.mdd.events(events);
  }

  /** Finds the reachable states. A fault that one of them shows is thrown as the model itself throws it. */
  explore(how: Pick<ReachOptions, 'strategy' | 'clusters'> = {}): MddSet {
    const { mdd } = this;
    let states = this.initialSet();
    this.scout(states);
    this.learn(states);
    for (;;) {
      const events = this.narrowEvents(states);
      const before = states;
      states = mdd.scope(() => mdd.reach(before, events, how));
      this.rounds++;
      if (!this.learn(states)) break;
      this.scout(mdd.minus(states, before));
    }
    this.throwFaults(states);
    for (const [table, parts] of this.learnedParts) if (parts.length > 1) this.learnedParts.delete(table); // one relation from now on
    this.explored = states;
    refuseOverflow(this);
    return states;
  }

  /** The events of all groups; where some would be too wide, tables are learned instead. */
  private narrowEvents(states: MddSet): MddEvents {
    try {
      return this.events();
    } catch (error) {
      if (!(error instanceof TooWide)) throw error;
      this.transitions.learnTables();
      this.scout(states);
      this.learn(states);
      return this.events();
    }
  }

  /**
   * One relation for a small table. For a large one a relation for what was learned together; of two neighbours of similar size one is made, so
   * that a row is in few of them over time.
   */
  private learnedRelations(table: LearnedRows): readonly Relation[] {
    const { variables, rows } = table;
    const parts = this.learnedParts.get(table) ?? [];
    this.learnedParts.set(table, parts);
    let start = parts.at(-1)?.end ?? 0;
    if (start < rows.length) {
      const isSmall = rows.length <= SMALL_TABLE;
      for (let last = parts.at(-1); last; last = parts.at(-1)) {
        if (!isSmall && last.end - last.start > 2 * (rows.length - start)) break;
        start = last.start;
        parts.pop();
      }
      const [relation] = this.rowRelation({ variables, rows: rows.slice(start) })!;
      parts.push({ start, end: rows.length, relation });
    }
    return parts.map(({ relation }) => relation);
  }

  /** The relations of a group that is taken apart, for the values shown. */
  private factoredRelations(program: FactoredProgram): readonly Relation[] {
    const { shown } = this.transitions;
    const version = shown.version(program.variables);
    let known = this.factored.get(program);
    if (known?.version !== version) {
      known = { version, relations: program.parts(shown).flatMap((part) => this.factoredRelation(part)) };
      this.factored.set(program, known);
    }
    return known.relations;
  }

  private factoredRelation(part: FactoredPart): Relation[] {
    const { transitions, relations, levelOf } = this;
    const { residuals, shown, codings } = transitions;
    const relation = factoredRelation(part, {
      residuals,
      relations,
      shown,
      levelOf,
      codeOf: (variable, value) => codings[variable].encode(value),
      clock: { tick: () => this.countRelationStep() },
    });
    return relation === null ? [] : [relation];
  }

  private countRelationStep(): void {
    this.mdd.tick();
    if (++this.relationSteps > this.mostRelationSteps)
      throw new BudgetExceeded('operations', 'the budget of steps is used up');
  }

  private tokenRelation(transitions: Extract<GroupTransitions, { kind: 'tokens' }>): Relation[] {
    if (alwaysOverflows(transitions)) return [];
    const { conditions, changes } = transitions;
    const shifts: { level: number; min: number; max: number; delta: number }[] = [];
    for (const { variable, atLeast, below } of conditions) {
      const max = below === null ? UNBOUNDED : below - 1;
      if (atLeast > max) return [];
      shifts.push({ level: this.levelOf[variable], min: atLeast, max, delta: 0 });
    }
    for (const { variable, delta } of changes) {
      shifts.push({ level: this.levelOf[variable], min: Math.max(0, -delta), max: UNBOUNDED, delta });
    }
    shifts.sort((a, b) => a.level - b.level);
    let relation: Relation = 0;
    for (let i = 0; i < shifts.length; ) {
      let { level, min, max, delta } = shifts[i];
      for (i++; i < shifts.length && shifts[i].level === level; i++) {
        min = Math.max(min, shifts[i].min);
        max = Math.min(max, shifts[i].max);
        delta += shifts[i].delta;
      }
      relation = this.relations.shift({ level, min, max, delta, next: relation });
    }
    return [relation];
  }

  private rowRelation({ variables, rows }: RowPart): Relation[] | null {
    const width = variables.length;
    const columns = variables.map((_, i) => i).sort((a, b) => this.levelOf[variables[b]] - this.levelOf[variables[a]]);
    const levels = columns.map((column) => this.levelOf[variables[column]]);
    const places = [...columns, ...columns.map((column) => width + column)];
    const relation = this.relations.fromRows(
      levels,
      rows.map((row) => Int32Array.from(places, (place) => row[place])),
    );
    return relation === null ? null : [relation];
  }

  /** Learns what all values that the states show tell; whether there is anything new. */
  private learn(states: MddSet): boolean {
    let isNew = false;
    try {
      isNew = this.learnValues(states);
    } catch (error) {
      if (!(error instanceof TooWide)) throw error;
      this.transitions.learnTables();
    }
    for (const group of this.transitions.groups) {
      if (group.kind === 'learned' && !group.isComplete) isNew = this.learnGroup(group, states) || isNew;
    }
    return isNew;
  }

  /** Notes the values; whether there is anything new for groups that are taken apart. */
  private learnValues(states: MddSet): boolean {
    const { mdd, transitions } = this;
    const variables = new Set(transitions.factored.flatMap((program) => program.variables));
    let isNew = false;
    for (const variable of variables) {
      const values = mdd.scope(() => mdd.project(states, [this.levelOf[variable]]));
      for (const [code] of mdd.vectors(values)) isNew = transitions.shown.add(variable, code) || isNew;
    }
    if (isNew) transitions.goAhead(mdd);
    return isNew;
  }

  private throwFaults(states: MddSet): void {
    const { mdd } = this;
    for (const group of this.transitions.groups) {
      if (group.kind === 'factored') for (const part of group.faults()) this.throwFault(states, part);
      if (group.kind !== 'learned' || group.faults.length === 0) continue;
      const { levels, places } = this.projection(group);
      const shown = mdd.project(states, levels);
      for (const fault of group.faults) {
        if (
          !mdd.contains(
            shown,
            Int32Array.from(places, (place) => fault[place]),
          )
        )
          continue;
        const conditions = levels.map((level, i) => ({ level, min: fault[places[i]], max: fault[places[i]] }));
        const vector = mdd.pick(mdd.filter(states, conditions));
        if (vector !== null) this.model.successors(this.stateOf(vector), () => {});
      }
    }
  }

  private throwFault(states: MddSet, part: FactoredPart): void {
    const { mdd } = this;
    for (const relation of this.factoredRelation(part)) {
      const vector = mdd.pick(mdd.image(states, mdd.events([this.event(relation)])));
      if (vector !== null) this.model.successors(this.stateOf(vector), () => {});
    }
  }

  /** Learns ahead, also from a state that is new. */
  private scout(fresh: MddSet): void {
    const vector = this.mdd.pick(fresh);
    this.transitions.scouting.go(vector === null ? null : this.stateOf(vector), () => this.mdd.tick());
  }

  private learnGroup(group: LearnedRows, states: MddSet): boolean {
    const { mdd } = this;
    const { levels, places } = this.projection(group);
    const shown = mdd.project(states, levels);
    const fresh = mdd.minus(shown, this.asked.get(group) ?? EMPTY);
    this.asked.set(group, shown);
    let learned = false;
    const codes = new Int32Array(levels.length);
    for (const vector of mdd.vectors(fresh)) {
      mdd.tick();
      for (let i = 0; i < levels.length; i++) codes[places[i]] = vector[i];
      learned = group.learn(codes) || learned;
    }
    return learned;
  }

  /** Levels of the variables of a group, ascending, and for each the place of its variable in the group. */
  private projection({ variables }: LearnedRows): { readonly levels: number[]; readonly places: number[] } {
    const places = variables.map((_, i) => i).sort((a, b) => this.levelOf[variables[a]] - this.levelOf[variables[b]]);
    return { levels: places.map((place) => this.levelOf[variables[place]]), places };
  }
}
