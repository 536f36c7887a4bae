// Where a check writes: at once, or into a list that is written when the check has ended and thrown away when it is begun again elsewhere.
import { flush, writeError, writeLine } from './terminal.ts';
import { writeText } from './write-trace.ts';

export interface CheckOutput {
  line(text: string): void;
  error(text: string): void;
  /** A text that ends with a newline; `-` is standard output. */
  file(text: string, path: string): void;
  /** Shows what was written so far. */
  flush(): void;
}

export const directOutput: CheckOutput = { line: writeLine, error: writeError, file: writeText, flush };

export class HeldOutput implements CheckOutput {
  private readonly held: (() => void)[] = [];

  line(text: string): void {
    this.held.push(() => writeLine(text));
  }

  error(text: string): void {
    this.held.push(() => writeError(text));
  }

  file(text: string, path: string): void {
    this.held.push(() => writeText(text, path));
  }

  flush(): void {
    this.held.push(flush);
  }

  /** Writes everything. */
  release(): void {
    for (const write of this.held.splice(0)) write();
  }
}
