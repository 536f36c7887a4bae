import { describe, expect, it } from 'vitest';
import { generalizedBuchi } from '../../../src/automata/acceptance.ts';
import { intersects } from '../../../src/automata/operations/intersects.ts';
import { randomAutomaton } from '../../../src/automata/random.ts';
import { elementarySetsAutomaton } from '../../../src/automata/translate/elementary-sets.ts';
import { elementarySetsIntersect } from '../../../src/automata/translate/symbolic-elementary-sets.ts';
import { translate } from '../../../src/automata/translate/translate.ts';
import { Random } from '../../../src/base/random.ts';
import { LimitExceeded } from '../../../src/diagnostics/limit.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import { longMode, seedFrom } from '../../helpers/shared.ts';

describe('the elementary sets as decision diagrams', () => {
  it('meets an automaton exactly when the explicit automaton does', () => {
    const random = new Random(seedFrom(51));
    const propositions = ['p0', 'p1'];
    let left = longMode ? 600 : 60;
    const answers = { yes: 0, no: 0 };
    for (const formula of randomFormulas(new FormulaStore(), {
      propositions,
      size: { min: 3, max: 8 },
      seed: seedFrom(12),
    })) {
      const acceptance = generalizedBuchi(left % 3);
      const automaton = randomAutomaton(random, { states: random.between(1, 5), propositions: ['p0'], acceptance });
      const reading = automaton.propositions.every((name) => printFormula(formula).includes(name));
      if (!reading) continue;
      const expected = intersects(elementarySetsAutomaton(formula), automaton);
      expect(elementarySetsIntersect(formula, automaton), printFormula(formula)).toBe(expected);
      answers[expected ? 'yes' : 'no']++;
      if (--left === 0) break;
    }
    expect(Math.min(answers.yes, answers.no)).toBeGreaterThan(4);
  });

  it('meets no automaton of the negation, and tells automata of other formulas', () => {
    const formula = parseLtl('(GFp1 | FGp2) & (GFp2 | FGp3) & (GFp3 | FGp4)');
    const { store } = formula;
    expect(elementarySetsIntersect(formula, translate(store.not(formula)))).toBe(false);
    expect(elementarySetsIntersect(store.not(formula), translate(formula))).toBe(false);
    expect(elementarySetsIntersect(formula, translate(formula))).toBe(true);
    const stronger = parseLtl('(GFp1 | FGp2) & GFp2 & (GFp3 | FGp4)', { store });
    expect(elementarySetsIntersect(formula, translate(store.not(stronger)))).toBe(true);
    expect(elementarySetsIntersect(store.not(formula), translate(stronger))).toBe(false);
  });

  it('gives up at its limit', () => {
    const formula = parseLtl('(GFp1 | FGp2) & (GFp2 | FGp3) & (GFp3 | FGp4)');
    expect(() => elementarySetsIntersect(formula, translate(formula), { nodes: 100 })).toThrow(LimitExceeded);
  });
});
