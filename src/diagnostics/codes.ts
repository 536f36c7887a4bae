// The one table of diagnostic codes. Each room has its own part; `docs/errors.md` is generated from the whole.
import { automataCodes } from './codes/automata.ts';
import { checkCodes } from './codes/check.ts';
import { commandCodes } from './codes/command.ts';
import { formulaCodes } from './codes/formula.ts';
import { modelCodes } from './codes/models.ts';
import { programCodes } from './codes/programs.ts';
import { symbolicCodes } from './codes/symbolic.ts';

/** What a code means, for `docs/errors.md`. */
export interface CodeEntry {
  readonly title: string;
  /** When it is given and what to do about it: one or two sentences. */
  readonly explanation: string;
}

export const diagnosticCodes = {
  ...commandCodes,
  ...formulaCodes,
  ...automataCodes,
  ...modelCodes,
  ...programCodes,
  ...checkCodes,
  ...symbolicCodes,
} as const satisfies Record<string, CodeEntry>;

export type DiagnosticCode = keyof typeof diagnosticCodes;
