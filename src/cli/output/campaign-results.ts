// The file of results of a campaign: one JSON object a line, written at once and never changed, so that a run that is cut off loses the line that
// it was writing and nothing else. One run at a time writes it.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type AnswerRecord, readAnswers } from '../../campaign/index.ts';
import { UsageError, visible } from '../../diagnostics/index.ts';
import { readText } from '../input/read-file.ts';
import { writeError } from './terminal.ts';
import { appendLine, createFile, cutFile, makeFolder } from './write-file.ts';

export class CampaignResults {
  readonly file: string;
  /** What earlier runs have left. */
  readonly before: readonly AnswerRecord[];
  private readonly lock: string;

  /** Throws `UsageError` when another run writes there. */
  constructor(folder: string) {
    makeFolder(folder);
    this.file = join(folder, 'results.jsonl');
    this.lock = join(folder, 'running.lock');
    takeLock(this.lock, folder);
    try {
      this.before = resume(this.file);
    } catch (error) {
      this.end();
      throw error;
    }
  }

  add(record: AnswerRecord): void {
    appendLine(this.file, JSON.stringify(record));
  }

  /** Another run may write from now on. */
  end(): void {
    rmSync(this.lock, { force: true });
  }
}

/** The records of the file, without what was being written when the last run was cut off. */
function resume(file: string): readonly AnswerRecord[] {
  const text = existsSync(file) ? readText(file) : '';
  const { records, garbled, completeLength } = readAnswers(text);
  if (garbled > 0) writeError(`${visible(file)}: ${garbled} lines could not be read`);
  if (completeLength < text.length) cutFile(file, Buffer.byteLength(text.slice(0, completeLength)));
  return records;
}

/** The lock names its process, so that one that was killed leaves no lock that counts. */
function takeLock(lock: string, folder: string): void {
  const owner = `${hostname()} ${process.pid}`;
  for (;;) {
    if (createFile(lock, owner)) return;
    const other = ownerOf(lock);
    if (other !== null && isAtWork(other)) {
      throw new UsageError(
        `another run writes to ${folder} (${other}): wait for it, or give another folder with --output`,
      );
    }
    rmSync(lock, { force: true });
  }
}

function ownerOf(lock: string): string | null {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return null; // it has just ended
  }
}

/** Of a process of another machine nothing is known: a shared folder is not written by two. */
function isAtWork(owner: string): boolean {
  const [host, id] = owner.split(' ');
  if (host !== hostname()) return true;
  try {
    process.kill(Number(id), 0);
    return Number(id) !== process.pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
