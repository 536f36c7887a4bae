// `tegata check`: does every execution of a model satisfy a formula? The command reads the formulas and starts the thread that
// checks them.
import { type Command, Option } from 'commander';
import {
  automatonKinds,
  engineKinds,
  partialOrders,
  reductionNames,
  searchStrategies,
  symmetryUses,
} from '../../check/index.ts';
import { UsageError } from '../../diagnostics/index.ts';
import { emptinessChecks, emptinessNames } from '../../explicit/index.ts';
import { toSendable } from '../../formula/index.ts';
import { deadlockReadings } from '../../models/index.ts';
import { closures, clusterings, hullAlgorithms } from '../../symbolic/index.ts';
import { noFormula, ownFormulas, readFormulas } from '../input/check-formulas.ts';
import {
  type CheckCommandOptions,
  ENGINE_OPTIONS,
  engineOf,
  fairnessOf,
  gatherReports,
  jobOf,
  memoryOf,
  refuseForAutomata,
  refuseForCertificate,
} from '../input/check-settings.ts';
import { FormulaInput } from '../input/formula-input.ts';
import { requireConfig } from '../input/load-config.ts';
import { MODEL_HELP } from '../input/model-help.ts';
import { reductionsChoice } from '../input/reductions-choice.ts';
import { strategyChoice } from '../input/strategy-choice.ts';
import { propertyLevel, strategyNames } from '../input/symbolic-settings.ts';
import { memoryAmount, positiveNumber, seedNumber, threadCount, wholeNumber } from '../input/values.ts';
import { requireOtherFiles } from '../output/other-files.ts';
import { answered } from '../threads/answer-job.ts';
import { CheckThread } from '../threads/check-thread.ts';
import { isSmallJob } from '../threads/small-job.ts';

const HELP = `
${MODEL_HELP}

Propositions are conditions on a state: "p1 >= 2", "tokens(p, q) <= 3", "fireable(t)", a place (it is marked), "P_0 = CS", "x = 3",
dead; quoted inside the formula when they are not plain names. tegata model MODEL --propositions lists what can be named.

Without a formula, those of the model are checked: the lines of model.ltl beside model.pnml, and what a module exports as properties, an
object of formulas by name; where there are none, standard input is read.

A state without successors repeats for ever (--deadlock stutter, the reading of the Model Checking Contest), is left out with every
execution that ends in it (drop), or must not be reachable at all (error): then all states are seen, whatever the formula.

--never reads automata of what must not happen (the negation of a property, as SPIN and LTSmin read them), with any acceptance
condition; their propositions are conditions on a state. tegata automaton --complement turns an automaton of good behaviours into one.

A counterexample ends with the step at which the formula is lost, if there is one after which nothing can save it; otherwise it is a lasso:
a prefix, then a cycle that repeats for ever. --lasso always gives a lasso.

--watch 'x + y' shows a number or truth value at each state of it, in text, JSON and files: sums and differences of what propositions can
name, a proposition, or a name as the states show it (a location, a channel, a member of a state in TypeScript).

--order random --seed N tries successors in another order: verdicts stay, counterexamples differ. --shortest minimises the states of
prefix and cycle together. --emptiness names the search for an accepting cycle, and what it decides:
${emptinessChecks.map(({ name, decides }) => `  ${name.padEnd(12)} ${decides}`).join('\n')}
Unless one is named, the first of them that is exact for the automaton runs.

--engine hybrid searches an explicit graph over the automaton, a TGTA or TGBA, whose nodes have sets of states (docs/symbolic.md).

Without --engine, short explicit searches come first, then the explicit and the symbolic engine work side by side; --json and --stats
say which one answered. --order, --emptiness, --shortest, --full-product, --partial-order, --bitstate and --compaction are about explicit searches, and choose the explicit engine.

--strategy walk,search lets these alone search: search and random are explicit searches in the order of the model and in a random one, walk random
walks through a net (they find counterexamples and prove nothing), diagrams the symbolic engine. --json says which one answered.

--bitstate 2GiB keeps no state but a few bits of each, so that models can be searched that no memory holds; --compaction keeps 32 bits. A state may be
taken for another one then: the answer is violated, or unknown with an estimate of how much was seen. --seed N overlooks other states.

A net is made smaller for each formula before it is searched (docs/reductions.md); --stats says what was done, and counts the states of
what was searched. --reductions none searches it as it is. Rules: ${reductionNames.join(', ')};
atoms writes propositions that say the same, or the opposite, as one; lp decides propositions by the state equation (docs/state-equation.md).

After holds, notes name parts of the formula that never mattered (a stronger formula holds without them), transitions that are never
taken, propositions that never change, and models without an execution that counts. They never change the verdict; --no-vacuity leaves
them out.

A limit (--timeout, --max-states, --memory) or Ctrl-C ends a check with the verdict unknown and what was explored.
--trace writes the first counterexample, by the end of the name: .itf.json or .itf ITF, .svg a picture, .chart.svg a sequence chart of the processes
and their messages, .html a page to step through, anything else JSON; tegata simulate --trace follows each of them.
--certificate writes a proof of the verdict that tegata-verify checks without believing any of it (docs/certificates.md): where the formula
holds, the net or program is searched once more as it is, without reductions. It implies --lasso. Where it cannot be made, the exit status is 20.
--report junit=FILE writes a test report for CI (unknown is an error there), json=FILE what --json prints; --report github writes
annotations to stderr.

Without a model, those of the configuration are checked: tegata.config.ts, .mjs, .js or .json of the present folder, or --config FILE
(docs/projects.md). Options given here come before what it says.

Exit status: 0 all hold, 10 one is violated, 20 none is violated but one is unknown.

Examples:
  tegata check philosophers:3 --ltl 'G(WaitLeft0 -> F IsEating0)'
  tegata check kanban:3 --ltl 'GF "P1 >= 1"' --automaton tgta --stats
  tegata check kanban:20 --ltl 'GF "P1 >= 1"' --engine symbolic
  tegata check kanban:20 --ltl 'GF "P1 >= 1"' --engine hybrid --stats
  tegata check kanban:3 --never bad.hoa --shortest
  tegata check                                                the models of tegata.config.ts
  tegata check model.pnml -F properties.ltl --json --timeout 60
  tegata check model.pnml --properties LTLFireability.xml     the property files of the contest
  tegata check model.dve -F rules.ltl --report junit=report.xml --report github
  tegata check net.pnml --ltl 'G(p1 -> F p2)' --watch 'p1 + p2' --watch 'fireable(t)'
  tegata check protocol.ts --ltl 'G(request -> F grant)' --weak-fairness processes
  tegata check model.dve 'GF "P0 = critical"' --trace run.json && tegata simulate model.dve --trace run.json`;

