// `tegata ask`: questions about a model as a whole. The command reads its options and starts the thread that answers.
import { totalmem } from 'node:os';
import { type Command, Option } from 'commander';
import { type ModelQuestion, plainQuestions } from '../../check/index.ts';
import { LimitExceeded } from '../../diagnostics/index.ts';
import { type ModelFormat, modelFormats } from '../../models/index.ts';
import { MODEL_HELP } from '../input/model-help.ts';
import { memoryAmount, positiveNumber, seedNumber, wholeNumber } from '../input/values.ts';
import { processStart } from '../threads/budget.ts';
import type { AskJob, Unstarted } from '../threads/check-job.ts';
import { CheckThread } from '../threads/check-thread.ts';

const HELP = `
${MODEL_HELP}

Conditions and sums are written as in propositions: 'P1 >= 2 && fireable(t)', 'tokens(a, b) <= 3', dead; a bound is asked for a place, or for
tokens(a, b). tegata model MODEL --propositions lists what can be named. --reachable, --invariant and --bound may be given several times.

  deadlock    some reachable state has no successor
  safe        no place of the net ever has more than one token
  stable      some place always has as many tokens as at the beginning
  quasi-live  every transition can fire some day
  live        every transition can fire again, from wherever the net is

A place of a coloured net is looked at with all its tokens, and a transition with all its bindings. Without a question these five are asked of
a net, and the first of any other model. The way to a reachable state, to one that an invariant excludes, and to a deadlock is shown.

A limit (--timeout, --max-states, --memory) or Ctrl-C ends the run; questions without an answer are unknown.

Exit status: 0 all are answered, whatever the answers; 20 one is unknown.

Examples:
  tegata ask kanban:5 --safe --deadlock --bound P1
  tegata ask philosophers:3 --reachable 'IsEating0 && IsEating1'
  tegata ask net.pnml --timeout 60 --json`;

interface Options {
  readonly reachable: readonly string[];
  readonly invariant: readonly string[];
  readonly bound: readonly string[];
  readonly deadlock?: true;
  readonly safe?: true;
  readonly stable?: true;
  readonly quasiLive?: true;
  readonly live?: true;
  readonly timeout?: number;
  readonly maxStates?: number;
  readonly memory?: number;
  readonly seed: number;
  readonly format?: ModelFormat;
  readonly stats?: true;
  readonly json?: true;
}

export function define(command: Command): void {
  const gather = (text: string, before: readonly string[]): readonly string[] => [...before, text];
  command
    .argument('<model>', 'the model')
    .option('--reachable <condition>', 'is there a reachable state like this?', gather, [])
    .option('--invariant <condition>', 'are all reachable states like this?', gather, [])
    .option('--bound <sum>', 'of a net: the most tokens', gather, [])
    .option('--deadlock', 'is there a reachable deadlock?')
    .option('--safe', 'of a net: at most one token in each place?')
    .option('--stable', 'of a net: is there a place that never changes?')
    .option('--quasi-live', 'of a net: can every transition fire?')
    .option('--live', 'of a net: can every transition always fire again?')
    .option('--timeout <seconds>', 'for all questions together', positiveNumber)
    .option('--max-states <n>', 'stop a search after this many states', wholeNumber)
    .option('--memory <amount>', 'stop when the process uses this much memory, such as 4G', memoryAmount)
    .option('--seed <n>', 'for what is random', seedNumber, 1)
    .addOption(new Option('--format <format>', 'the format of the model').choices(modelFormats))
    .option('--stats', 'say how each answer was found')
    .option('--json', 'machine-readable output, one JSON object per line')
    .addHelpText('after', HELP)
    .action((model: string) => run(model, command.opts<Options>()));
}

async function run(model: string, options: Options): Promise<void> {
  const { timeout, maxStates, memory, seed, format, stats, json } = options;
  const job: Unstarted<AskJob> = {
    kind: 'ask',
    model,
    ...(format && { format }),
    questions: questionsOf(options),
    seed,
    ...(timeout !== undefined && { seconds: timeout }),
    ...(maxStates !== undefined && { states: maxStates }),
    output: json ? 'json' : stats ? 'statistics' : 'text',
    ...(process.stdout.isTTY && { width: process.stdout.columns }),
    started: processStart(),
    memoryBytes: memory ?? Math.floor(totalmem() * 0.8),
  };
  const thread = new CheckThread();
  try {
    process.exitCode = await thread.run(job);
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    await thread.end(); // it writes nothing any more
    const { writeUnasked } = await import('./ask-run.ts');
    process.exitCode = writeUnasked(job, thread.answers<number>().length, error.message);
  } finally {
    await thread.end();
  }
}

/** The questions in the order in which they are answered; none stands for all that need no text. */
function questionsOf({
  reachable,
  invariant,
  bound,
  deadlock,
  safe,
  stable,
  quasiLive,
  live,
}: Options): readonly ModelQuestion[] {
  const wanted = { deadlock, safe, stable, 'quasi-live': quasiLive, live };
  return [
    ...plainQuestions.filter((kind) => wanted[kind]).map((kind) => ({ kind })),
    ...bound.map((expression) => ({ kind: 'bound' as const, expression })),
    ...invariant.map((condition) => ({ kind: 'invariant' as const, condition })),
    ...reachable.map((condition) => ({ kind: 'reachable' as const, condition })),
  ];
}
