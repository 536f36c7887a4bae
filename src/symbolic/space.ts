// The state space of a model in decision diagrams, under one variable order: levels, events of the groups, and the set of reachable
// states, found by saturation (or one of the plainer strategies). Groups whose tables are learned are asked again after each
// closure, for the values that the new states show, until nothing is new.
import type { Mdd, MddEvent, MddSet, Strategy } from '../dd/mdd/index.ts';
import { EMPTY } from '../dd/mdd/index.ts';
import type { Model } from '../models/model.ts';
import type { LearnedRows } from './learned-rows.ts';
import type { VariableOrder } from './order/orders.ts';
import { EventMaker, type Relation, RelationStore, UNBOUNDED } from './relation.ts';
import type { GroupTransitions, ModelTransitions, RowPart } from './transitions.ts';

/** Where the states of an automaton are: above or below the levels of the model. */
export type PropertyLevel = 'top' | 'bottom';

export const propertyLevels: readonly PropertyLevel[] = ['top', 'bottom'];

/** On the nets tried, checks that took long created a half to a fifth of the nodes that they create with the automaton on top. */
export const DEFAULT_PROPERTY_LEVEL: PropertyLevel = 'bottom';

/** Levels, relations and states of one model under one order. */
export class SymbolicSpace {
  readonly mdd: Mdd;
  readonly transitions: ModelTransitions;
  readonly order: VariableOrder;
  readonly relations: RelationStore = new RelationStore();
  readonly property: PropertyLevel;
  /** The level of each variable, and the variable of each level (-1 for an automaton's); level 0 is at the bottom. */
  readonly levelOf: Int32Array;
  readonly variableAt: Int32Array;
  /** The reachable states, once `explore` has ended. */
  states: MddSet = EMPTY;
  /** How often the closure was computed: once, and again after each round of learning. */
  rounds = 0;
  private readonly eventMaker: EventMaker;
  private readonly made = new Map<number, { readonly rows: number; readonly relations: readonly Relation[] }>();

  /** The manager must be fresh, and have a level for each variable, and for an automaton's states where `property` says so. */
  constructor(mdd: Mdd, transitions: ModelTransitions, order: VariableOrder, property: PropertyLevel = 'top') {
    this.property = property;
    this.mdd = mdd;
    this.eventMaker = new EventMaker(mdd, this.relations, 'steps');
    this.transitions = transitions;
    this.order = order;
    const count = order.variables.length;
    const lowest = property === 'top' ? 0 : 1;
    this.levelOf = new Int32Array(count);
    this.variableAt = new Int32Array(count + lowest).fill(-1);
    for (let i = 0; i < count; i++) {
      const level = lowest + count - 1 - i;
      this.levelOf[order.variables[i]] = level;
      this.variableAt[level] = order.variables[i];
    }
  }

  get model(): Model {
    return this.transitions.model;
  }

  /** The vector of a state as the diagrams have it: entry i belongs to level i. */
  vectorOf(state: ArrayLike<number>): number[] {
    const codes = this.transitions.encode(state);
    return Array.from(this.variableAt, (variable) => (variable < 0 ? 0 : codes[variable]));
  }

  /** The level of an automaton's states. */
  get propertyLevel(): number {
    return this.property === 'top' ? this.levelOf.length : 0;
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
    for (const state of this.model.initialStates()) set = mdd.union(set, mdd.singleton(this.vectorOf(state)));
    return set;
  }

  /** The relations of a group, as far as they are known; none when the group cannot happen. */
  relationsOf(group: number): readonly Relation[] {
    const transitions = this.transitions.groups[group];
    const rows = transitions.kind === 'learned' ? transitions.rows.length : 0;
    const known = this.made.get(group);
    if (known?.rows === rows) return known.relations;
    const relations = this.makeRelations(transitions);
    this.made.set(group, { rows, relations });
    return relations;
  }

  /** The event of a relation. */
  event(relation: Relation): MddEvent {
    return this.eventMaker.event(relation);
  }

  /** Finds the reachable states. A fault that one of them shows is thrown as the model itself throws it. */
  explore(strategy: Strategy = 'saturation'): MddSet {
    const { mdd, model } = this;
    let learned = this.initialSet();
    this.learn(learned);
    for (;;) {
      const relations = model.groups.flatMap((_, group) => this.relationsOf(group));
      const events = mdd.events(relations.map((relation) => this.event(relation)));
      const before = learned;
      learned = mdd.scope(() => mdd.reach(before, events, { strategy }));
      this.rounds++;
      if (!this.learn(learned)) break;
    }
    this.throwFaults(learned);
    this.states = learned;
    return learned;
  }

  private makeRelations(transitions: GroupTransitions): readonly Relation[] {
    switch (transitions.kind) {
      case 'tokens':
        return this.tokenRelation(transitions);
      case 'rows':
        return transitions.parts.flatMap((part) => this.rowRelation(part) ?? []);
      case 'learned':
        return this.rowRelation(transitions) ?? [];
    }
  }

  private tokenRelation({ conditions, changes }: Extract<GroupTransitions, { kind: 'tokens' }>): Relation[] {
    const shifts = new Map<number, { min: number; max: number; delta: number }>();
    for (const { variable, atLeast, below } of conditions) {
      const max = below === null ? UNBOUNDED : below - 1;
      if (atLeast > max) return [];
      shifts.set(this.levelOf[variable], { min: atLeast, max, delta: 0 });
    }
    for (const { variable, delta } of changes) {
      const level = this.levelOf[variable];
      const { min, max } = shifts.get(level) ?? { min: 0, max: UNBOUNDED };
      shifts.set(level, { min: Math.max(min, -delta), max, delta });
    }
    let relation: Relation = 0;
    for (const level of [...shifts.keys()].sort((a, b) => a - b)) {
      relation = this.relations.shift({ level, ...shifts.get(level)!, next: relation });
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

  private readonly asked = new Map<LearnedRows, MddSet>();

  /** Learns the steps from all values that the states show; whether there is anything new. */
  private learn(states: MddSet): boolean {
    let news = false;
    for (const group of this.transitions.groups) {
      if (group.kind === 'learned' && !group.isComplete) news = this.learnGroup(group, states) || news;
    }
    return news;
  }

  private learnGroup(group: LearnedRows, states: MddSet): boolean {
    const { mdd } = this;
    const { levels, places } = this.projection(group);
    const shown = mdd.project(states, levels);
    const fresh = mdd.minus(shown, this.asked.get(group) ?? EMPTY);
    this.asked.set(group, shown);
    let news = false;
    const codes = new Int32Array(levels.length);
    for (const vector of mdd.vectors(fresh)) {
      mdd.tick();
      for (let i = 0; i < levels.length; i++) codes[places[i]] = vector[i];
      news = group.learn(codes) || news;
    }
    return news;
  }

  /** Levels of the variables of a group, ascending, and for each the place of its variable in the group. */
  private projection({ variables }: LearnedRows): { readonly levels: number[]; readonly places: number[] } {
    const places = variables.map((_, i) => i).sort((a, b) => this.levelOf[variables[a]] - this.levelOf[variables[b]]);
    return { levels: places.map((place) => this.levelOf[variables[place]]), places };
  }

  private throwFaults(states: MddSet): void {
    const { mdd } = this;
    for (const group of this.transitions.groups) {
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
}
