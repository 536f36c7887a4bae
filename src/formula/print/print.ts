// Printing formulas. What is printed can be read again, and gives the same formula, in every syntax but LaTeX; for SPIN,
// the formula without the operators that it does not have. (SPIN itself cannot read every name: `spinNameProblems`.)
import { assertNever } from '../../base/assert.ts';
import type { Formula } from '../formula.ts';
import { type Parentheses, printInfix } from './infix.ts';
import { printLbt } from './lbt.ts';
import { withSpinOperators } from './spin-operators.ts';
import { latexStyle, spinStyle, spotStyle, unicodeStyle } from './styles.ts';

/** Notations that formulas are printed in. */
export type PrintSyntax = 'spot' | 'spin' | 'lbt' | 'unicode' | 'latex';

export const printSyntaxes: readonly PrintSyntax[] = ['spot', 'spin', 'lbt', 'unicode', 'latex'];

export interface PrintFormulaOptions {
  /** `spot` unless given. */
  readonly syntax?: PrintSyntax;
  /** `minimal` unless given; LBT needs none. */
  readonly parentheses?: Parentheses;
}

/** The formula as text on one line. */
export function printFormula(formula: Formula, options: PrintFormulaOptions = {}): string {
  const { syntax = 'spot', parentheses = 'minimal' } = options;
  switch (syntax) {
    case 'spot':
      return printInfix(formula, spotStyle, parentheses);
    case 'spin':
      return printInfix(withSpinOperators(formula), spinStyle, parentheses);
    case 'unicode':
      return printInfix(formula, unicodeStyle, parentheses);
    case 'latex':
      return printInfix(formula, latexStyle, parentheses);
    case 'lbt':
      return printLbt(formula);
    default:
      return assertNever(syntax);
  }
}
