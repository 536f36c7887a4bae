import { describe, expect, it } from 'vitest';
import { generalizedBuchi, isGeneralizedBuchi } from '../../../src/automata/acceptance.ts';
import { accepts } from '../../../src/automata/accepts.ts';
import { AutomatonBuilder } from '../../../src/automata/automaton.ts';
import { complement, isWeak } from '../../../src/automata/operations/complement.ts';
import { complementWeak } from '../../../src/automata/operations/complement-weak.ts';
import { determinize, determinizeToParity } from '../../../src/automata/operations/determinize.ts';
import { isEmpty } from '../../../src/automata/operations/emptiness.ts';
import {
  distinguishingWord,
  isIncluded,
  rejectedWord,
  wordOutside,
} from '../../../src/automata/operations/inclusion.ts';
import { commonWord, intersects } from '../../../src/automata/operations/intersects.ts';
import { letterClasses } from '../../../src/automata/operations/letter-classes.ts';
import { leastPriorities, parityMarks } from '../../../src/automata/operations/parity.ts';
import { product } from '../../../src/automata/operations/product.ts';
import { isDeterministic } from '../../../src/automata/properties.ts';
import { randomAutomaton } from '../../../src/automata/random.ts';
import { Random } from '../../../src/base/random.ts';
import { Bdd } from '../../../src/dd/bdd.ts';
import { LimitExceeded } from '../../../src/diagnostics/limit.ts';
import { anyAutomaton, expectLanguage, randomAcceptance, verdicts } from '../../helpers/automata.ts';
import { showWord } from '../../helpers/words.ts';

describe('determinisation', () => {
  it('gives deterministic automata of the same language', () => {
    for (let seed = 0; seed < 160; seed++) {
      const random = new Random(seed);
      const general = seed % 4 === 0;
      const automaton = anyAutomaton(random, general ? randomAcceptance(random, 3) : generalizedBuchi(random.below(4)));
      const result = determinizeToParity(automaton);
      expect(isDeterministic(result), `seed ${seed}`).toBe(true);
      expectLanguage(result, verdicts(automaton), `seed ${seed}`);
    }
  });

  it('agrees with the automaton it comes from on longer words too', () => {
    for (let seed = 0; seed < 80; seed++) {
      const random = new Random(seed);
      const options = { states: 6, propositions: ['a'], density: 2.2, markProbability: 0.3 };
      const automaton = randomAutomaton(random, { ...options, acceptance: generalizedBuchi(random.between(1, 2)) });
      const result = determinizeToParity(automaton);
      const rest = complement(result);
      expect(intersects(automaton, rest), `seed ${seed}`).toBe(false);
      for (let i = 0; i < 5; i++) {
        // The words come from other random automata, so that they are as long as the automata make them.
        const other = randomAutomaton(random, options);
        const word = commonWord(result, other);
        if (word !== null) expect(accepts(automaton, word), `seed ${seed}: ${showWord(word)}`).toBe(true);
        const outside = commonWord(rest, other);
        if (outside !== null) expect(accepts(automaton, outside), `seed ${seed}: ${showWord(outside)}`).toBe(false);
      }
    }
  });

  it('leaves deterministic automata as they are', () => {
    const builder = new AutomatonBuilder(['a']);
    builder.addStates(1);
    builder.setInitial(0);
    builder.addEdge(0, builder.bdd.variable(0), 1, 0);
    const automaton = builder.build(generalizedBuchi(1));
    expect(determinize(automaton).edgeTarget).toBe(automaton.edgeTarget);
  });

  it('stops at the given number of states', () => {
    const automaton = randomAutomaton(new Random(3), { states: 12, propositions: ['a', 'b'], density: 3 });
    expect(() => determinizeToParity(automaton, { states: 20 })).toThrow(LimitExceeded);
  });
});

