// `tegata bench`: the experiments of the papers on testing automata, run again, as tables, plots and a page.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { UsageError, visible } from '../../diagnostics/index.ts';
import {
  agreementText,
  type Baseline,
  beemFiles,
  csvNames,
  csvToRecords,
  extendPlan,
  formulaSets,
  makeReport,
  type Plan,
  plans,
  type Report,
  type ResultRecord,
  reportFiles,
  type ScaleName,
  type SetName,
  scaleNames,
} from '../../experiments/index.ts';
import { readText } from '../input/read-file.ts';
import { memoryAmount, positiveNumber, seedNumber, timeAmount, wholeNumber } from '../input/values.ts';
import { EXIT } from '../output/exit-codes.ts';
import { writeLine } from '../output/terminal.ts';
import { writeFile } from '../output/write-file.ts';
import { runBench } from './bench-run.ts';

const HELP = `
Compares Büchi automata (BA), generalized ones (TGBA), testing automata (TA) and generalized testing automata (TGTA, direct TGTA, TGTA-all),
the latter with the letters of the papers and with ours, in the emptiness check of their products with Petri nets, and symbolic TGBA and TGTA with and without saturation: the
experiments of [BDK11, §3], [BDK12, §4], [BS15, §5] and [BDKT14, §4]; the report names the papers.

Scales:
${scaleNames.map((name) => `  ${name.padEnd(8)}${plans[name].summary}`).join('\n')}

The folder gets results.jsonl (one line per check, written at once), checks.csv and formulas.csv (the same as tables), index.html (the page), tables
as .md, .csv and .tex, plots as .svg. Ctrl-C, a crash or the end of the budget loses nothing but the checks under way: the same command goes on where it
ended. Formulas are selected in rounds, two of each outcome for every model of a set at first, so that a part of a run has something of everything.

Sets:
${formulaSets.map(({ name, summary }) => `  ${name.padEnd(12)}${summary}`).join('\n')}

--baseline paper adds the papers' algorithms to the letter, where ours do better (docs/experiments.md); they are marked in all results.

Exit status: 0 all is done, 10 two approaches differ in a verdict, 20 interrupted, or out of budget.

Examples:
  tegata bench papers --scale small
  tegata bench papers --scale paper --baseline paper --jobs 8 --budget 8h --output night
  tegata bench papers --scale paper --sets dedicated        MAPK's formulas alone
  tegata bench papers --scale small --beem models/beem      BEEM models (.dve, .etf) in the symbolic part too
  tegata bench papers --scale medium --resume-from docs/experiments      go on with results that were kept as tables
  tegata bench papers --scale medium --nets models/polyorb  further nets (.pnml) in the explicit part`;

interface Options {
  readonly scale: ScaleName;
  readonly output?: string;
  readonly jobs: number;
  readonly seed: number;
  readonly timeout?: number;
  readonly memory?: number;
  readonly batch?: number;
  readonly beem?: string;
  readonly nets?: string;
  readonly baseline: Baseline;
  readonly sets?: readonly SetName[];
  readonly budget?: number;
  readonly resumeFrom?: string;
  readonly json?: true;
}

export function define(command: Command): void {
  command
    .argument('<experiments>', 'papers')
    .addOption(new Option('--scale <scale>', 'how much').choices(scaleNames).default('small'))
    .option('--output <folder>', 'where results and report go (default: bench-SCALE)')
    .option('--jobs <count>', 'how many checks at a time', wholeNumber, 2)
    .option('--seed <number>', 'the seed of the formulas', seedNumber, 1)
    .option('--timeout <seconds>', 'the limit of one check (default: by the scale)', positiveNumber)
    .option('--memory <amount>', 'the memory of one check, such as 4G (default: by the scale)', memoryAmount)
    .option('--batch <count>', 'checks per process (default: by the scale; 1 also measures the process)', wholeNumber)
    .option(
      '--beem <folder>',
      'add to the symbolic part the BEEM models of the paper in the folder (medium: six of the 16), or all if it has none',
    )
    .option('--nets <folder>', 'add the .pnml files in the folder to the explicit part')
    .addOption(
      new Option('--baseline <whose>', 'ours, or also the algorithms as the papers print them')
        .choices(['ours', 'paper'])
        .default('ours'),
    )
    .option('--sets <names>', 'only these sets of formulas, with commas between them (default: all)', setNames)
    .option('--budget <time>', 'end after this time, such as 8h; the same command goes on', timeAmount)
    .option('--resume-from <folder>', 'go on with the results in the .csv files of a report')
    .option('--json', 'print the findings as one JSON object per line')
    .addHelpText('after', HELP)
    .action((experiments: string) => run(experiments, command.opts<Options>()));
}

