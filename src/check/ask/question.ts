// Questions that are asked of a model as a whole, and their answers, as data.
import type { Counterexample } from '../counterexample.ts';
import type { CheckResult } from '../result.ts';

/** Conditions and expressions are texts in the language of propositions: `P1 >= 2 && fireable(t)`, `tokens(a, b)`. */
export type ModelQuestion =
  /** Whether some reachable state meets the condition; whether all do. */
  | { readonly kind: 'reachable' | 'invariant'; readonly condition: string }
  /** Whether some reachable state has no successor. */
  | { readonly kind: 'deadlock' }
  /** Of nets: the most that the expression, a sum of tokens, ever is. */
  | { readonly kind: 'bound'; readonly expression: string }
  /**
   * Of nets: whether no place ever has more than one token (`safe`); whether some place always has as many as at the beginning (`stable`); whether
   * every transition can fire some day (`quasi-live`), and whether it can do so again from wherever the net is (`live`). A place of a
   * coloured net is looked at with all its tokens, and a transition with all its bindings.
   */
  | { readonly kind: 'safe' | 'stable' | 'quasi-live' | 'live' };

/** Kinds that need no text. */
export const plainQuestions = ['deadlock', 'safe', 'stable', 'quasi-live', 'live'] as const;

/**
 * How an answer was found: the structure and the invariants of the net, random walks, the state equation, all states one by one, all states in
 * decision diagrams, or a check of a formula.
 */
export type AskTechnique = 'structure' | 'walk' | 'equation' | 'states' | 'diagrams' | 'check';
export const askTechniques: readonly AskTechnique[] = ['structure', 'walk', 'equation', 'states', 'diagrams', 'check'];

export interface ModelAnswer {
  readonly question: ModelQuestion;
  /** Yes or no, or the bound; null where it is not known. */
  readonly value: boolean | number | null;
  /** Null where it is not known. */
  readonly by: AskTechnique | null;
  /** The place or transition that decides it, where one does. */
  readonly node?: string;
  /** The run to the state in question, where one shows the answer: a state that was asked for, or that an invariant excludes, or a deadlock. */
  readonly run?: Counterexample;
  /** The check that decided it, where one did. */
  readonly result?: CheckResult;
  /** Of a bound that is not known: between what it is, as far as that is known. */
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Why it is not known. */
  readonly reason?: string;
}
