// `tegata campaign`: many questions with many strategies, on this machine or on several.
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { campaignRecipe, type RecipeKind, recipeKinds } from '../../campaign/index.ts';
import { UsageError } from '../../diagnostics/index.ts';
import { memoryAmount, positiveNumber, wholeNumber } from '../input/values.ts';
import { writeLine } from '../output/terminal.ts';
import { queuePackages, version } from '../start/version.ts';
import type { Carrier } from './campaign-run.ts';

const HELP = `
run does what FILE asks for: models × formulas × strategies × seeds, each within its limits. FILE is JSON (docs/campaigns.md):
  { "models": ["kanban:3", { "model": "net.pnml", "properties": { "live": "G F p" } }],
    "strategies": { "explicit": "explicit", "diagrams": "symbolic", "swarm": { "engine": "explicit", "seeds": 3 } },
    "limits": { "seconds": 60, "memory": "4G" }, "answers": "first" }
The first sure answer to a question ends its other jobs; "answers": "all" lets every job answer, and compares them. Two sure answers that differ stop
the campaign: one of them is wrong.

The folder gets results.jsonl, one line for each answer, written at once, and index.html, the report. Ctrl-C, a crash or a lost machine loses nothing but the jobs
under way: the same command goes on where it ended, and does nothing twice.

With --redis (or TEGATA_REDIS in the environment) run leaves the jobs to tegata campaign worker on any number of machines, by way of BullMQ on Redis; a
job whose worker is lost is taken over by another one. User and password are TEGATA_REDIS_USER and TEGATA_REDIS_PASSWORD, in the environment alone. Jobs are data,
never code: a worker runs models in JavaScript or TypeScript only from folders of its own that it allows. npm install bullmq ioredis comes first.

recipe writes a Dockerfile, a compose file with Redis, or manifests for Kubernetes, all made from the same facts. They have not been tried on a container engine.

Exit status: 0 all questions hold, 10 one is violated, 20 none is violated but one has no answer, or the run was interrupted, 65 the file or a
model cannot be read, or a process died again and again, 70 two answers differ.

Examples:
  tegata campaign run nightly.json
  tegata campaign run nightly.json --jobs 8 --output results --json
  tegata campaign worker --redis redis://queue.example:6379 --jobs 4
  tegata campaign run nightly.json --redis redis://queue.example:6379
  tegata campaign recipe --to kubernetes --image registry.example/tegata --workers 10 > campaign.yaml`;

const QUEUE = 'campaign';
const MODEL_LIMIT = 32 * 2 ** 20;

const actions = ['run', 'worker', 'recipe'] as const;
type Action = (typeof actions)[number];

interface Options {
  readonly output?: string;
  readonly jobs?: number;
  readonly json?: true;
  readonly progress: boolean;
  readonly retry?: true;
  readonly redis?: string;
  readonly queue?: string;
  readonly shared?: string;
  readonly modelLimit?: number;
  readonly allowCode?: readonly string[];
  readonly lock?: number;
  readonly idle?: number;
  readonly to?: RecipeKind;
  readonly image?: string;
  readonly workers?: number;
}

export function define(command: Command): void {
  command
    .addArgument(new Argument('<action>', 'what to do').choices(actions))
    .argument('[file]', 'the campaign, of run')
    .option('--output <folder>', 'where results and report go (default: FILE without .json, and -results)')
    .option('--jobs <count>', 'how many at a time (default: as many as there are cores)', wholeNumber)
    .option('--json', 'one JSON object for each answer, and one for all at the end')
    .option('--retry', 'run: try again what failed before')
    .option('--no-progress', 'no live table on a terminal')
    .option('--redis <address>', 'run: leave the jobs to workers, by way of redis://HOST:PORT; worker: take them there')
    .option('--queue <name>', 'with Redis: the queue that run and workers share (default: campaign)', queueName)
    .option('--shared <folder>', 'with Redis: a folder that run and workers see; models in it are named, not sent')
    .option('--model-limit <amount>', 'run with Redis: the largest model that is sent (default: 32M)', memoryAmount)
    .option(
      '--allow-code <folder>',
      'worker: run models in JavaScript and TypeScript of this folder (repeatable)',
      gather,
    )
    .option('--lock <seconds>', 'worker: silence after which a job is taken over (default: 30)', positiveNumber)
    .option('--idle <seconds>', 'worker: end after so long without a job', positiveNumber)
    .addOption(new Option('--to <kind>', 'recipe: for what').choices(recipeKinds))
    .option('--image <name>', 'recipe: the name of the image (default: tegata-campaign)')
    .option('--workers <count>', 'recipe: how many workers (default: 2)', wholeNumber)
    .addHelpText('after', HELP)
    .action((action: Action, file: string | undefined) => {
      const options = command.opts<Options>();
      refuseOthers(action, command);
      if (action === 'recipe') return recipe(file, options);
      return action === 'worker' ? worker(file, options) : run(file, options);
    });
}