/** What a command does with the arguments and options of a check. */
interface CheckArguments {
  readonly model: string | undefined;
  readonly words: readonly string[];
  readonly options: CheckCommandOptions;
  readonly input: FormulaInput;
}

export interface CheckCommand {
  readonly help: string;
  act(given: CheckArguments): Promise<void>;
}

/** Defines the arguments and options of a check, and what is done with them: to check, unless something else is given. */
export function define(command: Command, other?: CheckCommand): void {
  const gather = (text: string, before: readonly string[]): readonly string[] => [...before, text];
  command
    .argument('[model]', 'the model')
    .argument('[formulas...]', 'formulas, and property files (.xml)')
    .option('--ltl <formula>', 'a formula (repeatable)', gather, [])
    .option('--properties <file>', 'a property file of the contest, .xml (repeatable)', gather, [])
    .option('--never <file>', 'automata of what must not happen: HOA or never claims (repeatable)', gather, [])
    .option('--assertions', 'Promela: also that no assertion is violated and no end state is invalid');
  const input = new FormulaInput(command);
  command
    .addOption(
      new Option(
        '--automaton <kind>',
        'what stands for the negated formula (default: tgba; tgta with --engine symbolic and hybrid)',
      ).choices([...automatonKinds, 'auto']),
    )
    .addOption(
      new Option('--engine <engine>', 'states one by one, sets of them, sets at states of the automaton, or what suits')
        .choices(engineKinds)
        .default('auto'),
    )
    .option('--variables <order>', 'symbolic: a variable order by name, or a file that lists the variables')
    .option(
      '--strategy <names>',
      `what searches: auto, or some of ${searchStrategies.join(', ')}; symbolic: how sets are closed, one of ${strategyNames.join(', ')}`,
      strategyChoice,
    )
    .option('--no-saturation', 'symbolic: the same as --strategy chaining')
    .addOption(new Option('--clusters <clusters>', 'symbolic: which events act as one').choices(clusterings))
    .addOption(new Option('--hull <algorithm>', 'symbolic: how to look for a violation').choices(hullAlgorithms))
    .option(
      '--property-level <where>',
      'symbolic: where the automaton state is: top, bottom, or below this many variables (12) or this share of them (0.5)',
      propertyLevel,
    )
    .addOption(
      new Option('--closure <what>', 'symbolic: what is closed first, the product at once or the model').choices(
        closures,
      ),
    )
    .option('--no-look', 'symbolic: no look at the first states one by one before the diagrams')
    .addOption(new Option('--deadlock <reading>', 'what a deadlock means').choices(deadlockReadings).default('stutter'))
    .addOption(
      new Option('--reductions <rules>', 'how nets are made smaller first: auto, none, or rules by name')
        .argParser(reductionsChoice)
        .default('auto'),
    )
    .addOption(
      new Option('--emptiness <check>', 'how to look for a violation (default: what suits the automaton)').choices(
        emptinessNames,
      ),
    )
    .option(
      '--weak-fairness <name>',
      'assume that what can move from some time on does: a process or transition, or processes or transitions for each (repeatable)',
      gather,
      [],
    )
    .option('--strong-fairness <name>', 'assume that what can move again and again does (likewise)', gather, [])
    .addOption(new Option('--order <order>', 'the order in which successors are tried').choices(['model', 'random']))
    .option('--seed <number>', 'the seed of random orders', seedNumber, 1)
    .option('--shortest', 'a counterexample with the fewest states, as long as the limits allow')
    .option('--lasso', 'whole executions: do not end a counterexample with the step at which the formula is lost')
    .option('--watch <expression>', 'show its value at each state of a counterexample (repeatable)', gather, [])
    .option('--no-vacuity', 'do not look whether a formula that holds does so for the wrong reason')
    .option('--full-product', 'also count the whole product')
    .addOption(
      new Option(
        '--partial-order <use>',
        'follow only the transitions that matter to the automaton, in nets and programs: where it pays (auto), never, or from the start',
      ).choices(partialOrders),
    )
    .addOption(
      new Option(
        '--symmetry <use>',
        'visit one of the states that differ in the order of interchangeable parts: where it pays (auto), never, or always',
      ).choices(symmetryUses),
    )
    .option(
      '--threads <n>',
      'explicit engine, safety: threads that go through many states together (default: the processors, at most 4)',
      threadCount,
    )
    .option(
      '--bitstate <amount>',
      'keep some bits of each visited state in this much memory, such as 2GiB',
      memoryAmount,
    )
    .option('--hashes <number>', 'with --bitstate: bits of a state, 1 to 7 (default: 3)', wholeNumber)
    .option('--compaction <amount>', 'keep 32 bits of each visited state in this much memory', memoryAmount)
    .option(
      '--timeout <seconds>',
      'give up after this time, for each formula; reading counts for the first',
      positiveNumber,
    )
    .option('--max-states <count>', 'give up beyond this many model states', wholeNumber)
    .option(
      '--memory <amount>',
      'give up when the process uses this much memory, such as 4G (default: 80 % of all)',
      memoryAmount,
    )
    .option('--trace <file>', 'write the first counterexample, - for standard output (repeatable)', gather, [])
    .option('--certificate <file>', 'write a proof of the verdict, for tegata-verify; one formula')
    .option('--report <kind>', 'junit=FILE, json=FILE, github: reports for CI (repeatable)', gatherReports, [])
    .option('--config <file>', 'a configuration of the project, where no model is given')
    .option('--stats', 'show the sizes of automaton and product')
    .option('--json', 'one JSON object per formula')
    .option('--no-progress', 'no live line on a terminal')
    .addHelpText('after', other?.help ?? HELP)
    .action((model: string | undefined, words: readonly string[]) => {
      const options = command.opts<CheckCommandOptions>();
      if (other !== undefined) return other.act({ model, words, options, input });
      if (model === undefined) return runProject(command, input, options);
      if (options.config !== undefined) throw new UsageError('--config is for a check without a model');
      return run(model, words, input, options);
    });
}

