// The states of a system of processes, stored by components: the shared variables and the local states, each a small number that stands
// for a value. A step changes some components and leaves the others alone.
//
// An action is given the local state of its process and the shared variables, and nothing else. What it read of them is recorded
// (`read-recorder.ts`), so that in a state that looks the same to it, it is not called again (`read-tree.ts`); the same for propositions.
// That is right for functions of their arguments, which is what actions and propositions have to be. Where a function depends on more than
// it reads, as far as that shows, or where hardly any call is saved, it is called for each state.
//
// Steps out of a state that are asked for `anew` come from calls in any case: so the judge of counterexamples asks.
import { invariant } from '../base/assert.ts';
import type { Int32List } from '../base/growable.ts';
import { InputError } from '../diagnostics/diagnostic.ts';
import { Guard } from '../models/typescript/guard.ts';
import { changesArgument, notDeterministic, notPlain, shown, thrown } from '../models/typescript/problems.ts';
import { type Rule, RuleStates } from '../models/typescript/rule-states.ts';
import { NotPlain, Place, ValueCodes } from '../models/typescript/value-codes.ts';
import type { Asking, ValueStates } from '../models/typescript/value-states.ts';
import { ComponentTable } from './component-table.ts';
import { ReadRecorder } from './read-recorder.ts';
import { ReadTree } from './read-tree.ts';

type Values = Record<string, unknown>;

/** An action as a function of the local state and the shared variables; it gives what changes. */
interface SystemAction {
  /** How messages call it. */
  readonly title: string;
  readonly act: (self: unknown, shared: Values) => readonly SystemChange[];
}

/** What a step changes: variables, and the local state of the process; undefined where that stays. */
export interface SystemChange {
  readonly shared: Values;
  readonly self: unknown;
}

interface SystemParts {
  readonly shared: Values;
  readonly processes: readonly {
    readonly name: string;
    readonly initial: unknown;
    readonly actions: readonly SystemAction[];
  }[];
  readonly propositions: readonly ((state: Values) => boolean)[];
  /** The actions in order, as functions of whole states. */
  readonly rules: readonly Rule<Values>[];
}

/** A component of the states: its values by number, and numbers by the codes of values. */
class Component {
  readonly name: string;
  readonly values: unknown[] = [];
  readonly codes: number[] = [];
  readonly place: Place = new Place();
  private readonly numbers = new Map<number, number>();

  constructor(name: string) {
    this.name = name;
  }

  intern(code: number, value: unknown): number {
    const known = this.numbers.get(code);
    if (known !== undefined) return known;
    const number = this.values.length;
    this.values.push(value);
    this.codes.push(code);
    this.numbers.set(code, number);
    return number;
  }
}

/** A process or a proposition: what it said so far, by what it read; null where that is not kept. */
interface Memory<T> {
  said: ReadTree<T> | null;
  /** Whether it can be given a proxy. */
  isWatched: boolean;
  calls: number;
}

/** What a process can do: for each step its rule, the number of components that change, and then each of them with its new number. */
type Moves = Int32Array;

interface SystemProcess {
  readonly component: number;
  readonly firstRule: number;
  readonly actions: readonly SystemAction[];
  readonly memory: Memory<Moves>;
}

/** After so many calls, more than half of which were for nothing, nothing is kept any more. */
const TRIAL = 4096;

/** A step sets what is no shared variable: the state has other properties from then on. */
class OtherShape extends Error {}

export class SystemStates implements ValueStates<Values> {
  private readonly parts: SystemParts;
  private readonly codes = new ValueCodes();
  private readonly components: readonly Component[];
  /** The components of the shared variables, which come first. */
  private readonly variables: ReadonlyMap<string, number>;
  private readonly processes: readonly SystemProcess[];
  private readonly table: ComponentTable;
  /** The state under way, and what a step changed of it. */
  private readonly vector: Int32Array;
  private readonly before: Int32Array;
  private readonly visible: Values;
  private readonly whole: Values;
  private readonly sharedReads: ReadRecorder;
  private readonly stateReads: ReadRecorder;
  private readonly propositions: readonly Memory<boolean>[];
  private readonly guard = new Guard();
  private expanded = 0;
  /** Takes over where states turn out to have another shape. */
  private plain: RuleStates<Values> | null = null;

  constructor(parts: SystemParts) {
    this.parts = parts;
    const names = [...Object.keys(parts.shared), ...parts.processes.map(({ name }) => name)];
    this.components = names.map((name) => new Component(name));
    this.variables = new Map(Object.keys(parts.shared).map((name, c) => [name, c]));
    this.visible = { ...parts.shared };
    this.whole = {
      ...parts.shared,
      ...Object.fromEntries(parts.processes.map(({ name, initial }) => [name, initial])),
    };
    let rules = 0;
    this.processes = parts.processes.map(({ actions }, i) => {
      const firstRule = rules;
      rules += actions.length;
      return { component: this.variables.size + i, firstRule, actions, memory: newMemory<Moves>() };
    });
    this.propositions = parts.propositions.map(() => newMemory<boolean>());
    const width = names.length;
    this.table = new ComponentTable(width);
    this.vector = new Int32Array(width);
    this.before = new Int32Array(width);
    this.sharedReads = new ReadRecorder(this.variables, width);
    this.stateReads = new ReadRecorder(new Map(names.map((name, c) => [name, c])), width);
  }

