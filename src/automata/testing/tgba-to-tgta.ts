// TGBA → TGTA: labelling, then the stuttering step, pruning and merging [BDK12, Prop. 4 and 5; BS15, Prop. 2 and 3].
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Automaton } from '../automaton.ts';
import { automatonSource } from './automaton-source.ts';
import type { LabelledAutomaton, SizeLimits } from './labelled.ts';
import { labelledToTgta, type OnStep } from './labelled-to-tgta.ts';
import { labelStates } from './labelling.ts';
import { labelWithLetterRead } from './read-labelling.ts';
import type { TestingAutomaton } from './testing-automaton.ts';

/** Whether the letter of a state is the one it is about to read, as in the papers, or the one it has just read. */
export type LetterOn = 'next' | 'read';

export interface TestingOptions extends SizeLimits {
  /**
   * Whether the language from a state of the given automaton is stutter-invariant; asked of the initial states first. By default
   * all are, which is right only when the language of the automaton is stutter-invariant.
   */
  readonly isStutterInvariant?: (state: number) => boolean;
  /** `next` by default. */
  readonly letters?: LetterOn;
  readonly limits?: Limits | Stopwatch;
  /** Receives each intermediate automaton. */
  readonly onStep?: OnStep;
}

/** A TGTA for the language of a TGBA. */
export function tgbaToTgta(tgba: Automaton, options: TestingOptions = {}): TestingAutomaton {
  const { onStep } = options;
  const stopwatch = Stopwatch.over(options.limits);
  return tgba.bdd.during(stopwatch, () =>
    labelledToTgta(labelAutomaton(tgba, options, stopwatch), { onStep, stopwatch }),
  );
}

/** The automaton with letters on its states, in either way. */
export function labelAutomaton(automaton: Automaton, options: TestingOptions, stopwatch: Stopwatch): LabelledAutomaton {
  const { isStutterInvariant = () => true, letters = 'next', maxStates, maxEdges } = options;
  if (letters === 'next') return labelStates(automaton, { maxStates, maxEdges, stopwatch, isStutterInvariant });
  return labelWithLetterRead(automatonSource(automaton, isStutterInvariant), { maxStates, maxEdges, stopwatch });
}
