import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/diagnostics/diagnostic.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import type { Kind } from '../../src/formula/kinds.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import type { RandomFormulaOptions, RandomOperator } from '../../src/formula/random-options.ts';
import { BOOLEAN, NEXT_FREE } from '../../src/formula/traits.ts';
import { fold, propositionsOf, subformulas } from '../../src/formula/traverse.ts';

function take(count: number, options: RandomFormulaOptions, store = new FormulaStore()): Formula[] {
  const formulas: Formula[] = [];
  if (count === 0) return formulas;
  for (const formula of randomFormulas(store, options)) {
    formulas.push(formula);
    if (formulas.length === count) break;
  }
  return formulas;
}

/** A spelling that needs no printer, to compare formulas of different stores. */
function spell(formula: Formula): string {
  return fold<string>(formula, (node, parts) => `${node.kind}${node.name}(${parts.join()})`);
}

function kindsIn(formulas: readonly Formula[]): Set<Kind> {
  return new Set(formulas.flatMap((formula) => subformulas(formula).map((node) => node.kind)));
}

describe('random formulas', () => {
  it('keep to the range of sizes and to the propositions', () => {
    for (const formula of take(300, { propositions: 3, seed: 1, size: { min: 7, max: 12 } })) {
      expect(formula.size).toBeGreaterThanOrEqual(7);
      expect(formula.size).toBeLessThanOrEqual(12);
      for (const name of propositionsOf(formula)) expect(['p0', 'p1', 'p2']).toContain(name);
    }
  });

  it('reach every size of the range', () => {
    const sizes = new Set(take(400, { propositions: 4, seed: 2, size: { min: 3, max: 20 } }).map((f) => f.size));
    expect([...sizes].sort((a, b) => a - b)).toEqual(Array.from({ length: 18 }, (_, i) => i + 3));
  });

  it('have exactly the one size that is asked for, small or large', () => {
    for (const size of [1, 2, 3, 10, 500, 20_000]) {
      const formulas = take(3, { propositions: 3, seed: size, size });
      expect(formulas.map((formula) => formula.size)).toEqual(formulas.map(() => size));
      expect(formulas).toHaveLength(3);
    }
  });

  it('use the given names, and every one of them', () => {
    const names = ['request', 'grant', 'x > 2'];
    const used = new Set(take(50, { propositions: names, seed: 3 }).flatMap((formula) => propositionsOf(formula)));
    expect([...used].sort()).toEqual([...names].sort());
  });

  it('depend on the seed only, not on the history of the store', () => {
    const options = { propositions: 3, seed: 4, size: { min: 1, max: 20 } };
    const used = new FormulaStore();
    take(20, { ...options, seed: 99 }, used);
    const again = take(100, options, used).map((formula) => spell(formula));
    expect(again).toEqual(take(100, options).map((formula) => spell(formula)));
    expect(again).not.toEqual(take(100, { ...options, seed: 5 }).map((formula) => spell(formula)));
  });

  it('are distinct, unless repetition is allowed', () => {
    const options = { propositions: 1, seed: 6, size: { min: 1, max: 4 } };
    const distinct = take(40, options);
    expect(new Set(distinct).size).toBe(40);
    const repeated = take(200, { ...options, repetition: 'allowed' });
    expect(repeated).toHaveLength(200);
    expect(new Set(repeated).size).toBeLessThan(200);
  });

  it('end when there are no more of them', () => {
    const store = new FormulaStore();
    const formulas = [...randomFormulas(store, { propositions: 2, seed: 7, size: { min: 1, max: 2 } })];
    // p0 and p1, and each below !, X, F and G
    expect(formulas).toHaveLength(10);
    // over one proposition the store folds all of p & p, p | p, p -> p, p <-> p, p xor p and !!p
    expect([...randomFormulas(store, { propositions: 1, seed: 7, size: 3, operators: 'boolean' })]).toEqual([]);
  });

  it('have all operators by default, but no constants', () => {
    const kinds = kindsIn(take(300, { propositions: 3, seed: 8 }));
    expect(kinds.size).toBe(14);
    expect(kinds.has('true') || kinds.has('false')).toBe(false);
  });

  it('have constants where these are given a priority', () => {
    const kinds = kindsIn(take(200, { propositions: 2, seed: 9, priorities: { true: 1, false: 1 } }));
    expect(kinds.has('true')).toBe(true);
    expect(kinds.has('false')).toBe(true);
  });

  it.each<RandomOperator>([
    'not',
    'next',
    'finally',
    'globally',
    'and',
    'or',
    'implies',
    'equivalent',
    'xor',
    'until',
    'release',
    'weakUntil',
    'strongRelease',
  ])('never contain %s when its priority is 0', (operator) => {
    const formulas = take(150, { propositions: 3, seed: 10, size: { min: 5, max: 12 }, priorities: { [operator]: 0 } });
    expect(formulas).toHaveLength(150);
    expect(kindsIn(formulas).has(operator)).toBe(false);
  });

  it('contain an operator of high priority more often', () => {
    const count = (priorities: RandomFormulaOptions['priorities']): number =>
      take(200, { propositions: 3, seed: 11, size: 9, priorities })
        .flatMap((formula) => subformulas(formula))
        .filter((node) => node.kind === 'until').length;
    expect(count({ until: 20 })).toBeGreaterThan(3 * count({}));
  });

  it('are free of X, or of all time, on request', () => {
    for (const formula of take(200, { propositions: 3, seed: 12, operators: 'next-free' })) {
      expect(formula.has(NEXT_FREE)).toBe(true);
    }
    for (const formula of take(200, { propositions: 3, seed: 13, operators: 'boolean', size: { min: 4, max: 9 } })) {
      expect(formula.has(BOOLEAN)).toBe(true);
    }
  });

  it('have odd sizes when there is no unary operator', () => {
    const priorities = { not: 0, next: 0, finally: 0, globally: 0 };
    const formulas = take(100, { propositions: 3, seed: 14, size: { min: 2, max: 12 }, priorities });
    expect(formulas).toHaveLength(100);
    for (const formula of formulas) expect(formula.size % 2).toBe(1);
    expect(() => take(1, { propositions: 3, seed: 14, size: 4, priorities })).toThrow(/odd sizes/);
  });
});

