// What a parser is given besides its syntax.
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { FormulaStore } from '../formula.ts';
import type { Problems } from './problems.ts';

/** The reading of one text. */
export interface Reading {
  /** Where the formula is made. */
  readonly store: FormulaStore;
  /** The text, and what is wrong with it. */
  readonly problems: Problems;
  /** Every loop over the text looks at it. */
  readonly stopwatch: Stopwatch;
}