/** Checks the models of the configuration. Options of the command line come first. */
async function runProject(command: Command, input: FormulaInput, options: CheckCommandOptions): Promise<void> {
  const file = options.config ?? requireConfig();
  const isGiven = (name: keyof CheckCommandOptions): boolean => command.getOptionValueSource(name) === 'cli';
  if (options.certificate !== undefined) throw new UsageError('--certificate needs a model and a formula');
  const sources = [...options.ltl, ...options.properties, ...options.never];
  if (!input.isEmpty || sources.length > 0) {
    throw new UsageError('formulas are given, but no model: those of a configuration are written in it');
  }
  if (options.json && options.trace.includes('-'))
    throw new UsageError('--json and --trace - both want standard output');
  const fairness = fairnessOf(options);
  const engine = ENGINE_OPTIONS.some(isGiven) ? engineOf(options) : undefined;
  const { checkProject } = await import('./check-project.ts');
  process.exitCode = await checkProject(file, {
    base: jobOf(options, { model: '', formulas: [], properties: [], engine: engine ?? { kind: 'auto' }, fairness }),
    given: {
      ...(engine && { engine }),
      ...(fairness && { fairness }),
      ...(isGiven('deadlock') && { deadlock: options.deadlock }),
      ...(isGiven('reductions') && { reductions: options.reductions }),
      ...(isGiven('lasso') && { trace: 'lasso' }),
      ...(isGiven('vacuity') && { vacuity: options.vacuity ? 'look' : 'skip' }),
      ...(isGiven('watch') && { watch: options.watch }),
    },
    limits: {
      ...(options.timeout !== undefined && { seconds: options.timeout }),
      ...(options.maxStates !== undefined && { states: options.maxStates }),
      ...(options.memory !== undefined && { memoryBytes: options.memory }),
    },
  });
}

