// The work of `tegata formula` after its options are read: one pass over the stream, each formula printed as it comes.
import { type Diagnostic, LimitExceeded, Stopwatch, visible } from '../../diagnostics/index.ts';
import {
  type Abbreviation,
  abbreviations,
  type Formula,
  type FormulaFacts,
  type FormulaFilter,
  type FormulaProperty,
  factsOf,
  formulaProperties,
  type PrintFormulaOptions,
  type PrintSyntax,
  passesFilter,
  printFormula,
  type SimplifyLevel,
  satisfies,
  spinNameProblems,
  type Transformations,
  transform,
  type Word,
} from '../../formula/index.ts';
import { type ReadFormula, reportUnreadable } from '../input/formula-input.ts';
import type { OpenRange } from '../input/ranges.ts';
import { EXIT } from '../output/exit-codes.ts';
import { writeError, writeLine } from '../output/terminal.ts';
import type { FormulaSemantics, SemanticFormulaOptions } from './formula-semantics.ts';

type NewNames = 'pnn' | 'abc';

/** The options of the command as Commander gives them. */
export interface FormulaOptions extends Readonly<Partial<Record<FormulaProperty, true>>>, SemanticFormulaOptions {
  readonly negate?: true;
  readonly simplify?: SimplifyLevel | true;
  readonly nnf?: true;
  readonly unabbreviate?: readonly Abbreviation[] | true;
  readonly relabelBoolean?: NewNames;
  readonly relabel?: NewNames;
  readonly size?: OpenRange;
  readonly depth?: OpenRange;
  readonly propositions?: OpenRange;
  /** Judge classes and stutter invariance by syntax alone. */
  readonly syntactic?: true;
  readonly witness?: true;
  /** Tell the class of the language. */
  readonly class?: true;
  readonly invert?: true;
  readonly unique?: true;
  readonly word?: Word;
  readonly to: PrintSyntax;
  readonly fullParentheses?: true;
  readonly describe?: true;
  readonly count?: true;
  readonly json?: true;
}

/** Properties of the language, which automata decide where the syntax does not show them. */
const LANGUAGE_PROPERTIES: readonly FormulaProperty[] = [
  'stutterInvariant',
  'safety',
  'guarantee',
  'obligation',
  'recurrence',
  'persistence',
];

/** Handles the formulas one by one and sets the exit status. */
export async function runFormula(formulas: AsyncIterable<ReadFormula>, options: FormulaOptions): Promise<void> {
  const semantics = await loadSemantics(options);
  const transformations = transformationsOf(options);
  const filter = filterOf(options);
  const seen = new Set<string>();
  const tally = { read: 0, kept: 0, unsatisfied: 0, unreadable: 0, unknown: 0 };
  for await (const item of formulas) {
    if (item.formula === null) {
      reportUnreadable(item);
      tally.unreadable++;
      continue;
    }
    tally.read++;
    const given = item.formula;
    const limits = new Stopwatch({ seconds: options.timeout });
    const implies = transformations.simplify === 3 ? semantics?.makeImplication(limits) : undefined;
    const formula = inTime(given, () => transform(given, { ...transformations, implies, limits }));
    const passes =
      formula &&
      passesFilter(formula, filter) &&
      inTime(formula, () => passesSemantics(formula, semantics, options, limits));
    if (formula === null || passes === null) {
      tally.unknown++;
      continue;
    }
    if (passes === (options.invert === true)) continue;
    if (options.unique && isRepeated(formula, seen)) continue;
    const diagnostics = options.to === 'spin' && !options.count ? spinNameProblems(formula) : [];
    if (diagnostics.length > 0) {
      reportUnreadable({ ...item, diagnostics: diagnostics.map((one) => ({ ...one, ...whole(item) })) });
      tally.unreadable++;
      continue;
    }
    tally.kept++;
    const satisfied = options.word === undefined ? null : satisfies(options.word, formula);
    if (satisfied === false) tally.unsatisfied++;
    if (!options.count)
      show(item, { formula, satisfied, exact: exactFacts(formula, semantics, options, limits) }, options);
  }
  if (options.count) writeLine(options.json ? JSON.stringify({ count: String(tally.kept) }) : String(tally.kept));
  if (tally.unreadable > 0) process.exitCode = EXIT.input;
  else if (tally.unknown > 0) process.exitCode = EXIT.unknown;
  else if (tally.unsatisfied > 0 || (tally.read > 0 && tally.kept === 0)) process.exitCode = EXIT.violated;
}