  get size(): number {
    return this.plain?.size ?? this.table.size;
  }

  get bytes(): number {
    return this.plain?.bytes ?? this.table.bytes + this.codes.parts.bytes;
  }

  initial(): readonly number[] {
    if (this.plain !== null) return this.plain.initial();
    const vector = new Int32Array(this.table.width);
    let sum = 0;
    for (const [c, { name }] of this.components.entries()) {
      vector[c] = this.number(c, this.whole[name], (why) => notPlain('the initial state', why, this.whole));
      sum += this.table.change(c, 0, vector[c]);
    }
    return [this.table.intern(vector, sum | 0)];
  }

  successors(state: number, found: Int32List, tick: () => void, asking: Asking = 'once'): void {
    if (this.plain !== null) {
      this.plain.successors(state, found, tick);
      return;
    }
    const { length } = found;
    try {
      this.findSteps(state, found, tick, asking);
    } catch (error) {
      if (!(error instanceof OtherShape)) throw error;
      found.length = length;
      this.takePlainStates().successors(state, found, tick);
    }
  }

  value(state: number): Values {
    if (this.plain !== null) return this.plain.value(state);
    const vector = new Int32Array(this.table.width);
    this.table.read(state, vector);
    return this.valueOf(vector);
  }

  holds(proposition: number, state: number): boolean {
    const holds = this.parts.propositions[proposition];
    if (this.plain !== null) return holds(this.plain.value(state));
    const { vector, table, stateReads } = this;
    const memory = this.propositions[proposition];
    table.read(state, vector);
    const known = memory.said?.find(vector);
    if (known !== undefined) return known;
    forgetIfPoor(memory, state);
    if (memory.said === null) return holds(this.valueOf(vector));
    stateReads.begin();
    const said = this.watched(memory, stateReads, (isWatched) => {
      const value = this.valueOf(vector);
      return Boolean(holds(isWatched ? stateReads.watched(value) : value));
    });
    if (!memory.said.add(vector, stateReads.reads, said)) memory.said = null;
    return said;
  }

  stepNames(): ReadonlySet<string> {
    return NO_NAMES;
  }

  private findSteps(state: number, found: Int32List, tick: () => void, asking: Asking): void {
    const { table, vector, processes } = this;
    table.read(state, vector);
    const sum = table.sumOf(state);
    this.expanded++;
    for (let p = 0; p < processes.length; p++) {
      const known = asking === 'once' ? processes[p].memory.said?.find(vector) : undefined;
      const moves = known ?? this.ask(processes[p], vector, asking);
      for (let i = 0; i < moves.length; ) {
        const rule = moves[i];
        const end = i + 2 + 2 * moves[i + 1];
        const start = i + 2;
        let newSum = sum;
        for (i = start; i < end; i += 2) {
          const c = moves[i];
          newSum = (newSum + table.change(c, vector[c], moves[i + 1])) | 0;
          this.before[c] = vector[c];
          vector[c] = moves[i + 1];
        }
        found.push(table.intern(vector, newSum));
        found.push(rule);
        for (let k = start; k < end; k += 2) vector[moves[k]] = this.before[moves[k]];
        tick();
      }
    }
  }

  /** Calls the actions of a process, and keeps what they said. */
  private ask(process: SystemProcess, vector: Int32Array, asking: Asking): Moves {
    const { memory, component } = process;
    const { sharedReads } = this;
    const guarded = this.guard.isDue();
    if (asking === 'anew') return this.moves(process, vector, 'plain', guarded);
    forgetIfPoor(memory, this.expanded);
    if (memory.said === null) return this.moves(process, vector, 'plain', guarded);
    sharedReads.begin();
    sharedReads.note(component);
    const moves = this.watched(memory, sharedReads, (isWatched) =>
      this.moves(process, vector, isWatched ? 'watched' : 'plain', guarded),
    );
    if (!memory.said.add(vector, sharedReads.reads, moves)) memory.said = null;
    return moves;
  }

  /** Calls with a proxy; if that fails, and from then on, without one: then everything may have been read. */
  private watched<T>(memory: Memory<unknown>, recorder: ReadRecorder, call: (isWatched: boolean) => T): T {
    if (memory.isWatched) {
      try {
        return call(true);
      } catch (error) {
        if (!isThrown(error)) throw error;
      }
    }
    const said = call(false); // throws again what was the function's own fault
    memory.isWatched = false;
    recorder.noteAll();
    return said;
  }

