import { describe, expect, it } from 'vitest';
import { acceptAll, acceptNone } from '../../../src/automata/acceptance.ts';
import { accepts } from '../../../src/automata/accepts.ts';
import { align, hidePropositions, overPropositions } from '../../../src/automata/operations/align.ts';
import { complete } from '../../../src/automata/operations/complete.ts';
import { disjunctiveProduct, product } from '../../../src/automata/operations/product.ts';
import { union } from '../../../src/automata/operations/union.ts';
import { stretchedWords, wordAutomaton } from '../../../src/automata/operations/word-automaton.ts';
import { isComplete, isDeterministic } from '../../../src/automata/properties.ts';
import { randomAutomaton } from '../../../src/automata/random.ts';
import { Random } from '../../../src/base/random.ts';
import { Bdd } from '../../../src/dd/bdd.ts';
import { LimitExceeded } from '../../../src/diagnostics/limit.ts';
import { anyAutomaton, expectLanguage, randomAcceptance, shortWords, verdicts } from '../../helpers/automata.ts';
import { letterOf, randomWord } from '../../helpers/words.ts';

describe('products and sums of automata', () => {
  it('accept what both accept, or what one of them accepts', () => {
    for (let seed = 0; seed < 80; seed++) {
      const random = new Random(seed);
      const general = random.chance(0.5);
      const left = anyAutomaton(random, general ? randomAcceptance(random, 3) : undefined);
      const right = anyAutomaton(random, general ? randomAcceptance(random, 2) : undefined);
      const [one, two] = [verdicts(left), verdicts(right)];
      const note = `seed ${seed}`;
      expectLanguage(
        product(left, right),
        one.map((value, i) => value && two[i]),
        note,
      );
      const either = one.map((value, i) => value || two[i]);
      expectLanguage(union(left, right), either, note);
      expectLanguage(disjunctiveProduct(left, right), either, note);
    }
  });

  it('refuse more acceptance sets than there can be', () => {
    const random = new Random(1);
    const wide = anyAutomaton(random, randomAcceptance(random, 20));
    expect(() => product(wide, wide)).toThrow(LimitExceeded);
    expect(() => union(wide, wide)).toThrow(LimitExceeded);
  });

  it('stop at the given number of states', () => {
    const random = new Random(2);
    const automaton = randomAutomaton(random, { states: 40, propositions: ['a'], density: 3 });
    expect(() => product(automaton, automaton, { states: 10 })).toThrow('more than 10 states');
  });
});

describe('completion', () => {
  it('keeps language and determinism, whatever the acceptance condition', () => {
    for (let seed = 0; seed < 80; seed++) {
      const random = new Random(seed);
      const acceptance = seed === 0 ? acceptAll() : seed === 1 ? acceptNone() : randomAcceptance(random, 3);
      const automaton = anyAutomaton(random, acceptance);
      const result = complete(automaton);
      expect(isComplete(result)).toBe(true);
      if (isDeterministic(automaton)) expect(isDeterministic(result)).toBe(true);
      expectLanguage(result, verdicts(automaton), `seed ${seed}`);
    }
  });
});

describe('propositions', () => {
  it('may be added, reordered and moved to another manager', () => {
    for (let seed = 0; seed < 50; seed++) {
      const automaton = anyAutomaton(new Random(seed));
      expectLanguage(overPropositions(automaton, ['z', 'b', 'a'], new Bdd(3)), verdicts(automaton), `seed ${seed}`);
    }
  });

  it('of two automata become one list', () => {
    const random = new Random(5);
    const left = randomAutomaton(random, { states: 3, propositions: ['a', 'b'] });
    const right = randomAutomaton(random, { states: 3, propositions: ['c', 'b'] });
    const [one, two] = align(left, right);
    expect(one.propositions).toEqual(['a', 'b', 'c']);
    expect(two.propositions).toEqual(['a', 'b', 'c']);
    expect(two.bdd).toBe(one.bdd);
  });

  it('that are hidden may have any value', () => {
    for (let seed = 0; seed < 40; seed++) {
      const random = new Random(seed);
      const automaton = randomAutomaton(random, { states: 3, propositions: ['a', 'b'], density: 2 });
      const hidden = hidePropositions(automaton, ['b']);
      expect(hidden.propositions).not.toContain('b');
      for (const word of shortWords) {
        const blind = (letters: readonly ReadonlySet<string>[]): ReadonlySet<string>[] =>
          letters.map((letter) => new Set([...letter].filter((name) => name !== 'b')));
        const seen = { prefix: blind(word.prefix), cycle: blind(word.cycle) };
        expect(accepts(hidden, word)).toBe(accepts(hidden, seen));
        if (accepts(automaton, word)) expect(accepts(hidden, word)).toBe(true);
      }
    }
  });
});

describe('the automaton of a word', () => {
  it('accepts the word and no other', () => {
    const random = new Random(3);
    for (let i = 0; i < 100; i++) {
      const word = randomWord(random, ['a', 'b'], 3);
      const other = randomWord(random, ['a', 'b'], 3);
      const same = Array.from({ length: 24 }, (_, k) => k).every((k) => letterKey(word, k) === letterKey(other, k));
      const automaton = wordAutomaton(word, ['a', 'b']);
      expect(accepts(automaton, word)).toBe(true);
      expect(accepts(automaton, other)).toBe(same);
    }
  });

  it('stretched, accepts repetitions but never for ever', () => {
    const [none, a] = [0, 1].map((mask) => letterOf(['a'], mask));
    const automaton = stretchedWords({ prefix: [a], cycle: [none, a] }, ['a']);
    expect(accepts(automaton, { prefix: [a, a, a], cycle: [none, none, a] })).toBe(true);
    expect(accepts(automaton, { prefix: [a, none], cycle: [a] })).toBe(false);
    expect(accepts(automaton, { prefix: [], cycle: [none, a] })).toBe(false);
  });
});

function letterKey(
  word: { prefix: readonly ReadonlySet<string>[]; cycle: readonly ReadonlySet<string>[] },
  position: number,
): string {
  const { prefix, cycle } = word;
  const letter = position < prefix.length ? prefix[position] : cycle[(position - prefix.length) % cycle.length];
  return [...letter].sort().join();
}
