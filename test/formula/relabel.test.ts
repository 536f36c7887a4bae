import { describe, expect, it } from 'vitest';
import { FormulaStore } from '../../src/formula/formula.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { relabel, relabelBoolean, substitute } from '../../src/formula/relabel.ts';

const store = new FormulaStore();
const ltl = (text: string) => parseLtl(text, { store });
const meanings = (meaning: ReadonlyMap<string, unknown>) => Object.fromEntries(meaning);

describe('substitution', () => {
  it('replaces all propositions at once', () => {
    const swap = new Map([
      ['a', ltl('b')],
      ['b', ltl('F a')],
    ]);
    expect(substitute(ltl('a U (b & X a & c)'), swap)).toBe(ltl('b U (F a & X b & c)'));
  });
});

describe('relabelling', () => {
  it('names propositions in the order in which they are read', () => {
    const { formula, meaning } = relabel(ltl('"x > 1" U (busy & G "x > 1")'));
    expect(formula).toBe(ltl('p0 U (p1 & G p0)'));
    expect(meanings(meaning)).toEqual({ p0: ltl('"x > 1"'), p1: ltl('busy') });
  });

  it('names with letters, and goes on after z', () => {
    const many = store.nary(
      'and',
      Array.from({ length: 28 }, (_, i) => store.next(store.proposition(`q${100 + i}`))),
    );
    const { meaning } = relabel(many, 'a');
    expect([...meaning.keys()].slice(24)).toEqual(['y', 'z', 'aa', 'ab']);
  });

  it('is undone by substitution, also when old and new names overlap', () => {
    const formula = ltl('p1 U (p0 & X p2)');
    const { formula: renamed, meaning } = relabel(formula);
    expect(renamed).not.toBe(formula);
    expect(substitute(renamed, meaning)).toBe(formula);
  });

  it('names Boolean subformulas that share no proposition', () => {
    const { formula, meaning } = relabelBoolean(ltl('(a & !b) U (c | d)'));
    expect(formula).toBe(ltl('p0 U p1'));
    expect(meanings(meaning)).toEqual({ p0: ltl('a & !b'), p1: ltl('c | d') });
    expect(substitute(formula, meaning)).toBe(ltl('(a & !b) U (c | d)'));
  });

  it('keeps apart Boolean subformulas that are entangled, or that are constant in truth', () => {
    expect(relabelBoolean(ltl('(x & y) U (y | z)')).formula).toBe(ltl('(p0 & p1) U (p1 | p2)'));
    const tautology = relabelBoolean(ltl('F(x | !x)'));
    expect(tautology.formula).toBe(ltl('F(p0 | !p0)'));
  });

  it('gives one name to a Boolean subformula that occurs twice', () => {
    expect(relabelBoolean(ltl('G((x -> y) | F(x -> y))')).formula).toBe(ltl('G(p0 | F p0)'));
  });

  it('takes formulas nested 100,000 deep', () => {
    let formula = ltl('x');
    for (let i = 0; i < 100_000; i++) formula = store.until(ltl('y'), formula);
    expect(relabel(formula).formula.depth).toBe(100_001);
    expect(relabelBoolean(formula).meaning.size).toBe(2);
  });
});