/** The options of each action: another one would go unheard. */
const OPTIONS: Readonly<Record<Action, readonly (keyof Options)[]>> = {
  run: ['output', 'jobs', 'json', 'progress', 'retry', 'redis', 'queue', 'shared', 'modelLimit'],
  worker: ['redis', 'jobs', 'queue', 'shared', 'allowCode', 'lock', 'idle'],
  recipe: ['to', 'image', 'workers'],
};

function refuseOthers(action: Action, command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName() as keyof Options;
    if (command.getOptionValueSource(name) !== 'cli' || OPTIONS[action].includes(name)) continue;
    throw new UsageError(`${option.long} means nothing for tegata campaign ${action}`);
  }
}

function recipe(file: string | undefined, { to, image = 'tegata-campaign', workers = 2 }: Options): void {
  if (to === undefined) throw new UsageError(`say for what: --to ${recipeKinds.join(', --to ')}`);
  if (file !== undefined) throw new UsageError('a recipe is written to standard output, and takes no file');
  if (!/^[a-z0-9][a-z0-9./_:@-]*$/.test(image))
    throw new UsageError('--image is the name of an image, such as registry.example/tegata:1');
  if (workers === 0) throw new UsageError('--workers must be at least 1');
  writeLine(campaignRecipe(to, { version, ...queuePackages, image, workers }).trimEnd());
}

async function run(file: string | undefined, options: Options): Promise<void> {
  if (file === undefined) throw new UsageError('name the file of the campaign: tegata campaign run FILE');
  if (options.jobs === 0) throw new UsageError('--jobs must be at least 1');
  const { defaultJobs, localCarrier, runCampaign } = await import('./campaign-run.ts');
  const jobs = options.jobs ?? defaultJobs();
  const settings = {
    file,
    folder: options.output ?? `${file.replace(/\.json$/, '')}-results`,
    jobs,
    form: options.json ? ('json' as const) : ('text' as const),
    isLive: options.progress,
    failed: options.retry ? ('again' as const) : ('kept' as const),
  };
  process.exitCode = await runCampaign(settings, (await redisOf(options)) ?? localCarrier(jobs));
}

/** The carrier of other machines, where Redis is named. */
async function redisOf({
  redis,
  queue = QUEUE,
  shared,
  modelLimit = MODEL_LIMIT,
  jobs,
}: Options): Promise<Carrier | null> {
  if (redis === undefined && !process.env.TEGATA_REDIS) {
    if (shared !== undefined) throw new UsageError('--shared is for campaigns with --redis');
    return null;
  }
  if (jobs !== undefined) throw new UsageError('--jobs is for the workers, where the jobs are left to them');
  const { redisAddress } = await import('../input/redis-address.ts');
  const { redisCarrier } = await import('./campaign-redis.ts');
  return redisCarrier({
    address: redisAddress(redis, process.env),
    queue,
    modelLimit,
    ...(shared !== undefined && { shared }),
  });
}

async function worker(file: string | undefined, options: Options): Promise<void> {
  if (file !== undefined) throw new UsageError('a worker takes its jobs from Redis, and no file');
  if (options.jobs === 0) throw new UsageError('--jobs must be at least 1');
  const { redisAddress } = await import('../input/redis-address.ts');
  const { defaultJobs } = await import('./campaign-run.ts');
  const { runWorker } = await import('./campaign-worker-run.ts');
  const { redis, jobs = defaultJobs(), queue = QUEUE, allowCode = [], lock = 30, idle, shared } = options;
  await runWorker({
    address: redisAddress(redis, process.env),
    queue,
    jobs,
    lock,
    allowCode,
    ...(idle !== undefined && { idle }),
    ...(shared !== undefined && { shared }),
  });
}

function gather(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** The name of a queue, which is part of the names of keys. */
function queueName(text: string): string {
  if (!/^[\w-]{1,64}$/.test(text)) throw new InvalidArgumentError('Expected letters, digits, - and _.');
  return text;
}
