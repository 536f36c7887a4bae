import { describe, expect, it } from 'vitest';
import { accepts } from '../../../src/automata/accepts.ts';
import { isDeterministic } from '../../../src/automata/properties.ts';
import { deterministicAutomaton } from '../../../src/automata/semantics/deterministic.ts';
import { hierarchyClass } from '../../../src/automata/semantics/hierarchy.ts';
import { makeImplication } from '../../../src/automata/semantics/implication.ts';
import {
  areEquivalent,
  isSatisfiable,
  isValid,
  satisfyingWord,
  violatingWord,
  wordAgainstImplication,
  wordTellingApart,
} from '../../../src/automata/semantics/questions.ts';
import { isStutterInvariant, stutterWitness } from '../../../src/automata/semantics/stutter-invariance.ts';
import { LimitExceeded } from '../../../src/diagnostics/limit.ts';
import { type Formula, FormulaStore } from '../../../src/formula/formula.ts';
import { satisfies } from '../../../src/formula/lasso.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import { simplify } from '../../../src/formula/simplify/simplify.ts';
import type { Word } from '../../../src/formula/word.ts';
import { shortWords } from '../../helpers/automata.ts';
import { showWord } from '../../helpers/words.ts';

/** Some random formulas over a and b in one store. */
function someFormulas(count: number, seed: number, size = { min: 3, max: 9 }): Formula[] {
  const options = { propositions: ['a', 'b'], size, seed, repetition: 'unique' } as const;
  const found: Formula[] = [];
  for (const formula of randomFormulas(new FormulaStore(), options)) {
    found.push(formula);
    if (found.length === count) break;
  }
  return found;
}

/** The word without repeated letters, as far as its first letters go. */
function shrunk({ prefix, cycle }: Word): string {
  const keys = [...prefix, ...Array.from({ length: 60 }, () => cycle).flat()].map((letter) =>
    [...letter].sort().join(),
  );
  return keys
    .filter((key, i) => key !== keys[i - 1])
    .slice(0, 15)
    .join(' ');
}

describe('questions about formulas', () => {
  it('are answered with words that the judge confirms', () => {
    for (const formula of someFormulas(80, 1)) {
      const note = printFormula(formula);
      const [model, counter] = [satisfyingWord(formula), violatingWord(formula)];
      expect(isSatisfiable(formula), note).toBe(model !== null);
      expect(isValid(formula), note).toBe(counter === null);
      if (model !== null) expect(satisfies(model, formula), note).toBe(true);
      else
        expect(
          shortWords.some((word) => satisfies(word, formula)),
          note,
        ).toBe(false);
      if (counter !== null) expect(satisfies(counter, formula), note).toBe(false);
      else
        expect(
          shortWords.every((word) => satisfies(word, formula)),
          note,
        ).toBe(true);
    }
  });

  it('compare two formulas', () => {
    const formulas = someFormulas(60, 2, { min: 2, max: 6 });
    let equivalent = 0;
    formulas.forEach((left, i) => {
      const right = formulas[(i * 7 + 1) % formulas.length];
      const note = `${printFormula(left)} and ${printFormula(right)}`;
      const against = wordAgainstImplication(left, right);
      if (against !== null) expect([satisfies(against, left), satisfies(against, right)], note).toEqual([true, false]);
      else for (const word of shortWords) expect(!satisfies(word, left) || satisfies(word, right), note).toBe(true);
      const apart = wordTellingApart(left, right);
      if (apart === null) equivalent++;
      else {
        expect(satisfies(apart.word, left), note).toBe(apart.satisfies === 'left');
        expect(satisfies(apart.word, right), note).toBe(apart.satisfies === 'right');
      }
    });
    expect(equivalent).toBeLessThan(60);
    const store = new FormulaStore();
    const read = (text: string): Formula => parseLtl(text, { store });
    expect(areEquivalent(read('G F a'), read('!F G !a'))).toBe(true);
    expect(areEquivalent(read('a U b'), read('a W b'))).toBe(false);
    expect(areEquivalent(read('F(a & c)'), read('F(a & d)'))).toBe(false);
  });
});

describe('deterministic automata of formulas', () => {
  it('accept what the judge says', () => {
    for (const formula of someFormulas(60, 3)) {
      const automaton = deterministicAutomaton(formula);
      expect(isDeterministic(automaton)).toBe(true);
      for (const word of shortWords) {
        const note = `${printFormula(formula)} on ${showWord(word)}`;
        expect(accepts(automaton, word), note).toBe(satisfies(word, formula));
      }
    }
  });

  it('need one state for Boolean combinations of fairness', () => {
    const automaton = deterministicAutomaton(parseLtl('(GFa1 | FGb1) & (GFa2 | FGb2) & (GFa3 | FGb3)'));
    expect(automaton.stateCount).toBe(1);
  });
});

