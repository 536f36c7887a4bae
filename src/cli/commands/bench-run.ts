// The run of `tegata bench papers`: tasks to processes, records to the file of results, a live line with an estimate, and the report at the end. Whatever
// is in the file is not done again.
import { existsSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UsageError, visible } from '../../diagnostics/index.ts';
import {
  Agenda,
  METHOD,
  type Plan,
  type ResultRecord,
  type RunRecord,
  readRecords,
  type Task,
} from '../../experiments/index.ts';
import { readText } from '../input/read-file.ts';
import { ProgressLine } from '../output/progress.ts';
import { writeError } from '../output/terminal.ts';
import { appendLine, cutFile, makeFolder } from '../output/write-file.ts';
import { version } from '../start/version.ts';
import { BenchProcess } from '../threads/bench-process.ts';

interface BenchSettings {
  readonly plan: Plan;
  readonly seed: number;
  readonly folder: string;
  readonly jobs: number;
  /** Seconds after which the run ends, as by Ctrl-C. */
  readonly budget?: number;
}

/** How often a selection may lose its process before it is given up. */
const MOST_LOSSES = 3;

/** Does what is missing; the records, and whether all of the plan is done. */
export async function runBench(settings: BenchSettings): Promise<{ records: ResultRecord[]; complete: boolean }> {
  const run = new BenchRun(settings);
  return { complete: await run.run(), records: run.records };
}

class BenchRun {
  readonly records: ResultRecord[];
  private readonly settings: BenchSettings;
  private readonly file: string;
  private readonly agenda: Agenda;
  private readonly line = new ProgressLine();
  private readonly started = performance.now();
  private readonly doneBefore: number;
  private readonly processes: BenchProcess[] = [];
  private losses = 0;
  private stopped = false;
  /** Why the results cannot be written. */
  private failure: { readonly error: unknown } | null = null;

  constructor(settings: BenchSettings) {
    const { folder, plan, seed } = settings;
    this.settings = settings;
    this.file = join(folder, 'results.jsonl');
    makeFolder(folder);
    this.records = resume(this.file, settings);
    this.agenda = new Agenda(plan, seed);
    for (const record of this.records) this.agenda.add(record);
    this.doneBefore = this.agenda.progress().done;
    if (this.doneBefore > 0) writeError(`${this.doneBefore} checks are already in ${visible(this.file)}`);
  }

  async run(): Promise<boolean> {
    const { jobs, budget } = this.settings;
    const end = budget === undefined ? undefined : setTimeout(() => this.spend(), budget * 1000);
    process.on('SIGINT', this.stop);
    const timer = setInterval(() => this.show(), 250);
    try {
      await Promise.all(Array.from({ length: jobs }, () => this.work()));
    } finally {
      clearInterval(timer);
      clearTimeout(end);
      this.line.end();
      process.removeListener('SIGINT', this.stop);
      for (const one of this.processes) one.end();
    }
    if (this.failure !== null) throw this.failure.error;
    return !this.stopped && this.losses < MOST_LOSSES;
  }

  /** One worker: a process that is given tasks until there are none. */
  private async work(): Promise<void> {
    const { seconds, memoryBytes, checksPerProcess } = this.settings.plan;
    const one = new BenchProcess({ seconds, memoryBytes, checksPerProcess, onRecord: (record) => this.add(record) });
    this.processes.push(one);
    while (!this.stopped) {
      const task = this.agenda.take();
      if (task !== null) await this.give(one, task);
      else if (this.agenda.isSelecting()) await delay(50);
      else break;
    }
    one.end();
  }

  private async give(one: BenchProcess, task: Task): Promise<void> {
    if ((await one.run(task)) === 'done' || task.kind === 'check' || this.stopped) return;
    if (++this.losses < MOST_LOSSES) this.agenda.giveBack(task);
    else {
      this.agenda.giveUp(task);
      writeError(`the formulas of ${task.set} for ${visible(task.model)} could not be selected: the process died`);
    }
  }

  private add(record: ResultRecord): void {
    if (this.failure !== null) return;
    try {
      appendLine(this.file, JSON.stringify(record));
    } catch (error) {
      this.failure = { error };
      this.stop();
      return;
    }
    this.records.push(record);
    this.agenda.add(record);
  }

  private readonly stop = (): void => {
    this.stopped = true;
    for (const one of this.processes) one.end();
  };

  private spend(): void {
    this.line.end();
    writeError('the budget is spent; the same command goes on where it ended');
    this.stop();
  }

  private show(): void {
    const { done, total } = this.agenda.progress();
    const spent = (performance.now() - this.started) / 1000;
    const now = done - this.doneBefore;
    const rest = now === 0 ? 'selecting formulas' : `about ${duration((spent / now) * (total - done))} left`;
    this.line.update(() => `${done} of ${total} checks, ${duration(spent)}, ${rest}`);
  }
}

/** What is in the file, without what was being written when the last run was cut off. */
function resume(file: string, { plan, seed }: BenchSettings): ResultRecord[] {
  const header: RunRecord = { kind: 'run', scale: plan.scale, seed, method: METHOD, version, machine: machine() };
  const text = existsSync(file) ? readText(file) : '';
  const { records, garbled, completeLength } = readRecords(text);
  if (garbled > 0) writeError(`${visible(file)}: ${garbled} lines could not be read`);
  if (completeLength < text.length) cutFile(file, Buffer.byteLength(text.slice(0, completeLength)));
  const first = records.find((record) => record.kind === 'run');
  if (first !== undefined && (first.scale !== plan.scale || first.seed !== seed)) {
    throw new UsageError(
      `${file} belongs to --scale ${first.scale} --seed ${first.seed}: give another folder with --output`,
    );
  }
  if (first !== undefined && first.method !== METHOD) {
    throw new UsageError(`${file} was measured by another version, in another way: give another folder with --output`);
  }
  if (first !== undefined) return [...records];
  appendLine(file, JSON.stringify(header));
  return [header, ...records];
}

function machine(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${processors[0]?.model.trim() ?? 'unknown processor'}, ${processors.length} cores, ${memory} GB, Node ${process.version}`;
}

/** `95` as `1:35`. */
function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (n: number): string => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
