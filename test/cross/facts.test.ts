// Verdicts with facts put into the formula (`reductions: ['lp']`) against the naive oracle, on random nets under random formulas whose
// propositions are random conditions: with both readings of deadlocks, by every engine, and under fairness.
import { describe, expect, it } from 'vitest';
import { translate } from '../../src/automata/translate/translate.ts';
import { Random } from '../../src/base/random.ts';
import { check } from '../../src/check/check.ts';
import { engineKinds } from '../../src/check/options.ts';
import { CheckSession } from '../../src/check/session.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import type { Expression } from '../../src/models/expression/expression.ts';
import type { Model } from '../../src/models/model.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { complaintOnSample } from '../certificates/sample.ts';
import { acceptsFairly } from '../helpers/fair-oracle.ts';
import { naiveKripke, naivelyAccepts } from '../helpers/naive-check.ts';
import { randomCondition, randomOpenNet } from '../helpers/random-condition.ts';
import { randomConservativeNet, randomNet } from '../helpers/random-net.ts';
import { longMode, roundsOf, seedFrom } from '../helpers/shared.ts';

const TRIPLES = roundsOf({ usual: 2_000, long: 50_000 });
const FORMULAS_PER_MODEL = 5;
const POOL = longMode ? 5_000 : 300;
const FAIR = longMode ? 10_000 : 100;
const MINUTE = 60_000;
const NAMES = ['a', 'b', 'c', 'dead'];
const MAX_STATES = 100;
/** Starts at once; every tenth model is for the others. */
const PLAIN = { kind: 'explicit', search: 'interpreted' } as const;

describe('formulas with facts put in', () => {
  it(
    `have the verdict of the naive oracle on ${TRIPLES} triples`,
    () => {
      const random = new Random(seedFrom(2020));
      const formulas = someFormulas(1);
      const pool = Array.from({ length: POOL }, () => {
        const formula = formulas.next().value!;
        return { formula, negation: translate(formula.store.not(formula)) };
      });
      const counts = { triples: 0, violated: 0, changed: 0, settled: 0 };
      for (let turn = 0; counts.triples < TRIPLES; turn++) {
        const model = anyModel(random, turn);
        const deadlock = random.chance(0.7) ? 'stutter' : 'drop';
        const kripke = naiveKripke(model, { names: NAMES, deadlock, maxStates: MAX_STATES });
        if (kripke === null) continue;
        const engine = turn % 10 === 0 ? engineKinds[(turn / 10) % engineKinds.length] : PLAIN;
        const session = new CheckSession(model, { engine, deadlock, reductions: ['lp'] });
        for (let k = 0; k < FORMULAS_PER_MODEL; k++) {
          const { formula, negation } = random.pick(pool);
          const expected: 'violated' | 'holds' = naivelyAccepts(kripke, negation) ? 'violated' : 'holds';
          const { verdict, simplified } = session.check(formula);
          if (verdict.outcome !== expected) {
            const became = simplified === undefined ? 'nothing' : printFormula(simplified.formula);
            const context = `${printFormula(formula)}, which became ${became}, ${JSON.stringify(engine)}, ${deadlock}`;
            expect.fail(`model ${turn}: ${verdict.outcome}, not ${expected}: ${context}, ${describeModel(model)}`);
          }
          counts.triples++;
          if (expected === 'violated') counts.violated++;
          else if (counts.triples % 50 === 0) {
            const context = `${printFormula(formula)}, ${deadlock}, ${describeModel(model)}`;
            expect(complaintOnSample({ model, formula }, { engine, deadlock, reductions: ['lp'] }), context).toBeNull();
          }
          if (simplified !== undefined && simplified.formula !== formula) counts.changed++;
          if (simplified?.formula.kind === 'true') counts.settled++;
        }
      }
      expect(Math.min(counts.violated, counts.triples - counts.violated)).toBeGreaterThan(TRIPLES / 5);
      expect(counts.changed).toBeGreaterThan(TRIPLES / 3);
      expect(counts.settled).toBeGreaterThan(TRIPLES / 10);
    },
    longMode ? 600 * MINUTE : 10 * MINUTE,
  );

  it(
    `have the verdict of the oracle under fairness on ${FAIR} triples`,
    () => {
      const random = new Random(seedFrom(2021));
      const formulas = someFormulas(2);
      let checked = 0;
      for (let turn = 0; checked < FAIR; turn++) {
        const formula = formulas.next().value!;
        const model = anyModel(random, turn);
        if (model.groups.length === 0) continue;
        const deadlock = random.chance(0.7) ? 'stutter' : 'drop';
        const kind = random.pick(['weak', 'strong'] as const);
        const { name } = random.pick(model.groups);
        const groups = [...model.groups.keys()].filter((group) => model.groups[group].name === name);
        const negation = translate(formula.store.not(formula));
        const options = { assumptions: [{ kind, groups }], deadlock, maxStates: MAX_STATES } as const;
        const accepted = acceptsFairly(model, negation, options);
        if (accepted === null) continue;
        const { verdict } = check(model, formula, {
          engine: PLAIN,
          deadlock,
          fairness: { [kind]: [name] },
          reductions: ['lp'],
        });
        const context = `triple ${turn}: ${printFormula(formula)}, ${kind} ${name}, ${deadlock}, ${describeModel(model)}`;
        expect(verdict.outcome, context).toBe(accepted ? 'violated' : 'holds');
        checked++;
      }
    },
    longMode ? 600 * MINUTE : 10 * MINUTE,
  );
});

function* someFormulas(seed: number): Generator<Formula, void> {
  const store = new FormulaStore();
  const streams = (['next-free', 'ltl'] as const).map((operators) =>
    randomFormulas(store, { propositions: NAMES, seed: seedFrom(seed), size: { min: 2, max: 10 }, operators }),
  );
  for (;;) for (const stream of streams) yield stream.next().value!;
}

function anyModel(random: Random, turn: number): Model {
  const net = [randomNet, randomOpenNet, randomConservativeNet][turn % 3](random);
  const model = netModel(net);
  const conditions = new Map<string, Expression>(
    NAMES.map((name) => [name, name === 'dead' ? { kind: 'dead' } : randomCondition(random, model, 1)]),
  );
  const predicate: Model['predicate'] = (name) => ({ value: conditions.get(name)!, diagnostics: [] });
  return Object.assign(Object.create(model) as Model, { predicate });
}

function describeModel(model: Model): string {
  const conditions = NAMES.map((name) => `${name}: ${JSON.stringify(model.predicate(name).value)}`);
  return `${JSON.stringify((model as Model & { net: unknown }).net)} with ${conditions.join(', ')}`;
}
