import { describe, expect, it } from 'vitest';
import { generalizedBuchi } from '../../../src/automata/acceptance.ts';
import { accepts } from '../../../src/automata/accepts.ts';
import { dualize } from '../../../src/automata/operations/complement.ts';
import { destutter } from '../../../src/automata/operations/destutter.ts';
import { determinizeToParity } from '../../../src/automata/operations/determinize.ts';
import { commonWord, intersects } from '../../../src/automata/operations/intersects.ts';
import { isPersistence, isRecurrence } from '../../../src/automata/operations/landweber.ts';
import { leastPriorities } from '../../../src/automata/operations/parity.ts';
import { safetyClosure } from '../../../src/automata/operations/safety-closure.ts';
import { stretchedWords, wordAutomaton } from '../../../src/automata/operations/word-automaton.ts';
import { randomAutomaton } from '../../../src/automata/random.ts';
import { Random } from '../../../src/base/random.ts';
import type { Letter, Word } from '../../../src/formula/word.ts';
import { anyAutomaton, shortWords } from '../../helpers/automata.ts';

describe('the loops of deterministic automata', () => {
  it('tell recurrence and persistence as the least parity conditions do', () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 250; seed++) {
      const random = new Random(seed);
      const options = { states: random.between(2, 5), propositions: ['a'], density: 2, markProbability: 0.4 };
      const automaton = randomAutomaton(random, { ...options, acceptance: generalizedBuchi(1) });
      const parity = determinizeToParity(automaton);
      const all = parity.acceptance.formula.kind === 'true' ? 1 : 0;
      const of = parity.edgeMarks.map((marks) => (marks === 0 ? all : 32 - Math.clz32(marks)));
      const fits = (accepting: 'odd' | 'even'): boolean =>
        leastPriorities(parity, { of, deciding: 'largest', accepting }).highest <= 1;
      const found = [isRecurrence(parity), isPersistence(parity)];
      expect(found, `seed ${seed}`).toEqual([fits('odd'), fits('even')]);
      expect([isPersistence(dualize(parity)), isRecurrence(dualize(parity))]).toEqual(found);
      seen.add(found.join());
    }
    expect(seen.size).toBe(4);
  });
});

describe('the safety closure', () => {
  it('adds the words whose prefixes can all be continued', () => {
    for (let seed = 0; seed < 40; seed++) {
      const automaton = anyAutomaton(new Random(seed));
      const closure = safetyClosure(automaton);
      for (const word of shortWords) {
        const unrolled = [...word.prefix, ...Array.from({ length: 12 }, () => word.cycle).flat()].slice(0, 14);
        expect(accepts(closure, word), `seed ${seed}`).toBe(canBegin(automaton, unrolled));
      }
    }
  });

  /** Whether some accepted word begins with the letters: the letters, then anything. */
  function canBegin(automaton: ReturnType<typeof anyAutomaton>, letters: readonly Letter[]): boolean {
    const word = wordAutomaton({ prefix: letters, cycle: [new Set()] }, automaton.propositions, automaton.bdd);
    const free = word.with({
      edgeLabel: word.edgeLabel.map((label, e) => (e === word.edgeCount - 1 ? automaton.bdd.true : label)),
    });
    return intersects(automaton, free);
  }
});

describe('leaving out repeated letters', () => {
  it('accepts a word exactly when one of its stretchings was accepted', () => {
    for (let seed = 0; seed < 60; seed++) {
      const automaton = anyAutomaton(new Random(seed));
      const destuttered = destutter(automaton);
      for (const word of shortWords.slice(0, 40)) {
        const stretched = commonWord(automaton, stretchedWords(word, automaton.propositions));
        expect(accepts(destuttered, word), `seed ${seed}`).toBe(stretched !== null);
        if (stretched !== null) expect(shrunk(stretched)).toBe(shrunk(project(word, automaton.propositions)));
      }
    }
  });

  function project(word: Word, propositions: readonly string[]): Word {
    const seen = (letters: readonly Letter[]): Letter[] =>
      letters.map((letter) => new Set(propositions.filter((name) => letter.has(name))));
    return { prefix: seen(word.prefix), cycle: seen(word.cycle) };
  }

  /** The first different letters of a word, each once: enough to tell these short words apart. */
  function shrunk(word: Word): string {
    const unrolled = [...word.prefix, ...Array.from({ length: 40 }, () => word.cycle).flat()];
    const keys = unrolled.map((letter) => [...letter].sort().join());
    return keys
      .filter((key, i) => key !== keys[i - 1])
      .slice(0, 12)
      .join(' ');
  }
});