describe('the place in the hierarchy', () => {
  const expected: readonly [string, string][] = [
    ['a & X b', 'bottom'],
    ['G a', 'safety'],
    ['F a', 'guarantee'],
    ['G a | F b', 'obligation'],
    ['G F a', 'recurrence'],
    ['F G a', 'persistence'],
    ['G F a -> G F b', 'reactivity'],
    ['G(a -> F b)', 'recurrence'],
    ['F G a & F b', 'persistence'],
    // what the syntax does not show
    ['G F a & F G a & G a', 'safety'],
    ['(a U b) | G a', 'safety'],
    ['G F a | F G !a', 'bottom'],
    ['F a & (G F a | F G !a)', 'guarantee'],
    ['!(a U b) & F b', 'guarantee'],
    ['G(F a | G b) & F G(c & !c)', 'bottom'],
  ];

  for (const [text, name] of expected) {
    it(`of ${text} is ${name}`, () => expect(hierarchyClass(parseLtl(text))).toBe(name));
  }

  it('of the negation is the dual place', () => {
    const dual = { safety: 'guarantee', guarantee: 'safety', recurrence: 'persistence', persistence: 'recurrence' };
    for (const formula of someFormulas(60, 4)) {
      const place = hierarchyClass(formula);
      expect(hierarchyClass(formula.store.not(formula)), printFormula(formula)).toBe(
        { ...dual }[place as 'safety'] ?? place,
      );
    }
  });

  it('stops at the limits', () => {
    const formula = parseLtl('G((a U b) | (b U G c)) & G((c U d) | F G(a R e)) | F G(X a & (b M X c))');
    expect(() => hierarchyClass(formula, { limits: { states: 1 } })).toThrow(LimitExceeded);
  });
});

describe('stutter invariance', () => {
  it('comes with two words that differ in repetitions only, when it fails', () => {
    let [yes, no] = [0, 0];
    for (const formula of someFormulas(120, 5)) {
      const witness = stutterWitness(formula);
      const note = printFormula(formula);
      expect(isStutterInvariant(formula), note).toBe(witness === null);
      if (witness === null) {
        yes++;
        continue;
      }
      no++;
      expect(satisfies(witness.satisfying, formula), note).toBe(true);
      expect(satisfies(witness.violating, formula), note).toBe(false);
      expect(shrunk(witness.satisfying), note).toBe(shrunk(witness.violating));
    }
    expect(Math.min(yes, no)).toBeGreaterThan(20);
  });

  it('is seen behind X', () => {
    expect(isStutterInvariant(parseLtl('X F a | a & X F !a'))).toBe(true); // the same as F a
    expect(isStutterInvariant(parseLtl('F(a & X(!a & F b))'))).toBe(true);
    expect(isStutterInvariant(parseLtl('G(a -> X b)'))).toBe(false);
    expect(isStutterInvariant(parseLtl('F(a & X a)'))).toBe(false);
    expect(stutterWitness(parseLtl('a U b'))).toBeNull();
  });
});

describe('implication for the simplifier', () => {
  it('is right when it says yes, and answers again the same', () => {
    const formulas = someFormulas(16, 6, { min: 2, max: 6 });
    const implies = makeImplication();
    let yes = 0;
    for (const a of formulas) {
      for (const b of formulas) {
        const answer = implies(a, b);
        expect(answer).toBe(wordAgainstImplication(a, b) === null);
        if (answer) yes++;
      }
    }
    expect(yes).toBeGreaterThan(formulas.length);
    expect(implies(formulas[0], formulas[0])).toBe(true);
  });

  it('says no to what is too large, without translating it', () => {
    const store = new FormulaStore();
    const [a, b] = ['a & b', 'a'].map((text) => parseLtl(text, { store }));
    expect(makeImplication()(a, b)).toBe(true);
    expect(makeImplication({ maxSize: 2 })(a, b)).toBe(false);
    const [c, d] = ['a U (b U (a & X c))', 'F c'].map((text) => parseLtl(text, { store }));
    expect(makeImplication()(c, d)).toBe(true);
    expect(makeImplication({ maxStates: 1 })(c, d)).toBe(false);
  });

  it('lets the third level of simplification keep the language', () => {
    for (const formula of someFormulas(30, 7)) {
      const small = simplify(formula, { level: 3, implies: makeImplication() });
      const note = `${printFormula(formula)} became ${printFormula(small)}`;
      expect(small.size, note).toBeLessThanOrEqual(simplify(formula).size);
      expect(areEquivalent(formula, small), note).toBe(true);
      for (const word of shortWords) expect(satisfies(word, small), note).toBe(satisfies(word, formula));
    }
  });
});
