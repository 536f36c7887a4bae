// What a model is to the rest of the house: a state is a fixed-length vector of integers, moved by transition groups.
//
// A format implements `Model` (and nothing else); both engines, the simulator and the reductions read it. Models know
// neither automata nor decision diagrams. The order of successors is part of the contract: groups in ascending order,
// and within a group the order of its own definition, so that every run and every kernel sees the same graph.
import type { Int32List } from '../base/growable.ts';
import type { VectorIdentity } from '../base/intern.ts';
import type { Parsed } from '../diagnostics/diagnostic.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Expression } from './expression/expression.ts';
import type { ModelFormat } from './formats/registry.ts';
import type { StateJsonValue } from './state-json.ts';
import type { StepParts } from './step-parts.ts';

/** A component of the state vector. */
export interface Variable {
  readonly name: string;
  /** The smallest and largest value that can occur, as far as is known before exploring; null where open. */
  readonly lower: number | null;
  readonly upper: number | null;
  /** A largest value that the file promises without proof: good for a first guess, never to be relied on. */
  readonly promised?: number;
  /** Names of the values 0, 1, … of an enumeration (such as the locations of a process). */
  readonly values?: readonly string[];
}

/** `variable` := `value`, reduced to `width` (an unsigned byte, a signed 16-bit integer) where the format says so. */
export interface Assignment {
  readonly target: Extract<Expression, { kind: 'variable' | 'element' }>;
  readonly value: Expression;
  readonly width: 'byte' | 'int16' | 'none';
}

/** What a program does next. `required` is a condition on the state as the effects before it have made it: where it is 0, there is no step. */
export type Effect = Assignment | { readonly required: Expression };

/** A condition of a Petri net transition on one place: `atLeast` ≤ tokens, and tokens < `below` where given. */
export interface TokenCondition {
  readonly variable: number;
  readonly atLeast: number;
  /** From inhibitor arcs and capacities; null when there is none. */
  readonly below: number | null;
}

/** What the firing of a Petri net transition adds to one place; never 0. */
export interface TokenChange {
  readonly variable: number;
  readonly delta: number;
}

/** How a group moves the state, in the most specific form that its format allows. */
export type Behaviour =
  /** Constant token changes under threshold conditions: Petri nets. At most one successor. */
  | {
      readonly kind: 'tokens';
      readonly conditions: readonly TokenCondition[];
      readonly changes: readonly TokenChange[];
    }
  /** When the guard (on the old state) is not 0, the effects run one after another: DVE, Promela. At most one successor. */
  | { readonly kind: 'program'; readonly guard: Expression; readonly effects: readonly Effect[] }
  /**
   * Rows over the variables `columns`: where all `from` values match, they become `to`: ETF. `rows` is flat, each row
   * holding `columns.length` from-values and then as many to-values. A column that a row does not constrain has
   * ANY in both. One successor per matching row.
   */
  | { readonly kind: 'table'; readonly columns: readonly number[]; readonly rows: Int32Array }
  /** Anything else: only `Model.successors` knows. */
  | { readonly kind: 'opaque' };

/** In a table row: the variable is neither read nor written. */
export const ANY = -0x8000_0000;

/** A set of transitions that belong together: a Petri net transition, a DVE transition or synchronised pair, … */
export interface Group {
  /** As shown to the user. */
  readonly name: string;
  /** Variables that decide whether and how the group fires, ascending. */
  readonly reads: readonly number[];
  /** Variables that it may change, ascending. */
  readonly writes: readonly number[];
  readonly behaviour: Behaviour;
  /** A step that is made inside of others as a rule, or need not be made: that it is never made alone is not worth a note. */
  readonly isSilent?: boolean;
}

/** How the names in a predicate are understood by one model. Lets one predicate parser serve all formats. */
export interface Names {
  /** The integer that a reference such as `p1`, `a[1]`, `P_0`, `P_0.local` stands for, or null. */
  value(reference: string): Expression | null;
  /** A reference that is a truth value by itself: `P_0.CS`, a bare place (it is marked), a label; or null. */
  truth(reference: string): Expression | null;
  /** The number that a value name stands for beside a reference (`P_0 = CS`), or null. */
  valueNamed(reference: string, value: string): number | null;
  /** Whether the transition of this name can fire, or null when there is no such transition. */
  fireable(transition: string): Expression | null;
  /** What may be named, for hints and listings: references, and transitions. */
  references(): Iterable<string>;
  transitions(): Iterable<string>;
}

