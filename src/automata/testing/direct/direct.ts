// LTL → TGTA and GTA without a TGBA in between: the formula is expanded into states that know the letter they have read, and the
// stuttering step follows at once.
import type { Limits } from '../../../diagnostics/limit.ts';
import { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { Formula } from '../../../formula/formula.ts';
import type { LabelledAutomaton, SizeLimits } from '../labelled.ts';
import { labelledToTgta, type OnStep, type StepOptions } from '../labelled-to-tgta.ts';
import { labelWithLetterRead } from '../read-labelling.ts';
import type { TestingAutomaton } from '../testing-automaton.ts';
import { labelledToGta } from '../to-ta.ts';
import { type Decide, FormulaSource } from './formula-source.ts';

interface DirectOptions extends SizeLimits {
  /** Whether a formula is stutter-invariant; asked of the given one first, then of those that are owed. */
  readonly decide: Decide;
  readonly limits?: Limits | Stopwatch;
  readonly onStep?: OnStep;
}

/** A TGTA of any formula. */
export function formulaToTgta(formula: Formula, options: DirectOptions): TestingAutomaton {
  return expanded(new FormulaSource(formula, options.decide), options, labelledToTgta);
}

/** A GTA of a stutter-invariant formula. */
export function formulaToGta(formula: Formula, options: Omit<DirectOptions, 'decide'> = {}): TestingAutomaton {
  return expanded(new FormulaSource(formula, () => true), options, labelledToGta);
}

function expanded(
  source: FormulaSource,
  { maxStates, maxEdges, limits, onStep }: Omit<DirectOptions, 'decide'>,
  finish: (labelled: LabelledAutomaton, options: StepOptions) => TestingAutomaton,
): TestingAutomaton {
  const stopwatch = Stopwatch.over(limits);
  return source.bdd.during(stopwatch, () =>
    finish(labelWithLetterRead(source, { maxStates, maxEdges, stopwatch }), { onStep, stopwatch }),
  );
}
