// From a formula to the compiled automaton of its negation, of the kind that was asked for.

import type { Automaton } from '../automata/automaton.ts';
import { testingAutomatonFor } from '../automata/testing/for-formula.ts';
import { stateDecision } from '../automata/testing/stutter-decision.ts';
import type { TestingAutomaton } from '../automata/testing/testing-automaton.ts';
import { translate } from '../automata/translate/translate.ts';
import { countAssignments } from '../dd/measure.ts';
import type { Limits } from '../diagnostics/limit.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import { AutomatonProperty } from '../explicit/product/automaton-property.ts';
import { LazyTgtaProperty } from '../explicit/product/lazy-property.ts';
import type { LetterTable } from '../explicit/product/letters.ts';
import type { Property } from '../explicit/product/product.ts';
import { TestingProperty } from '../explicit/product/testing-property.ts';
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

export interface CompileOptions {
  readonly letters: LetterTable;
  /** The propositions of the letters. */
  readonly names: readonly string[];
  /** Time, memory and cancellation: a limit of states is one on the product. */
  readonly limits?: Limits | Stopwatch;
}

/** Translates and compiles. */
export function compileProperty(
  formula: Formula,
  kind: AutomatonKind,
  { letters, names, ...options }: CompileOptions,
): CompiledProperty {
  const limits = Stopwatch.over(options.limits).part({});
  const negation = formula.store.not(formula);
  switch (kind) {
    case 'tgba':
    case 'ba': {
      const automaton = translate(negation, { to: kind, limits });
      return { property: new AutomatonProperty(automaton, letters, names), ...sizeOf(automaton) };
    }
    case 'lazy-tgta': {
      const tgba = translate(negation, { limits });
      const property = new LazyTgtaProperty(tgba, letters, names, stateDecision(negation, tgba, { limits }));
      return { property, ...sizeOf(tgba) };
    }
    default: {
      const automaton = testingAutomatonFor(negation, kind, { limits });
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
