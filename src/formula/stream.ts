// Streams of formulas as text: one per line, `#` starts a comment, blank lines do not count; or one column of a CSV file.
// Text arrives in chunks of any size, so that a stream of any length can be read.
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { endOfQuoted } from './syntax/quoting.ts';

/** The text of one formula and where it stands. */
export interface FormulaText {
  readonly text: string;
  readonly sourceName: string;
  readonly line: number;
}

/** A line that gives no text for a formula, and why. */
export interface UnusableLine {
  readonly sourceName: string;
  readonly line: number;
  readonly diagnostic: Diagnostic;
}

export interface FormulaStreamOptions {
  readonly sourceName: string;
  /** The column of a CSV file that holds the formulas, counted from 1; plain lines unless given. */
  readonly column?: number;
  /** Whether the first line is a header; `none` unless given. */
  readonly header?: 'none' | 'skip';
}

/** Cuts chunks of text into the lines that hold formulas. */
export class FormulaStream {
  private readonly options: FormulaStreamOptions;
  private rest: string[] = [];
  private line = 0;

  constructor(options: FormulaStreamOptions) {
    this.options = options;
  }

  /** The formulas on the lines that this chunk completes. */
  push(chunk: string): (FormulaText | UnusableLine)[] {
    const lines = chunk.split('\n');
    const last = lines.pop()!;
    const found: (FormulaText | UnusableLine)[] = [];
    for (const line of lines) {
      this.take(this.rest.join('') + line, found);
      this.rest = [];
    }
    if (last !== '') this.rest.push(last);
    return found;
  }

  /** The formula on a last line without a line break. */
  finish(): (FormulaText | UnusableLine)[] {
    const found: (FormulaText | UnusableLine)[] = [];
    if (this.rest.length > 0) this.take(this.rest.join(''), found);
    this.rest = [];
    return found;
  }

  private take(raw: string, found: (FormulaText | UnusableLine)[]): void {
    const { sourceName, column, header } = this.options;
    const line = ++this.line;
    if (line === 1 && header === 'skip') return;
    const whole = line === 1 && raw.startsWith('\uFEFF') ? raw.slice(1) : raw;
    const text = column === undefined ? withoutComment(whole) : whole;
    if (text.trim() === '') return;
    const field = column === undefined ? text.trimEnd() : csvField(text.replace(/\r$/, ''), column);
    if (field !== null) {
      if (field.trim() !== '') found.push({ text: field, sourceName, line });
      return;
    }
    const source = { name: sourceName, text, firstLine: line };
    const span = { start: text.length, end: text.length + 1 };
    const message = `there is no column ${column} on this line`;
    found.push({ sourceName, line, diagnostic: { code: 'LTL009', message, source, span } });
  }
}

/** The line up to the first `#` outside quotes. */
function withoutComment(line: string): string {
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '#') return line.slice(0, i);
    if (line[i] === '"') {
      const end = endOfQuoted(line, i);
      if (end === -1) return line;
      i = end - 1;
    }
  }
  return line;
}

/**
 * Field number `column` (from 1) of a line of a CSV file, or null when there are fewer. A field may be quoted, a quote
 * inside it being doubled; it may not contain a line break.
 */
export function csvField(line: string, column: number): string | null {
  let position = 0;
  for (let field = 1; ; field++) {
    const quoted = line[position] === '"';
    const end = quoted ? endOfField(line, position) : line.indexOf(',', position);
    const stop = end === -1 ? line.length : end;
    if (field === column) {
      const text = line.slice(position, stop);
      return quoted ? text.replace(/^"|"$/g, '').replaceAll('""', '"') : text;
    }
    if (end === -1) return null;
    position = end + 1;
  }
}

/** The comma after the quoted field that starts at `start`, or -1. */
function endOfField(line: string, start: number): number {
  let i = start + 1;
  while (i < line.length && (line[i] !== '"' || line[i + 1] === '"')) i += line[i] === '"' ? 2 : 1;
  return line.indexOf(',', i);
}