async function run(experiments: string, options: Options): Promise<void> {
  if (experiments !== 'papers') throw new UsageError(`there are no experiments \`${experiments}\`, only papers`);
  if (options.jobs === 0 || options.batch === 0) throw new UsageError('--jobs and --batch must be at least 1');
  const plan = plans[options.scale];
  const folder = options.output ?? `bench-${options.scale}`;
  const { records, complete } = await runBench({
    plan: {
      ...extendPlan(plan, {
        symbolicModels: options.beem === undefined ? [] : modelsIn(options.beem, plan),
        nets: options.nets === undefined ? [] : modelsIn(options.nets),
        baseline: options.baseline,
        sets: options.sets,
      }),
      seconds: options.timeout ?? plan.seconds,
      memoryBytes: options.memory ?? plan.memoryBytes,
      checksPerProcess: options.batch ?? plan.checksPerProcess,
    },
    seed: options.seed,
    folder,
    jobs: options.jobs,
    budget: options.budget,
    known: options.resumeFrom === undefined ? [] : resultsIn(options.resumeFrom),
  });
  const report = makeReport(records);
  for (const [name, text] of reportFiles(report)) writeFile(join(folder, name), text);
  write(report, join(folder, 'index.html'), options);
  if (report.agreement.disputed.length > 0) process.exitCode = EXIT.violated;
  else if (!complete) process.exitCode = EXIT.unknown;
}

function setNames(text: string): SetName[] {
  return text.split(',').map((part) => {
    const set = formulaSets.find(({ name }) => name === part.trim());
    if (set !== undefined) return set.name;
    throw new UsageError(
      `--sets: there is no set \`${part.trim()}\`, only ${formulaSets.map(({ name }) => name).join(', ')}`,
    );
  });
}

/** The results of a report by its tables; those of runs, formulas and checks must be there. */
function resultsIn(folder: string): ResultRecord[] {
  return csvNames.flatMap((name) => {
    const file = join(folder, name);
    if (!existsSync(file)) {
      if (name === 'selections.csv') return [];
      throw new UsageError(`--resume-from: there is no ${name} in ${folder}`);
    }
    const { records, garbled } = csvToRecords(name, readText(file));
    if (garbled > 0) throw new UsageError(`--resume-from: ${garbled} rows of ${file} could not be read`);
    return records;
  });
}

/** The BEEM models of a folder that a plan names, or the nets of a folder. */
function modelsIn(folder: string, plan?: Plan): string[] {
  const [option, endings] = plan === undefined ? ['--nets', '.pnml'] : ['--beem', '.dve or .etf'];
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    throw new UsageError(`${option}: cannot read the folder ${folder}`);
  }
  const nets = names.filter((name) => name.endsWith('.pnml')).sort((a, b) => (a < b ? -1 : 1));
  const models = plan === undefined ? nets : beemFiles(names, plan);
  if (models.length === 0) throw new UsageError(`${option}: no ${endings} file in ${folder} takes part`);
  return models.map((name) => join(folder, name));
}

function write({ claims, agreement }: Report, page: string, { json }: Options): void {
  if (json) {
    for (const claim of claims) writeLine(JSON.stringify(claim));
    return;
  }
  writeLine(agreementText(agreement));
  writeLine();
  for (const { claim, verdict, figures } of claims) {
    writeLine(`${verdict.padEnd(14)}${claim}`);
    writeLine(`${' '.repeat(14)}${figures}`);
  }
  writeLine();
  writeLine(`the report: ${visible(page)}`);
}
