// Families of formulas known from the literature: a name, where it comes from, and the formula of number n.
import { UsageError, unwrap } from '../../diagnostics/diagnostic.ts';
import type { Formula, FormulaStore } from '../formula.ts';
import { parseFormula } from '../parse.ts';

/** A family of formulas; those of one family are numbered from `first` to `last`. */
export interface PatternFamily {
  /** Short and stable, as used on the command line: `gh-r`. */
  readonly name: string;
  readonly title: string;
  /** Who published it, where. */
  readonly reference: string;
  /** True for a formula that grows with n, false for a list. */
  readonly parametric: boolean;
  readonly first: number;
  /** Of a list its length; a parametric family has no natural end, so this only keeps mistakes from filling the memory. */
  readonly last: number;
  /** The formula of number n; throws `UsageError` when n is not from `first` to `last`. */
  readonly formula: (store: FormulaStore, n: number) => Formula;
}

/** Where a family comes from. */
export interface Origin {
  readonly name: string;
  readonly title: string;
  readonly reference: string;
}

const LARGEST_PARAMETER = 10_000;

/** A family that is defined for n = 1, 2, … */
export function parametricFamily(
  origin: Origin,
  define: (store: FormulaStore, n: number) => Formula,
  first = 1,
): PatternFamily {
  return checked({ ...origin, parametric: true, first, last: LARGEST_PARAMETER, formula: define });
}

function checked(family: PatternFamily): PatternFamily {
  const { name, first, last, formula } = family;
  return {
    ...family,
    formula: (store, n) => {
      if (!Number.isInteger(n) || n < first || n > last) {
        throw new UsageError(`n: formulas of ${name} are numbered from ${first} to ${last}, got ${n}`);
      }
      return formula(store, n);
    },
  };
}

/** A list of published formulas, in infix syntax. */
export function listFamily(origin: Origin, formulas: readonly string[]): PatternFamily {
  const formula = (store: FormulaStore, n: number): Formula => unwrap(parseFormula(formulas[n - 1], { store }));
  return checked({ ...origin, parametric: false, first: 1, last: formulas.length, formula });
}
