// The live line of long runs: on stderr, and only when that is a terminal. It is written over in place and removed at the end.
import { writeOver } from './terminal.ts';

/** Milliseconds between two writings. */
const PERIOD = 200;

/** The columns of the terminal that the line may fill; 0 where there is none to write to. */
export function terminalColumns(): number {
  return process.stderr.isTTY === true && process.env.TERM !== 'dumb' ? process.stderr.columns || 80 : 0;
}

export class ProgressLine {
  private readonly columns: number;
  private last = 0;
  private written = false;

  /** A line of at most this many columns; nothing is shown when there are none. */
  constructor(columns: number = terminalColumns()) {
    this.columns = columns;
  }

  /** Shows the text, unless the last was shown a moment ago. */
  update(text: () => string): void {
    const now = performance.now();
    if (this.columns === 0 || now - this.last < PERIOD) return;
    this.last = now;
    this.written = true;
    writeOver(text().slice(0, this.columns - 1));
  }

  /** Removes the line. */
  end(): void {
    if (this.written) writeOver('');
    this.written = false;
  }
}

/** `2546432` as `2,546,432`. */
export function grouped(count: number): string {
  return Math.round(count)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Bytes for people: `14.6 MB`. */
export function amount(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1000;
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 2 : 1)} ${units[unit]}`;
}
