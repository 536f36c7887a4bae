// From a formula to the compiled automaton of its negation, of the kind that was asked for.

import type { Automaton } from '../automata/automaton.ts';
import { toSinglePass } from '../automata/testing/single-pass.ts';
import type { TestingAutomaton, TestingKind } from '../automata/testing/testing-automaton.ts';
import { tgbaToTgta } from '../automata/testing/tgba-to-tgta.ts';
import { baToTa, tgbaToGta } from '../automata/testing/to-ta.ts';
import { translate } from '../automata/translate/translate.ts';
import { assertNever } from '../base/assert.ts';
import { InputError } from '../diagnostics/diagnostic.ts';
import { AutomatonProperty } from '../explicit/automaton-property.ts';
import { LazyTgtaProperty } from '../explicit/lazy-property.ts';
import type { LetterTable } from '../explicit/letters.ts';
import type { Property } from '../explicit/product.ts';
import { TestingProperty } from '../explicit/testing-property.ts';
import type { Formula } from '../formula/formula.ts';
import { printFormula } from '../formula/print/print.ts';
import { NEXT_FREE } from '../formula/traits.ts';
import type { AutomatonKind } from './options.ts';

/** The automaton of ¬formula and what a product needs of it. */
export interface CompiledProperty {
  readonly property: Property;
  readonly stateCount: number;
  readonly edgeCount: number;
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
      const property = new LazyTgtaProperty(tgba, letters, names, leniency(negation, tgba));
      return { property, ...sizeOf(tgba) };
    }
    default: {
      const automaton = testingAutomaton(negation, kind);
      return { property: new TestingProperty(automaton, letters, names), ...sizeOf(automaton) };
    }
  }
}

function sizeOf(automaton: Automaton | TestingAutomaton): { stateCount: number; edgeCount: number } {
  return { stateCount: automaton.stateCount, edgeCount: automaton.edgeCount };
}

function testingAutomaton(formula: Formula, kind: TestingKind): TestingAutomaton {
  switch (kind) {
    case 'ta':
      return baToTa(translate(stutterInvariant(formula), { to: 'ba' }));
    case 'gta':
      return tgbaToGta(translate(stutterInvariant(formula)));
    case 'sta':
      return toSinglePass(testingAutomaton(formula, 'ta'));
    case 'sgta':
      return toSinglePass(testingAutomaton(formula, 'gta'));
    case 'tgta': {
      const tgba = translate(formula);
      return tgbaToTgta(tgba, { isStutterInvariant: leniency(formula, tgba) });
    }
    default:
      return assertNever(kind);
  }
}

/** Which states of the TGBA have a stutter-invariant language, as far as the formulas that label them tell. */
function leniency(formula: Formula, tgba: Automaton): (state: number) => boolean {
  if (formula.has(NEXT_FREE)) return () => true;
  return (state) => !!tgba.stateFormulas?.[state]?.has(NEXT_FREE);
}

/** TA and GTA are sound for stutter-invariant languages only. */
function stutterInvariant(formula: Formula): Formula {
  if (formula.has(NEXT_FREE)) return formula;
  throw new InputError({
    code: 'CHK701',
    message: `a testing automaton needs a stutter-invariant formula; ${printFormula(formula)} has the operator X`,
    hint: 'use --automaton tgta, which handles every formula, or tgba',
  });
}