/** Automata, if an option needs them. */
async function loadSemantics(options: FormulaOptions): Promise<FormulaSemantics | null> {
  const { equivalentTo, implies, impliedBy, satisfiable, valid, simplify } = options;
  const properties = options.syntactic ? [] : LANGUAGE_PROPERTIES.filter((property) => options[property]);
  const asked = [equivalentTo, implies, impliedBy, satisfiable, valid, options.class].some((one) => one !== undefined);
  if (!asked && properties.length === 0 && simplify !== 3) return null;
  const { FormulaSemantics } = await import('./formula-semantics.ts');
  return new FormulaSemantics(options, properties);
}

/** What the work about the formula gives; null when a limit comes first, which is told. */
function inTime<T>(formula: Formula, work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    writeError(`unknown: ${printFormula(formula)}: ${error.message}`);
    return null;
  }
}

/** What automata say about the formula; with `--witness` the reason of a "no" goes to stderr. */
function passesSemantics(
  formula: Formula,
  semantics: FormulaSemantics | null,
  options: FormulaOptions,
  limits: Stopwatch,
): boolean {
  if (semantics === null) return true;
  const objection = semantics.objection(formula, limits);
  if (objection !== null && options.witness) writeError(visible(`${printFormula(formula)}: ${objection}`));
  return objection === null;
}

/** The longest name of a class and two blanks. */
const CLASS_WIDTH = 13;

/** What there is to show about one formula. */
interface Shown {
  readonly formula: Formula;
  readonly satisfied: boolean | null;
  readonly exact: Partial<ReturnType<FormulaSemantics['facts']>>;
}

function exactFacts(
  formula: Formula,
  semantics: FormulaSemantics | null,
  options: FormulaOptions,
  limits: Stopwatch,
): Shown['exact'] {
  return options.class && semantics !== null ? semantics.facts(formula, limits) : {};
}

/** Whether an equal formula was seen before. Equal formulas print alike, whichever store they are in. */
function isRepeated(formula: Formula, seen: Set<string>): boolean {
  const before = seen.size;
  return seen.add(printFormula(formula, { syntax: 'lbt' })).size === before;
}

function show(item: ReadFormula, { formula, satisfied, exact }: Shown, options: FormulaOptions): void {
  const style: PrintFormulaOptions = {
    syntax: options.to,
    parentheses: options.fullParentheses ? 'full' : 'minimal',
  };
  if (options.json) {
    const word = satisfied === null ? {} : { satisfied };
    writeLine(JSON.stringify({ ...jsonFacts(formula, style), ...exact, ...word, ...place(item) }));
    return;
  }
  const rank = exact.class === undefined ? '' : exact.class.padEnd(CLASS_WIDTH);
  const verdict = satisfied === null ? '' : `${satisfied ? 'satisfied' : 'violated '}  `;
  writeLine(rank + verdict + printFormula(formula, style));
  if (!options.describe) return;
  for (const [name, value] of describe({ ...factsOf(formula), ...exact }, style)) {
    writeLine(`  ${name.padEnd(19)}${visible(value)}`);
  }
}

function jsonFacts(formula: Formula, style: PrintFormulaOptions): object {
  const { simplified, ...facts } = factsOf(formula);
  return { formula: printFormula(formula, style), simplified: printFormula(simplified, style), ...facts };
}

/** The text of the formula as the place of a diagnostic. */
function whole({ text, sourceName, line }: ReadFormula): Pick<Diagnostic, 'source' | 'span'> {
  return { source: { name: sourceName, text, firstLine: line }, span: { start: 0, end: text.length } };
}

/** Where the formula was read, unless it was given on the command line. */
function place({ sourceName, line }: ReadFormula): object {
  return sourceName === '<formula>' ? {} : { source: sourceName, line };
}

type DescribedFacts = Omit<FormulaFacts, 'class' | 'stutterInvariant'> & {
  readonly class: string;
  readonly stutterInvariant: boolean | null;
};

function describe(facts: DescribedFacts, style: PrintFormulaOptions): [string, string][] {
  const yes = (fact: boolean): string => (fact ? 'yes' : 'not shown by the syntax');
  return [
    ['class', facts.class],
    ['stutter-invariant', facts.stutterInvariant === false ? 'no' : yes(facts.stutterInvariant === true)],
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
  const bySyntax = (property: FormulaProperty): boolean =>
    options[property] === true && (options.syntactic === true || !LANGUAGE_PROPERTIES.includes(property));
  const properties = (Object.keys(formulaProperties) as FormulaProperty[]).filter(bySyntax);
  return { properties, size: options.size, depth: options.depth, propositions: options.propositions };
}
