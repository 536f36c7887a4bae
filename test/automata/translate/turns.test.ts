import { describe, expect, it } from 'vitest';
import { tableau } from '../../../src/automata/translate/tableau.ts';
import { translate } from '../../../src/automata/translate/translate.ts';
import { Random } from '../../../src/base/random.ts';
import { nnf } from '../../../src/formula/nnf.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { propositionsOf } from '../../../src/formula/traverse.ts';
import type { Letter, Word } from '../../../src/formula/word.ts';
import { expectLanguage } from '../../helpers/agreement.ts';

function many(count: number, conjunct: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => conjunct(i)).join(' & ');
}

/** Words in whose cycle almost every proposition comes now and then: plain random ones never satisfy many conjuncts. */
function* richWords(random: Random, names: readonly string[], count: number): Generator<Word> {
  for (let i = 0; i < count; i++) {
    const missing = random.below(2) === 0 ? [] : [names[random.below(names.length)]];
    const cycle: Letter[] = Array.from({ length: random.between(1, 4) }, () => new Set());
    for (const name of names) {
      if (!missing.includes(name)) (cycle[random.below(cycle.length)] as Set<string>).add(name);
    }
    const prefix = Array.from({ length: random.below(3) }, () => new Set(names.filter(() => random.below(2) === 0)));
    yield { prefix, cycle };
  }
}

describe('conjunctions of many G F', () => {
  const texts = [
    many(12, (i) => `GF p${i}`),
    `G(${many(11, (i) => `F p${i}`)} & (q -> X r))`,
    `!((${many(12, (i) => `GF p${i}`)}) -> G(q -> F r))`,
    `q U (r & ${many(11, (i) => `GF (p${i} & !q)`)})`,
    `G(q -> (${many(11, (i) => `GF (p${i} & X r)`)}))`,
    `(X(${many(11, (i) => `GF p${i}`)}) | q) & (r | (${many(11, (i) => `GF p${i}`)}))`,
    `(${many(11, (i) => `GF p${i}`)}) | (${many(11, (i) => `GF p${i + 3}`)})`,
    `!(${many(12, (i) => `GF p${i}`)})`,
  ];

  it.each(texts)('keep the language: %s', (text) => {
    const formula = parseLtl(text);
    const random = new Random(7);
    const words = [...richWords(random, propositionsOf(formula), 150)];
    if (!text.includes('GF (p0 & X')) expectLanguage(tableau(nnf(formula)), formula, words, 'tableau');
    for (const to of ['tgba', 'ba'] as const) expectLanguage(translate(formula, { to }), formula, words, to);
  });

  it('have as many states as conjuncts, with two edges each', () => {
    const automaton = translate(parseLtl(many(40, (i) => `GF p${i}`)));
    expect(automaton.stateCount).toBe(40);
    expect(automaton.edgeCount).toBe(80);
    expect(automaton.acceptance.setCount).toBe(1);
  });

  it('stay one state with a set for each where they are few', () => {
    const automaton = translate(parseLtl(many(6, (i) => `GF p${i}`)));
    expect(automaton.stateCount).toBe(1);
    expect(automaton.acceptance.setCount).toBe(6);
  });

  it('have a complement that is as small', () => {
    const automaton = translate(parseLtl(`!(${many(40, (i) => `GF p${i}`)})`));
    expect(automaton.stateCount).toBe(41);
  });
});

describe('the budget of reductions', () => {
  const chain = parseLtl(many(7, (i) => `(F p${i} | G p${i + 1})`));

  it('leaves reductions out where they take too much, says so, and gives the same automaton every time', () => {
    const found = [1, 2].map(() => {
      let cuts = 0;
      return { automaton: translate(chain, { onCutShort: () => cuts++ }), cuts };
    });
    expect(found.map(({ cuts }) => cuts)).toEqual([1, 1]);
    const [a, b] = found.map(({ automaton }) => automaton);
    expect([b.stateCount, b.edgeCount]).toEqual([a.stateCount, a.edgeCount]);
    expectLanguage(a, chain, richWords(new Random(3), propositionsOf(chain), 100), 'cut short');
  });

  it('is enough for usual formulas', () => {
    for (const text of ['G(a -> F b)', 'GF a -> GF b', '(a U b) R (c W X d)', many(10, (i) => `GF p${i}`)]) {
      let cuts = 0;
      translate(parseLtl(text), { onCutShort: () => cuts++ });
      expect(cuts, text).toBe(0);
    }
  });
});
