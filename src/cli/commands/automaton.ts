// `tegata automaton`: automata from files, converted, combined and questioned.
import { type Command, Option } from 'commander';
import { unwrap } from '../../diagnostics/index.ts';
import { parseWord, type Word } from '../../formula/index.ts';
import { positiveNumber } from '../input/values.ts';
import { defineOutput, FORMAT_HELP, withAutomatonOutput } from '../output/automaton-output.ts';
import { requireOtherFiles } from '../output/other-files.ts';
import { type AutomatonOptions, runAutomaton } from './automaton-run.ts';

const HELP = `
Automata are read in the Hanoi format or as never claims, from files, or from standard input (-); a file may hold many.
What is asked for is done in this order: product, union, complement, determinize, --to, reduce; then a question is
answered, or the automaton is printed. Testing automata, in the Hanoi format with the item Testing-Automaton, can be printed, drawn,
counted and asked whether they accept a word.

${FORMAT_HELP}

Questions print the answer and, where there is one, a word that shows it; the exit status is 0 for yes and 10 for no.

Examples:
  tegata automaton automata.hoa --format stats
  tegata translate 'G F a' --to ba | tegata automaton --format svg -o picture.svg
  tegata automaton a.hoa --determinize --to muller
  tegata automaton claim.never --complement --reduce
  tegata automaton a.hoa --product b.hoa --empty
  tegata automaton a.hoa --equivalent-to b.hoa
  tegata automaton a.hoa --accepts 'a; cycle{b; !a}'
  tegata translate 'F G a' --to ta | tegata automaton --format svg -o picture.svg`;

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export function define(command: Command): void {
  command
    .argument('[file...]', 'files with automata, or - for standard input')
    .option('--product <file>', 'intersect with this automaton (repeatable)', collect)
    .option('--union <file>', 'unite with this automaton (repeatable)', collect)
    .option('--complement', 'the words that it does not accept')
    .option('--determinize', 'a deterministic automaton, with parity acceptance unless it was deterministic already')
    .addOption(new Option('--to <kind>', 'convert the acceptance').choices(['tgba', 'ba', 'muller']))
    .addOption(new Option('--degeneralize', 'the same as --to ba').implies({ to: 'ba' }))
    .option('--reduce', 'fewer states and edges; simulations need generalized Büchi acceptance')
    .addOption(new Option('--empty', 'does it accept no word?').conflicts(['accepts', 'equivalentTo', 'includedIn']))
    .addOption(
      new Option('--accepts <word>', 'does it accept this word?')
        .argParser(word)
        .conflicts(['equivalentTo', 'includedIn']),
    )
    .addOption(new Option('--equivalent-to <file>', 'does it accept the same words?').conflicts('includedIn'))
    .option('--included-in <file>', 'is each of its words accepted by this automaton?')
    .option('--timeout <seconds>', 'give up after this time', positiveNumber)
    .addOption(new Option('--stats', 'the same as --format stats').implies({ format: 'stats' }))
    .addOption(new Option('--json', 'JSON: answers, or the same as --format json').implies({ format: 'json' }));
  defineOutput(command);
  command.addHelpText('after', HELP).action((files: string[]) => {
    const options = command.opts<AutomatonOptions>();
    const { output: written, product = [], union = [], equivalentTo, includedIn } = options;
    const inputs = [...files, ...product, ...union, equivalentTo, includedIn];
    if (written !== undefined) requireOtherFiles('--output', [written], inputs);
    return withAutomatonOutput(options, (output) => runAutomaton(files, options, output));
  });
}

function word(text: string): Word {
  return unwrap(parseWord(text));
}