/** A weighted sum of variables that has the same value in every reachable state; no weight is 0. */
export interface LinearInvariant {
  readonly terms: readonly { readonly variable: number; readonly weight: number }[];
  readonly total: number;
}

/** One step out of a state. The target array is reused by the next call of the visitor: copy it to keep it. */
export type VisitSuccessor = (target: Int32Array, group: number) => void;

/** The states of a model that numbers them itself, dense from 0 on, in the order in which they were found for whoever asked. */
export interface StateNumbering {
  /** The tables behind it. */
  readonly bytes: number;
  /** The numbers of the initial states; one may occur twice. */
  initial(): readonly number[];
  /**
   * Finds the steps out of a state, and returns how many there are: until the next call they stand in `steps` from `startOf` on, as
   * pairs of target and group. `tick` is called for each step that is found, and may throw.
   */
  find(state: number, tick?: () => void): number;
  readonly steps: Int32List;
  startOf(state: number): number;
  /** Appends the same pairs to `found`; for those who will not ask again. */
  pass(state: number, found: Int32List, tick?: () => void): void;
  /** Copies the vector of a state; only the wanted entries need be right, where these are told. */
  read(state: number, vector: Int32Array, wanted?: readonly number[]): void;
}

export interface Model {
  /** A short name, such as the name of the file. */
  readonly name: string;
  /** What it was written in, or how it was made. */
  readonly format: ModelFormat | 'typescript' | 'library';
  readonly variables: readonly Variable[];
  readonly groups: readonly Group[];
  readonly names: Names;
  /** `first-entry` where the first variable is a number of the state, dense from 0 on, and tells states apart alone. */
  readonly identity?: VectorIdentity;
  /** The same states by numbers alone: quicker where there is one. */
  readonly numbering?: StateNumbering;
  /** Sums known to stay constant, as far as they were looked for. */
  readonly invariants?: readonly LinearInvariant[];
  /**
   * Of a model with opaque groups: one with the same variables, states and steps whose groups say how they move the state, or null where there
   * is none. Its groups are others, so names of groups mean this model.
   */
  asPrograms?(stopwatch: Stopwatch): Model | null;
  /** Of such programs: for each group the one of the model that was given whose steps it has. */
  readonly origins?: readonly number[];
  /** Formulas that the file itself gives. */
  readonly properties?: readonly ModelProperty[];
  initialStates(): readonly Int32Array[];
  /** Calls `visit` for every successor of `state`, in the order of the contract above; duplicates are kept. */
  successors(state: Int32Array, visit: VisitSuccessor): void;
  /** The predicate that a proposition stands for; unknown names give diagnostics with the nearest ones. */
  predicate(proposition: string): Parsed<Expression>;
  /** The state as `name = value` pairs, in an order fit for reading. */
  describe(state: ArrayLike<number>): readonly StateEntry[];
  /** Name of the step from `from` to `to` by `group`, when that says more than the group's own name. */
  stepName?(group: number, from: ArrayLike<number>, to: ArrayLike<number>): string;
  /** The names of the processes, in the order in which they are shown; absent where the model has none. */
  readonly processes?: readonly string[];
  /** Who takes part in the step from `from` to `to` by `group`, and which messages it has; where there are processes. */
  stepParts?(group: number, from: ArrayLike<number>, to: ArrayLike<number>): StepParts;
}

/** A formula that comes with a model. */
export interface ModelProperty {
  readonly name: string;
  /** Written by the user, or what is looked for where nothing is written: violated assertions, invalid end states. */
  readonly kind: 'formula' | 'claim' | 'fault';
  /** In the syntax of formulas; of a claim, the never claim of what must not happen. */
  readonly formula: string;
  /** The model that it is about, where that is another one: a model that watches assertions has other states. */
  readonly model?: () => Model;
}

/** One line of a described state; `plain` marks what a short view leaves out: 0, false, null, what is empty. */
export interface StateEntry {
  readonly name: string;
  readonly value: string;
  readonly plain: boolean;
  /** The value in JSON, where it is not the number or text that `value` is. */
  readonly raw?: StateJsonValue;
}
