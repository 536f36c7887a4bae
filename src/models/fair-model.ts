// The model under fairness assumptions: it also remembers which processes or transitions could move and which one did.
//
// An assumption is about a set of transition groups, named by a transition or by a process. In the fair model the state has three
// more numbers, with one bit for each assumption: `taken`, whether the step into this state was one of the set; `enabled`,
// whether some step of the set leaves it; and `never`, a guess for strong ones that it will not be enabled any more.
//
//     weak:    FG enabled → GF taken,  that is  GF(¬enabled ∨ taken)
//     strong:  GF enabled → GF taken,  that is  GF(never ∨ taken), where no guess turns out wrong
//
// The guesses spare the automaton of the formula a number of states that is exponential in the strong assumptions. A guess is
// made together with a step, one at a time (there is time enough on an infinite execution), but all at once with a step
// into a deadlock, where nothing is enabled any more. A state with a wrong guess is `broken` and stays so: it must not look like
// a deadlock. Where a deadlock repeats for ever nothing is enabled, so that `taken`, which then stands still, does not matter.

import { Int32List } from '../base/growable.ts';
import { VectorTable } from '../base/intern.ts';
import type { Parsed } from '../diagnostics/diagnostic.ts';
import type { Formula, FormulaStore } from '../formula/formula.ts';
import { any, binary, constant, unary, variable } from './expression/build.ts';
import type { Expression } from './expression/expression.ts';
import { BROKEN, FairNumbering } from './fair-numbering.ts';
import { type Assumption, assumptionsOf, type Fairness } from './fairness.ts';
import type { Group, Model, Names, StateEntry, StateNumbering, Variable, VisitSuccessor } from './model.ts';
import type { Observation } from './observation.ts';
import { stepNameOf } from './step-name.ts';

/** The model under fairness assumptions, and the formula that states them over its propositions. */
export class FairModel implements Model {
  readonly name: string;
  readonly format: Model['format'];
  readonly variables: readonly Variable[];
  readonly groups: readonly Group[];
  readonly names: Names;
  /** The model as it was given. */
  readonly inner: Model;
  /** Where the model that was given has one. */
  readonly numbering?: StateNumbering;
  private readonly assumptions: readonly Assumption[];
  readonly width: number;
  /** The bits of each group. */
  readonly bits: Int32Array;
  /** The bits of the strong assumptions. */
  readonly strong: number;
  private readonly seen: VectorTable;
  /** What is enabled in each state of `seen`. */
  private readonly enabled = new Int32List();
  /** The number of steps out of each. */
  private readonly degrees = new Int32List();
  private readonly source: Int32Array;
  private readonly target: Int32Array;

  /** Throws `InputError` where a name is none of the model's. */
  constructor(model: Model, fairness: Fairness) {
    this.inner = model;
    this.name = model.name;
    this.format = model.format;
    this.names = model.names;
    this.assumptions = assumptionsOf(model, fairness);
    this.width = model.variables.length;
    this.strong = this.assumptions.reduce((bits, { kind }, i) => (kind === 'strong' ? bits | (1 << i) : bits), 0);
    const upper = 2 ** this.assumptions.length - 1;
    this.variables = [
      ...model.variables,
      { name: 'taken', lower: 0, upper },
      { name: 'enabled', lower: 0, upper },
      { name: 'never', lower: BROKEN, upper },
    ];
    const every = this.variables.map((_, i) => i);
    this.groups = model.groups.map(({ name }) => ({
      name,
      reads: every,
      writes: every,
      behaviour: { kind: 'opaque' },
    }));
    this.bits = new Int32Array(model.groups.length);
    for (const [i, { groups }] of this.assumptions.entries()) for (const group of groups) this.bits[group] |= 1 << i;
    if (model.numbering !== undefined) this.numbering = new FairNumbering(model.numbering, this);
    this.seen = new VectorTable(this.width, model.identity);
    this.source = new Int32Array(this.width);
    this.target = new Int32Array(this.variables.length);
  }

