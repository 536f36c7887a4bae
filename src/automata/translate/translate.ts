// LTL → automata, from formula to reduced automaton: the door to this folder.
import { Bdd } from '../../dd/bdd.ts';
import type { Formula } from '../../formula/formula.ts';
import { negate, nnf } from '../../formula/nnf.ts';
import { OBLIGATION } from '../../formula/traits.ts';
import { propositionsOf } from '../../formula/traverse.ts';
import type { Automaton } from '../automaton.ts';
import { absorbStates } from '../reduce/absorb.ts';
import { reduceMarks } from '../reduce/marks.ts';
import { minimizeObligation } from '../reduce/obligation.ts';
import { reduce } from '../reduce/reduce.ts';
import { degeneralize } from './degeneralize.ts';
import { tableau } from './tableau.ts';

export interface TranslateOptions {
  /** Generalized Büchi with marks on edges, or Büchi with marks on states; tgba unless told. */
  readonly to?: 'tgba' | 'ba';
  /** What to prefer: few states, determinism, or nothing in particular; small unless told. */
  readonly preference?: 'small' | 'deterministic' | 'any';
  /** How much to spend on it; high unless told. */
  readonly effort?: 'low' | 'medium' | 'high';
  /** The propositions of the automaton, if more than occur in the formula. */
  readonly propositions?: readonly string[];
}

/** An automaton that accepts exactly the words that satisfy the formula. */
export function translate(formula: Formula, options: TranslateOptions = {}): Automaton {
  const normal = nnf(formula);
  const propositions = options.propositions ?? propositionsOf(normal);
  const bdd = new Bdd(propositions.length);
  const tgba = reduce(tableau(normal, { splitting: 'primes', propositions, bdd }));
  let best = tgba;
  const budget = { left: 200_000 };
  let complement: Automaton | null = null;
  if (tgba.stateCount > 1) {
    complement = reduce(tableau(negate(formula), { propositions, bdd }));
    const weak = minimizeObligation(tgba, {
      complement: normal.has(OBLIGATION) ? null : complement,
      maxStates: 4 * tgba.stateCount + 20,
    });
    if (weak !== null && weak.stateCount <= tgba.stateCount) best = weak;
    best = absorbStates(reduceMarks(best), complement, { budget, tidy: reduce });
  }
  if (options.to !== 'ba') return reduceMarks(best);
  const ba = reduce(degeneralize(best), { marksOn: 'states' });
  budget.left = 200_000;
  if (complement !== null)
    return absorbStates(ba, complement, {
      marksOn: 'states',
      budget,
      tidy: (a) => reduce(a, { marksOn: 'states' }),
    });
  return ba;
}
