import { describe, expect, it } from 'vitest';
import { buchi, generalizedBuchi } from '../../../src/automata/acceptance.ts';
import type { Automaton } from '../../../src/automata/automaton.ts';
import { hasStateAcceptance } from '../../../src/automata/properties.ts';
import { randomAutomaton } from '../../../src/automata/random.ts';
import { reduceByBisimulation } from '../../../src/automata/reduce/bisimulation.ts';
import { reduceMarks } from '../../../src/automata/reduce/marks.ts';
import { pruneUseless } from '../../../src/automata/reduce/prune.ts';
import { reduce } from '../../../src/automata/reduce/reduce.ts';
import { reduceByReverseSimulation, reduceBySimulation } from '../../../src/automata/reduce/simulation.ts';
import { degeneralize } from '../../../src/automata/translate/degeneralize.ts';
import { tableau } from '../../../src/automata/translate/tableau.ts';
import { Random } from '../../../src/base/random.ts';
import { nnf } from '../../../src/formula/nnf.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { expectSameLanguage } from '../../helpers/agreement.ts';
import { longMode, seedFrom } from '../../helpers/shared.ts';
import { allWords } from '../../helpers/words.ts';

const words = [...allWords(['a'], 2, 3), ...allWords(['a', 'b'], 1, 2)];

/** Random automata of several shapes, each with the words to compare on. */
function* samples(seed: number, count: number, marksOn: 'edges' | 'states'): Generator<Automaton> {
  const random = new Random(seedFrom(seed));
  for (let i = 0; i < count; i++) {
    const acceptance = marksOn === 'states' ? buchi() : generalizedBuchi(random.between(0, 3));
    const propositions = random.pick([['a'], ['a', 'b']]);
    const states = random.between(1, 7);
    const [density, markProbability] = [1 + random.unit() * 1.5, 0.2 + random.unit() * 0.4];
    yield randomAutomaton(random, { states, propositions, acceptance, density, markProbability, marksOn });
  }
}

const reductions: Record<string, (automaton: Automaton) => Automaton> = {
  pruning: (a) => pruneUseless(a),
  bisimulation: (a) => reduceByBisimulation(a),
  'direct simulation': (a) => reduceBySimulation(a),
  'reverse simulation': (a) => reduceByReverseSimulation(a),
  'direct simulation with idle marks': (a) => reduceBySimulation(a, { idle: 'full' }),
  'reverse simulation with idle marks': (a) => reduceByReverseSimulation(a, { idle: 'full' }),
  'fewer marks': (a) => reduceMarks(pruneUseless(a)),
  'all reductions together': (a) => reduce(a),
};

describe('reductions of automata with marks on edges', () => {
  it.each(Object.keys(reductions))('keep the language: %s', (name) => {
    let shrunk = 0;
    let index = 0;
    for (const automaton of samples(21, longMode ? 2000 : 80, 'edges')) {
      const reduced = reductions[name](automaton);
      expectSameLanguage(automaton, reduced, words, `random automaton ${index++}`);
      expect(reduced.stateCount).toBeLessThanOrEqual(automaton.stateCount);
      if (reduced.stateCount < automaton.stateCount) shrunk++;
    }
    if (name !== 'fewer marks' && name !== 'bisimulation') expect(shrunk).toBeGreaterThan(10);
  });
});

const stateReductions: Record<string, (automaton: Automaton) => Automaton> = {
  pruning: (a) => pruneUseless(a, 'states'),
  'direct simulation': (a) => reduceBySimulation(a, { marksOn: 'states' }),
  'reverse simulation': (a) => reduceByReverseSimulation(a, { marksOn: 'states' }),
  'all reductions together': (a) => reduce(a, { marksOn: 'states' }),
};

describe('reductions of automata with marks on states', () => {
  it.each(Object.keys(stateReductions))('keep the language and the marks on states: %s', (name) => {
    let index = 0;
    for (const automaton of samples(22, longMode ? 2000 : 80, 'states')) {
      const reduced = stateReductions[name](automaton);
      expectSameLanguage(automaton, reduced, words, `random automaton ${index++}`);
      expect(hasStateAcceptance(reduced)).toBe(true);
    }
  });
});

describe('degeneralization', () => {
  it('keeps the language and puts the marks on states', () => {
    let index = 0;
    for (const automaton of samples(23, longMode ? 1000 : 30, 'edges')) {
      for (const entry of ['reset', 'count'] as const) {
        for (const levels of ['reuse', 'fresh'] as const) {
          const order = [...Array(automaton.acceptance.setCount).keys()].reverse();
          const ba = degeneralize(automaton, { entry, levels, ...(index % 2 ? { order } : {}) });
          expectSameLanguage(automaton, ba, words, `random automaton ${index}, ${entry}, ${levels}`);
          expect(hasStateAcceptance(ba)).toBe(true);
        }
      }
      index++;
    }
  });
});

describe('pruning', () => {
  it('leaves one state without edges when the language is empty', () => {
    const empty = pruneUseless(tableau(nnf(parseLtl('Fa & G!a'))));
    expect(empty.stateCount).toBe(1);
    expect(empty.edgeCount).toBe(0);
    expect(empty.initial).toEqual([0]);
  });

  it('drops acceptance sets that every accepting cycle sees anyway', () => {
    const reduced = reduce(tableau(nnf(parseLtl('GF(a & b) & GFa & GFb'))));
    expect(reduced.stateCount).toBe(1);
    expect(reduced.acceptance.setCount).toBe(1);
  });
});

describe('the quotient by bisimulation', () => {
  /** The number of classes, by pairs that can be told apart: the largest relation that is a bisimulation. */
  function naiveClasses({ bdd, stateCount, edgeStart, edgeLabel, edgeMarks, edgeTarget }: Automaton): number {
    let classOf = Array.from({ length: stateCount }, () => 0);
    for (let count = 0; ; ) {
      const keys = classOf.map((own, state) => {
        const labels = new Map<string, number>();
        for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
          const key = `${classOf[edgeTarget[e]]}/${edgeMarks[e]}`;
          labels.set(key, bdd.or(labels.get(key) ?? bdd.false, edgeLabel[e]));
        }
        const parts = [...labels].map(([key, label]) => `${key}=${label}`).sort((a, b) => (a < b ? -1 : 1));
        return `${own}|${parts.join()}`;
      });
      const distinct = [...new Set(keys)];
      if (distinct.length === count) return count;
      count = distinct.length;
      classOf = keys.map((key) => distinct.indexOf(key));
    }
  }

  it('is the coarsest one', () => {
    const random = new Random(seedFrom(23));
    let merged = 0;
    for (let i = 0; i < 300; i++) {
      const [states, density] = [random.between(5, 60), 0.9 + random.unit() * 0.4];
      const acceptance = generalizedBuchi(random.between(0, 1));
      const shape = {
        states,
        propositions: ['a'],
        acceptance,
        density,
        markProbability: 0.1,
        marksOn: 'edges',
      } as const;
      const automaton = randomAutomaton(random, shape);
      const reduced = reduceByBisimulation(automaton);
      expect(naiveClasses(reduced), `automaton ${i}`).toBe(reduced.stateCount);
      if (reduced.stateCount < automaton.stateCount) merged++;
    }
    expect(merged).toBeGreaterThan(30);
  });

  it('takes a chain of ten thousand states in its stride', () => {
    const chain = tableau(nnf(parseLtl(`${'X '.repeat(10_000)}a`)));
    expect(reduceByBisimulation(chain).stateCount).toBe(chain.stateCount);
  });
});
