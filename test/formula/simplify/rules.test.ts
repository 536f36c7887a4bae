// Every rule, on both sides, is tried on the instance that its own name describes.
import { describe, expect, it } from 'vitest';
import { type Formula, FormulaStore } from '../../../src/formula/formula.ts';
import { Normalizer } from '../../../src/formula/nnf.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { substitute } from '../../../src/formula/relabel.ts';
import { bothSides, dualName, type SidedRule } from '../../../src/formula/simplify/rule.ts';
import { allRules } from '../../../src/formula/simplify/rules.ts';
import { Side } from '../../../src/formula/simplify/side.ts';
import { makeOracle } from '../../../src/formula/simplify/simplify.ts';
import { propositionsOf } from '../../../src/formula/traverse.ts';
import { LassoTable, shapesUpTo } from '../lasso-table.ts';
import { weight } from './weight.ts';

const store = new FormulaStore();
const ltl = (text: string): Formula => parseLtl(text, { store });
const normalizer = new Normalizer({ equivalences: 'keep' });
const rules = bothSides(allRules);

/** What the letters of the names stand for: eventual, universal, suspendable formulas. */
const letters = new Map([
  ['e', ltl('X F e')],
  ['u', ltl('X G u')],
  ['q', ltl('G F q')],
]);

/** Instances of the conditions that are not between letters. */
const valid: Readonly<Record<string, string>> = {
  '1 => (aUb)': '(a -> X b) U (!a | (a & F !b) | G b)',
  '1 => (Fa)': 'F(a | X!a)',
  '(aMb) => 0': '(a & X b) M (!a | X!b)',
  '(a&b) => 0': '(a U b) & G !b',
  '(aRb) => 0': '(a & X!b) R (a & F b & G !b)',
  '(Ga) => 0': 'G(a & X!a)',
  '1 => (aWb)': '(!a | X!b) W (a & X b)',
  '1 => (a|b)': '(a R b) | F !b',
};

/** The left side of the rule's name, with the letters replaced so that the condition is met. */
function instanceOf(rule: SidedRule): { left: Formula; right: Formula } {
  const [identity, condition] = rule.name.split(' if ');
  const [left, right] = identity.split(' = ').map((text) => substitute(ltl(text), letters));
  if (condition === undefined) return { left, right };
  if (condition in valid) return { left: ltl(valid[condition]), right };
  const [premise, conclusion] = condition.split(' => ').map(ltl);
  const change = /^[a-d] =>/.test(condition)
    ? new Map([[premise.name, store.and(premise, conclusion)]])
    : new Map([[conclusion.name, store.or(conclusion, premise)]]);
  return { left: substitute(left, change), right: substitute(right, change) };
}

function tableFor(formula: Formula): LassoTable {
  const names = propositionsOf(formula);
  return new LassoTable(names, names.length <= 2 ? shapesUpTo(2, 3) : shapesUpTo(names.length <= 3 ? 2 : 1, 2));
}

describe('each rule of simplification', () => {
  it.each(rules.map((rule) => [rule.name, rule] as const))('%s', (_, rule) => {
    const { left, right } = instanceOf(rule);
    // Normal form would itself choose between <-> and xor.
    const node = left.kind === 'equivalent' || left.kind === 'xor' ? left : normalizer.normal(left, 'plain');
    const table = tableFor(node);
    expect(node.kind).toBe(rule.head);
    expect(table.isEquivalent(node, right), 'the name states an identity').toBe(true);
    const oracle = makeOracle(normalizer, rule.level === 3 ? 3 : 2, (a, b) => table.implies(a, b));
    const result = rule.rewrite(node, new Side(store, oracle, rule.polarity));
    expect(result, 'the rule applies').not.toBeNull();
    expect(result).not.toBe(node);
    expect(table.isEquivalent(result!, node), 'the rule keeps the language').toBe(true);
    expect(weight(result!)).toBeLessThanOrEqual(weight(node));
  });

  it('has a name of its own', () => {
    expect(new Set(rules.map((rule) => rule.name)).size).toBe(rules.length);
  });
});

describe('the name of a twin', () => {
  it('exchanges operators and turns conditions round', () => {
    expect(dualName('F(a U b) = F b')).toBe('G(a R b) = G b');
    expect(dualName('a U b = F b if F(b) => a')).toBe('a R b = G b if a => G(b)');
    expect(dualName('a M b = 0 if a => !b')).toBe('a W b = 1 if !a => b');
  });
});
