// `tegata translate`: formulas in, automata out.
import { type Command, Option } from 'commander';
import {
  type Automaton,
  degeneralize,
  elementarySetsAutomaton,
  isDeterministic,
  type TestingKind,
  type TranslateOptions,
  testingKinds,
  translate,
} from '../../automata/index.ts';
import { InputError, inMessage, LimitExceeded, UsageError } from '../../diagnostics/index.ts';
import { type Formula, printFormula } from '../../formula/index.ts';
import { FormulaInput, type ReadFormula, reportUnreadable } from '../input/formula-input.ts';
import { type AutomatonOutput, defineOutput, FORMAT_HELP, withAutomatonOutput } from '../output/automaton-output.ts';
import { EXIT } from '../output/exit-codes.ts';
import { requireOtherFiles } from '../output/other-files.ts';
import { writeError } from '../output/terminal.ts';
import { type TestingOutputOptions, writeTestingAutomaton } from '../output/testing-output.ts';

const HELP = `
Formulas come from -f and -F in their order, then from the arguments; - is standard input.
--to tgba gives generalized Büchi automata with marks on edges, --to ba Büchi automata with marks on states;
never claims are Büchi automata in any case. --method closure is the textbook construction, by the consistent sets of subformulas: always
exponential, and not reduced.
--to ta, gta, sta, sgta and tgta give testing automata, which read the changes between letters; all but tgta need a formula whose
truth does not depend on repeated letters. --steps shows each step of their construction, --letters next the one of the papers,
--construction printed that one to the letter: a TA without the second optimisation, a TGTA by Property 3 of [BS15], which may lose words.

${FORMAT_HELP}

Examples:
  tegata translate 'G(request -> F grant)'
  tegata translate 'G F a & G F b' --to ba --format svg -o picture.svg
  tegata translate 'a U G b' --to tgta --letters next --steps --format svg -o step-%d.svg
  tegata translate '!G(request -> F grant)' --format never
  tegata translate -F formulas.ltl --format stats
  tegata random -n 20 | tegata translate --deterministic`;

interface Options extends Omit<TestingOutputOptions, 'method'> {
  readonly method?: 'two-step' | 'direct' | 'closure';
  readonly to: 'tgba' | 'ba' | TestingKind;
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
    .addOption(new Option('--to <kind>', 'kind of automaton').choices(['tgba', 'ba', ...testingKinds]).default('tgba'))
    .addOption(new Option('--small', 'prefer few states (the default)').conflicts(['deterministic', 'any']))
    .addOption(new Option('--deterministic', 'prefer deterministic automata').conflicts('any'))
    .option('--any', 'no preference')
    .addOption(new Option('--low', 'spend little time on reductions').conflicts(['medium', 'high']))
    .addOption(new Option('--medium', 'spend some time on reductions').conflicts('high'))
    .option('--high', 'spend more time on reductions (the default)')
    .addOption(
      new Option(
        '--method <method>',
        'testing automata by a Büchi automaton, or straight from the formula; closure: tgba by sets of subformulas',
      ).choices(['two-step', 'direct', 'closure']),
    )
    .addOption(
      new Option('--letters <which>', 'the letter a state of a testing automaton knows, in two-step').choices([
        'next',
        'read',
      ]),
    )
    .addOption(
      new Option(
        '--construction <which>',
        'of testing automata: ours, or as the papers print it (docs/errata.md)',
      ).choices(['ours', 'printed']),
    )
    .option('--steps', 'each step of the construction of a testing automaton');
  defineOutput(command);
  command
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }))
    .addHelpText('after', HELP)
    .action((formulas: string[]) => {
      const options = command.opts<Options>();
      if (options.output !== undefined) requireOtherFiles('--output', [options.output], input.files);
      return withAutomatonOutput(options, (output) => run(input.read(formulas), options, output));
    });
}

async function run(formulas: AsyncIterable<ReadFormula>, options: Options, output: AutomatonOutput): Promise<void> {
  for await (const item of formulas) {
    if (item.formula === null) {
      reportUnreadable(item);
      process.exitCode = EXIT.input;
      continue;
    }
    try {
      await translateOne(item, options, output);
    } catch (error) {
      process.exitCode = reportUntranslated(item, error);
    }
  }
}

/** One formula without an automaton does not keep the others from theirs; what concerns all of them is thrown again. */
function reportUntranslated(item: ReadFormula, error: unknown): number {
  if (error instanceof LimitExceeded) {
    writeError(`unknown: ${inMessage(item.text.trim())}: ${error.message}`);
    return process.exitCode === EXIT.input ? EXIT.input : EXIT.unknown;
  }
  if (!(error instanceof InputError) || error.diagnostics.some(({ code }) => code.startsWith('CMD'))) throw error;
  reportUnreadable({ ...item, diagnostics: error.diagnostics });
  return EXIT.input;
}

async function translateOne(item: ReadFormula, options: Options, output: AutomatonOutput): Promise<void> {
  const { to, format } = options;
  const formula = item.formula!;
  const text = item.text.trim();
  if (to !== 'tgba' && to !== 'ba') {
    const { method } = options;
    if (method === 'closure') throw new UsageError('--method closure makes a tgba or ba, not a testing automaton');
    const translation = translateOptions(options);
    await writeTestingAutomaton({ formula, text, kind: to }, { ...options, method, translation }, output);
    return;
  }
  const start = performance.now();
  const facts: { reductions?: 'cut short' } = {};
  const onCutShort = (): void => {
    facts.reductions = 'cut short';
  };
  const kind = format === 'never' ? 'ba' : to;
  const automaton =
    options.method === 'closure'
      ? byClosure(formula, kind)
      : translate(formula, { ...translateOptions(options), to: kind, onCutShort });
  const seconds = Number(((performance.now() - start) / 1000).toFixed(6));
  await output.write(automaton.with({ name: printFormula(formula) }), {
    before: { formula: text, kind: to },
    after: { seconds },
    always: facts,
  });
  if (options.deterministic && !isDeterministic(automaton)) writeError(`note: ${notDeterministic(text)}`);
}

/** The automaton of the consistent sets of subformulas, as it is: nothing is reduced. */
function byClosure(formula: Formula, kind: 'tgba' | 'ba'): Automaton {
  const automaton = elementarySetsAutomaton(formula);
  return kind === 'ba' ? degeneralize(automaton) : automaton;
}

/** That a preference could not be met must not be found out later, by what goes wrong. */
function notDeterministic(text: string): string {
  return `the automaton of ${inMessage(text)} is not deterministic; tegata automaton --determinize gives one that is, with parity acceptance`;
}

function translateOptions(options: Options): Pick<TranslateOptions, 'preference' | 'effort'> {
  const preference = options.deterministic ? 'deterministic' : options.any ? 'any' : 'small';
  const effort = options.low ? 'low' : options.medium ? 'medium' : 'high';
  return { preference, effort };
}
