// `tegata random`: random formulas.
import { type Command, Option } from 'commander';
import { InputError } from '../../diagnostics/index.ts';
import {
  FormulaStore,
  type PrintSyntax,
  printFormula,
  printSyntaxes,
  propositionsOf,
  type RandomFormulaOptions,
  type Range,
  randomFormulas,
} from '../../formula/index.ts';
import { operatorNames, parsePriorities } from '../input/operator-priorities.ts';
import { closedRange, seedNumber, wholeNumber } from '../input/values.ts';
import { writeLine } from '../output/terminal.ts';

const HELP = `
The same seed and options give the same formulas. A size is the number of operators and leaves of the tree, a & b & c
having 5. Operators are drawn by their priorities, 1 each unless given; those of priority 0 do not occur.
Operators: ${operatorNames.join(', ')} (ap: the propositions).

Examples:
  tegata random -n 5 --propositions a,b,c --size 5..10
  tegata random --priorities 'U=3,xor=0,equiv=0' --seed 7
  tegata random --no-next                       RND of the papers
  tegata random --no-next --wfair=2..3          WFair of the papers: (GF p & GF q) -> formula
  tegata random --boolean --to unicode`;

interface Options {
  readonly count: number;
  readonly propositions: number | readonly string[];
  readonly size: Range;
  readonly seed: number;
  readonly priorities?: RandomFormulaOptions['priorities'];
  readonly unique: boolean;
  readonly next: boolean;
  readonly boolean?: true;
  readonly wfair?: Range | true;
  readonly to: PrintSyntax;
  readonly json?: true;
}

export function define(command: Command): void {
  command
    .option('-n, --count <count>', 'how many formulas', wholeNumber, 10)
    .option('--propositions <which>', 'their number, or their names with commas between', propositionList, 3)
    .addOption(
      new Option('--size <range>', 'size of the tree: a number or a range such as 5..10')
        .argParser(closedRange)
        .default({ min: 1, max: 15 }, '1..15'),
    )
    .option('--seed <seed>', 'seed of the random choices', seedNumber, 0)
    .option('--priorities <list>', 'how often operators are drawn, such as U=2,X=0', parsePriorities)
    .option('--unique', 'each formula once', true)
    .option('--no-unique', 'let the same formula come again')
    .option('--no-next', 'leave out X: stutter-invariant formulas')
    .option('--boolean', 'leave out all temporal operators')
    .option(
      '--wfair [range]',
      'under weak-fairness hypotheses, as many as --wfair=2..3 says: (GF p & GF q & …) -> formula',
      closedRange,
    )
    .addOption(new Option('--to <syntax>', 'syntax of the output').choices(printSyntaxes).default('spot'))
    .option('--json', 'one JSON object per formula')
    .addHelpText('after', HELP)
    .action(() => run(command.opts<Options>()));
}

function propositionList(text: string): number | readonly string[] {
  if (/^\d+$/.test(text)) return wholeNumber(text);
  return text.split(',').map((name) => {
    const trimmed = name.trim();
    if (trimmed === '') {
      throw new InputError({
        code: 'CMD001',
        message: `a proposition in \`${text}\` has no name`,
        hint: 'write names with single commas between: a,b,c',
      });
    }
    return trimmed;
  });
}

function run(options: Options): void {
  const { count, seed, to } = options;
  if (count === 0) return;
  let index = 0;
  for (const formula of randomFormulas(new FormulaStore(), generatorOptions(options))) {
    const text = printFormula(formula, { syntax: to });
    if (options.json) {
      writeLine(
        JSON.stringify({ formula: text, size: formula.size, propositions: propositionsOf(formula), seed, index }),
      );
    } else writeLine(text);
    if (++index === count) return;
  }
  throw new InputError({
    code: 'CMD001',
    message: `found only ${index} of ${count} formulas; there seem to be no more like this`,
    hint: 'widen --size, add propositions or operators, or let formulas come again with --no-unique',
  });
}

function generatorOptions(options: Options): RandomFormulaOptions {
  const { propositions, size, seed, priorities } = options;
  const all = typeof propositions === 'number' ? propositions : new Set(propositions).size;
  if (typeof options.wfair === 'object' && options.wfair.max > all) {
    const [message, hint] = ['--wfair asks for more hypotheses than there are propositions', 'add --propositions'];
    throw new InputError({ code: 'CMD001', message: `${message}: ${options.wfair.max} > ${all}`, hint });
  }
  return {
    propositions,
    size,
    seed,
    priorities,
    repetition: options.unique ? 'unique' : 'allowed',
    operators: options.boolean ? 'boolean' : options.next ? 'ltl' : 'next-free',
    weakFairness: options.wfair === true ? { min: 1, max: all } : options.wfair,
  };
}
