// From a formula to the compiled automaton of its negation, of the kind that was asked for.

import type { Automaton } from '../automata/automaton.ts';
import { testingAutomatonFor } from '../automata/testing/for-formula.ts';
import { stateDecision } from '../automata/testing/stutter-decision.ts';
import type { TestingAutomaton } from '../automata/testing/testing-automaton.ts';
import { translate } from '../automata/translate/translate.ts';
import { countAssignments } from '../dd/measure.ts';
import { AutomatonProperty } from '../explicit/automaton-property.ts';
import { LazyTgtaProperty } from '../explicit/lazy-property.ts';
import type { LetterTable } from '../explicit/letters.ts';
import type { Property } from '../explicit/product.ts';
import { TestingProperty } from '../explicit/testing-property.ts';
import type { Formula } from '../formula/formula.ts';
import type { AutomatonKind } from './options.ts';

/** The automaton of ¬formula and what a product needs of it. */
export interface CompiledProperty {
  readonly property: Property;
  readonly stateCount: number;
  readonly edgeCount: number;
  /** Edges counted once for each letter or changeset that they read. */
  readonly transitionCount: number;
}

/** Translates and compiles; `names` are the propositions of the letters. */
export function compileProperty(
  formula: Formula,
  kind: AutomatonKind,
  letters: LetterTable,
  names: readonly string[],
): CompiledProperty {
  const negation = formula.store.not(formula);
  switch (kind) {
    case 'tgba':
    case 'ba': {
      const automaton = translate(negation, { to: kind });
      return { property: new AutomatonProperty(automaton, letters, names), ...sizeOf(automaton) };
    }
    case 'lazy-tgta': {
      const tgba = translate(negation);
      const property = new LazyTgtaProperty(tgba, letters, names, stateDecision(negation, tgba));
      return { property, ...sizeOf(tgba) };
    }
    default: {
      const automaton = testingAutomatonFor(negation, kind);
      return { property: new TestingProperty(automaton, letters, names), ...sizeOf(automaton) };
    }
  }
}

function sizeOf(automaton: Automaton | TestingAutomaton): Omit<CompiledProperty, 'property'> {
  const { bdd, propositions, stateCount, edgeCount } = automaton;
  let transitionCount = 0;
  for (const label of 'edgeLabel' in automaton ? automaton.edgeLabel : automaton.edgeChange) {
    transitionCount += countAssignments(bdd, label, propositions.length);
  }
  return { stateCount, edgeCount, transitionCount };
}