describe('random formulas under weak fairness', () => {
  it('are an implication from a conjunction of GF p to a formula of the wanted size', () => {
    const options = { propositions: 5, seed: 15, size: { min: 4, max: 9 }, weakFairness: { min: 2, max: 4 } };
    const counts = new Set<number>();
    for (const formula of take(200, options)) {
      expect(formula.kind).toBe('implies');
      const [hypothesis, conclusion] = formula.children;
      expect(hypothesis.kind).toBe('and');
      for (const term of hypothesis.children) {
        expect(spell(term)).toMatch(/^globally\(finally\(propositionp[0-4]\(\)\)\)$/);
      }
      counts.add(hypothesis.children.length);
      expect(conclusion.size).toBeGreaterThanOrEqual(4);
      expect(conclusion.size).toBeLessThanOrEqual(9);
    }
    expect([...counts].sort((a, b) => a - b)).toEqual([2, 3, 4]);
  });

  it('cannot have more hypotheses than propositions', () => {
    expect(() => take(1, { propositions: 2, seed: 1, weakFairness: 3 })).toThrow(/weakFairness: .* 1\.\.2, got 3/);
  });
});

describe('impossible wishes for random formulas', () => {
  it.each<[string, RandomFormulaOptions, RegExp]>([
    ['an empty range', { propositions: 1, seed: 1, size: { min: 5, max: 4 } }, /size: .* got 5\.\.4/],
    ['size 0', { propositions: 1, seed: 1, size: 0 }, /size: .* got 0/],
    ['half a proposition', { propositions: 1.5, seed: 1 }, /propositions: .* got 1\.5/],
    ['no proposition', { propositions: 0, seed: 1 }, /need a proposition/],
    ['a negative priority', { propositions: 1, seed: 1, priorities: { until: -1 } }, /priorities: .* until, got -1/],
  ])('are refused: %s', (_, options, message) => {
    expect(() => take(1, options)).toThrow(UsageError);
    expect(() => take(1, options)).toThrow(message);
  });
});
