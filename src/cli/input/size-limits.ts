// How long inputs may be that are needed as a whole: a string has at most 2^29 characters, and a stream may have no end. Whatever is read in
// pieces and forgotten may be of any length: a file of formulas or automata, and a net in PNML.
import { InputError } from '../../diagnostics/index.ts';

/** Characters (bytes, before they are decoded), and how they are called. */
export interface SizeLimit {
  readonly length: number;
  readonly text: string;
}

/** A line of a file of formulas. */
export const LINE_LIMIT: SizeLimit = { length: 1 << 26, text: '64 MB' };
/** One automaton. */
export const AUTOMATON_LIMIT: SizeLimit = { length: 1 << 28, text: '256 MB' };
/** A file of properties, a trace, a list of variables. */
export const FILE_LIMIT: SizeLimit = { length: 1 << 28, text: '256 MB' };
/** A module. */
export const MODULE_LIMIT: SizeLimit = { length: 1 << 26, text: '64 MB' };

/** What is said about an input that is too long. */
export function tooLong(what: string, limit: SizeLimit): InputError {
  return new InputError({ code: 'CMD005', message: `${what} is longer than ${limit.text}` });
}
