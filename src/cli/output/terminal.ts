// The terminal: lines to stdout and stderr, colours where they are wanted, and readers that go away early.
import pc from 'picocolors';
import type { Decoration } from '../../diagnostics/index.ts';
import { EXIT } from './exit-codes.ts';
import { OutputFailed, outputError } from './output-errors.ts';
import { writeWhole } from './write-file.ts';

/** Colours only on a terminal; NO_COLOR and FORCE_COLOR are respected. */
function colours(stream: NodeJS.WriteStream): ReturnType<typeof pc.createColors> {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  return pc.createColors(FORCE_COLOR ? true : !NO_COLOR && stream.isTTY === true && process.env.TERM !== 'dumb');
}

export const stdoutColours: ReturnType<typeof pc.createColors> = colours(process.stdout);
const stderrColours: ReturnType<typeof pc.createColors> = colours(process.stderr);

/** How diagnostics are decorated on stderr. */
export const decoration: Decoration = {
  error: (text) => stderrColours.red(text),
  dim: (text) => stderrColours.dim(text),
  hint: (text) => stderrColours.cyan(text),
};

/** Lines are gathered and written in large pieces: one system call per line would dominate long streams. */
const BUFFER_LIMIT = 1 << 16;
let pending = '';

/** Writes a line to stdout (buffered; flushed at exit, and before anything goes to stderr). */
export function writeLine(text = ''): void {
  pending += `${text}\n`;
  if (pending.length >= BUFFER_LIMIT || process.stdout.isTTY) flush();
}

/** Writes what is buffered. Throws `OutputFailed` when it cannot be written, `OutputClosed` when nobody reads it any more. */
export function flush(): void {
  const text = pending;
  pending = '';
  writeStream(1, text);
}

/** Writes a line to stderr. Throws as `flush` does. */
export function writeError(text: string): void {
  try {
    flush();
  } finally {
    writeStream(2, `${text}\n`);
  }
}

/** Writes to stderr over and over in one line, which must be a terminal. */
export function writeOver(text: string): void {
  flush();
  writeStream(2, `\r\x1b[K${text}`);
}

/** Says on stderr that output was lost, if that can be said; gives the exit status. */
export function reportLoss({ message }: OutputFailed): typeof EXIT.output {
  pending = ''; // it would fail again
  try {
    writeStream(2, `error: ${message}\n`);
  } catch {
    // there is nobody left to tell
  }
  return EXIT.output;
}

function writeStream(descriptor: 1 | 2, text: string): void {
  try {
    writeWhole(descriptor, text);
  } catch (error) {
    throw outputError(descriptor === 1 ? 'standard output' : 'standard error', error);
  }
}

process.on('exit', () => {
  try {
    flush();
  } catch (error) {
    if (error instanceof OutputFailed) process.exitCode = reportLoss(error);
  }
});
