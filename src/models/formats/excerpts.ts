// Diagnostics of streamed files know line and column only. Where the text is at hand after all, its lines can be shown.
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Position, Source } from '../../diagnostics/source.ts';

/** The diagnostics with spans in `source` instead of mere positions. */
export function withExcerpts(diagnostics: readonly Diagnostic[], source: Source): Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    const { position, ...rest } = diagnostic;
    if (position === undefined) return diagnostic;
    const start = offsetOf(source.text, position);
    return { ...rest, source, span: { start, end: start + 1 } };
  });
}

function offsetOf(text: string, { line, column }: Position): number {
  let start = 0;
  for (let i = 1; i < line; i++) {
    const next = text.indexOf('\n', start);
    if (next === -1) break;
    start = next + 1;
  }
  return Math.min(start + column - 1, text.length);
}
