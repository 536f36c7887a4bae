// `tegata campaign run`: what is open is done, here or by workers elsewhere; answers are kept once, and told.
import { availableParallelism, hostname, totalmem } from 'node:os';
import { join } from 'node:path';
import {
  type AnswerRecord,
  type CampaignJob,
  campaignJobs,
  campaignPage,
  type JobAnswer,
  Ledger,
  recordOf,
  summaryOf,
} from '../../campaign/index.ts';
import { visible } from '../../diagnostics/index.ts';
import { type Campaign, readCampaign, sha256 } from '../input/campaign-input.ts';
import { CampaignOutput } from '../output/campaign-output.ts';
import { CampaignResults } from '../output/campaign-results.ts';
import { EXIT, type ExitCode } from '../output/exit-codes.ts';
import { LiveLines } from '../output/live-lines.ts';
import { writeError } from '../output/terminal.ts';
import { writeFile } from '../output/write-file.ts';
import { version } from '../start/version.ts';
import { CampaignProcess } from '../threads/campaign-process.ts';
import { runLocally } from './campaign-local.ts';

/** Of the memory of the machine, what all jobs together may use. */
const MEMORY_SHARE = 0.8;

interface RunSettings {
  readonly file: string;
  readonly folder: string;
  /** How many jobs at a time here. */
  readonly jobs: number;
  readonly form: 'text' | 'json';
  readonly isLive: boolean;
  /** Whether what failed before is tried again. */
  readonly failed: 'kept' | 'again';
}

/** How the jobs of a campaign get done. */
export type Carrier = (work: {
  readonly campaign: Campaign;
  readonly ledger: Ledger;
  readonly output: CampaignOutput;
  readonly onAnswer: (job: CampaignJob, answer: JobAnswer, worker?: string) => void;
  readonly signal: AbortSignal;
}) => Promise<void>;

/** How many jobs at a time, unless that is said. */
export function defaultJobs(): number {
  return availableParallelism();
}

/** What one of so many jobs may use. */
export function memoryOfJob(jobs: number): number {
  return Math.floor((totalmem() * MEMORY_SHARE) / jobs);
}

/** The carrier of this machine. */
export function localCarrier(jobs: number): Carrier {
  return ({ campaign: { plan, sources }, ledger, onAnswer, signal }) =>
    runLocally({
      ledger,
      jobs: Math.min(jobs, Math.max(1, ledger.progress().open)),
      memoryBytes: memoryOfJob(jobs),
      attempts: plan.attempts,
      modelOf: ({ model }) => sources[model].argument,
      onAnswer,
      signal,
    });
}

/** Runs the campaign; gives the exit code. */
export async function runCampaign(settings: RunSettings, carrier: Carrier): Promise<ExitCode> {
  const { file, folder } = settings;
  const campaign = await campaignOf(settings);
  const jobs = campaignJobs(campaign.plan, campaign.models, { digest: sha256, version });
  const ledger = new Ledger(jobs, campaign.plan.answers);
  const results = new CampaignResults(folder);
  const interruption = interruptible();
  const failures: unknown[] = [];
  const live = new LiveLines(settings.isLive ? undefined : 0);
  const output = new CampaignOutput(ledger, { form: settings.form, live });
  const page = join(folder, 'index.html');
  try {
    takeUp(ledger, results, settings);
    const timer = setInterval(() => output.show(), 250);
    const onAnswer = (job: CampaignJob, answer: JobAnswer, worker?: string): void => {
      if (failures.length > 0) return;
      try {
        keep(recordOf(job, answer, worker), { ledger, results, output });
        if (ledger.hasDispute) interruption.stop();
      } catch (error) {
        failures.push(error); // the disk is full: nothing is begun any more
        interruption.stop();
      }
    };
    try {
      const { signal } = interruption;
      if (!ledger.isComplete && !ledger.hasDispute) await carrier({ campaign, ledger, output, onAnswer, signal });
    } finally {
      clearInterval(timer);
      live.end();
    }
    if (failures.length > 0) throw failures[0];
    writeFile(
      page,
      campaignPage(ledger, {
        title: `Campaign ${file}`,
        meta: `tegata ${version} · ${hostname()} · Node ${process.version}`,
      }),
    );
    output.end(page);
    if (interruption.isInterrupted) writeError('interrupted; the same command goes on where it ended');
    return exitCodeOf(ledger);
  } finally {
    interruption.end();
    results.end();
  }
}

async function campaignOf({ file, jobs }: RunSettings): Promise<Campaign> {
  const memoryBytes = memoryOfJob(jobs);
  const process = new CampaignProcess(memoryBytes);
  try {
    return await readCampaign(file, { process, memoryBytes });
  } finally {
    process.end();
  }
}

/** What earlier runs have answered is not done again. */
function takeUp(ledger: Ledger, { before, file }: CampaignResults, { failed }: RunSettings): void {
  const counted = before.filter(({ outcome }) => failed === 'kept' || outcome !== 'failed');
  const kept = counted.filter((record) => ledger.add(record) === 'kept').length;
  if (kept > 0) writeError(`${kept} answers are already in ${visible(file)}`);
}

function keep(
  record: AnswerRecord,
  {
    ledger,
    results,
    output,
  }: { readonly ledger: Ledger; readonly results: CampaignResults; readonly output: CampaignOutput },
): void {
  if (ledger.hasAnswer(record.id)) return;
  results.add(record); // first: what cannot be written was not answered
  ledger.add(record);
  output.answer(record);
}

interface Interruption {
  readonly signal: AbortSignal;
  /** Whether a user asked for the end. */
  readonly isInterrupted: boolean;
  stop(): void;
  end(): void;
}

/** Ctrl-C, and the signal that services are ended with. */
function interruptible(): Interruption {
  const controller = new AbortController();
  let isInterrupted = false;
  const interrupt = (): void => {
    isInterrupted = true;
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return {
    signal: controller.signal,
    get isInterrupted() {
      return isInterrupted;
    },
    stop: () => controller.abort(),
    end: () => {
      process.removeListener('SIGINT', interrupt);
      process.removeListener('SIGTERM', interrupt);
    },
  };
}

function exitCodeOf(ledger: Ledger): ExitCode {
  const outcomes = new Set(summaryOf(ledger).questions.map(({ outcome }) => outcome));
  if (outcomes.has('disputed')) return EXIT.internal;
  if (outcomes.has('failed')) return EXIT.input;
  if (outcomes.has('violated')) return EXIT.violated;
  return outcomes.has('unknown') || outcomes.has('open') ? EXIT.unknown : EXIT.ok;
}
