// What there is to say about a formula at a glance. Class and stutter invariance are read off the simplified formula too,
// whose syntax often shows more; they remain sufficient conditions.
import { type HierarchyClass, syntacticClass } from './classes.ts';
import type { Formula } from './formula.ts';
import { simplify } from './simplify/simplify.ts';
import { BOOLEAN, EVENTUAL, NEXT_FREE, UNIVERSAL } from './traits.ts';
import { propositionsOf } from './traverse.ts';

export interface FormulaFacts {
  readonly simplified: Formula;
  readonly size: number;
  readonly depth: number;
  readonly propositions: readonly string[];
  /** The lowest class of Manna and Pnueli's hierarchy that the syntax shows. */
  readonly class: HierarchyClass;
  /** Null when the syntax does not show it. */
  readonly stutterInvariant: true | null;
  readonly boolean: boolean;
  readonly eventual: boolean;
  readonly universal: boolean;
}

/** The facts about a formula. */
export function factsOf(formula: Formula): FormulaFacts {
  const simplified = simplify(formula);
  const shows = (trait: number): boolean => formula.has(trait) || simplified.has(trait);
  return {
    simplified,
    size: formula.size,
    depth: formula.depth,
    propositions: propositionsOf(formula),
    class: syntacticClass(simplified),
    stutterInvariant: shows(NEXT_FREE) ? true : null,
    boolean: shows(BOOLEAN),
    eventual: shows(EVENTUAL),
    universal: shows(UNIVERSAL),
  };
}
