// The terminal: lines to stdout and stderr, colours where they are wanted, and readers that go away early.
import { writeSync } from 'node:fs';
import pc from 'picocolors';
import type { Decoration } from '../../diagnostics/index.ts';

/** The reader of our output is gone (`tegata … | head`): stop quietly. */
export class OutputClosed extends Error {
  override name = 'OutputClosed';
}

/** Colours only on a terminal; NO_COLOR and FORCE_COLOR are respected. */
function colours(stream: NodeJS.WriteStream): ReturnType<typeof pc.createColors> {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  return pc.createColors(FORCE_COLOR ? true : !NO_COLOR && stream.isTTY === true && process.env.TERM !== 'dumb');
}

export const stdoutColours: ReturnType<typeof pc.createColors> = colours(process.stdout);
export const stderrColours: ReturnType<typeof pc.createColors> = colours(process.stderr);

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

/** Writes what is buffered. */
export function flush(): void {
  const text = pending;
  pending = '';
  writeAll(1, text);
}

/** Writes a line to stderr. */
export function writeError(text: string): void {
  try {
    flush();
  } finally {
    writeAll(2, `${text}\n`);
  }
}

function writeAll(descriptor: number, text: string): void {
  let bytes = Buffer.from(text, 'utf8');
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(descriptor, bytes));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') throw new OutputClosed();
      if (code !== 'EAGAIN') throw error; // a full pipe that does not block: try again
    }
  }
}

process.on('exit', () => {
  try {
    flush();
  } catch {
    // the reader is gone; there is nobody left to tell
  }
});
