// Diagnostics: what is said about bad input, as data. Parsers collect them; only the command line and the web page
// print them.
import type { DiagnosticCode } from './codes.ts';
import type { Position, Source, Span } from './source.ts';

/** One complaint about the user's input, with its place and, where there is one, a way out. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly message: string;
  /** Where in `source`; absent when the complaint is about no particular place. */
  readonly span?: Span;
  readonly source?: Source;
  /** Where, when the input was read as a stream and its text is not at hand: instead of `span`. */
  readonly position?: Position;
  /** What to try instead. */
  readonly hint?: string;
}

/** What a parser returns: a value, or null together with at least one diagnostic. */
export interface Parsed<T> {
  readonly value: T | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** The one error class for bad input of any kind. */
export class InputError extends Error {
  override name = 'InputError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[] | Diagnostic) {
    const list = Array.isArray(diagnostics) ? (diagnostics as readonly Diagnostic[]) : [diagnostics as Diagnostic];
    super(list.map((diagnostic) => diagnostic.message).join('\n'));
    this.diagnostics = list;
  }
}

/** Wrong use of the programming interface: thrown at the public boundary, and names the parameter. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The value of a successful parse; throws `InputError` with the diagnostics otherwise. */
export function unwrap<T>(parsed: Parsed<T>): T {
  if (parsed.value === null) throw new InputError(parsed.diagnostics);
  return parsed.value;
}
