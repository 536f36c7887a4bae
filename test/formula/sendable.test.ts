import { describe, expect, it } from 'vitest';
import { FormulaStore } from '../../src/formula/formula.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { fromSendable, toSendable } from '../../src/formula/sendable.ts';
import { copyInto } from '../../src/formula/traverse.ts';

describe('a formula that is sent', () => {
  it('arrives as it was, in another store and through a copy of the data', () => {
    const source = randomFormulas(new FormulaStore(), {
      propositions: ['a', 'x >= 3'],
      size: { min: 1, max: 30 },
      seed: 5,
    });
    for (let i = 0; i < 200; i++) {
      const formula = source.next().value!;
      const store = new FormulaStore();
      expect(fromSendable(store, structuredClone(toSendable(formula)))).toBe(copyInto(store, formula));
    }
  });

  it('keeps what is shared, so that its size is that of the distinct subformulas', () => {
    const store = new FormulaStore();
    let formula = parseLtl('a U b', { store });
    for (let i = 0; i < 40; i++) formula = store.until(formula, store.next(formula));
    const sent = toSendable(formula);
    expect(sent.length).toBeLessThan(100);
    expect(fromSendable(new FormulaStore(), sent).size).toBe(formula.size);
  });

  it('may be nested very deep', () => {
    const store = new FormulaStore();
    let formula = store.proposition('a');
    for (let i = 0; i < 20_000; i++) formula = store.next(formula);
    expect(fromSendable(new FormulaStore(), toSendable(formula)).depth).toBe(20_001);
  });

  it('keeps names of our own apart from names of users', () => {
    const store = new FormulaStore();
    const formula = store.and(store.ownProposition('fair 0'), store.proposition('fair 0'));
    const received = fromSendable(new FormulaStore(), toSendable(formula));
    expect(received.children.map(({ name }) => name)).toEqual(['\u0000fair 0', 'fair 0']);
    expect(() => store.proposition('\u0000fair 0')).toThrow(/NUL/);
    expect(() => parseLtl('G "\u0000fair 0"')).toThrow(/NUL/);
    expect(() => parseLtl(String.raw`G "\u0000fair 0"`)).toThrow(/NUL/);
    expect(() => parseLtl(String.raw`G "\u0000fair 0"`, { syntax: 'lbt' })).toThrow(/NUL/);
  });
});
