// The rounds of `tegata watch`.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { visibleLine } from '../../diagnostics/index.ts';
import { formatChange, type RecordedVerdict, verdictChanges } from '../../report/index.ts';
import { WatchedFiles } from '../input/changed-files.ts';
import { CONFIG_NAMES, findConfig } from '../input/load-config.ts';
import { moduleFiles } from '../input/module-files.ts';
import { formulasBeside } from '../input/module-properties.ts';
import { isFile, isFolder, readText } from '../input/read-file.ts';
import { EXIT } from '../output/exit-codes.ts';
import { flush, stdoutColours, writeLine } from '../output/terminal.ts';
import { plannedChecks } from './check-project.ts';

/** Milliseconds between two looks at the files. A change is acted upon when a look finds no other one: files are often written in pieces. */
const PERIOD = 150;

interface WatchSettings {
  readonly model: string | undefined;
  /** Other files that the command line names; what is none is passed over. */
  readonly files: readonly string[];
  readonly config: string | undefined;
  readonly isJson: boolean;
}

export class WatchRun {
  private readonly settings: WatchSettings;
  private readonly watched = new WatchedFiles();
  /** The files that the configuration has named. */
  private named: readonly string[] = [];
  private child: ChildProcess | null = null;
  private verdicts: readonly RecordedVerdict[] | null = null;
  private wake: () => void = () => undefined;
  private isOver = false;

  constructor(settings: WatchSettings) {
    this.settings = settings;
  }

  /** Checks with these arguments until Ctrl-C. */
  async run(args: readonly string[]): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'tegata-watch-'));
    process.on('SIGINT', this.end);
    process.on('SIGTERM', this.end);
    try {
      for (let changed: readonly string[] = []; !this.isOver; ) {
        this.watched.watch([...this.files(), ...(await this.filesOfConfig())]);
        changed = await this.round(args, join(folder, 'verdicts.jsonl'), changed);
      }
    } finally {
      this.end(); // also where it cannot write: nothing may keep the process alive
      process.removeListener('SIGINT', this.end);
      process.removeListener('SIGTERM', this.end);
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** One check, and the wait for the next change; gives the files that have changed. */
  private async round(args: readonly string[], record: string, changed: readonly string[]): Promise<readonly string[]> {
    rmSync(record, { force: true });
    const ended = this.check([...args, '--report', `json=${record}`]);
    const next = this.nextChange();
    const isComplete = await Promise.race([ended, next.then(() => 'changed' as const)]);
    if (isComplete === 'changed' || this.isOver) {
      this.child?.kill('SIGKILL');
      await ended;
    } else {
      this.tell(record, changed, isComplete);
      if (!this.settings.isJson) writeLine(stdoutColours.dim('waiting for changes; Ctrl-C ends'));
      flush();
    }
    return next;
  }

  /** Starts the check; gives whether it answered everything that it was asked. */
  private check(args: readonly string[]): Promise<boolean> {
    const program = fileURLToPath(new URL('../bundle/main.js', import.meta.url));
    const child = spawn(process.execPath, [program, 'check', ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
    this.child = child;
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => {
        this.child = null;
        resolve(code === EXIT.ok || code === EXIT.violated);
      });
    });
  }

  /** Waits for a change that is over, or for the end. */
  private nextChange(): Promise<readonly string[]> {
    return new Promise((resolve) => {
      const changed = new Set<string>();
      const timer = setInterval(() => {
        const now = this.watched.changed();
        for (const file of now) changed.add(file);
        if (changed.size > 0 && now.length === 0) this.wake();
      }, PERIOD);
      this.wake = () => {
        clearInterval(timer);
        resolve([...changed]);
      };
      if (this.isOver) this.wake();
    });
  }

  private tell(record: string, changed: readonly string[], isComplete: boolean): void {
    const now = isFile(record) ? recordsIn(record) : [];
    const all = this.verdicts === null ? [] : verdictChanges(this.verdicts, now);
    // what was not answered is not gone
    const changes = isComplete ? all : all.filter((change) => change.now !== null);
    const isFirst = this.verdicts === null;
    if (isComplete || now.length > 0) this.verdicts = now;
    if (this.settings.isJson) {
      writeLine(JSON.stringify({ changed, verdicts: changes }));
      return;
    }
    if (isFirst) return;
    writeLine(stdoutColours.bold(visibleLine(`changed: ${changed.join(', ')}`)));
    if (changes.length === 0) writeLine(isComplete ? '  the verdicts are as before' : '  no verdict is new');
    for (const change of changes) writeLine(`  ${visibleLine(formatChange(change))}`);
  }

  /** The files that the check reads, as far as the command line tells. */
  private files(): string[] {
    const { model, files, config } = this.settings;
    const named = files.filter((file) => isFile(file));
    if (model !== undefined) return [...filesOf(model), ...named];
    const found = config ?? findConfigQuietly();
    return [...(found === null ? CONFIG_NAMES : moduleFiles(found)), ...named];
  }

  /** The files that a configuration names. What is wrong with it is told by the check. */
  private async filesOfConfig(): Promise<readonly string[]> {
    const { model, config = findConfigQuietly() } = this.settings;
    if (model !== undefined || config === null) return [];
    try {
      const checks = await plannedChecks(config, { started: Date.now(), memoryBytes: totalmem() });
      this.named = checks.flatMap((planned) => [...filesOf(planned.model), ...planned.files]);
    } catch {
      // those that it named before
    }
    return this.named;
  }

  private readonly end = (): void => {
    this.isOver = true;
    this.child?.kill('SIGKILL');
    this.wake();
  };
}

/** The files behind a MODEL argument, and the formulas beside it. */
function filesOf(model: string): string[] {
  const file = isFolder(model) ? join(model, 'model.pnml') : model;
  const beside = formulasBeside(file) ?? file.replace(/\.[^./\\]+$/, '.ltl');
  return [file, ...moduleFiles(file), beside];
}

function recordsIn(path: string): RecordedVerdict[] {
  return readText(path)
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as RecordedVerdict]));
}

/** What is wrong with configurations is told by the check. */
function findConfigQuietly(): string | null {
  try {
    return findConfig();
  } catch {
    return null;
  }
}
