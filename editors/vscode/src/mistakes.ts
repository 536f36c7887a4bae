// Diagnostics of the library as mistakes at their place in a text of the editor.
import { basename } from 'node:path';
import { type Diagnostic, InputError } from 'tegata/diagnostics';
import { type Formula, parseFormula } from 'tegata/formula';
import { type Model, observe } from 'tegata/models';
import type { FileText, Mistake } from './protocol.ts';

/** What is wrong with a model. A complaint about a file that it includes stands at the beginning, with the name of that file. */
export function modelMistakes(diagnostics: readonly Diagnostic[], { file, text }: FileText): Mistake[] {
  return diagnostics.map((diagnostic) => {
    const { code, source, position, span } = diagnostic;
    const isElsewhere = source !== undefined && source.name !== basename(file);
    const start = isElsewhere ? 0 : Math.min(startOf(diagnostic, text), text.length);
    const given =
      span === undefined || isElsewhere || position !== undefined ? start + 1 : start + span.end - span.start;
    const end = Math.min(Math.max(given, start), text.length);
    const message = isElsewhere ? `${source.name}: ${messageOf(diagnostic)}` : messageOf(diagnostic);
    return { code, message, start, end };
  });
}

/** A span belongs to its source, which may be an excerpt of the text. */
function startOf({ span, source, position }: Diagnostic, text: string): number {
  if (position !== undefined) return lineStart(text, position.line) + position.column - 1;
  if (span === undefined) return 0;
  const { firstLine = 1, firstColumn = 1 } = source ?? {};
  return (firstLine === 1 ? 0 : lineStart(text, firstLine)) + firstColumn - 1 + span.start;
}

function lineStart(text: string, line: number): number {
  let start = 0;
  for (let i = 1; i < line; i++) {
    const end = text.indexOf('\n', start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  return start;
}

/** What is wrong with a formula, within it; propositions that the model does not know are mistakes. */
export function formulaMistakes(text: string, model: Model | null): Mistake[] {
  const { value, diagnostics } = parseFormula(text);
  const own = diagnostics.map((diagnostic) => {
    const { start, end } = diagnostic.span ?? { start: 0, end: text.length };
    return { code: diagnostic.code, message: messageOf(diagnostic), start, end };
  });
  return value === null || model === null ? own : [...own, ...strangers(value, text, model)];
}

function strangers(formula: Formula, text: string, model: Model): Mistake[] {
  try {
    observe(model, formula);
    return [];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.diagnostics.map((diagnostic) => {
      const { code, source, span } = diagnostic;
      const place = placeOf(source?.text ?? '', text);
      const isInside = place.isLiteral && span !== undefined && place.start + span.end <= place.end;
      const start = isInside ? place.start + span.start : place.start;
      const end = isInside ? Math.max(place.start + span.end, start + 1) : place.end;
      return { code, message: messageOf(diagnostic), start, end };
    });
  }
}

/** Where a formula names a proposition, without quotes; the whole of it where that is not found, because it is written with escapes. */
function placeOf(
  name: string,
  text: string,
): { readonly start: number; readonly end: number; readonly isLiteral: boolean } {
  const quoted = text.indexOf(`"${name}"`);
  const word = new RegExp(
    `(?<![\\p{L}\\p{N}_.])${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\p{L}\\p{N}_.])`,
    'u',
  );
  const start = quoted >= 0 ? quoted + 1 : (word.exec(text)?.index ?? text.indexOf(name));
  if (name === '' || start < 0) return { start: 0, end: text.length, isLiteral: false };
  return { start, end: start + name.length, isLiteral: true };
}

const messageOf = ({ message, hint }: Diagnostic): string => (hint === undefined ? message : `${message}\n${hint}`);
