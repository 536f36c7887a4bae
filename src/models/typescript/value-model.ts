// A model over states that are plain values, numbered by a store (`value-states.ts`).
//
// The vector of a state is its number, followed by one 0/1 variable per proposition, so that predicates need not call back. All groups
// are opaque: only `successors` knows. Engines take the numbers themselves (`numbering`): steps that were found once are kept there, so
// that no user function is called twice for a state, whoever asks. `successors` always asks the user's functions: it serves the judge.
import { Int32List } from '../../base/growable.ts';
import type { Parsed } from '../../diagnostics/diagnostic.ts';
import { InputError } from '../../diagnostics/diagnostic.ts';
import { type Formula, FormulaStore } from '../../formula/formula.ts';
import { type FormulaPart, ltl } from '../../formula/tagged.ts';
import { propositionsOf } from '../../formula/traverse.ts';
import { binary, constant, variable } from '../expression/build.ts';
import type { Expression } from '../expression/expression.ts';
import { NameTable } from '../expression/name-table.ts';
import type { DeclaredSymmetry, Group, StateEntry, StateNumbering, Variable, VisitSuccessor } from '../model.ts';
import type { ValueModel } from './definition.ts';
import { Describer } from './describe-value.ts';
import type { GuardLevel } from './guard.ts';
import { shown, thrown } from './problems.ts';
import type { Symmetric } from './symmetry/symmetric-set.ts';
import { type SymmetricModel, ValueSymmetry } from './symmetry/value-symmetry.ts';
import { ValueNames } from './value-names.ts';
import type { Asking, ValueStates } from './value-states.ts';

/** How a model is called, and what it shows. */
interface ValueModelNames<P extends string> {
  readonly name: string;
  readonly rules: readonly string[];
  readonly propositions: readonly P[];
}

export class NumberedValueModel<S, P extends string> implements ValueModel<S, P> {
  readonly name: string;
  readonly format = 'typescript';
  readonly identity = 'first-entry';
  readonly variables: readonly Variable[];
  readonly groups: readonly Group[];
  readonly names: ValueNames;
  readonly propositions: Readonly<Record<P, Formula>>;
  readonly numbering: StateNumbering;
  private readonly states: ValueStates<S>;
  private readonly labellers: readonly P[];
  private readonly describer = new Describer();
  /** What the propositions say of each state, one entry a proposition: 0 where that was not asked yet, otherwise 1 plus the truth value. */
  private readonly labels = new Int32List(64);
  private isOrdered = false;
  private readonly target: Int32Array;
  /** A value that is looked at without being a state. */
  private passing: S | undefined;
  readonly symmetry?: DeclaredSymmetry;

  constructor({ name, rules, propositions }: ValueModelNames<P>, states: ValueStates<S>, symmetric?: SymmetricOptions) {
    this.name = name;
    this.states = states;
    this.labellers = propositions;
    const store = new FormulaStore();
    const formulas = propositions.map((proposition) => [proposition, store.proposition(proposition)]);
    this.propositions = Object.fromEntries(formulas) as Record<P, Formula>;
    this.variables = [
      { name: 'state', lower: 0, upper: null },
      ...propositions.map((proposition) => ({ name: proposition, lower: 0, upper: 1 })),
    ];
    const every = this.variables.map((_, i) => i);
    this.groups = rules.map((rule) => ({ name: rule, reads: every, writes: every, behaviour: { kind: 'opaque' } }));
    this.target = new Int32Array(this.variables.length);
    const kept = new KeptSteps(this);
    if (symmetric !== undefined && symmetric.sets.length > 0) {
      this.symmetry = new ValueSymmetry(this.symmetricModel(), symmetric.sets, symmetric.guard);
    }
    this.numbering = kept;
    this.names = new ValueNames(namesOf(propositions), {
      initialStates: () => this.initialStates(),
      successors: (state, visit) => kept.visit(state[0], this.target, visit),
      stateOf: (vector) => this.stateOf(vector),
    });
  }

