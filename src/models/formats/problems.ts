// Collects what is wrong with a file that is read as a stream, up to a number that a person can use.
import type { Diagnostic, Parsed } from '../../diagnostics/diagnostic.ts';
import type { Position, Source } from '../../diagnostics/source.ts';

/** After this many complaints the rest is left out. */
const MAX_DIAGNOSTICS = 20;

/** Line and column; structurally anything that was read from a file. */
export interface Located {
  readonly line: number;
  readonly column: number;
}

/** A complaint before it has its place. */
export interface Complaint {
  readonly code: Diagnostic['code'];
  readonly message: string;
  readonly hint?: string | undefined;
}

export class Problems {
  private readonly source: Source;
  readonly diagnostics: Diagnostic[] = [];

  /** `name` is the file's name as the user knows it. */
  constructor(name: string) {
    this.source = { name, text: '' };
  }

  add(at: Located, { code, message, hint }: Complaint): void {
    if (this.diagnostics.length >= MAX_DIAGNOSTICS) return;
    const position: Position = { line: at.line, column: at.column };
    this.diagnostics.push({ code, message, source: this.source, position, ...(hint && { hint }) });
  }

  get isEmpty(): boolean {
    return this.diagnostics.length === 0;
  }

  /** `value`, unless something was wrong. */
  result<T>(value: T | null): Parsed<T> {
    return { value: this.isEmpty ? value : null, diagnostics: this.diagnostics };
  }
}
