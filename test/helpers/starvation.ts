// The example that most tests of the command ask about.

/** Two processes that exclude each other; one may starve. */
export const STARVATION = 'examples/starvation/model.dve';
/** Holds. */
export const EXCLUSION = 'G !("P0 = critical" & "P1 = critical")';
/** Does not. */
export const PROGRESS = 'G("P0 = waiting" -> F "P0 = critical")';
