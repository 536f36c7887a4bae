// The measure by which rules must not grow a formula.

import { operatorCounts } from '../../../src/formula/classes.ts';
import type { Formula } from '../../../src/formula/formula.ts';

/** The size without counting negations: these are put where they cost least after all rules have been applied. */
export function weight(formula: Formula): number {
  return formula.size - (operatorCounts(formula).get('not') ?? 0);
}
