// Whether a formula stays true when repeated letters are left out of a word. Stutter-invariant formulas do; `p & X !p`
// does as well, `p & X p` does not.
//
// The destuttered language has all shorter words, any number of repetitions left out at any number of places; so nothing of it may be in the
// complement (cl(A) ⊗ ¬A = ∅, one half of [MD15]). Used where reductions make runs shorter, as in [PPT22].
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula } from '../../formula/formula.ts';
import { simplify } from '../../formula/simplify/simplify.ts';
import { NEXT_FREE } from '../../formula/traits.ts';
import { destutter } from '../operations/destutter.ts';
import { intersects } from '../operations/intersects.ts';
import { Languages } from './languages.ts';
import type { SemanticOptions } from './questions.ts';

/** Whether each word that is made by leaving out repetitions from one that satisfies the formula satisfies it too. */
export function staysTrueWhenShortened(formula: Formula, options: SemanticOptions = {}): boolean {
  if (formula.has(NEXT_FREE)) return true;
  const stopwatch = Stopwatch.over(options.limits);
  const simple = simplify(formula, { limits: stopwatch });
  if (simple.has(NEXT_FREE)) return true;
  const { languages = new Languages() } = options;
  const shorter = destutter(languages.of(simple, stopwatch), stopwatch);
  return !intersects(shorter, languages.ofNegation(simple, stopwatch), stopwatch);
}