  private moves(process: SystemProcess, vector: Int32Array, view: 'watched' | 'plain', guarded: boolean): Moves {
    const { component, firstRule, actions } = process;
    const moves: number[] = [];
    for (let i = 0; i < actions.length; i++) {
      const from = moves.length;
      this.act(process, i, vector, view, moves);
      if (!guarded) continue;
      const { title } = actions[i];
      this.checkUnchanged(title, component, vector);
      const again: number[] = [];
      this.act(process, i, vector, view, again);
      this.checkUnchanged(title, component, vector);
      const first = moves.slice(from);
      if (first.length !== again.length || first.some((entry, k) => entry !== again[k])) {
        throw notDeterministic(title, this.valueOf(vector));
      }
    }
    for (let i = 0; i < moves.length; i += 2 + 2 * moves[i + 1]) moves[i] += firstRule;
    return Int32Array.from(moves);
  }

  /** Calls an action and appends its moves; rules are counted from its process on. */
  private act(
    { component, actions }: SystemProcess,
    action: number,
    vector: Int32Array,
    view: 'watched' | 'plain',
    moves: number[],
  ): void {
    const { title, act } = actions[action];
    const shared = this.sharedOf(vector);
    let changes: readonly SystemChange[];
    try {
      changes = act(
        this.components[component].values[vector[component]],
        view === 'watched' ? this.sharedReads.watched(shared) : shared,
      );
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw thrown(title, error, `in the state ${shown(this.valueOf(vector))}`);
    }
    for (const change of changes) {
      const place = moves.length + 1;
      moves.push(action, 0);
      const problemHere = (why: string): InputError =>
        notPlain('a successor', why, this.changed(vector, component, change));
      for (const name of Object.keys(change.shared)) {
        const c = this.variables.get(name);
        if (c === undefined) throw new OtherShape();
        moves.push(c, this.number(c, change.shared[name], problemHere, vector[c]));
        moves[place]++;
      }
      if (change.self === undefined) continue;
      moves.push(component, this.number(component, change.self, problemHere, vector[component]));
      moves[place]++;
    }
  }

  /** The number of a value of a component; parts in common with the value before need not be looked at. */
  private number(c: number, value: unknown, problemHere: (why: string) => InputError, before?: number): number {
    const component = this.components[c];
    try {
      const code =
        before === undefined
          ? this.codes.codeOf(value, component.place)
          : this.codes.codeOf(value, component.place, component.values[before], component.codes[before]);
      return component.intern(code, value);
    } catch (error) {
      if (!(error instanceof NotPlain)) throw error;
      throw problemHere(error.message);
    }
  }

  private checkUnchanged(title: string, self: number, vector: Int32Array): void {
    const isChanged = (c: number): boolean => {
      const { values, codes, place } = this.components[c];
      return this.codes.codeOf(values[vector[c]], place) !== codes[vector[c]];
    };
    for (let c = 0; c < this.variables.size; c++) if (isChanged(c)) throw changesArgument(title, this.valueOf(vector));
    if (isChanged(self)) throw changesArgument(title, this.valueOf(vector));
  }

  /** The shared variables in an object of their own. */
  private sharedOf(vector: Int32Array): Values {
    const shared = { ...this.visible };
    for (let c = 0; c < this.variables.size; c++)
      shared[this.components[c].name] = this.components[c].values[vector[c]];
    return shared;
  }

  /** The whole state as the plain value that it stands for. */
  private valueOf(vector: Int32Array): Values {
    const value = { ...this.whole };
    for (let c = 0; c < vector.length; c++) value[this.components[c].name] = this.components[c].values[vector[c]];
    return value;
  }

  private changed(vector: Int32Array, component: number, { shared, self }: SystemChange): Values {
    const value = { ...this.valueOf(vector), ...shared };
    return self === undefined ? value : { ...value, [this.components[component].name]: self };
  }

  /** The same states, by the same numbers, as whole values. */
  private takePlainStates(): RuleStates<Values> {
    const { rules, propositions } = this.parts;
    const plain = new RuleStates<Values>({ initial: this.whole, rules, propositions });
    for (let state = 0; state < this.table.size; state++) plain.add(this.value(state));
    invariant(plain.size === this.table.size, 'states of different components are different');
    this.plain = plain;
    return plain;
  }
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** Whether the user's function threw it: it is not one of our own complaints. */
function isThrown(error: unknown): boolean {
  if (error instanceof OtherShape) return false;
  return !(error instanceof InputError) || error.cause !== undefined;
}

function newMemory<T>(): Memory<T> {
  return { said: new ReadTree<T>(), isWatched: true, calls: 0 };
}

/** Counts a call, and gives up keeping what was said where that saves too little: `asked` times somebody wanted to know. */
function forgetIfPoor(memory: Memory<unknown>, asked: number): void {
  if (memory.said !== null && ++memory.calls > TRIAL && memory.calls * 2 > asked) memory.said = null;
}
