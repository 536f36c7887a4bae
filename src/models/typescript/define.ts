// Models written in TypeScript: plain values as states, a function that gives the next ones.
//
// States are interned by their structure (see `encode.ts`). The vector of a state is its number, followed by one 0/1
// variable per proposition, so that predicates need not call back. All groups are opaque: only `successors` knows.
import type { Parsed } from '../../diagnostics/diagnostic.ts';
import { InputError, UsageError } from '../../diagnostics/diagnostic.ts';
import { type Formula, FormulaStore } from '../../formula/formula.ts';
import { type FormulaPart, ltl } from '../../formula/tagged.ts';
import { propositionsOf } from '../../formula/traverse.ts';
import { binary, constant, variable } from '../expression/build.ts';
import type { Expression } from '../expression/expression.ts';
import { NameTable } from '../expression/name-table.ts';
import type { Group, StateEntry, Variable, VisitSuccessor } from '../model.ts';
import { type ModelDefinition, Step, type Successors, type ValueModel } from './definition.ts';
import { Describer } from './describe-value.ts';
import { Encoder, NotPlain } from './encode.ts';
import type { Next, NextLike, RuleNames } from './next.ts';
import { problem, shown, thrown } from './problems.ts';
import { SequenceTable } from './sequence-table.ts';
import { ValueNames } from './value-names.ts';

/**
 * Makes a model of plain values; `check` and the simulator take it as any other. The types are inferred: that of the states from `initial`
 * (write `as State` where it is one of several literals) or as `defineModel<State>`, which then leaves the names of propositions open.
 */
export function defineModel<S, P extends string = string, N extends NextLike<S> = Next<S>>(
  definition: ModelDefinition<S, P, N>,
): ValueModel<S, P, RuleNames<N>> {
  if (typeof definition.next !== 'function' && (typeof definition.next !== 'object' || definition.next === null)) {
    throw new UsageError('defineModel: `next` must be a function, or an object of functions');
  }
  if (!('initial' in definition)) throw new UsageError('defineModel: `initial` is missing');
  return new DefinedModel<S, P>(definition as unknown as ModelDefinition<S, P>) as unknown as ValueModel<
    S,
    P,
    RuleNames<N>
  >;
}

/** The sample of states on which `next` is called twice: the first ones, and one of PERIOD afterwards. */
const FIRST_CHECKS = 64;
const PERIOD = 101;

/** More successors of one state are taken for an endless generator. */
const MAX_SUCCESSORS = 1_000_000;

class DefinedModel<S, P extends string> implements ValueModel<S, P> {
  readonly name: string;
  readonly format = 'typescript';
  readonly identity = 'first-entry';
  readonly variables: readonly Variable[];
  readonly groups: readonly Group[];
  readonly names: ValueNames;
  readonly propositions: Readonly<Record<P, Formula>>;
  private readonly definition: ModelDefinition<S, P>;
  private readonly rules: readonly ((state: S) => Successors<S>)[];
  private readonly labellers: readonly (readonly [string, (state: S) => boolean])[];
  private readonly describer = new Describer();
  private readonly encoder = new Encoder();
  private readonly table = new SequenceTable();
  private readonly values: S[] = [];
  /** The labels of all states, `labellers.length` each. */
  private readonly labels: number[] = [];
  private readonly target: Int32Array;
  private calls = 0;

  constructor(definition: ModelDefinition<S, P>) {
    this.definition = definition;
    this.name = definition.name ?? 'model';
    const { next } = definition;
    const rules = typeof next === 'function' ? [['next', next] as const] : Object.entries(next);
    this.rules = rules.map(([, rule]) => rule);
    this.labellers = Object.entries<(state: S) => boolean>(definition.propositions ?? {});
    const store = new FormulaStore();
    this.propositions = Object.fromEntries(this.labellers.map(([name]) => [name, store.proposition(name)])) as Record<
      P,
      Formula
    >;
    this.variables = [
      { name: 'state', lower: 0, upper: null },
      ...this.labellers.map(([name]) => ({ name, lower: 0, upper: 1 })),
    ];
    const every = this.variables.map((_, i) => i);
    this.groups = rules.map(([name]) => ({ name, reads: every, writes: every, behaviour: { kind: 'opaque' } }));
    this.names = this.nameEverything();
    this.target = new Int32Array(this.variables.length);
  }

  initialStates(): readonly Int32Array[] {
    const { initial } = this.definition;
    if (typeof initial !== 'function') return [this.vector(this.number(initial as S, 'the initial state'))];
    try {
      const states = (initial as () => Iterable<S>)();
      return Array.from(states, (state) => this.vector(this.number(state, 'an initial state')));
    } catch (error) {
      throw error instanceof InputError ? error : thrown('`initial`', error);
    }
  }

  successors(state: Int32Array, visit: VisitSuccessor): void {
    const { rules, target } = this;
    const id = state[0];
    const value = this.values[id];
    const guarded = this.isSampled();
    for (let rule = 0; rule < rules.length; rule++) {
      const steps = this.call(rule, value);
      if (guarded) this.checkAgain(rule, id, steps);
      for (let i = 0; i < steps.length; i++) {
        this.fill(this.targetOf(steps[i]), target);
        visit(target, rule);
      }
    }
  }

