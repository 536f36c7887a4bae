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

/** A rule whose parameter tells what states are, and whose result does not. */
type GivenRule<S> = (state: S) => Successors<NoInfer<S>>;

/** `N`, where it is a function or functions to states of type `S`. */
export type CheckedNext<S, N> = [Next<S>] extends [N]
  ? GivenRule<S> | Readonly<Record<string, GivenRule<S>>>
  : N extends AnyRule
    ? CheckedRule<S, N>
    : { readonly [K in keyof N]: CheckedRule<S, N[K]> };

/** The names of the transitions that `next` makes. */
export type RuleNames<N> = N extends AnyRule ? 'next' : keyof N & string;