async function run(
  model: string,
  words: readonly string[],
  input: FormulaInput,
  options: CheckCommandOptions,
): Promise<void> {
  const isFile = (word: string): boolean => word.endsWith('.xml');
  const properties = [...options.properties, ...words.filter(isFile)];
  const texts = [...options.ltl, ...words.filter((word) => !isFile(word))];
  const others = properties.length + options.never.length > 0 || options.assertions === true;
  const own = input.isEmpty && texts.length === 0 && !others ? ownFormulas(model, input) : 'none';
  const isExported = own === 'exported' || own === 'both';
  const given = !input.isEmpty || texts.length > 0 || isExported;
  if (options.json && options.trace.includes('-'))
    throw new UsageError('--json and --trace - both want standard output');
  if (model === '-' && !given && !others) {
    throw new UsageError('the model comes from standard input, so the formula cannot: give it with --ltl');
  }
  refuseForCertificate(options, properties);
  const fairness = fairnessOf(options);
  if (fairness !== undefined && options.never.length > 0) {
    throw new UsageError('fairness cannot be assumed with --never: put it into the automaton');
  }
  const engine = engineOf(options);
  if (options.never.length > 0 && !given && properties.length === 0) refuseForAutomata(engine, options);
  const inputs = [model, options.variables, ...properties, ...options.never, ...input.files];
  requireOtherFiles('--trace', options.trace, inputs);
  requireOtherFiles(
    '--report',
    options.report.flatMap((report) => ('file' in report ? [report.file] : [])),
    inputs,
  );
  requireOtherFiles('--certificate', options.certificate === undefined ? [] : [options.certificate], inputs);
  // What is tried at once and stopped leaves its table of traces behind: the memory would be taken twice.
  const isHashed = options.bitstate !== undefined || options.compaction !== undefined;
  const isSmall =
    options.certificate === undefined && !isHashed && isSmallJob({ model, properties, never: options.never });
  // It loads while the formulas are read.
  let thread = isSmall || (given && input.mayWait(texts)) || (!given && !others) ? undefined : new CheckThread();
  try {
    const isRead = own !== 'exported' && (given || !others);
    const read = isRead
      ? await readFormulas(input, texts, { seconds: options.timeout, memoryBytes: memoryOf(options) })
      : [];
    if (isRead && read.length === 0 && !others) {
      (await import('../input/model-input.ts')).requireModel(model);
      throw noFormula();
    }
    if (options.certificate !== undefined && (read.length !== 1 || isExported)) {
      throw new UsageError('--certificate is for one formula, given with the model');
    }
    const formulas = read.map(({ formula, ...place }) => ({ formula: toSendable(formula), ...place }));
    const sources = { model, formulas, properties, ...(isExported && { ownProperties: true as const }) };
    const job = jobOf(options, { ...sources, engine, fairness });
    const atOnce = isSmall ? (await import('../threads/check-at-once.ts')).checkAtOnce(job) : null;
    if (atOnce === null) thread ??= new CheckThread();
    process.exitCode = atOnce ?? (await answered(thread!, job, read));
  } finally {
    await thread?.end();
  }
}