  initialStates(): readonly Int32Array[] {
    return this.initialNumbers().map((state) => {
      const vector = new Int32Array(this.variables.length);
      this.fill(state, vector);
      return vector;
    });
  }

  successors(state: Int32Array, visit: VisitSuccessor): void {
    const { target } = this;
    const found = new Int32List();
    this.findSteps(state[0], found, nothing, 'anew');
    for (let i = 0; i < found.length; i += 2) {
      this.fill(found.data[i], target);
      visit(target, found.data[i + 1]);
    }
  }

  /** What the symmetry asks of the model. */
  private symmetricModel(): SymmetricModel {
    const { states } = this;
    const scratch = new Int32Array(this.variables.length);
    return {
      width: this.variables.length,
      firstValue: () => {
        const [first] = states.initial();
        return first === undefined ? undefined : states.value(first);
      },
      valueOf: (state) => states.value(state),
      numberOf: (value) => states.numberOf(value as S),
      fill: (state, vector) => this.fill(state, vector),
      vectorFor: (value) => {
        this.passing = value as S;
        scratch[0] = PASSING;
        for (let p = 0; p < this.labellers.length; p++) {
          scratch[p + 1] = this.holdsFor(p, value as S) ? 1 : 0;
        }
        return scratch;
      },
      successorsOf: (value) => states.successorsOf(value as S),
      numbering: (form) => new KeptSteps(this, form as (value: unknown) => S),
    };
  }

  /** The number of what a form makes of a state. */
  numberOfForm(state: number, form: (value: S) => S): number {
    const value = this.states.value(state);
    const formed = form(value);
    return formed === value ? state : this.states.numberOf(formed);
  }

  /** The numbers of the initial states. */
  initialNumbers(): readonly number[] {
    const initial = this.states.initial();
    // The first state decides in which order properties are shown.
    if (!this.isOrdered && initial.length > 0) this.describer.describe(this.states.value(initial[0]));
    this.isOrdered = true;
    return initial;
  }

  /** Appends (target, group) for each step out of a state, as the user's functions give them. */
  findSteps(state: number, found: Int32List, tick: () => void, asking: Asking, form?: (value: S) => S): void {
    const { length } = found;
    try {
      this.states.successors(state, found, tick, asking, form);
    } catch (error) {
      found.length = length;
      throw error;
    }
  }

  get bytes(): number {
    return this.states.bytes + 4 * this.labels.data.length;
  }

  /** The vector of a state; only the wanted entries of it, where these are told. */
  fill(state: number, vector: Int32Array, wanted?: readonly number[]): void {
    vector[0] = state;
    if (wanted === undefined) {
      for (let p = 0; p < this.labellers.length; p++) vector[p + 1] = this.label(p, state);
      return;
    }
    for (let i = 0; i < wanted.length; i++) {
      const p = wanted[i] - 1;
      if (p >= 0 && p < this.labellers.length) vector[p + 1] = this.label(p, state);
    }
  }

  stepName(group: number, from: ArrayLike<number>, to: ArrayLike<number>): string {
    const names = this.states.stepNames(group, from[0], to[0]);
    return names.size === 0 ? this.groups[group].name : [...names].join(' or ');
  }

  predicate(proposition: string): Parsed<Expression> {
    return this.names.predicate(proposition);
  }

  ltl(text: string | TemplateStringsArray, ...parts: readonly FormulaPart[]): Formula {
    const formula = ltl(text, ...parts);
    const parsed = propositionsOf(formula).map((name) => this.predicate(name));
    const diagnostics = parsed.flatMap((predicate) => (predicate.value === null ? predicate.diagnostics : []));
    if (diagnostics.length > 0) throw new InputError(diagnostics);
    return formula;
  }

  describe(state: ArrayLike<number>): readonly StateEntry[] {
    return this.describer.describe(this.stateOf(state));
  }

  stateOf(vector: ArrayLike<number>): S {
    return vector[0] === PASSING ? (this.passing as S) : this.states.value(vector[0]);
  }

