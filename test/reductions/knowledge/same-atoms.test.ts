// Propositions that say the same of a state, or the opposite: what is merged must agree in every state that the variables allow.
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { check } from '../../../src/check/check.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { parseFormula } from '../../../src/formula/index.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { type Expression, evaluate } from '../../../src/models/expression/expression.ts';
import { NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { mergeSameAtoms } from '../../../src/reductions/knowledge/same-atoms.ts';
import { randomCondition } from '../../helpers/random-condition.ts';

const PAIRS = 20_000;
const MOST_TOKENS = 4;

const builder = new NetBuilder();
builder.place('p', { initial: 1 });
builder.place('q');
builder.move('t', ['p'], ['q']);
const model = netModel(builder.build('two places'));

describe('propositions that say the same', () => {
  it(`agree, or differ, in all states, in ${PAIRS} random pairs`, () => {
    const random = new Random(7);
    const store = new FormulaStore();
    const formula = store.and(store.proposition('a'), store.finally(store.proposition('b')));
    const counts = { merged: 0, opposite: 0, constant: 0 };
    for (let pair = 0; pair < PAIRS; pair++) {
      const predicates = [randomCondition(random, model, 1), randomCondition(random, model, 1)];
      const merged = printFormula(mergeSameAtoms(formula, { names: ['a', 'b'], predicates }, model.variables));
      const context = `${merged}: ${JSON.stringify(predicates)}`;
      const agree = (value: (a: boolean, b: boolean) => boolean): void =>
        expect(inAll(predicates, value), context).toBe(true);
      if (merged === 'a & Fa') {
        agree((a, b) => a === b);
        counts.merged++;
      } else if (merged === 'a & F!a') {
        agree((a, b) => a !== b);
        counts.opposite++;
      }
      const alone = mergeSameAtoms(store.proposition('a'), { names: ['a'], predicates }, model.variables);
      if (alone.kind === 'true' || alone.kind === 'false') {
        agree((a) => a === (alone.kind === 'true'));
        counts.constant++;
      }
    }
    expect(Math.min(counts.merged, counts.opposite, counts.constant)).toBeGreaterThan(100);
  });

  it('are one where bounds make them the same', () => {
    for (const [text, expected] of [
      ['GF "p <= 4" | FG "p >= 5"', '1'],
      ['G("p = 0" | "p >= 1")', '1'],
      ['G("p + p >= 3" -> "p >= 2")', '1'],
      ['G("p - q >= 1" | "q >= p")', '1'],
      ['F "p = q" & F "q = p"', 'F"p = q"'],
      ['F "p = 2" & F "p >= 1"', 'F"p = 2" & F"p >= 1"'],
    ] as const) {
      const { simplified, formula } = check(model, text, { reductions: ['atoms'] });
      expect(printFormula(simplified?.formula ?? formula), text).toBe(printFormula(parsed(expected)));
    }
  });

  it('are judged as they were written', () => {
    const { verdict } = check(model, 'G "p >= 1" | F "p > 5"', { reductions: ['atoms'] });
    expect(verdict.outcome).toBe('violated');
    const twice = check(model, 'G("p >= 1" & !"p < 1")', { reductions: ['atoms'] });
    expect(twice.simplified).toMatchObject({ propositions: 2, same: 1, decided: 0 });
    expect(twice.verdict.outcome).toBe('violated');
  });
});

function parsed(text: string) {
  const { value } = parseFormula(text);
  if (value === null) throw new Error(text);
  return value;
}

function inAll([first, second]: readonly Expression[], holds: (a: boolean, b: boolean) => boolean): boolean {
  for (let p = 0; p <= MOST_TOKENS; p++) {
    for (let q = 0; q <= MOST_TOKENS; q++) {
      if (!holds(evaluate(first, [p, q]) !== 0, evaluate(second, [p, q]) !== 0)) return false;
    }
  }
  return true;
}