  stepName(group: number, from: ArrayLike<number>, to: ArrayLike<number>): string {
    const value = this.values[from[0]];
    const names = new Set<string>();
    for (const next of this.call(group, value)) {
      if (next instanceof Step && this.targetOf(next) === to[0]) names.add(next.name);
    }
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
    return this.describer.describe(this.values[state[0]]);
  }

  stateOf(vector: ArrayLike<number>): S {
    return this.values[vector[0]];
  }

  /** The number of a state, whose propositions are evaluated when it is new. */
  private number(value: S, what: string): number {
    const { encoder, values } = this;
    try {
      encoder.encode(value);
    } catch (error) {
      if (!(error instanceof NotPlain)) throw error;
      throw problem('TSM803', `${what} cannot be a state: ${error.message}`, `it is ${shown(value)}`);
    }
    const id = this.table.intern(encoder.codes, encoder.length);
    if (id === values.length) {
      if (id === 0) this.describer.describe(value); // the first state decides in which order properties are shown
      values.push(value);
      for (const [name, holds] of this.labellers) {
        try {
          this.labels.push(holds(value) ? 1 : 0);
        } catch (error) {
          throw thrown(`the proposition \`${name}\``, error, `in the state ${shown(value)}`);
        }
      }
    }
    return id;
  }

  private targetOf(next: S | Step<S>): number {
    return next instanceof Step ? this.number(next.to, next.name) : this.number(next, 'a successor');
  }

  private vector(id: number): Int32Array {
    const vector = new Int32Array(this.variables.length);
    this.fill(id, vector);
    return vector;
  }

  private fill(id: number, vector: Int32Array): void {
    vector[0] = id;
    const count = this.labellers.length;
    for (let p = 0; p < count; p++) vector[p + 1] = this.labels[id * count + p];
  }

  /** The successors by one rule, as an array. */
  private call(rule: number, value: S): readonly (S | Step<S>)[] {
    let result: unknown;
    try {
      result = this.rules[rule](value);
      if (Array.isArray(result)) return result as (S | Step<S>)[];
      if (isIterable(result)) return this.gather(result as Successors<S>);
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw thrown(this.ruleName(rule), error, `in the state ${shown(value)}`);
    }
    const found = result instanceof Promise ? 'a promise' : result === undefined ? 'nothing' : `a ${typeof result}`;
    const hint = `it was called with the state ${shown(value)}; for no successors return []`;
    throw problem(
      'TSM802',
      `${this.ruleName(rule)} must return the successors as an array or iterable, not ${found}`,
      hint,
    );
  }

  private gather(successors: Successors<S>): (S | Step<S>)[] {
    const found: (S | Step<S>)[] = [];
    for (const next of successors) {
      found.push(next);
      if (found.length > MAX_SUCCESSORS) {
        throw problem(
          'TSM802',
          `\`next\` gives more than ${MAX_SUCCESSORS} successors of one state`,
          'does it ever end?',
        );
      }
    }
    return found;
  }

  private isSampled(): boolean {
    const { guard = 'sample' } = this.definition;
    const call = this.calls++;
    return guard === 'always' || (guard === 'sample' && (call < FIRST_CHECKS || call % PERIOD === 0));
  }

  /** Calls the rule a second time: it must say the same, and the state must still be what it was. */
  private checkAgain(rule: number, id: number, first: readonly (S | Step<S>)[]): void {
    const value = this.values[id];
    this.checkUnchanged(rule, id);
    const names = (steps: readonly (S | Step<S>)[]): string =>
      steps.map((next) => `${this.targetOf(next)} ${next instanceof Step ? next.name : ''}`).join('\n');
    const before = names(first);
    const after = names(this.call(rule, value));
    this.checkUnchanged(rule, id);
    if (before === after) return;
    const hint = `called twice with the state ${shown(value)}, it gave different successors`;
    throw problem('TSM804', `${this.ruleName(rule)} is not deterministic`, hint);
  }

  private checkUnchanged(rule: number, id: number): void {
    const { encoder } = this;
    const value = this.values[id];
    encoder.encode(value);
    if (this.table.indexOf(encoder.codes, encoder.length) === id) return;
    const hint = `after the call the state is ${shown(value)}; make a copy instead, as in { ...state, x: 1 }`;
    throw problem('TSM805', `${this.ruleName(rule)} changes its argument`, hint);
  }

  private ruleName(rule: number): string {
    return typeof this.definition.next === 'function' ? '`next`' : `the rule \`${this.groups[rule].name}\``;
  }

  private nameEverything(): ValueNames {
    const names = new NameTable();
    for (const [i, [name]] of this.labellers.entries()) {
      names.addValue(name, variable(i + 1));
      names.addTruth(name, binary('!=', variable(i + 1), constant(0)));
    }
    return new ValueNames(names, this);
  }
}

function isIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}
