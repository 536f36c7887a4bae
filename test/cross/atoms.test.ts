// Verdicts with propositions that say the same, or the opposite, made one (`reductions: ['atoms']`) against the naive oracle, on random nets under random
// formulas; and what that is worth: formulas that need no state then.
import { describe, expect, it } from 'vitest';
import { translate } from '../../src/automata/translate/translate.ts';
import { Random } from '../../src/base/random.ts';
import { check } from '../../src/check/check.ts';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { FormulaStore } from '../../src/formula/formula.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import type { Expression } from '../../src/models/expression/expression.ts';
import { generateNet } from '../../src/models/library/index.ts';
import type { Model } from '../../src/models/model.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { naiveKripke, naivelyAccepts } from '../helpers/naive-check.ts';
import { randomCondition } from '../helpers/random-condition.ts';
import { randomConservativeNet, randomNet } from '../helpers/random-net.ts';
import { longMode, roundsOf, seedFrom } from '../helpers/shared.ts';

const ROUNDS = roundsOf({ usual: 300, long: 20_000 });
const NAMES = ['a', 'b', 'c'];
const MINUTE = 60_000;

describe('propositions made one', () => {
  it(
    `keep the verdict of the naive oracle on ${ROUNDS} random questions`,
    () => {
      const random = new Random(seedFrom(2124));
      const formulas = randomFormulas(new FormulaStore(), {
        propositions: NAMES,
        seed: seedFrom(2124),
        size: { min: 3, max: 9 },
        operators: 'ltl',
      });
      const counts = { holds: 0, violated: 0, merged: 0, settled: 0 };
      for (let turn = 0; counts.holds + counts.violated < ROUNDS; turn++) {
        const net = (turn % 2 === 0 ? randomNet : randomConservativeNet)(random);
        const model = withConditions(netModel(net), random);
        const formula = formulas.next().value!;
        const deadlock = random.chance(0.7) ? 'stutter' : 'drop';
        const kripke = naiveKripke(model, { names: NAMES, deadlock, maxStates: 100 });
        if (kripke === null) continue;
        const expected = naivelyAccepts(kripke, translate(formula.store.not(formula))) ? 'violated' : 'holds';
        const { verdict, simplified } = check(model, formula, {
          engine: { kind: 'explicit', search: 'interpreted' },
          deadlock,
          reductions: ['atoms'],
        });
        const context = `${turn}: ${printFormula(formula)}, ${deadlock}, ${JSON.stringify(net)}`;
        expect(verdict.outcome, context).toBe(expected);
        counts[expected]++;
        if ((simplified?.same ?? 0) > 0) counts.merged++;
        if (simplified?.formula.kind === 'true') counts.settled++;
      }
      expect(Math.min(counts.holds, counts.violated)).toBeGreaterThan(ROUNDS / 10);
      expect(counts.merged).toBeGreaterThan(ROUNDS / 4);
      expect(counts.settled).toBeGreaterThan(ROUNDS / 100);
    },
    longMode ? 600 * MINUTE : 10 * MINUTE,
  );

  it('decide without a state what no other rule for formulas decides', () => {
    const model = netModel(unwrap(generateNet('philosophers', 5)));
    const formula = 'GF "IsEating1 + IsEating3 <= 1" | FG "IsEating1 + IsEating3 >= 2"';
    const statesWith = (reductions: 'none' | readonly ['atoms']): number => {
      const { verdict, statistics } = check(model, formula, { engine: 'explicit', reductions });
      expect(verdict.outcome).toBe('holds');
      return statistics.modelStates;
    };
    expect(statesWith(['atoms'])).toBe(0);
    expect(statesWith('none')).toBeGreaterThan(100);
  });
});

/** `a` is any condition; the others often say the same as `a`, or the opposite. */
function withConditions(model: Model, random: Random): Model {
  const first = randomCondition(random, model, 1);
  const other = (): Expression =>
    random.pick<Expression>([
      first,
      { kind: 'unary', operator: '!', operand: first },
      { kind: 'all', operands: [first, first] },
      randomCondition(random, model, 1),
    ]);
  const conditions = new Map<string, Expression>([
    ['a', first],
    ['b', other()],
    ['c', other()],
  ]);
  const predicate: Model['predicate'] = (name) => ({ value: conditions.get(name)!, diagnostics: [] });
  return Object.assign(Object.create(model) as Model, { predicate });
}
