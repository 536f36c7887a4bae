// Our own ways from a formula to an automaton, by the names under which they can be compared.
import type { Formula } from '../../formula/formula.ts';
import { nnf } from '../../formula/nnf.ts';
import type { Automaton } from '../automaton.ts';
import { determinize } from '../operations/determinize.ts';
import { deterministicAutomaton } from '../semantics/deterministic.ts';
import { elementarySetsAutomaton } from '../translate/elementary-sets.ts';
import { tableau } from '../translate/tableau.ts';
import { translate } from '../translate/translate.ts';

/** Makes an automaton of a formula; may throw `LimitExceeded`. */
type Translator = (formula: Formula) => Automaton;

/** The translators of the house. */
export const translators = {
  tgba: (formula) => translate(formula),
  ba: (formula) => translate(formula, { to: 'ba' }),
  'tgba-low': (formula) => translate(formula, { effort: 'low' }),
  'ba-low': (formula) => translate(formula, { to: 'ba', effort: 'low' }),
  'tgba-deterministic': (formula) => translate(formula, { preference: 'deterministic' }),
  'tgba-any': (formula) => translate(formula, { preference: 'any' }),
  tableau: (formula) => tableau(nnf(formula)),
  closure: elementarySetsAutomaton,
  parity: (formula) => determinize(translate(formula, { effort: 'low' }), { states: 5000 }),
  'emerson-lei': (formula) => deterministicAutomaton(formula, { limits: { states: 5000 } }),
} as const satisfies Record<string, Translator>;

export type TranslatorName = keyof typeof translators;

/** What each of them does, for the help of the command. */
export const translatorSummaries: Readonly<Record<TranslatorName, string>> = {
  tgba: 'generalized Büchi, marks on edges, as small as we can',
  ba: 'Büchi, marks on states',
  'tgba-low': 'generalized Büchi with little reduction',
  'ba-low': 'Büchi with little reduction',
  'tgba-deterministic': 'generalized Büchi, deterministic rather than small',
  'tgba-any': 'generalized Büchi without preference',
  tableau: "Couvreur's tableau as it comes",
  closure: 'elementary sets of the Fischer–Ladner closure, as in textbooks; small formulas only',
  parity: 'deterministic parity by Safra trees',
  'emerson-lei': 'deterministic, by the Boolean structure where there is one',
};
