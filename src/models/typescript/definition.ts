// What a model in TypeScript is given as, and what it becomes: the types, and the named steps.
import type { Formula } from '../../formula/formula.ts';
import type { FormulaPart } from '../../formula/tagged.ts';
import type { Group, Model } from '../model.ts';
import type { FormulaText } from './formula-text.ts';
import type { CheckedNext, Initial, Next } from './next.ts';
import type { Symmetric } from './symmetry/symmetric-set.ts';

/** A successor with the name of the step that leads there; made by `step`. */
export class Step<S> {
  readonly name: string;
  readonly to: S;

  constructor(name: string, to: S) {
    this.name = name;
    this.to = to;
  }
}

/** A named step to the state `to`, for the result of `next`. */
export function step<S>(name: string, to: S): Step<S> {
  return new Step(name, to);
}

/** The successors of a state: plain ones, or named by `step`. */
export type Successors<S> = readonly (S | Step<S>)[] | Iterable<S | Step<S>>;

export interface ModelDefinition<S, P extends string = string, N = Next<S>> {
  /** Shown in reports; `model` unless given. */
  readonly name?: string;
  /** The initial state, or a function that gives all initial states. */
  readonly initial: Initial<S>;
  /** All successors of a state; or several such functions by name, each of which becomes a transition of that name. */
  readonly next: CheckedNext<S, N>;
  /** The atomic propositions of the model. */
  readonly propositions?: Readonly<Record<P, (state: S) => boolean>>;
  /**
   * How often `next` is called twice, to see whether it is deterministic and leaves its argument alone: on the first
   * states and then every now and then (`sample`, the default), always, or never.
   */
  readonly guard?: 'sample' | 'always' | 'never';
  /**
   * Sets whose members can change places, such as `['clients']`: then one order of them is enough for formulas that do not tell them apart
   * (docs/explicit.md). Whether that is true is tried on a sample of the states, or on all of them with `guard: 'always'`.
   */
  readonly symmetric?: Symmetric;
}

/** A model over plain values, with propositions called `P` and transitions called `T`. */
export interface ValueModel<S, P extends string = string, T extends string = string> extends Model {
  readonly format: 'typescript';
  readonly groups: readonly NamedGroup<T>[];
  /** Each proposition as a formula, for templates: ltl`G ${model.propositions.safe}`. */
  readonly propositions: Readonly<Record<P, Formula>>;
  /**
   * A formula over the propositions of this model. A misspelt one is a type error in a literal, and otherwise an `InputError`
   * that offers the nearest names. Also a tag for templates.
   */
  ltl<const T extends string>(
    text: (T & FormulaText<P, T>) | TemplateStringsArray,
    ...parts: readonly FormulaPart[]
  ): Formula;
  /** The value that a state vector stands for. */
  stateOf(vector: ArrayLike<number>): S;
}

/** A transition whose name the type checker knows. */
export interface NamedGroup<T extends string> extends Group {
  readonly name: T;
}

/** Whether the model is one of plain values. */
export function isValueModel(model: Model): model is ValueModel<unknown> {
  return model.format === 'typescript' && 'stateOf' in model;
}