  /** 1 where the proposition holds in the state, otherwise 0: asked when somebody wants to know, and once. */
  private label(p: number, state: number): number {
    const { labels } = this;
    const place = state * this.labellers.length + p;
    if (place >= labels.data.length) {
      labels.length = labels.data.length;
      labels.reserve(place + 1);
    }
    if (labels.data[place] === 0) labels.data[place] = this.holds(p, state) ? 2 : 1;
    return labels.data[place] - 1;
  }

  private holds(p: number, state: number): boolean {
    try {
      return this.states.holds(p, state);
    } catch (error) {
      throw this.thrownBy(p, error, this.states.value(state));
    }
  }

  private holdsFor(p: number, value: S): boolean {
    try {
      return this.states.holdsFor(p, value);
    } catch (error) {
      throw this.thrownBy(p, error, value);
    }
  }

  private thrownBy(p: number, error: unknown, value: unknown): Error {
    return thrown(`the proposition \`${this.labellers[p]}\``, error, `in the state ${shown(value)}`);
  }
}

/** Stands for the number of a value that is no state. */
const PASSING = -1;

interface SymmetricOptions {
  readonly sets: Symmetric;
  readonly guard?: GuardLevel;
}

function nothing(): void {}

function namesOf(propositions: readonly string[]): NameTable {
  const names = new NameTable();
  for (const [i, name] of propositions.entries()) {
    names.addValue(name, variable(i + 1));
    names.addTruth(name, binary('!=', variable(i + 1), constant(0)));
  }
  return names;
}

/** The steps that were found, kept: whoever asks again gets the same without a call. */
class KeptSteps implements StateNumbering {
  readonly steps: Int32List = new Int32List(256);
  private readonly model: NumberedValueModel<unknown, string>;
  private readonly form: ((value: unknown) => unknown) | undefined;
  /** Where the steps of each state start, plus one; 0 where they have not been asked for. */
  private readonly starts = new Int32List(64);
  private readonly counts = new Int32List(64);

  /** With a form, steps lead to what it makes of the states. */
  constructor(model: NumberedValueModel<unknown, string>, form?: (value: unknown) => unknown) {
    this.model = model;
    this.form = form;
  }

  get bytes(): number {
    return this.model.bytes + 4 * (this.steps.data.length + this.starts.data.length + this.counts.data.length);
  }

  initial(): readonly number[] {
    const { model, form } = this;
    const initial = model.initialNumbers();
    return form === undefined ? initial : initial.map((state) => model.numberOfForm(state, form));
  }

  find(state: number, tick: () => void = nothing): number {
    const { starts, counts, steps } = this;
    while (starts.length <= state) {
      starts.push(0);
      counts.push(0);
    }
    if (starts.data[state] === 0) {
      const start = steps.length;
      this.model.findSteps(state, steps, tick, 'once', this.form);
      counts.data[state] = (steps.length - start) / 2;
      starts.data[state] = start + 1;
    }
    return counts.data[state];
  }

  startOf(state: number): number {
    return this.starts.data[state] - 1;
  }

  /** The same with vectors. */
  visit(state: number, target: Int32Array, visit: VisitSuccessor): void {
    const count = this.find(state);
    const start = this.startOf(state);
    for (let i = start; i < start + 2 * count; i += 2) {
      this.model.fill(this.steps.data[i], target);
      visit(target, this.steps.data[i + 1]);
    }
  }

  pass(state: number, found: Int32List, tick: () => void = nothing): void {
    if (state >= this.starts.length || this.starts.data[state] === 0) {
      this.model.findSteps(state, found, tick, 'once', this.form);
      return;
    }
    const start = this.startOf(state);
    for (let i = start; i < start + 2 * this.counts.data[state]; i++) found.push(this.steps.data[i]);
  }

  read(state: number, vector: Int32Array, wanted?: readonly number[]): void {
    this.model.fill(state, vector, wanted);
  }
}