describe('the complement', () => {
  it('accepts exactly the other words', () => {
    let weak = 0;
    for (let seed = 0; seed < 160; seed++) {
      const random = new Random(seed);
      const automaton = anyAutomaton(random, seed % 3 === 0 ? randomAcceptance(random, 3) : undefined);
      if (isWeak(automaton) && !isDeterministic(automaton)) weak++;
      const result = complement(automaton);
      expect(isGeneralizedBuchi(result.acceptance)).toBe(true);
      const expected = verdicts(automaton).map((accepted) => !accepted);
      expectLanguage(result, expected, `seed ${seed}`);
    }
    expect(weak).toBeGreaterThan(10);
  });

  it('of a weak automaton is deterministic', () => {
    for (let seed = 0; seed < 200; seed++) {
      const automaton = anyAutomaton(new Random(seed), generalizedBuchi(seed % 2));
      if (!isWeak(automaton)) continue;
      const result = complementWeak(automaton);
      if (result.initial.length > 0) expect(isDeterministic(result)).toBe(true);
      const expected = verdicts(automaton).map((accepted) => !accepted);
      expectLanguage(result, expected, `seed ${seed}`);
    }
  });

  it('has a word exactly when the automaton does not accept everything', () => {
    for (let seed = 0; seed < 100; seed++) {
      const automaton = anyAutomaton(new Random(seed));
      const word = rejectedWord(automaton);
      if (word !== null) expect(accepts(automaton, word)).toBe(false);
      else expect(verdicts(automaton)).not.toContain(false);
    }
  });
});

describe('comparisons', () => {
  it('of languages come with words that prove them', () => {
    let [included, different] = [0, 0];
    for (let seed = 0; seed < 120; seed++) {
      const random = new Random(seed);
      const [left, right] = [anyAutomaton(random), anyAutomaton(random)];
      const [one, two] = [verdicts(left), verdicts(right)];
      const outside = wordOutside(left, right);
      expect(isIncluded(left, right)).toBe(outside === null);
      if (outside === null) {
        included++;
        expect(one.every((accepted, i) => !accepted || two[i])).toBe(true);
      } else expect([accepts(left, outside), accepts(right, outside)]).toEqual([true, false]);
      const found = distinguishingWord(left, right);
      if (found === null) expect(one).toEqual(two);
      else {
        different++;
        expect(accepts(left, found.word)).toBe(found.acceptedBy === 'left');
        expect(accepts(right, found.word)).toBe(found.acceptedBy === 'right');
      }
    }
    expect(Math.min(included, different)).toBeGreaterThan(10);
  });

  it('by common words agree with the product', () => {
    for (let seed = 0; seed < 500; seed++) {
      const random = new Random(seed);
      const general = random.chance(0.2);
      const left = anyAutomaton(random, general ? randomAcceptance(random, 3) : undefined);
      const right = anyAutomaton(random);
      const word = commonWord(left, right);
      expect(word === null, `seed ${seed}`).toBe(isEmpty(product(left, right)));
      if (word !== null) expect([accepts(left, word), accepts(right, word)]).toEqual([true, true]);
    }
  });
});

describe('parity', () => {
  it('keeps the accepting cycles while priorities become fewer', () => {
    for (let seed = 0; seed < 80; seed++) {
      const random = new Random(seed);
      const bare = randomAutomaton(random, {
        states: 5,
        propositions: ['a'],
        density: 2,
        acceptance: generalizedBuchi(0),
      });
      const of = Int32Array.from({ length: bare.edgeCount }, () => random.below(6));
      const deciding = random.pick(['smallest', 'largest'] as const);
      const accepting = random.pick(['odd', 'even'] as const);
      const { priorities, highest } = leastPriorities(bare, { of, deciding, accepting });
      const again = leastPriorities(bare, { of: priorities, deciding: 'largest', accepting: 'odd' });
      expect(again.highest).toBe(highest);
      // The given priorities as marks of a parity condition of the Hanoi format, with six colours.
      const key = (p: number): number => (deciding === 'largest' ? p : 6 - p);
      const even = accepting === 'even' ? 1 : 0;
      const plain = Int32Array.from(of, (p) => key(p) + even);
      const expected = parityMarks(bare, plain, 7);
      const marks = parityMarks(bare, priorities, highest);
      const [before, after] = [expected, marks].map((one) =>
        bare.with({ acceptance: one.acceptance, edgeMarks: one.marks }),
      );
      expectLanguage(after, verdicts(before), `seed ${seed}`);
    }
  });
});

describe('classes of letters', () => {
  it('partition the alphabet as finely as the labels need', () => {
    const bdd = new Bdd(30);
    const labels = [bdd.variable(0), bdd.and(bdd.variable(0), bdd.variable(20)), bdd.literal(29, false)];
    const classes = letterClasses(bdd, labels);
    expect(classes).toHaveLength(6);
    expect(bdd.orAll(classes)).toBe(bdd.true);
    for (const letters of classes) {
      for (const label of labels) {
        expect(bdd.isSubset(letters, label) || bdd.isDisjoint(letters, label)).toBe(true);
      }
    }
  });
});
