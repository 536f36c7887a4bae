// `tegata translate`: formulas in, automata out.
import { type Command, Option } from 'commander';
import { statisticsOf } from '../../automata/statistics.ts';
import { type TranslateOptions, translate } from '../../automata/translate/translate.ts';
import { EXIT } from '../exit-codes.ts';
import { FormulaInput, type ReadFormula, reportUnreadable } from '../formula-input.ts';
import { writeLine } from '../terminal.ts';

const HELP = `
Formulas come from -f and -F in their order, then from the arguments; - is standard input.
--to tgba gives generalized Büchi automata with marks on edges, --to ba Büchi automata with marks on states.

Examples:
  tegata translate 'G(request -> F grant)'
  tegata translate 'G F a & G F b' --to ba
  tegata translate -F formulas.ltl --format stats
  tegata random -n 20 | tegata translate --deterministic`;

interface Options {
  readonly to: 'tgba' | 'ba';
  readonly format: 'stats';
  readonly small?: true;
  readonly deterministic?: true;
  readonly any?: true;
  readonly low?: true;
  readonly medium?: true;
  readonly high?: true;
}

export function define(command: Command): void {
  command.argument('[formula...]', 'formulas, or - for standard input');
  const input = new FormulaInput(command);
  command
    .addOption(new Option('--to <kind>', 'kind of automaton').choices(['tgba', 'ba']).default('tgba'))
    .addOption(new Option('--format <format>', 'what to print').choices(['stats']).default('stats'))
    .addOption(new Option('--small', 'prefer few states (the default)').conflicts(['deterministic', 'any']))
    .addOption(new Option('--deterministic', 'prefer deterministic automata').conflicts('any'))
    .option('--any', 'no preference')
    .addOption(new Option('--low', 'spend little time on reductions').conflicts(['medium', 'high']))
    .addOption(new Option('--medium', 'spend some time on reductions').conflicts('high'))
    .option('--high', 'spend more time on reductions (the default)')
    .addHelpText('after', HELP)
    .action((formulas: string[]) => run(input.read(formulas), command.opts<Options>()));
}

async function run(formulas: AsyncIterable<ReadFormula>, options: Options): Promise<void> {
  for await (const item of formulas) {
    if (item.formula === null) {
      reportUnreadable(item);
      process.exitCode = EXIT.input;
    } else printStatistics(item, options);
  }
}

function printStatistics(item: ReadFormula, options: Options): void {
  const start = performance.now();
  const automaton = translate(item.formula!, translateOptions(options));
  const seconds = Number(((performance.now() - start) / 1000).toFixed(6));
  const { states, edges, transitions, acceptanceSets, deterministic, complete } = statisticsOf(automaton);
  const counts = { states, edges, transitions, acceptanceSets, deterministic, complete };
  writeLine(JSON.stringify({ formula: item.text.trim(), kind: options.to, ...counts, seconds }));
}

function translateOptions(options: Options): TranslateOptions {
  const preference = options.deterministic ? 'deterministic' : options.any ? 'any' : 'small';
  const effort = options.low ? 'low' : options.medium ? 'medium' : 'high';
  return { to: options.to, preference, effort };
}
