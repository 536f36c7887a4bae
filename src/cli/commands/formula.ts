// `tegata formula`: reads formulas, transforms them, keeps those that pass the filters, and prints them.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { Stopwatch, unwrap } from '../../diagnostics/index.ts';
import {
  type Abbreviation,
  abbreviations,
  abbreviationsOf,
  type formulaProperties,
  parseWord,
  printSyntaxes,
  type SimplifyLevel,
  type Word,
} from '../../formula/index.ts';
import { FormulaInput } from '../input/formula-input.ts';
import { openRange } from '../input/ranges.ts';
import { wholeNumber } from '../input/values.ts';
import { type FormulaOptions, runFormula } from './formula-run.ts';

const HELP = `
Formulas come from -f and -F in their order, then from the arguments (which are formulas, never files); - is standard
input, which is also read when nothing is given. Files have one formula per line; # starts a comment.
Operators: ! & | -> <-> xor X F G U W R M, SPIN's and mathematical spellings, bounded X[3] F[2:5] G[2:]; names with
other characters than letters, digits, _ and . are quoted. --syntax spin makes binary operators bind as in SPIN (U to
the left), --syntax ltsmin makes U bind loosest.

Transformations are applied in the order in which they are listed above, filters after them. Classes and stutter
invariance are those of the language, decided by automata where the syntax does not show them, unless --syntactic is
given; --describe and --json show what the syntax shows, and with --class what holds. RANGE is 5, 3..10, ..4 or 3.. .
Optional values are given with = only: --simplify=1.

Words look like 'a & !b; cycle{b; !a}'; a proposition that a letter does not mention is false there.

Exit status: 0 done (with --word: all satisfied); 10 a filter let nothing through, or the word does not satisfy some
formula; 20 a limit was reached; 65 something could not be read (the rest is still done); 64 wrong use.

Examples:
  tegata formula 'G(request -> F grant)' --word 'request; cycle{grant}'
  tegata formula --simplify --to unicode 'F(a U (b | false))'
  tegata formula --describe 'G F a -> G F b'
  tegata formula -F formulas.ltl --safety --size ..20 --unique
  tegata formula -F results.csv/-3 --count --stutter-invariant
  tegata formula 'F G a' --implies 'G F a'
  tegata formula 'G(a -> X b)' --stutter-invariant --witness
  tegata random -n 100 | tegata formula --negate --nnf --json`;

const PROPERTY_HELP: Readonly<Record<keyof typeof formulaProperties, string>> = {
  boolean: 'keep formulas without temporal operators',
  stutterInvariant: 'keep stutter-invariant formulas',
  eventual: 'keep pure eventualities',
  universal: 'keep pure universalities',
  suspendable: 'keep formulas that are eventual and universal',
  safety: 'keep safety formulas',
  guarantee: 'keep guarantee formulas',
  obligation: 'keep obligation formulas',
  recurrence: 'keep recurrence formulas',
  persistence: 'keep persistence formulas',
};

export function define(command: Command): void {
  command.argument('[formula...]', 'formulas, or - for standard input');
  const input = new FormulaInput(command);
  addTransformations(command);
  addFilters(command);
  addOutput(command);
  command.addHelpText('after', HELP).action((formulas: string[]) => {
    const options = command.opts<FormulaOptions>();
    const stopwatchFor = (): Stopwatch => new Stopwatch({ seconds: options.timeout });
    return runFormula(input.read(formulas, { stopwatchFor }), options);
  });
}

function addTransformations(command: Command): void {
  command
    .optionsGroup('Transformations:')
    .option('--negate', 'negate each formula')
    .option(
      '--simplify [level]',
      'simplify; level 0 (not), 1 (identities), 2 (all rules) or 3 (and automata), 2 unless given',
      simplifyLevel,
    )
    .option('--nnf', 'negation normal form')
    .option(
      '--unabbreviate [operators]',
      'write out these operators, out of ie^FGRWM; all unless given',
      operatorLetters,
    )
    .addOption(new Option('--relabel-boolean <names>', 'rename Boolean subformulas').choices(['pnn', 'abc']))
    .addOption(new Option('--relabel <names>', 'rename propositions: p0, p1, … or a, b, …').choices(['pnn', 'abc']));
}

function addFilters(command: Command): void {
  command.optionsGroup('Filters:');
  for (const [property, description] of Object.entries(PROPERTY_HELP)) {
    command.option(`--${property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, description);
  }
  command
    .option('--size <range>', 'keep formulas of this size: operators and leaves of the tree', openRange)
    .option('--depth <range>', 'keep formulas of this depth', openRange)
    .option('--propositions <range>', 'keep formulas with this many propositions', openRange)
    .option('--satisfiable', 'keep formulas that some word satisfies')
    .option('--valid', 'keep formulas that every word satisfies')
    .option('--equivalent-to <formula>', 'keep formulas that the same words satisfy')
    .option('--implies <formula>', 'keep formulas that imply this one')
    .option('--implied-by <formula>', 'keep formulas that follow from this one')
    .option('--syntactic', 'judge classes and stutter invariance by syntax alone: fast, and "no" may mean "not shown"')
    .option('--witness', 'say on stderr why a filter refuses a formula, with a word that shows it')
    .option('--timeout <seconds>', 'give up on a formula after this time', wholeNumber)
    .option('--invert', 'keep what the filters above would leave out')
    .option('--unique', 'keep each formula once');
}

function addOutput(command: Command): void {
  command
    .optionsGroup('Output:')
    .option('--class', 'print the class of each formula in the hierarchy of Manna and Pnueli, decided by automata')
    .option('--word <word>', 'tell whether the word satisfies each formula', word)
    .addOption(new Option('--to <syntax>', 'syntax of the output').choices(printSyntaxes).default('spot'))
    .option('--full-parentheses', 'put parentheses around every operand')
    .option('--describe', 'print what there is to know about each formula')
    .option('--count', 'print only the number of formulas that remain')
    .option('--json', 'one JSON object per formula')
    .optionsGroup('Options:');
}

function simplifyLevel(text: string): SimplifyLevel {
  if (!/^[0-3]$/.test(text)) throw new InvalidArgumentError('The level is 0, 1, 2 or 3.');
  return Number(text) as SimplifyLevel;
}

function operatorLetters(letters: string): readonly Abbreviation[] {
  const found = letters === 'all' ? abbreviations : abbreviationsOf(letters);
  if (found === null) throw new InvalidArgumentError('The operators are letters out of ie^FGRWM.');
  return found;
}

function word(text: string): Word {
  return unwrap(parseWord(text));
}
