import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { FormulaStore } from '../../src/formula/formula.ts';
import { satisfies, truthAlong } from '../../src/formula/lasso.ts';
import type { Word } from '../../src/formula/word.ts';
import { build, holdsAt, isUnary, type RawFormula, randomRaw, rawOperators, showRaw } from '../helpers/raw-formula.ts';
import { allWords, letterOf, randomWord, showWord } from '../helpers/words.ts';

const names = ['p', 'q'];

function compare(words: readonly Word[], raw: RawFormula): void {
  const formula = build(new FormulaStore(), raw);
  for (const word of words) {
    const truth = truthAlong(word, formula).get(formula)!;
    for (let i = 0; i < truth.length; i++) {
      if (truth[i] !== holdsAt(word, raw, i)) {
        expect.fail(`judged ${truth[i]} at ${i}: ${showRaw(raw)} on ${showWord(word)}`);
      }
    }
  }
}

describe('the lasso judge', () => {
  it('agrees with the definition by quantifiers for every operator over small operands, on all short words', () => {
    const leaves: RawFormula[] = [
      { kind: 'true', children: [] },
      { kind: 'false', children: [] },
      ...names.map((name): RawFormula => ({ kind: 'proposition', name, children: [] })),
    ];
    const operands = [
      ...leaves,
      ...(['not', 'next', 'finally', 'globally'] as const).map((kind): RawFormula => ({ kind, children: [leaves[2]] })),
    ];
    const words = allWords(names, 1, 2);
    for (const kind of rawOperators) {
      for (const left of operands) {
        const rights = isUnary(kind) ? [undefined] : operands;
        for (const right of rights) {
          const raw: RawFormula = { kind, children: right === undefined ? [left] : [left, right] };
          compare(words, raw);
        }
      }
    }
  });

  it('agrees with the definition by quantifiers on random formulas and words', () => {
    const random = new Random(2026);
    for (let i = 0; i < 3000; i++) {
      compare([randomWord(random, names)], randomRaw(random, names, random.between(1, 9)));
    }
  });

  it('does not depend on how the word is written', () => {
    const random = new Random(11);
    for (let i = 0; i < 500; i++) {
      const { prefix, cycle } = randomWord(random, names);
      const formula = build(new FormulaStore(), randomRaw(random, names, 8));
      const verdict = satisfies({ prefix, cycle }, formula);
      expect(satisfies({ prefix: [...prefix, ...cycle], cycle }, formula)).toBe(verdict);
      expect(satisfies({ prefix, cycle: [...cycle, ...cycle] }, formula)).toBe(verdict);
      expect(satisfies({ prefix: [...prefix, cycle[0]], cycle: [...cycle.slice(1), cycle[0]] }, formula)).toBe(verdict);
    }
  });

  it('takes propositions that the word does not name for false', () => {
    const store = new FormulaStore();
    const word = { prefix: [], cycle: [letterOf(names, 3)] };
    expect(satisfies(word, store.finally(store.proposition('r')))).toBe(false);
  });

  it('handles formulas nested 100,000 deep', () => {
    const store = new FormulaStore();
    const [p, q] = names.map((name) => store.proposition(name));
    let chain = p;
    for (let i = 0; i < 100_000; i++) chain = store.next(chain);
    // p holds at the places that are divisible by 3
    const word = { prefix: [], cycle: [letterOf(names, 1), letterOf(names, 0), letterOf(names, 2)] };
    expect(satisfies(word, chain)).toBe(100_000 % 3 === 0);
    expect(satisfies(word, store.next(store.next(chain)))).toBe(100_002 % 3 === 0);
    let nested = p;
    for (let i = 0; i < 50_000; i++) nested = store.or(p, store.next(store.until(q, nested)));
    expect(satisfies(word, nested)).toBe(true);
  });
});
