// Safety by counting states with a monitor beside the model, by one thread and by several, against the oracle: a state is met if and only if the
// automaton accepts an execution, and no short lasso of what holds is a violation to the judge. Counts are those of the plain explorer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import type { StateSpaceOptions } from '../../src/explicit/kernel/store/space-options.ts';
import { StateSpace } from '../../src/explicit/kernel/store/state-space.ts';
import { monitorOf } from '../../src/explicit/product/monitor.ts';
import { MonitoredModel } from '../../src/explicit/product/monitored-model.ts';
import { weaknessOf } from '../../src/explicit/product/weakness.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { explore } from '../../src/models/explore.ts';
import type { Model } from '../../src/models/model.ts';
import { isNetModel } from '../../src/models/petri/net-model.ts';
import { complaintOnSample } from '../certificates/sample.ts';
import { negationOf } from '../helpers/explicit-check.ts';
import { runToEnd } from '../helpers/kernel.ts';
import { KERNEL_MODELS } from '../helpers/kernel-models.ts';
import { naivelyAccepts, shortestViolation } from '../helpers/naive-check.ts';
import { type Observed, observed } from '../helpers/observed-model.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';
import { AT_ONCE, ThreadPool } from '../helpers/threads.ts';

const MODELS = roundsOf({ usual: 4, long: 400 });
const RANDOM_FORMULAS = 4;
const MOST_STATES = 400;
const LONGEST = 4;
const NAMES = ['a', 'b', 'c'];

const SAFETY = [
  'G(a -> X b)',
  '!b W a',
  'G(a -> (b | X(b | X b)))',
  'a | X(b & G c)',
  'G(a -> X(b R c))',
  'X X G(a | b | X c)',
];

let two: ThreadPool;
let three: ThreadPool;
beforeAll(() => {
  two = new ThreadPool(2);
  three = new ThreadPool(3);
});
afterAll(() => {
  two.end();
  three.end();
});

/** They take turns, since making memories takes longer than these searches. */
const ways: Record<string, () => StateSpaceOptions> = {
  'states one after another': () => ({}),
  'states in the table': () => ({ leaves: 'always' }),
  'folded states': () => ({ fold: 'always' }),
  'variables that follow from others': () => ({ implied: 'always' }),
  'two threads': () => ({ leaves: 'always', threads: two, helpers: AT_ONCE }),
  'three threads': () => ({ leaves: 'always', threads: three, helpers: AT_ONCE }),
  'two threads, states with ids': () => ({ leaves: 'never', threads: two, helpers: AT_ONCE }),
  'three threads, states with ids': () => ({ leaves: 'never', threads: three, helpers: AT_ONCE }),
};

/** Some formulas of any class, and some of safety. */
function formulasFor(random: Random): Formula[] {
  const options = { propositions: NAMES, seed: random.below(1 << 30), size: { min: 2, max: 9 } } as const;
  const found = [parseLtl(random.pick(SAFETY)), parseLtl(random.pick(SAFETY))];
  for (const formula of randomFormulas(new FormulaStore(), options)) {
    if (found.push(formula) === 2 + RANDOM_FORMULAS) break;
  }
  return found;
}

/** The model with the monitor of the formula, and whether the automaton accepts an execution; null where there is no monitor. */
function monitored(model: Model, formula: Formula, seen: Observed) {
  const automaton = negationOf(formula, 'tgba');
  if ('edgeChange' in automaton) throw new Error('a TGBA was asked for');
  const weakness = weaknessOf(automaton);
  if (!weakness?.terminal) return null;
  const monitor = monitorOf(automaton, weakness.accepting);
  if (monitor === null) return null;
  const conditions = automaton.propositions.map((name) => seen.conditions[NAMES.indexOf(name)]);
  return {
    watching: new MonitoredModel(model, { ...monitor, conditions }),
    expected: naivelyAccepts(seen.kripke, automaton) ? 'seen' : 'done',
  } as const;
}

describe('a monitor beside a model', () => {
  it.each(Object.entries(KERNEL_MODELS))('meets what the automaton accepts, and nothing else: %s', (_, make) => {
    const outcomes = { done: 0, seen: 0 };
    let turn = 0;
    for (let seed = 1; seed <= MODELS; seed++) {
      const random = new Random(seedFrom(seed));
      const model = make(random);
      const seen = observed(random, model, { names: NAMES, maxStates: MOST_STATES });
      if (seen === null) continue;
      for (const formula of formulasFor(random)) {
        const found = monitored(model, formula, seen);
        if (found === null) continue;
        const { watching, expected } = found;
        const said = `${printFormula(formula)}, seed ${seed}`;
        if (expected === 'done') expect(shortestViolation(seen.kripke, formula, LONGEST), said).toBeNull();
        const plain = explore(watching);
        turn++;
        if (expected === 'done' && turn % 4 === 0 && isNetModel(model)) {
          const conditions = new Map(NAMES.map((name, i) => [name, seen.conditions[i]]));
          const engine = { kind: 'explicit', partialOrder: 'none' } as const;
          expect(complaintOnSample({ model, formula, conditions }, { engine }), said).toBeNull();
        }
        for (const [name, options] of Object.entries(ways).filter((_, i) => i % 3 === turn % 3)) {
          const space = new StateSpace(watching, {
            states: 'counted',
            memoryBytes: 1 << 26,
            watched: watching.met,
            ...options(),
          });
          const end = runToEnd(space);
          expect(end, `${name}: ${said}`).toBe(expected);
          if (end === 'done') {
            expect([space.states, space.transitions], said).toEqual([plain.states, plain.transitions]);
          }
          space.close();
          outcomes[expected]++;
        }
      }
    }
    expect(outcomes.done).toBeGreaterThan(0);
    expect(outcomes.seen).toBeGreaterThan(0);
  });
});
