// The run of `tegata bench papers`: tasks to processes, records to the file of results, a live line with an estimate, and the report at the end. Whatever
// is in the file is not done again.
import { existsSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UsageError, visible } from '../../diagnostics/index.ts';
import {
  Agenda,
  furtherRecords,
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
  /** Results of another run, to go on with. */
  readonly known?: readonly ResultRecord[];
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
  private readonly header: RunRecord;
  private isAnnounced = false;
  private losses = 0;
  private stopped = false;
  /** Why the results cannot be written. */
  private failure: { readonly error: unknown } | null = null;

  constructor(settings: BenchSettings) {
    const { folder, plan, seed, known = [] } = settings;
    this.settings = settings;
    this.file = join(folder, 'results.jsonl');
    makeFolder(folder);
    this.records = readResults(this.file);
    const further = furtherRecords(this.records, known);
    this.header = headerFor([...this.records, ...further], settings, this.file);
    if (further.length > 0) appendLine(this.file, further.map((record) => JSON.stringify(record)).join('\n'));
    this.records.push(...further);
    if (this.header.run === 1) this.announce();
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
    const { run } = this.header;
    try {
      this.announce();
      this.keep({ ...record, run });
    } catch (error) {
      this.failure = { error };
      this.stop();
      return;
    }
    this.agenda.add(record);
  }

  /** The record of the run, before the first one of its own; the first run of a folder has it at once. */
  private announce(): void {
    if (!this.isAnnounced) this.keep(this.header);
    this.isAnnounced = true;
  }

  private keep(record: ResultRecord): void {
    appendLine(this.file, JSON.stringify(record));
    this.records.push(record);
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
function readResults(file: string): ResultRecord[] {
  const text = existsSync(file) ? readText(file) : '';
  const { records, garbled, completeLength } = readRecords(text);
  if (garbled > 0) writeError(`${visible(file)}: ${garbled} lines could not be read`);
  if (completeLength < text.length) cutFile(file, Buffer.byteLength(text.slice(0, completeLength)));
  return [...records];
}

/** The record of the run that goes on with these. Throws `UsageError` where it cannot. */
function headerFor(records: readonly ResultRecord[], { plan, seed }: BenchSettings, file: string): RunRecord {
  const runs = records.filter((record) => record.kind === 'run');
  for (const { scale, seed: its, method } of runs) {
    if (scale !== plan.scale || its !== seed) {
      throw new UsageError(`${file} belongs to --scale ${scale} --seed ${its}: give another folder with --output`);
    }
    if (method !== METHOD) {
      throw new UsageError(
        `${file} was measured by another version, in another way: give another folder with --output`,
      );
    }
  }
  return {
    kind: 'run',
    run: 1 + Math.max(0, ...runs.map(({ run = 1 }) => run)),
    scale: plan.scale,
    seed,
    method: METHOD,
    version,
    machine: machine(),
    started: `${new Date().toISOString().slice(0, 16)}Z`,
    seconds: plan.seconds,
    memoryBytes: plan.memoryBytes,
    clock: 'processor',
  };
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
