// From a formula to the compiled automaton of its negation, of the kind that was asked for.

import type { Automaton } from '../automata/automaton.ts';
import { toSinglePass } from '../automata/testing/single-pass.ts';
import type { TestingAutomaton } from '../automata/testing/testing-automaton.ts';
import { tgbaToTgta } from '../automata/testing/tgba-to-tgta.ts';
import { baToTa, tgbaToGta } from '../automata/testing/to-ta.ts';
import { translate } from '../automata/translate/translate.ts';
import { assertNever } from '../base/assert.ts';
import { InputError } from '../diagnostics/diagnostic.ts';
import { AutomatonProperty } from '../explicit/automaton-property.ts';
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
  const automaton = automatonFor(formula.store.not(formula), kind);
  const property =
    'setCount' in automaton
      ? new TestingProperty(automaton, letters, names)
      : new AutomatonProperty(automaton, letters, names);
  return { property, stateCount: automaton.stateCount, edgeCount: automaton.edgeCount };
}

function automatonFor(formula: Formula, kind: AutomatonKind): Automaton | TestingAutomaton {
  switch (kind) {
    case 'tgba':
    case 'ba':
      return translate(formula, { to: kind });
    case 'ta':
      return baToTa(translate(stutterInvariant(formula), { to: 'ba' }));
    case 'gta':
      return tgbaToGta(translate(stutterInvariant(formula)));
    case 'sta':
    case 'sgta':
      return toSinglePass(automatonFor(formula, kind === 'sta' ? 'ta' : 'gta') as TestingAutomaton);
    case 'tgta': {
      const tgba = translate(formula);
      if (formula.has(NEXT_FREE)) return tgbaToTgta(tgba);
      return tgbaToTgta(tgba, { isStutterInvariant: (state) => !!tgba.stateFormulas?.[state]?.has(NEXT_FREE) });
    }
    default:
      return assertNever(kind);
  }
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