  /** What the assumptions say, over propositions that no user can write, and what these stand for in this model. */
  assumed(store: FormulaStore): { readonly formula: Formula; readonly observation: Observation } {
    const names: string[] = [];
    const predicates: Expression[] = [];
    const own = (text: string, predicate: Expression): Formula => {
      const proposition = store.ownProposition(text);
      names.push(proposition.name);
      predicates.push(predicate);
      return proposition;
    };
    const fair = this.assumptions.map((assumption, i) =>
      store.globally(store.finally(own(`fair ${i}`, this.fairStep(assumption, i)))),
    );
    const broken = binary('==', variable(this.width + 2), constant(BROKEN));
    const right = this.strong === 0 ? [] : [store.globally(store.not(own('broken', broken)))];
    return { formula: store.and(...right, ...fair), observation: { names, predicates } };
  }

  /** The number of assumptions. */
  get count(): number {
    return this.assumptions.length;
  }

  /** The state of the inner model. */
  below(state: Int32Array): Int32Array {
    return state.slice(0, this.width);
  }

  initialStates(): readonly Int32Array[] {
    return this.inner.initialStates().map((state) => {
      const { enabled, dead } = this.outlook(state);
      const vector = new Int32Array(this.variables.length);
      vector.set(state);
      vector.set([0, enabled, dead ? this.strong : 0], this.width);
      return vector;
    });
  }

  successors(state: Int32Array, visit: VisitSuccessor): void {
    const { width, inner, source } = this;
    const never = state[width + 2];
    if (never === BROKEN) {
      visit(state, 0);
      return;
    }
    source.set(state.subarray(0, width));
    // Gathered first: looking at what a successor enables calls the model again.
    const found = new Int32List();
    const groups: number[] = [];
    inner.successors(source, (next, group) => {
      groups.push(group);
      for (let i = 0; i < width; i++) found.push(next[i]);
    });
    for (const [k, group] of groups.entries()) {
      this.visitGuesses(found.data.subarray(k * width, (k + 1) * width), group, never, visit);
    }
  }

  /** The successor with the guesses made so far, and once for each further guess that can be right. */
  private visitGuesses(next: Int32Array, group: number, never: number, visit: VisitSuccessor): void {
    const { width, target, strong } = this;
    const { enabled, dead } = this.outlook(next);
    target.set(next);
    target[width] = this.bits[group];
    target[width + 1] = enabled;
    target[width + 2] = dead ? strong : (never & enabled) !== 0 ? BROKEN : never;
    visit(target, group);
    if (dead || (never & enabled) !== 0) return;
    for (let open = strong & ~never & ~enabled; open !== 0; open &= open - 1) {
      target[width + 2] = never | (open & -open);
      visit(target, group);
    }
  }

  predicate(proposition: string): Parsed<Expression> {
    return this.inner.predicate(proposition);
  }

  describe(state: ArrayLike<number>): readonly StateEntry[] {
    return this.inner.describe(Array.prototype.slice.call(state, 0, this.width) as number[]);
  }

  stepName(group: number, from: ArrayLike<number>, to: ArrayLike<number>): string {
    return stepNameOf(this.inner, { group, from, to });
  }

  private fairStep({ kind }: Assumption, i: number): Expression {
    const holds = (column: number): Expression =>
      binary('!=', binary('&', variable(this.width + column), constant(1 << i)), constant(0));
    return kind === 'weak' ? any([unary('!', holds(1)), holds(0)]) : any([holds(2), holds(0)]);
  }

  /** What is enabled in a state of the inner model. */
  private outlook(state: Int32Array): { readonly enabled: number; readonly dead: boolean } {
    const id = this.seen.intern(state);
    if (id === this.enabled.length) {
      let bits = 0;
      let degree = 0;
      this.inner.successors(state, (_, group) => {
        degree++;
        bits |= this.bits[group];
      });
      this.enabled.push(bits);
      this.degrees.push(degree);
    }
    return { enabled: this.enabled.get(id), dead: this.degrees.get(id) === 0 };
  }
}
