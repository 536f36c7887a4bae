import { describe, expect, it } from 'vitest';
import { generalizedBuchi } from '../../../src/automata/acceptance.ts';
import { accepts } from '../../../src/automata/accepts.ts';
import { type Automaton, AutomatonBuilder } from '../../../src/automata/automaton.ts';
import { crossCheck, type TranslatedPair } from '../../../src/automata/cross/cross-check.ts';
import { satisfies } from '../../../src/formula/lasso.ts';
import { parseLtl } from '../../../src/formula/parse.ts';

/** One state that reads every letter, marked where `a` holds or where it does not. */
function loop(marked: 'a' | '!a' | 'all' | 'none'): Automaton {
  const builder = new AutomatonBuilder(['a']);
  const { bdd } = builder;
  const state = builder.addState();
  builder.setInitial(state);
  const [onA, onNotA] = [marked === 'a' || marked === 'all', marked === '!a' || marked === 'all'];
  builder.addEdge(state, bdd.variable(0), onA ? 1 : 0, state);
  builder.addEdge(state, bdd.literal(0, false), onNotA ? 1 : 0, state);
  return builder.build(generalizedBuchi(1));
}

/** FG!a: two states. */
function eventuallyNever(): Automaton {
  const builder = new AutomatonBuilder(['a']);
  const { bdd } = builder;
  builder.addStates(2);
  builder.setInitial(0);
  builder.addEdge(0, bdd.true, 0, 0);
  builder.addEdge(0, bdd.literal(0, false), 0, 1);
  builder.addEdge(1, bdd.literal(0, false), 1, 1);
  return builder.build(generalizedBuchi(1));
}

describe('cross-checking translators', () => {
  const formula = parseLtl('GFa');
  const right: TranslatedPair = { translator: 'right', positive: loop('a'), negative: eventuallyNever() };

  it('has nothing to say about automata that are right', () => {
    expect(crossCheck(formula, [right, { ...right, translator: 'other' }])).toEqual({ disagreements: [], skipped: 0 });
  });

  it('blames the automaton that accepts too much', () => {
    const wrong: TranslatedPair = { translator: 'wrong', positive: loop('all'), negative: eventuallyNever() };
    const { disagreements } = crossCheck(formula, [right, wrong], { complements: 'no' });
    expect(disagreements.length).toBeGreaterThan(0);
    for (const { translator, side, word, expected } of disagreements) {
      expect([translator, side, expected]).toEqual(['wrong', 'positive', 'reject']);
      expect(satisfies(word, formula)).toBe(false);
      expect(accepts(loop('all'), word)).toBe(true);
    }
  });

  it('blames the automaton that accepts too little, even if it stands alone', () => {
    const wrong: TranslatedPair = { translator: 'wrong', positive: loop('none'), negative: eventuallyNever() };
    const { disagreements } = crossCheck(formula, [wrong]);
    expect(disagreements).toMatchObject([
      { translator: 'wrong', side: 'positive', expected: 'accept', foundBy: 'complement' },
    ]);
    expect(satisfies(disagreements[0].word, formula)).toBe(true);
  });

  it('tries the given words first', () => {
    const wrong: TranslatedPair = { translator: 'wrong', positive: null, negative: loop('a') };
    const words = [{ prefix: [], cycle: [new Set(['a'])] }];
    const { disagreements } = crossCheck(formula, [wrong], { words });
    expect(disagreements).toMatchObject([{ side: 'negative', expected: 'reject', foundBy: 'word' }]);
  });

  it('skips what goes beyond the limits', () => {
    expect(crossCheck(formula, [right], { limits: { states: 0 } }).skipped).toBeGreaterThan(0);
  });
});
