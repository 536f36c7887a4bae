// Where the parsers of this room put their complaints: a list that stops growing before it becomes a burden to read.
import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../../diagnostics/source.ts';

/** More complaints than this about one text are not kept: they are noise. */
const MOST_PROBLEMS = 20;

/** Collects the diagnostics about one source text. */
export class Problems {
  readonly list: Diagnostic[] = [];
  readonly source: Source;

  constructor(source: Source) {
    this.source = source;
  }

  /** Whether so much is wrong that reading on is of no use. */
  get full(): boolean {
    return this.list.length >= MOST_PROBLEMS;
  }

  add(code: DiagnosticCode, place: { start: number; end: number }, message: string, hint?: string): void {
    if (this.full) return;
    const span = { start: place.start, end: Math.max(place.end, place.start + 1) };
    this.list.push({ code, message, span, source: this.source, ...(hint === undefined ? {} : { hint }) });
  }
}
