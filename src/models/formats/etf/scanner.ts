// Characters of an ETF text: lines, and the blank-separated items of a line. Positions are kept for diagnostics.
import type { DiagnosticCode } from '../../../diagnostics/codes.ts';
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Source } from '../../../diagnostics/source.ts';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';

/** An item of a line: text without blanks, or a literal in quotes. */
export interface Item {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const NEWLINE = 10;
const QUOTE = 34;
const BACKSLASH = 92;

/** Ends the reading of one line or section; its diagnostic has been recorded. Never leaves the parser. */
export class LineStop extends Error {
  override name = 'LineStop';
}

/** Goes through the text line by line, and through a line item by item. */
export class EtfScanner {
  readonly source: Source;
  readonly diagnostics: Diagnostic[] = [];
  private readonly text: string;
  private readonly stopwatch: Stopwatch;
  private lineStart = 0;
  private lineEnd = -1;
  private at = 0;

  constructor(source: Source, stopwatch: Stopwatch) {
    this.source = source;
    this.stopwatch = stopwatch;
    this.text = source.text;
  }

  /** Goes to the next line that is not blank; false at the end of the text. */
  nextLine(): boolean {
    while (this.lineEnd < this.text.length) {
      this.stopwatch.tick();
      this.lineStart = this.lineEnd + 1;
      const newline = this.text.indexOf('\n', this.lineStart);
      this.lineEnd = newline === -1 ? this.text.length : newline;
      this.at = this.lineStart;
      if (!this.lineDone()) return true;
    }
    this.at = this.text.length;
    return false;
  }

  /** Goes back to the start of the line. */
  rewind(): void {
    this.at = this.lineStart;
  }

  /** Whether only blanks are left on the line. */
  lineDone(): boolean {
    while (this.at < this.lineEnd && isBlank(this.text.charCodeAt(this.at))) this.at++;
    return this.at >= this.lineEnd;
  }

  /** The next item of the line, or null when there is none. */
  item(): Item | null {
    if (this.lineDone()) return null;
    const start = this.at;
    if (this.text.charCodeAt(start) === QUOTE) this.skipLiteral();
    else {
      while (this.at < this.lineEnd && !isBlank(this.text.charCodeAt(this.at))) {
        if (this.text.charCodeAt(this.at) === BACKSLASH) this.at++;
        this.at++;
      }
    }
    this.at = Math.min(this.at, this.lineEnd);
    return { text: this.text.slice(start, this.at), start, end: this.at };
  }

  /** The items left on the line. */
  items(): Item[] {
    const items: Item[] = [];
    for (let item = this.item(); item !== null; item = this.item()) items.push(item);
    return items;
  }

  /** Takes the character `code` if it stands here; no blanks are skipped. */
  acceptCode(code: number): boolean {
    if (this.at >= this.lineEnd || this.text.charCodeAt(this.at) !== code) return false;
    this.at++;
    return true;
  }

  /** The whole number that stands here, or null; no blanks are skipped. */
  integer(): number | null {
    const start = this.at;
    const negative = this.acceptCode(45);
    const digits = this.at;
    let value = 0;
    for (; this.at < this.lineEnd; this.at++) {
      const digit = this.text.charCodeAt(this.at) - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (this.at === digits) {
      this.at = start;
      return null;
    }
    if (value > 0x7fff_ffff) this.fail('ETF403', 'this number is outside of the 32-bit range', start);
    return negative ? -value : value;
  }

  position(): number {
    return this.at;
  }

  /** Records a complaint about the text from `start` to here (at least one character), and goes on. */
  report(code: DiagnosticCode, message: string, start: number, end = this.at): void {
    const span = { start, end: Math.max(end, start + 1) };
    this.diagnostics.push({ code, message, source: this.source, span });
  }

  /** Records a complaint and ends the line. */
  fail(code: DiagnosticCode, message: string, start: number, end = this.at): never {
    this.report(code, message, start, end);
    throw new LineStop();
  }

  /** A complaint about the whole line. */
  failLine(code: DiagnosticCode, message: string): never {
    this.rewind();
    this.lineDone();
    return this.fail(code, message, this.at, this.lineEnd);
  }

  private skipLiteral(): void {
    const start = this.at++;
    while (this.at < this.lineEnd) {
      const code = this.text.charCodeAt(this.at++);
      if (code === BACKSLASH) this.at++;
      else if (code === QUOTE) return;
    }
    this.fail('ETF401', 'this literal is never closed by `"`', start, this.lineEnd);
  }
}

function isBlank(code: number): boolean {
  return code <= 32 && code !== NEWLINE;
}
