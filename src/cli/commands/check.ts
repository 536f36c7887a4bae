// `tegata check`: does every execution of a model satisfy a formula?
import { type Command, Option } from 'commander';
import { check } from '../../check/check.ts';
import { type AutomatonKind, automatonKinds, type DeadlockReading, deadlockReadings } from '../../check/options.ts';
import type { CheckResult } from '../../check/result.ts';
import type { Limits } from '../../diagnostics/limit.ts';
import { ModelGraph } from '../../explicit/model-graph.ts';
import { checkToJson, formatCheck } from '../../report/check-report.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { FormulaInput } from '../formula-input.ts';
import { MODEL_HELP, readModelOrModule } from '../model-input.ts';
import { flush, writeLine } from '../terminal.ts';
import { positiveNumber, wholeNumber } from '../values.ts';

const HELP = `
${MODEL_HELP}

Propositions are conditions on a state: "p1 >= 2", "tokens(p, q) <= 3", "fireable(t)", a place (it is marked), "P_0 = CS", "x = 3",
dead; quoted inside the formula when they are not plain names. tegata model MODEL --propositions lists what can be named.

A state without successors repeats for ever (--deadlock stutter, the reading of the Model Checking Contest), is left out with every
execution that ends in it (drop), or is refused (error).

Exit status: 0 all hold, 10 one is violated, 20 none is violated but one is unknown.

Examples:
  tegata check philosophers:3 --ltl 'G(Catch1_1 -> F Eat_1)'
  tegata check kanban:3 --ltl 'GF "P1 >= 1"' --automaton tgta --stats
  tegata check model.pnml -F properties.ltl --json --timeout 60`;

interface Options {
  readonly ltl: readonly string[];
  readonly automaton: AutomatonKind;
  readonly deadlock: DeadlockReading;
  readonly timeout?: number;
  readonly maxStates?: number;
  readonly stats?: true;
  readonly json?: true;
}

export function define(command: Command): void {
  const gather = (text: string, before: readonly string[]): readonly string[] => [...before, text];
  command.argument('<model>', 'the model').option('--ltl <formula>', 'a formula (repeatable)', gather, []);
  const input = new FormulaInput(command);
  command
    .addOption(
      new Option('--automaton <kind>', 'what stands for the negated formula').choices(automatonKinds).default('tgba'),
    )
    .addOption(new Option('--deadlock <reading>', 'what a deadlock means').choices(deadlockReadings).default('stutter'))
    .option('--timeout <seconds>', 'give up after this time, for each formula', positiveNumber)
    .option('--max-states <count>', 'give up beyond this many model states', wholeNumber)
    .option('--stats', 'show the sizes of automaton and product')
    .option('--json', 'one JSON object per formula')
    .addHelpText('after', HELP)
    .action((model: string) => run(model, input, command.opts<Options>()));
}

async function run(argument: string, input: FormulaInput, options: Options): Promise<void> {
  const model = await readModelOrModule(argument);
  const formulas = await input.readAll(options.ltl);
  const limits: Limits = { seconds: options.timeout, states: options.maxStates };
  const { automaton, deadlock } = options;
  const graph = new ModelGraph(model, { deadlock, maxStates: options.maxStates });
  const outcomes = new Set<CheckResult['verdict']['outcome']>();
  for (const formula of formulas) {
    const result = check(model, formula, { automaton, deadlock, limits, graph });
    outcomes.add(result.verdict.outcome);
    if (options.json) writeLine(JSON.stringify(checkToJson(result)));
    else writeLine(formatCheck(result, options.stats ? 'statistics' : 'short'));
    flush(); // a verdict is shown as soon as it is known
  }
  process.exitCode = exitCodeOf(outcomes);
}

function exitCodeOf(outcomes: ReadonlySet<CheckResult['verdict']['outcome']>): ExitCode {
  if (outcomes.has('violated')) return EXIT.violated;
  return outcomes.has('unknown') ? EXIT.unknown : EXIT.ok;
}
