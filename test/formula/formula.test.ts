import { describe, expect, it } from 'vitest';
import { InternalError } from '../../src/base/assert.ts';
import { Random } from '../../src/base/random.ts';
import { compareFormulas, type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { satisfies } from '../../src/formula/lasso.ts';
import { BOOLEAN, EVENTUAL, NEGATION_NORMAL, NEXT_FREE, UNIVERSAL } from '../../src/formula/traits.ts';
import { copyInto, fold, propositionsOf, rewriteBottomUp, subformulas } from '../../src/formula/traverse.ts';
import { allFormulas } from '../helpers/all-formulas.ts';
import { build, randomRaw } from '../helpers/raw-formula.ts';
import { allWords, letterOf } from '../helpers/words.ts';

const names = ['p', 'q', 'r'];
const DEPTH = 100_000;

/** A spelling that needs no printer, to compare formulas of different stores. */
function spell(formula: Formula): string {
  return fold<string>(formula, (node, parts) => `${node.kind}${node.name}(${parts.join()})`);
}

function setting(): { store: FormulaStore; p: Formula; q: Formula; r: Formula } {
  const store = new FormulaStore();
  const [p, q, r] = names.map((name) => store.proposition(name));
  return { store, p, q, r };
}

describe('a formula store', () => {
  it('makes equal formulas once', () => {
    const { store, p, q } = setting();
    expect(store.proposition('p')).toBe(p);
    const before = store.size;
    const formula = store.until(store.and(p, q), store.next(p));
    const after = store.size;
    expect(after).toBe(before + 3);
    expect(store.until(store.and(q, p), store.next(p))).toBe(formula);
    expect(store.size).toBe(after);
    expect(store.until(store.next(p), store.and(p, q))).not.toBe(formula);
  });

  it('keeps U, R, W, M and -> apart from one another and from their mirror images', () => {
    const { store, p, q } = setting();
    const kinds = ['until', 'release', 'weakUntil', 'strongRelease', 'implies'] as const;
    const made = kinds.flatMap((kind) => [store.binary(kind, p, q), store.binary(kind, q, p)]);
    expect(new Set(made).size).toBe(10);
  });

  it('ignores the order of symmetric operands', () => {
    const { store, p, q, r } = setting();
    expect(store.equivalent(p, q)).toBe(store.equivalent(q, p));
    expect(store.xor(p, q)).toBe(store.xor(q, p));
    expect(store.or(r, q, p)).toBe(store.or(p, store.or(q, r)));
  });

  it('flattens, sorts and thins out ∧ and ∨', () => {
    const { store, p, q, r } = setting();
    const both = store.and(store.and(r, q), p, store.true, q);
    expect(both.children).toEqual([p, q, r]);
    expect(both.size).toBe(5);
    expect(store.and(p, store.false, q)).toBe(store.false);
    expect(store.or(p, store.true)).toBe(store.true);
    expect(store.and()).toBe(store.true);
    expect(store.or()).toBe(store.false);
    expect(store.or(p, p)).toBe(p);
  });

  it('undoes double negation and repeated F and G', () => {
    const { store, p } = setting();
    expect(store.not(store.not(p))).toBe(p);
    expect(store.finally(store.finally(p))).toBe(store.finally(p));
    expect(store.globally(store.globally(p))).toBe(store.globally(p));
    expect(store.next(store.next(p))).not.toBe(store.next(p));
  });

  it('counts nodes and depth', () => {
    const { store, p, q, r } = setting();
    expect(p.size).toBe(1);
    expect(p.depth).toBe(1);
    const formula = store.implies(store.and(p, q, r), store.not(store.next(p)));
    expect(formula.size).toBe(1 + 5 + 3);
    expect(formula.depth).toBe(4);
  });

  it('does not mix with another store', () => {
    const { store, p } = setting();
    const other = new FormulaStore().proposition('p');
    expect(() => store.and(p, other)).toThrow(InternalError);
    expect(() => store.until(p, other)).toThrow(InternalError);
    expect(() => store.next(other)).toThrow(InternalError);
  });

  it('orders operands by what they are, whatever was made before', () => {
    const random = new Random(5);
    for (let i = 0; i < 300; i++) {
      const raw = randomRaw(random, names, random.between(3, 15));
      const used = new FormulaStore();
      for (let k = 0; k < 5; k++) build(used, randomRaw(random, ['r', 'q', 'p'], 10));
      expect(spell(build(used, raw))).toBe(spell(build(new FormulaStore(), raw)));
    }
  });
});

describe('the order of formulas', () => {
  it('is total: sorted formulas increase strictly, pair by pair', () => {
    const store = new FormulaStore();
    const formulas = new Random(3).shuffle(allFormulas(store, ['p', 'q'], 3));
    formulas.sort(compareFormulas);
    for (let i = 0; i < formulas.length; i++) {
      for (let j = 0; j < formulas.length; j += 7) {
        expect(Math.sign(compareFormulas(formulas[i], formulas[j]))).toBe(Math.sign(i - j));
      }
    }
  });

  it('puts constants first, then literals by name, Boolean formulas, the rest by size', () => {
    const { store, p, q } = setting();
    const sorted = [store.false, p, store.not(p), q, store.and(p, q), store.next(p), store.until(p, q)];
    expect([...sorted].reverse().sort(compareFormulas)).toEqual(sorted);
  });
});

describe('traits', () => {
  const words = allWords(['p', 'q'], 1, 2);
  const letters = [0, 1, 2, 3].map((mask) => letterOf(['p', 'q'], mask));

  it('eventual and universal hold of the languages', () => {
    for (const formula of allFormulas(new FormulaStore(), ['p', 'q'], 4)) {
      const eventual = formula.has(EVENTUAL);
      const universal = formula.has(UNIVERSAL);
      if (!eventual && !universal) continue;
      for (const word of words) {
        const here = satisfies(word, formula);
        for (const letter of letters) {
          const longer = satisfies({ prefix: [letter, ...word.prefix], cycle: word.cycle }, formula);
          if ((eventual && here && !longer) || (universal && longer && !here)) expect.fail(spell(formula));
        }
      }
    }
  });

  it('next-free formulas do not see stuttering', () => {
    for (const formula of allFormulas(new FormulaStore(), ['p', 'q'], 4)) {
      if (!formula.has(NEXT_FREE)) continue;
      for (const { prefix, cycle } of words) {
        const twice = { prefix: prefix.flatMap((l) => [l, l]), cycle: cycle.flatMap((l) => [l, l]) };
        if (satisfies(twice, formula) !== satisfies({ prefix, cycle }, formula)) expect.fail(spell(formula));
      }
    }
  });

  it('follow the shape', () => {
    const { store, p, q } = setting();
    expect(store.xor(p, q).has(BOOLEAN)).toBe(true);
    expect(store.finally(p).has(BOOLEAN)).toBe(false);
    expect(store.until(store.not(p), q).has(NEGATION_NORMAL)).toBe(true);
    expect(store.not(store.until(p, q)).has(NEGATION_NORMAL)).toBe(false);
    expect(store.implies(p, q).has(NEGATION_NORMAL)).toBe(false);
  });
});

describe('walks over formulas', () => {
  it('visit every distinct subformula once, children first', () => {
    const { store, p, q } = setting();
    const shared = store.until(p, q);
    const order = subformulas(store.implies(store.next(shared), store.globally(shared)));
    expect(order).toHaveLength(6);
    for (const [i, node] of order.entries()) {
      for (const child of node.children) expect(order.indexOf(child)).toBeLessThan(i);
    }
  });

  it('take no longer for what is shared', () => {
    const { store, p } = setting();
    let formula = p;
    for (let i = 0; i < 500; i++) formula = store.until(formula, store.next(formula));
    expect(subformulas(formula)).toHaveLength(1001);
    expect(propositionsOf(formula)).toEqual(['p']);
  });

  it('rewrite bottom-up', () => {
    const { store, p, q, r } = setting();
    const formula = store.until(store.next(p), store.and(p, q));
    const renamed = rewriteBottomUp(formula, (node) => (node === p ? r : node));
    expect(renamed).toBe(store.until(store.next(r), store.and(r, q)));
    expect(rewriteBottomUp(formula, (node) => node)).toBe(formula);
  });

  it('copy into another store', () => {
    const random = new Random(8);
    const target = new FormulaStore();
    for (let i = 0; i < 100; i++) {
      const formula = build(new FormulaStore(), randomRaw(random, names, 12));
      const copy = copyInto(target, formula);
      expect(copy.store).toBe(target);
      expect(spell(copy)).toBe(spell(formula));
    }
  });
});

describe('formulas nested 100,000 deep', () => {
  const shapes: Record<string, (store: FormulaStore, inner: Formula) => Formula> = {
    X: (store, inner) => store.next(inner),
    'left U': (store, inner) => store.until(inner, store.proposition('q')),
    '∧ over ∨': (store, inner) => store.and(store.proposition('q'), store.or(store.proposition('r'), inner)),
    '<->': (store, inner) => store.equivalent(store.proposition('q'), inner),
  };

  it.each(Object.keys(shapes))('are built, walked, rewritten, copied and compared: %s', (name) => {
    const { store, p, r } = setting();
    let [one, other] = [p, store.not(r)];
    for (let i = 0; i < DEPTH; i++) {
      one = shapes[name](store, one);
      other = shapes[name](store, other);
    }
    expect(one.depth).toBeGreaterThan(DEPTH);
    expect(subformulas(one).length).toBeGreaterThan(DEPTH);
    expect(fold<number>(one, (_, depths) => 1 + Math.max(0, ...depths))).toBe(one.depth);
    expect(compareFormulas(one, other)).toBe(-compareFormulas(other, one) || 0);
    expect(compareFormulas(one, other)).not.toBe(0);
    expect(rewriteBottomUp(one, (node) => (node === p ? store.not(r) : node))).toBe(other);
    const copied = copyInto(new FormulaStore(), one);
    expect([copied.size, copied.depth]).toEqual([one.size, one.depth]);
  });
});
