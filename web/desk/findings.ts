// Diagnostics of the library at their place in a text of the page.
import { type Diagnostic, InputError, limitOf } from 'tegata/diagnostics';
import type { Finding, Sought } from './protocol.ts';

/** The diagnostics, each within the text. */
export function findingsOf(diagnostics: readonly Diagnostic[], text: string): Finding[] {
  return diagnostics.map(({ code, message, hint, span, position }) => {
    const start = Math.min(span?.start ?? (position === undefined ? 0 : offsetOf(position, text)), text.length);
    const end = Math.min(Math.max(span?.end ?? start + 1, start), text.length);
    return { code, message, hint: hint ?? null, start, end };
  });
}

function offsetOf({ line, column }: { readonly line: number; readonly column: number }, text: string): number {
  let start = 0;
  for (let i = 1; i < line; i++) {
    const end = text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  return start + column - 1;
}

/** What the work finds; limits and refusals are told in words. */
export function sought<T>(work: () => T): Sought<T> {
  try {
    return { found: work() };
  } catch (error) {
    return { unknown: inWords(error) };
  }
}

/** An error for people. */
export function inWords(error: unknown): string {
  const limit = limitOf(error);
  if (limit !== null) return `not found out here: ${limit.message}`;
  if (error instanceof InputError) return error.diagnostics.map(({ message }) => message).join('; ');
  return error instanceof Error ? error.message : String(error);
}
