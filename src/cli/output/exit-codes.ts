// What the process reports to its caller (DESIGN: never 1, which Node uses for a crash).

export const EXIT = {
  /** The property holds, or the command did what was asked. */
  ok: 0,
  /** A property is violated, or a filter or comparison answered "no". */
  violated: 10,
  /** A limit was reached, or the run was interrupted. */
  unknown: 20,
  /** Wrong use of the command line. */
  usage: 64,
  /** Bad input: a formula, model or automaton that cannot be read. */
  input: 65,
  /** An error in Tegata itself. */
  internal: 70,
  /** Output could not be written: the disk is full, or fails. */
  output: 74,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
