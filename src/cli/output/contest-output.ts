// The lines of the Model Checking Contest that more than one command writes.
import { writeLine } from './terminal.ts';

/** How an answer was found, in the words of the contest. */
export type Technique =
  | 'EXPLICIT'
  | 'DECISION_DIAGRAMS'
  | 'QUERY_REDUCTION'
  | 'TOPOLOGICAL'
  | 'STATE_EQUATION'
  | 'RANDOM_WALK';

/** The answers of the examination StateSpace; null where one is not known. */
interface StateSpaceCounts {
  readonly states: number | bigint;
  readonly transitions: number | bigint | null;
  readonly maxTokensPerMarking: number | bigint | null;
  readonly maxTokensInPlace: number | bigint | null;
}

/** Writes what is known about the state space, one line each. */
export function writeStateSpace(counts: StateSpaceCounts, technique: Technique): void {
  const lines = [
    ['STATES', counts.states],
    ['TRANSITIONS', counts.transitions],
    ['MAX_TOKEN_PER_MARKING', counts.maxTokensPerMarking],
    ['MAX_TOKEN_IN_PLACE', counts.maxTokensInPlace],
  ] as const;
  for (const [name, value] of lines) {
    if (value !== null) writeLine(`STATE_SPACE ${name} ${value} TECHNIQUES ${technique}`);
  }
}

/** Writes that the state space is not known: nothing is claimed of an incomplete run. */
export function writeNoStateSpace(): void {
  writeLine('CANNOT_COMPUTE');
}
