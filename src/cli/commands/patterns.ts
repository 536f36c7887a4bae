// `tegata patterns`: the families of formulas from the literature.
import { type Command, Option } from 'commander';
import { didYouMean, InputError } from '../../diagnostics/index.ts';
import {
  FormulaStore,
  findPatternFamily,
  type PatternFamily,
  type PrintSyntax,
  patternFamilies,
  printFormula,
  printSyntaxes,
  propositionsOf,
  type Range,
} from '../../formula/index.ts';
import { openRange } from '../input/ranges.ts';
import { writeLine } from '../output/terminal.ts';

const HELP = `
Without a family, the families are listed: lists of published formulas, and formulas that grow with n.

Examples:
  tegata patterns                             the families, with where they come from
  tegata patterns gh-r --range 1..5           five formulas of one family
  tegata patterns dac eh --to unicode         all formulas of two lists
  tegata patterns --all --json                every list, and the first formulas of the others`;

/** How many formulas of a growing family are shown when no range is given. */
const SHOWN = 5;
/** Nobody reads, and few programs swallow, a formula larger than this. */
const MAX_PRINTED_SIZE = 10_000_000;

interface Options {
  readonly range?: Range;
  readonly all?: true;
  readonly to: PrintSyntax;
  readonly json?: true;
}

export function define(command: Command): void {
  command
    .argument('[family...]', 'names of families')
    .option(
      '--range <range>',
      `numbers of the formulas, such as 3, 1..5 or 50.. (default: a whole list, ${SHOWN} of the others)`,
      openRange,
    )
    .option('--all', 'all families, each as far as its numbers are in the range')
    .addOption(new Option('--to <syntax>', 'syntax of the output').choices(printSyntaxes).default('spot'))
    .option('--json', 'one JSON object per formula, or per family when they are listed')
    .addHelpText('after', HELP)
    .action((names: string[]) => run(names, command.opts<Options>()));
}

function run(names: readonly string[], options: Options): void {
  if (options.all) {
    if (names.length > 0) throw misuse('--all shows every family', 'leave out either the names or --all');
    for (const family of patternFamilies) {
      const { min, max } = rangeOf(family, options.range);
      writeFormulas(family, { min: Math.max(min, family.first), max: Math.min(max, family.last) }, options);
    }
  } else if (names.length === 0) {
    if (options.range) throw misuse('a range needs a family', 'for instance: tegata patterns gh-r --range 1..5');
    listFamilies(options);
  } else {
    const wanted = names.map((name) => familyNamed(name));
    for (const family of wanted) checkRange(family, rangeOf(family, options.range));
    for (const family of wanted) writeFormulas(family, rangeOf(family, options.range), options);
  }
}

function familyNamed(name: string): PatternFamily {
  const family = findPatternFamily(name);
  if (family !== undefined) return family;
  const names = patternFamilies.map((known) => known.name);
  throw misuse(`unknown family \`${name}\``, didYouMean(name, names) ?? '`tegata patterns` lists the families');
}

/** The numbers meant: open ends are those of the family. */
function rangeOf(family: PatternFamily, range: Range | undefined): Range {
  const { parametric, first, last } = family;
  if (range === undefined) return { min: first, max: parametric ? first + SHOWN - 1 : last };
  const open = { low: range.min === 0 && range.max > 0, high: range.max === Number.POSITIVE_INFINITY };
  return { min: open.low ? first : range.min, max: open.high ? last : range.max };
}

function checkRange({ name, first, last }: PatternFamily, { min, max }: Range): void {
  if (min >= first && max <= last) return;
  throw misuse(
    `the formulas of ${name} are numbered from ${first} to ${last}`,
    `choose --range within ${first}..${last}`,
  );
}

function writeFormulas(family: PatternFamily, range: Range, options: Options): void {
  for (let n = range.min; n <= range.max; n++) {
    const formula = family.formula(new FormulaStore(), n);
    if (formula.size > MAX_PRINTED_SIZE) {
      throw misuse(
        `${family.name} at n = ${n} has size ${formula.size}, too large to print`,
        'choose a smaller --range',
      );
    }
    const text = printFormula(formula, { syntax: options.to });
    if (!options.json) writeLine(text);
    else {
      const { size } = formula;
      writeLine(JSON.stringify({ family: family.name, n, formula: text, size, propositions: propositionsOf(formula) }));
    }
  }
}

function listFamilies(options: Options): void {
  if (options.json) {
    for (const { name, title, reference, parametric, first, last } of patternFamilies) {
      writeLine(JSON.stringify({ family: name, title, reference, parametric, first, last }));
    }
    return;
  }
  const width = Math.max(...patternFamilies.map((family) => family.name.length));
  let reference = '';
  for (const family of patternFamilies) {
    if (family.reference !== reference) {
      if (reference !== '') writeLine();
      reference = family.reference;
      writeLine(reference);
    }
    const numbers = family.parametric ? `n ≥ ${family.first}` : `1..${family.last}`;
    writeLine(`  ${family.name.padEnd(width)}  ${numbers.padEnd(6)} ${family.title}`);
  }
}

function misuse(message: string, hint: string): InputError {
  return new InputError({ code: 'CMD001', message, hint });
}
