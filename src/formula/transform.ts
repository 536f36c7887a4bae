// The transformations that the command line offers, in the order in which they are applied.
import type { Formula } from './formula.ts';

/** What to do to a formula: fields apply from top to bottom. */
export interface Transformations {
  readonly negate?: boolean;
}

/** The formula after all the given transformations. */
export function transform(formula: Formula, wanted: Transformations): Formula {
  return wanted.negate ? formula.store.not(formula) : formula;
}
