// The lines of earlier dialogues. They are only ever a help: what cannot be read or written is passed over.
import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeFile } from './write-file.ts';

/** The most lines that are kept. */
const MOST = 1000;

/** The file, or null where none is wanted. */
function historyFile(): string | null {
  const { TEGATA_HISTORY, XDG_STATE_HOME } = process.env;
  if (TEGATA_HISTORY === 'off') return null;
  return TEGATA_HISTORY || join(XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'tegata', 'repl-history');
}

/** The lines, the last one first, as `readline` has them. */
export function readHistory(): string[] {
  const file = historyFile();
  if (file === null) return [];
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .slice(0, MOST);
  } catch {
    return [];
  }
}

export function writeHistory(lines: readonly string[]): void {
  const file = historyFile();
  if (file === null) return;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFile(file, `${lines.slice(0, MOST).join('\n')}\n`);
  } catch {
    // not writable
  }
}
