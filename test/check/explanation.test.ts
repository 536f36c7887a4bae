import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { type Claim, explainViolation, leavesOf, type Reason } from '../../src/check/explanation.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { satisfies } from '../../src/formula/lasso.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { BOOLEAN } from '../../src/formula/traits.ts';
import { letterAt, nextPosition, type Word, wordLength } from '../../src/formula/word.ts';
import { formatExplanation } from '../../src/report/explanation-text.ts';
import { build, randomRaw } from '../helpers/raw-formula.ts';
import { longMode, seedFrom } from '../helpers/shared.ts';
import { letterOf, randomWord, showWord } from '../helpers/words.ts';

const names = ['p', 'q', 'r'];

/** The word from a position on. */
function suffix(word: Word, position: number): Word {
  const { prefix, cycle } = word;
  if (position < prefix.length) return { prefix: prefix.slice(position), cycle };
  const turn = position - prefix.length;
  return { prefix: [], cycle: [...cycle.slice(turn), ...cycle.slice(0, turn)] };
}

/** Whether the claim is true of the word, by the judge alone. */
function isTrue(word: Word, { formula, holds, from, to }: Claim): boolean {
  const { store } = formula;
  const claimed = holds ? formula : store.not(formula);
  if (to === null) return satisfies(suffix(word, from), store.globally(claimed));
  for (let i = from, steps = 0; steps <= wordLength(word); i = nextPosition(word, i), steps++) {
    if (!satisfies(suffix(word, i), claimed)) return false;
    if (i === to) return true;
  }
  return false;
}

function allReasons(root: Reason): Reason[] {
  return [root, ...root.because.flatMap(allReasons)];
}

/** Random formulas with words that violate them. */
function* violations(seed: number, count: number): Generator<{ word: Word; formula: Formula }> {
  const random = new Random(seedFrom(seed));
  for (let found = 0; found < count; ) {
    const formula = build(
      new FormulaStore(),
      randomRaw(random, names.slice(0, random.between(1, 3)), random.between(1, 12)),
    );
    const word = randomWord(random, names, 5);
    if (satisfies(word, formula)) continue;
    found++;
    yield { word, formula };
  }
}

describe('an explanation', () => {
  it('claims nothing that the judge does not confirm', () => {
    for (const { word, formula } of violations(1, longMode ? 20_000 : 1000)) {
      for (const reason of allReasons(explainViolation(word, formula))) {
        if (!isTrue(word, reason)) {
          expect.fail(`${formatExplanation(reason).join('; ')} is wrong on ${showWord(word)}`);
        }
      }
    }
  });

  it('proves: on any word of the same shape on which the reasons hold, the claim holds', () => {
    const random = new Random(seedFrom(2));
    let tried = 0;
    for (const { word, formula } of violations(3, longMode ? 3000 : 200)) {
      const proofs = allReasons(explainViolation(word, formula)).filter(({ kind }) => kind === 'proof');
      for (let i = 0; i < 30; i++) {
        const other = mutated(random, word);
        for (const reason of proofs) {
          if (!reason.because.every((child) => isTrue(other, child))) continue;
          tried++;
          expect(isTrue(other, reason), `${formatExplanation(reason).join('; ')} on ${showWord(other)}`).toBe(true);
        }
      }
    }
    expect(tried).toBeGreaterThan(2000);
  });

  it('ends in what can be seen on the lasso, unless an example stands for many cases', () => {
    for (const { word, formula } of violations(4, 300)) {
      for (const { kind, formula: leaf } of leavesOf(explainViolation(word, formula))) {
        if (kind === 'leaf') expect(leaf.has(BOOLEAN)).toBe(true);
        else expect(kind).toBe('example');
      }
    }
  });

  it('stays short for formulas nested very deep', () => {
    const store = new FormulaStore();
    let formula = store.proposition('p');
    for (let i = 0; i < 100_000; i++) formula = i % 2 ? store.next(formula) : store.or(formula, store.proposition('q'));
    const word = { prefix: [], cycle: [letterOf(names, 0)] };
    expect(allReasons(explainViolation(word, formula, 50)).length).toBeLessThan(60);
  });
});

/** The same shape with some letters changed. */
function mutated(random: Random, word: Word): Word {
  const letters = Array.from({ length: wordLength(word) }, (_, i) =>
    random.chance(0.7) ? letterAt(word, i) : letterOf(names, random.below(8)),
  );
  return { prefix: letters.slice(0, word.prefix.length), cycle: letters.slice(word.prefix.length) };
}

describe('an explanation in words', () => {
  const letters = (text: string): Set<string> => new Set(text === '.' ? [] : [...text]);
  const word = (prefix: string, cycle: string): Word => ({
    prefix: prefix === '' ? [] : prefix.split(' ').map(letters),
    cycle: cycle.split(' ').map(letters),
  });
  it.each([
    ['G(c -> F a)', '. . . c', '. b . .', 'c holds at step 3, but a never holds from step 3 on'],
    ['GF a', 'a .', 'b', 'a never holds from step 1 on'],
    ['FG a', '', 'a a .', 'a does not hold at step 2 of the cycle'],
    ['G !(a & b)', '. a', 'ab .', 'a and b hold at step 2 of the cycle'],
    ['a U b', 'a a', '. b', 'b does not hold from step 0 to step 2, and a does not hold at step 2 of the cycle'],
    ['a U b', '', 'a', 'b never holds from step 0 on'],
    ['a W b', 'a', '.', 'b does not hold from step 0 to step 1, and a does not hold at step 1 of the cycle'],
    ['a R b', 'b', '. ab', 'a does not hold at step 0, and b does not hold at step 1 of the cycle'],
    ['X X a', '. .', '. a', 'a does not hold at step 2 of the cycle'],
    ['a | F b', '.', '.', 'a does not hold at step 0, and b never holds from step 0 on'],
    ['0', '', 'a', '0 can never hold'],
  ])('says of %s on %s (%s): %s', (formula, prefix, cycle, text) => {
    const violating = word(prefix, cycle);
    const reason = explainViolation(violating, parseLtl(formula));
    expect(formatExplanation(reason, violating.prefix.length)).toEqual([text]);
  });
});
