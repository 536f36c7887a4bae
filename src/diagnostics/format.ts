// How a diagnostic looks in a terminal: headline, the line of the source with a caret under the place, the hint.
import type { Diagnostic } from './diagnostic.ts';
import { positionAt, type Source, type Span } from './source.ts';
import { inMessage, visible, visibleLine } from './visible.ts';

/** How parts are decorated; the identity for plain text. */
export interface Decoration {
  readonly error: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly hint: (text: string) => string;
}

const plain: Decoration = { error: (text) => text, dim: (text) => text, hint: (text) => text };

/** At most this many columns of a source line are shown, around the place that is meant. */
const EXCERPT_WIDTH = 100;

/**
 * The diagnostic as text without a final newline:
 *
 *     formula:1:5: error[LTL001]: expected an operand after `U`
 *       a U & b
 *           ^
 *       hint: …
 */
export function formatDiagnostic(diagnostic: Diagnostic, decoration: Decoration = plain): string {
  const { code, message, source, span, position, hint } = diagnostic;
  const headline = `${decoration.error(`error[${code}]`)}: ${inMessage(message)}`;
  const lines: string[] = [];
  if (source && span) {
    const { line, column } = positionAt(source, span.start);
    lines.push(
      `${visibleLine(inMessage(source.name))}:${line}:${column}: ${headline}`,
      ...excerpt(source, span, decoration),
    );
  } else if (source && position) {
    lines.push(`${visibleLine(inMessage(source.name))}:${position.line}:${position.column}: ${headline}`);
  } else {
    lines.push(source ? `${visibleLine(inMessage(source.name))}: ${headline}` : headline);
  }
  if (hint) lines.push(`  ${decoration.hint('hint')}: ${inMessage(hint)}`);
  return lines.join('\n');
}

function excerpt(source: Source, span: Span, decoration: Decoration): string[] {
  const { text } = source;
  const start = Math.min(span.start, text.length);
  const lineStart = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const nextBreak = text.indexOf('\n', start);
  const lineEnd = nextBreak === -1 ? text.length : nextBreak;
  const whole = lineEnd - lineStart <= EXCERPT_WIDTH;
  const from = whole ? lineStart : Math.max(lineStart, start - EXCERPT_WIDTH / 2);
  const to = Math.min(lineEnd, from + EXCERPT_WIDTH);
  const before = from > lineStart ? '…' : '';
  const shown = before + visible(text.slice(from, to).replace(/\s/g, ' ')) + (to < lineEnd ? '…' : '');
  const width = Math.max(1, Math.min(span.end, to) - start);
  return [
    `  ${decoration.dim(shown)}`,
    `  ${' '.repeat(before.length + start - from)}${decoration.error('^'.repeat(width))}`,
  ];
}
