// What another process has used of the processors, as POSIX has `ps` tell it.
import { execFileSync } from 'node:child_process';

/** To the second; null where there is no such process, or no such program. */
export function processorSeconds(pid: number): number | null {
  try {
    const words = ['-o', 'time=', '-p', String(pid)];
    return parseTime(execFileSync('ps', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return null;
  }
}

/** `1-02:03:04`, `02:03:04` or `3:04.50` in seconds. */
export function parseTime(text: string): number | null {
  const [, days = '0', clock] = /^\s*(?:(\d+)-)?(\d+(?::\d+)+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  if (clock === undefined) return null;
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return 86_400 * Number(days) + seconds;
}
