// LTL → TGTA and GTA without a TGBA in between: the formula is expanded into states that know the letter they have read, and the
// stuttering step follows at once.
import type { Formula } from '../../../formula/formula.ts';
import type { SizeLimits } from '../labelled.ts';
import { labelledToTgta, type OnStep } from '../labelled-to-tgta.ts';
import { labelWithLetterRead } from '../read-labelling.ts';
import type { TestingAutomaton } from '../testing-automaton.ts';
import { labelledToGta } from '../to-ta.ts';
import { type Decide, formulaSource } from './formula-source.ts';

interface DirectOptions extends SizeLimits {
  /** Whether a formula is stutter-invariant; asked of the given one first, then of those that are owed. */
  readonly decide: Decide;
  /** Called every now and then; may throw to end the construction. */
  readonly watch?: () => void;
  readonly onStep?: OnStep;
}

/** A TGTA of any formula. */
export function formulaToTgta(formula: Formula, options: DirectOptions): TestingAutomaton {
  return labelledToTgta(
    labelWithLetterRead(formulaSource(formula, options.decide, options.watch), options),
    options.onStep,
  );
}

/** A GTA of a stutter-invariant formula. */
export function formulaToGta(formula: Formula, options: Omit<DirectOptions, 'decide'> = {}): TestingAutomaton {
  return labelledToGta(
    labelWithLetterRead(
      formulaSource(formula, () => true, options.watch),
      options,
    ),
    options.onStep,
  );
}
