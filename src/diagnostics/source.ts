// Positions in a text: a span is a pair of offsets, turned into line and column only when it is shown.

/** A half-open range of UTF-16 offsets in a source text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text and the name under which the user knows it (a file name, `<formula>`, …). */
export interface Source {
  readonly name: string;
  readonly text: string;
  /** Line number of the first line, when the text is an excerpt of a larger file; 1 unless given. */
  readonly firstLine?: number;
  /** Column of its first character on that line; 1 unless given. */
  readonly firstColumn?: number;
}

/** Line and column, both counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The position of `offset` in `source`. */
export function positionAt(source: Source, offset: number): Position {
  const end = Math.min(offset, source.text.length);
  let line = source.firstLine ?? 1;
  let lineStart = 0;
  for (let i = source.text.indexOf('\n'); i !== -1 && i < end; i = source.text.indexOf('\n', i + 1)) {
    line++;
    lineStart = i + 1;
  }
  return { line, column: end - lineStart + (lineStart === 0 ? (source.firstColumn ?? 1) : 1) };
}
