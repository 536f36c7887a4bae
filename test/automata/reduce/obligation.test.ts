import { describe, expect, it } from 'vitest';
import type { Automaton } from '../../../src/automata/automaton.ts';
import { isDeterministic, withProperties } from '../../../src/automata/properties.ts';
import { absorbStates } from '../../../src/automata/reduce/absorb.ts';
import { areDisjoint } from '../../../src/automata/reduce/disjoint.ts';
import { joinAutomata } from '../../../src/automata/reduce/joint.ts';
import { minimizeObligation } from '../../../src/automata/reduce/obligation.ts';
import { reduce } from '../../../src/automata/reduce/reduce.ts';
import { tableau } from '../../../src/automata/translate/tableau.ts';
import { Random } from '../../../src/base/random.ts';
import { Bdd } from '../../../src/dd/bdd.ts';
import { type Formula, FormulaStore } from '../../../src/formula/formula.ts';
import { negate, nnf } from '../../../src/formula/nnf.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import { OBLIGATION } from '../../../src/formula/traits.ts';
import { expectLanguage } from '../../helpers/agreement.ts';
import { longMode, seedFrom } from '../../helpers/shared.ts';
import { randomWord } from '../../helpers/words.ts';

const propositions = ['p0', 'p1'];

/** Automata of a formula and of its negation over one manager. */
function both(formula: Formula): [Automaton, Automaton] {
  const bdd = new Bdd(propositions.length);
  const build = (f: Formula): Automaton => reduce(tableau(nnf(f), { propositions, bdd }));
  return [build(formula), build(negate(formula))];
}

function* formulas(seed: number, count: number): Generator<Formula> {
  for (const formula of randomFormulas(new FormulaStore(), {
    propositions,
    size: { min: 3, max: 10 },
    seed: seedFrom(seed),
  })) {
    yield formula;
    if (--count === 0) return;
  }
}

describe('minimisation of obligations', () => {
  it('finds deterministic weak automata for obligations and their complements, and refuses the rest', () => {
    const random = new Random(seedFrom(51));
    const found = { yes: 0, no: 0 };
    for (const formula of formulas(12, longMode ? 1000 : 80)) {
      const [automaton, complement] = both(formula);
      const weak = minimizeObligation(automaton, { complement });
      found[weak === null ? 'no' : 'yes']++;
      if (formula.has(OBLIGATION)) expect(weak).not.toBeNull();
      if (weak === null) continue;
      const words = Array.from({ length: 20 }, () => randomWord(random, propositions));
      expectLanguage(weak.automaton, formula, words, 'weak minimum');
      expectLanguage(weak.complement, formula.store.not(formula), words, 'its complement');
      expect(isDeterministic(weak.automaton)).toBe(true);
      expect(withProperties(weak.automaton).properties.weak).toBe('yes');
    }
    expect(found.yes).toBeGreaterThan(20);
    expect(found.no).toBeGreaterThan(3);
  });

  it.each([
    ['G p0', 1],
    ['F p0', 2],
    ['p0 U p1', 2],
    ['Fp0 -> (!p1 U p0)', 3],
    ['X X p0', 4],
    ['G(p0 -> X p1)', 2],
  ])('gives the smallest automaton of %s', (text, states) => {
    const [automaton] = both(parseLtl(text));
    expect(minimizeObligation(automaton, { complement: null })!.automaton.stateCount).toBe(states);
  });

  it('refuses recurrence and persistence', () => {
    for (const text of ['GF p0', 'FG p0', 'GF p0 & F p1', 'G(p0 -> F p1)']) {
      const [automaton, complement] = both(parseLtl(text));
      expect(minimizeObligation(automaton, { complement })).toBeNull();
    }
  });
});

describe('merging under the eyes of the complement', () => {
  it('keeps the language', () => {
    const random = new Random(seedFrom(52));
    let merged = 0;
    for (const formula of formulas(13, longMode ? 2000 : 100)) {
      const [automaton, complement] = both(formula);
      const smaller = absorbStates(automaton, complement, { merges: { left: 1e6 }, tidy: (a) => reduce(a) });
      const words = Array.from({ length: 20 }, () => randomWord(random, propositions));
      expectLanguage(smaller, formula, words, 'absorbed');
      if (smaller.stateCount < automaton.stateCount) merged++;
    }
    expect(merged).toBeGreaterThan(0);
  });

  it('merges what simulation cannot, and not what the language forbids', () => {
    const absorb = (text: string): number => {
      const [automaton, complement] = both(parseLtl(text));
      return absorbStates(automaton, complement, { merges: { left: 1e6 }, tidy: (a) => reduce(a) }).stateCount;
    };
    expect(absorb('F p0 & FG p1')).toBe(3);
    expect(absorb('FG p0')).toBe(2);
    expect(absorb('(GF p0 | FG p1) & (GF p1 | FG !p0)')).toBeLessThanOrEqual(5);
  });
});

describe('pairs of automata', () => {
  it('have a common word exactly where the product of their states has an accepting cycle', () => {
    for (const formula of formulas(14, 40)) {
      const [automaton, complement] = both(formula);
      expect(areDisjoint(automaton, complement)).toBe('yes');
      const joint = joinAutomata(automaton, complement);
      for (const s of automaton.initial) {
        for (const c of complement.initial) {
          expect(joint.reached[s * joint.width + c]).toBe(1);
          expect(joint.common[s * joint.width + c]).toBe(0);
        }
      }
      for (let s = 0; s < automaton.stateCount; s++) {
        for (let c = 0; c < complement.stateCount; c++) {
          const apart = areDisjoint(automaton, complement, { from: [[s, c]] }) === 'yes';
          expect(joint.common[s * joint.width + c]).toBe(apart ? 0 : 1);
        }
      }
    }
  });
});
