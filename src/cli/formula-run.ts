// The work of `tegata formula` after its options are read: one pass over the stream, each formula printed as it comes.
import { type FormulaFacts, factsOf } from '../formula/facts.ts';
import { type FormulaFilter, type FormulaProperty, formulaProperties, passesFilter } from '../formula/filter.ts';
import type { Formula } from '../formula/formula.ts';
import { satisfies } from '../formula/lasso.ts';
import { type PrintFormulaOptions, type PrintSyntax, printFormula } from '../formula/print/print.ts';
import type { SimplifyLevel } from '../formula/simplify/simplify.ts';
import { type Transformations, transform } from '../formula/transform.ts';
import { type Abbreviation, abbreviations } from '../formula/unabbreviate.ts';
import type { Word } from '../formula/word.ts';
import { EXIT } from './exit-codes.ts';
import { type ReadFormula, reportUnreadable } from './formula-input.ts';
import type { OpenRange } from './ranges.ts';
import { writeLine } from './terminal.ts';

type NewNames = 'pnn' | 'abc';

/** The options of the command as Commander gives them. */
export interface FormulaOptions extends Readonly<Partial<Record<FormulaProperty, true>>> {
  readonly negate?: true;
  readonly simplify?: SimplifyLevel | true;
  readonly nnf?: true;
  readonly unabbreviate?: readonly Abbreviation[] | true;
  readonly relabelBoolean?: NewNames;
  readonly relabel?: NewNames;
  readonly size?: OpenRange;
  readonly depth?: OpenRange;
  readonly propositions?: OpenRange;
  readonly invert?: true;
  readonly unique?: true;
  readonly word?: Word;
  readonly to: PrintSyntax;
  readonly fullParentheses?: true;
  readonly describe?: true;
  readonly count?: true;
  readonly json?: true;
}

/** Handles the formulas one by one and sets the exit status. */
export async function runFormula(formulas: AsyncIterable<ReadFormula>, options: FormulaOptions): Promise<void> {
  const transformations = transformationsOf(options);
  const filter = filterOf(options);
  const seen = new Set<string>();
  const tally = { read: 0, kept: 0, unsatisfied: 0, unreadable: 0 };
  for await (const item of formulas) {
    if (item.formula === null) {
      reportUnreadable(item);
      tally.unreadable++;
      continue;
    }
    tally.read++;
    const formula = transform(item.formula, transformations);
    if (passesFilter(formula, filter) === (options.invert === true)) continue;
    if (options.unique && isRepeated(formula, seen)) continue;
    tally.kept++;
    const satisfied = options.word === undefined ? null : satisfies(options.word, formula);
    if (satisfied === false) tally.unsatisfied++;
    if (!options.count) show(item, formula, satisfied, options);
  }
  if (options.count) writeLine(options.json ? JSON.stringify({ count: String(tally.kept) }) : String(tally.kept));
  if (tally.unreadable > 0) process.exitCode = EXIT.input;
  else if (tally.unsatisfied > 0 || (tally.read > 0 && tally.kept === 0)) process.exitCode = EXIT.violated;
}

/** Whether an equal formula was seen before. Equal formulas print alike, whichever store they are in. */
function isRepeated(formula: Formula, seen: Set<string>): boolean {
  const before = seen.size;
  return seen.add(printFormula(formula, { syntax: 'lbt' })).size === before;
}

function show(item: ReadFormula, formula: Formula, satisfied: boolean | null, options: FormulaOptions): void {
  const style: PrintFormulaOptions = {
    syntax: options.to,
    parentheses: options.fullParentheses ? 'full' : 'minimal',
  };
  const text = printFormula(formula, style);
  if (options.json) {
    writeLine(
      JSON.stringify({ ...jsonFacts(formula, style), ...(satisfied === null ? {} : { satisfied }), ...place(item) }),
    );
    return;
  }
  writeLine(satisfied === null ? text : `${satisfied ? 'satisfied' : 'violated '}  ${text}`);
  if (options.describe)
    for (const [name, value] of describe(factsOf(formula), style)) writeLine(`  ${name.padEnd(19)}${value}`);
}

function jsonFacts(formula: Formula, style: PrintFormulaOptions): object {
  const { simplified, ...facts } = factsOf(formula);
  return { formula: printFormula(formula, style), simplified: printFormula(simplified, style), ...facts };
}

/** Where the formula was read, unless it was given on the command line. */
function place({ sourceName, line }: ReadFormula): object {
  return sourceName === '<formula>' ? {} : { source: sourceName, line };
}

function describe(facts: FormulaFacts, style: PrintFormulaOptions): [string, string][] {
  const yes = (fact: boolean): string => (fact ? 'yes' : 'not shown by the syntax');
  return [
    ['class', facts.class],
    ['stutter-invariant', yes(facts.stutterInvariant === true)],
    ['eventual', yes(facts.eventual)],
    ['universal', yes(facts.universal)],
    ['size, depth', `${facts.size}, ${facts.depth}`],
    ['propositions', facts.propositions.join(', ') || 'none'],
    ['simplified', printFormula(facts.simplified, style)],
  ];
}

function transformationsOf(options: FormulaOptions): Transformations {
  const { simplify, unabbreviate, relabel, relabelBoolean } = options;
  const names = (style: NewNames): 'p0' | 'a' => (style === 'pnn' ? 'p0' : 'a');
  return {
    negate: options.negate,
    simplify: simplify === true ? 2 : simplify,
    nnf: options.nnf,
    unabbreviate: unabbreviate === true ? abbreviations : unabbreviate,
    relabelBoolean: relabelBoolean && names(relabelBoolean),
    relabel: relabel && names(relabel),
  };
}

function filterOf(options: FormulaOptions): FormulaFilter {
  const properties = (Object.keys(formulaProperties) as FormulaProperty[]).filter((property) => options[property]);
  return { properties, size: options.size, depth: options.depth, propositions: options.propositions };
}
