// The types of `next`: what a successor function is, and how the type checker judges one that a user wrote.
//
// A function is read with the states in mind, so that literals in its result stay literals; but its result is judged afterwards, by a
// conditional type. An error of the compiler is then one line that names the successor and the type of states, where a comparison of
// functions, iterables and unions would take a dozen.
import type { Step, Successors } from './definition.ts';

/** All successors of a state. */
export type Rule<S> = (state: S) => Successors<S>;

/** What `next` may be: one function, or several by name. */
export type Next<S> = Rule<S> | Readonly<Record<string, Rule<S>>>;

// biome-ignore lint/complexity/noBannedTypes: whatever is not null or undefined, without a say in how results are read
type Anything = {} | null | undefined;

/** What is read as a rule, whatever it gives. */
type RuleLike<S> = (state: S) => Successors<S> | Anything;

/** What is read as `next`, before it is judged. */
export type NextLike<S> = RuleLike<S> | Readonly<Record<string, RuleLike<S>>>;

/** Shown by the compiler in place of a rule with a successor that is not of the type of the states. */
export interface NotAState<Found, State> {
  readonly successor: Found;
  readonly state: State;
}

/** Shown by the compiler in place of a rule that gives no list of states; where there are none, it gives []. */
export interface NotSuccessors<Found> {
  readonly successors: Found;
}

// biome-ignore lint/suspicious/noExplicitAny: a function of whatever states
type AnyRule = (state: any) => unknown;

/** `R`, where all that it gives are states. */
type CheckedRule<S, R> = R extends AnyRule
  ? [ReturnType<R>] extends [Successors<S>]
    ? R
    : [ReturnType<R>] extends [Iterable<infer Found>]
      ? NotAState<Exclude<Found, S | Step<S>>, S>
      : NotSuccessors<ReturnType<R>>
  : R;

// Where the type of states is given, nothing is left to be inferred, and no conditional type can judge: a plain comparison must. It tells why
// the first function of a union does not fit. So the first below is one that nobody writes, and the missing property is all that is told; what
// is wrong with the results of the second could take a dozen lines.
declare const givesStates: unique symbol;

/** Shown by the compiler in place of a function that gives other things than successors of type `S`. */
export interface RuleTo<S> {
  (state: S): Successors<NoInfer<S>>;
  readonly [givesStates]: true;
}

/** A rule whose parameter tells what states are, and whose result does not. */
type GivenRule<S> = RuleTo<S> | ((state: S) => Successors<NoInfer<S>>);

/** What cannot be called; beside a rule it keeps the compiler from comparing results one by one. */
interface NoRule {
  readonly [givesStates]: false;
}

/** Shown by the compiler in place of a function that gives other things than initial states of type `S`. */
export interface InitialStatesOf<S> {
  (): Iterable<S>;
  readonly [givesStates]: true;
}

/** What `initial` may be: a state, or a function that gives all initial ones. */
export type Initial<S> = S | InitialStatesOf<S> | (() => Iterable<S>);

/** `N`, where it is a function or functions to states of type `S`. */
export type CheckedNext<S, N> = [Next<S>] extends [N]
  ? GivenRule<S> | Readonly<Record<string, GivenRule<S> | NoRule>>
  : N extends AnyRule
    ? CheckedRule<S, N>
    : { readonly [K in keyof N]: CheckedRule<S, N[K]> };

/** The names of the transitions that `next` makes. */
export type RuleNames<N> = N extends AnyRule ? 'next' : keyof N & string;
