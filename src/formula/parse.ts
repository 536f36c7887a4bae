// Reading formulas: one grammar for Spot's infix syntax, SPIN's and mathematical symbols, and LBT's prefix syntax.
//
// Infix operators: `! ~ ¬ not`, `& && /\ ∧`, `| || \/ ∨`, `-> => -->`, `<-> <=> <-->`, `xor ^ ⊕`, `X () ○`, `F <> ◇`,
// `G [] □`, `U`, `W`, `R` or `V`, `M`; constants `0 1 true false`; bounded `X[3] F[2:5] G[2:]`. The syntaxes `spot`, `spin`
// and `ltsmin` accept all of this and differ in how tightly operators bind (see `syntax/precedence.ts`); `ltsmin` also reads
// comparisons such as `x == 3` and `Person_0 == "out"` as the propositions "x=3" and "Person_0=out".
import { type Parsed, unwrap } from '../diagnostics/diagnostic.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import { type Formula, FormulaStore } from './formula.ts';
import { parseInfix } from './syntax/infix.ts';
import { parseLbt } from './syntax/lbt.ts';
import type { InfixSyntax } from './syntax/precedence.ts';
import { Problems } from './syntax/problems.ts';

/** How a formula is written. */
export type FormulaSyntax = InfixSyntax | 'lbt';

export const formulaSyntaxes: readonly FormulaSyntax[] = ['spot', 'spin', 'ltsmin', 'lbt'];

export interface ParseFormulaOptions {
  /** Where the formula is made; a new store unless given. */
  readonly store?: FormulaStore;
  /** `spot` unless given. */
  readonly syntax?: FormulaSyntax;
  /** The name of the text in diagnostics: a file name, or `<formula>` when absent. */
  readonly sourceName?: string;
  /** The line of that source on which the text starts; 1 unless given. */
  readonly firstLine?: number;
  /** Looked at all along; without one nothing ends the reading of a long text. */
  readonly stopwatch?: Stopwatch;
}

/** Parses an LTL formula; reports several mistakes at once, and never throws on any text: only `LimitExceeded`, when the stopwatch does. */
export function parseFormula(text: string, options: ParseFormulaOptions = {}): Parsed<Formula> {
  const { store = new FormulaStore(), syntax = 'spot', sourceName = '<formula>', firstLine = 1 } = options;
  const problems = new Problems({ name: sourceName, text, firstLine });
  const reading = { store, problems, stopwatch: options.stopwatch ?? new Stopwatch() };
  const formula = syntax === 'lbt' ? parseLbt(reading) : parseInfix(reading, syntax);
  return problems.list.length === 0 ? { value: formula, diagnostics: [] } : { value: null, diagnostics: problems.list };
}

/** The formula that the text stands for; throws `InputError` when it stands for none. */
export function parseLtl(text: string, options: ParseFormulaOptions = {}): Formula {
  return unwrap(parseFormula(text, options));
}
