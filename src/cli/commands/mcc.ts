// `tegata mcc`: the protocol of the Model Checking Contest. The command reads the environment and starts the thread that answers.
import { totalmem } from 'node:os';
import { type Command, Option } from 'commander';
import type { ReductionsChoice } from '../../check/index.ts';
import { LimitExceeded, UsageError } from '../../diagnostics/index.ts';
import { reductionsChoice } from '../input/reductions-choice.ts';
import { type StrategyChoice, strategyChoice } from '../input/strategy-choice.ts';
import { memoryAmount, positiveNumber } from '../input/values.ts';
import { writeLine } from '../output/terminal.ts';
import { makeFolder } from '../output/write-file.ts';
import { processStart } from '../threads/budget.ts';
import type { Examination } from '../threads/check-job.ts';
import { CheckThread } from '../threads/check-thread.ts';
import type { Told } from './mcc-run.ts';

const examinations: readonly Examination[] = [
  'StateSpace',
  'ReachabilityDeadlock',
  'OneSafe',
  'StableMarking',
  'QuasiLiveness',
  'Liveness',
  'UpperBounds',
  'ReachabilityCardinality',
  'ReachabilityFireability',
  'LTLCardinality',
  'LTLFireability',
];

const HELP = `
FOLDER holds model.pnml and, for the LTL and reachability examinations and for UpperBounds, the property file of the same name.
Lines: FORMULA <id> TRUE|FALSE|<number> TECHNIQUES …, or FORMULA <id> CANNOT_COMPUTE at a limit; STATE_SPACE … for the state space. Questions
that have no property file are called as their examination. Each line is written as soon as it is known. Other examinations of the contest (CTL)
answer DO_NOT_COMPETE. A deadlock repeats for ever, as the contest says.
The time is shared in rounds: short searches for each formula first, then longer ones for those that are left, while a second thread
answers with decision diagrams from the other end.

Without options the environment of the contest is read: BK_EXAMINATION, BK_TIME_CONFINEMENT (seconds), BK_MEMORY_CONFINEMENT (MB).

Exit status: 0 all answered, 20 some not (a limit, or Ctrl-C).

Example:
  tegata mcc Kanban-PT-00005 --examination LTLFireability --timeout 60`;

interface Options {
  readonly examination?: string;
  readonly timeout?: number;
  readonly memory?: number;
  readonly reductions: ReductionsChoice;
  readonly strategy?: StrategyChoice;
  readonly apart?: true;
  readonly certificates?: string;
}

export function define(command: Command): void {
  command
    .argument('[folder]', 'the instance', '.')
    .addOption(new Option('--examination <name>', `one of ${examinations.join(', ')}`).env('BK_EXAMINATION'))
    .addOption(
      new Option('--timeout <seconds>', 'for the whole examination')
        .env('BK_TIME_CONFINEMENT')
        .argParser(positiveNumber),
    )
    .option('--memory <amount>', 'give up when the process uses this much memory, such as 4G', memoryAmount)
    .option('--reductions <names>', 'of formulas, as for tegata check', reductionsChoice, 'auto')
    .option('--strategy <names>', 'what searches for formulas, as for tegata check', strategyChoice)
    .option('--apart', 'reduce the net for each formula alone from the beginning')
    .option('--certificates <folder>', 'write a certificate ID.cert there for each formula where that takes little')
    .addHelpText('after', HELP)
    .action((folder: string) => run(folder, command.opts<Options>()));
}

async function run(folder: string, options: Options): Promise<void> {
  const examination = examinations.find((name) => name === options.examination);
  if (!options.examination) {
    throw new UsageError(`which examination? give --examination or BK_EXAMINATION: ${examinations.join(', ')}`);
  }
  if (examination === undefined) {
    writeLine('DO_NOT_COMPETE');
    return;
  }
  if (options.certificates !== undefined) makeFolder(options.certificates); // before there are answers to be lost
  const thread = new CheckThread();
  try {
    const memoryBytes = options.memory ?? memoryOfContest() ?? Math.floor(totalmem() * 0.8);
    process.exitCode = await thread.run({
      kind: 'mcc',
      folder,
      examination,
      seconds: options.timeout,
      started: processStart(), // the time to load counts too
      memoryBytes,
      reductions: options.reductions,
      ...(options.strategy?.searching && { strategies: options.strategy.searching }),
      ...(options.apart && { ground: 'own' as const }),
      ...(options.certificates !== undefined && { certificates: options.certificates }),
    });
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    await thread.end(); // it writes nothing any more
    const { writeUnanswered } = await import('./mcc-run.ts');
    process.exitCode = writeUnanswered({ folder, examination }, thread.answers<Told>());
  } finally {
    await thread.end();
  }
}

/** Nine tenths of what the contest grants: the limit is looked at every now and then only. */
function memoryOfContest(): number | undefined {
  const text = process.env.BK_MEMORY_CONFINEMENT;
  if (text === undefined || text === '') return undefined;
  const megabytes = Number(text);
  if (!(megabytes > 0)) throw new UsageError('BK_MEMORY_CONFINEMENT is not a number of megabytes');
  return Math.floor(megabytes * 0.9 * 2 ** 20);
}
