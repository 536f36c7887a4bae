// Some lines of long runs that are written over in place: on stderr, and only when that is a terminal. They are removed at the end.
import { terminalColumns } from './progress.ts';
import { writeOver } from './terminal.ts';

/** Milliseconds between two writings. */
const PERIOD = 250;

export class LiveLines {
  private readonly columns: number;
  private last = 0;
  /** How many lines stand there. */
  private height = 0;

  /** Lines of at most this many columns; nothing is shown when there are none. */
  constructor(columns: number = terminalColumns()) {
    this.columns = columns;
  }

  /** Shows the lines, unless the last were shown a moment ago. */
  update(lines: () => readonly string[]): void {
    const now = performance.now();
    if (this.columns === 0 || now - this.last < PERIOD) return;
    this.last = now;
    this.replace(lines().map((line) => line.slice(0, this.columns - 1)));
  }

  /** Removes the lines. */
  end(): void {
    if (this.height > 0) this.replace([]);
  }

  private replace(lines: readonly string[]): void {
    const up = this.height > 1 ? `\x1b[${this.height - 1}A` : '';
    writeOver(`${up}\r\x1b[J${lines.join('\n')}`);
    this.height = lines.length;
  }
}
