// `tegata cross`: several translators on the same formulas, compared with one another and with the judge of words.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type TranslatorName, translatorSummaries } from '../../automata/index.ts';
import { FormulaInput } from '../input/formula-input.ts';
import { seedNumber, wholeNumber } from '../input/values.ts';
import { type CrossOptions, runCross } from './cross-run.ts';

const names = Object.keys(translatorSummaries) as TranslatorName[];

const HELP = `
Each translator makes an automaton of the formula and one of its negation. No word may be accepted for both, whichever
two translators made them; every word must be accepted for one of them (by complementing both, where that is not too
large); and on random words the automata must say what the semantics says. A word that shows an error is printed with
the translator that is wrong about it.

Translators:
${names.map((name) => `  ${name.padEnd(20)}${translatorSummaries[name]}`).join('\n')}

In --tool commands %f is the formula in Spot's syntax, %s in SPIN's, %l in LBT's, quoted for the shell; %O is the file
that gets the automaton (Hanoi format or never claim); without %O it is read from standard output.

With --certificates the formula and its negation are also checked on a random graph, by the explicit or the symbolic
engine, and tegata-verify, which shares no code with them, must verify the certificate of each verdict.

Exit status: 0 all agree; 10 there is a disagreement, or a certificate is refused; 20 a translator
or a comparison reached a limit or failed; 65 something could not be read.

Examples:
  tegata random -n 100 --seed 1 | tegata cross --translators tgba,ba,closure
  tegata cross 'G(a -> F b)' --tool 'ltl2tgba -f %f > %O' --tool 'spin -f %s' --csv`;

export function define(command: Command): void {
  command.argument('[formula...]', 'formulas, or - for standard input');
  const input = new FormulaInput(command);
  const tools: string[] = [];
  command
    .option('--translators <names>', 'our translators to compare, with commas between', translatorList, ['tgba', 'ba'])
    .option('--tool <command>', 'a shell command to compare with (repeatable)', (text: string) => {
      tools.push(text);
      return tools;
    })
    .option('--words <count>', 'how many random words to try', wholeNumber, 50)
    .option('--seed <seed>', 'seed of the random words', seedNumber, 0)
    .option('--timeout <seconds>', 'give up on a tool after this time', wholeNumber, 60)
    .option('--max-states <count>', 'skip comparisons that need more states', wholeNumber, 10_000)
    .option('--no-complements', 'do not complement automata')
    .option('--certificates', 'also check each formula on a random graph, and verify the certificates of the verdicts')
    .addOption(new Option('--json', 'one JSON object per formula').conflicts('csv'))
    .option('--csv', 'one line of comma-separated values per automaton')
    .addHelpText('after', HELP)
    .action((formulas: string[]) => runCross(input.read(formulas), command.opts<CrossOptions>()));
}

function translatorList(text: string): TranslatorName[] {
  const wanted = text === '' ? [] : text.split(',').map((name) => name.trim());
  const unknown = wanted.find((name) => !(names as string[]).includes(name));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`There is no \`${unknown}\`; there are ${names.join(', ')}.`);
  return wanted as TranslatorName[];
}
