import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { Stopwatch } from '../../../src/diagnostics/stopwatch.ts';
import { analyse } from '../../../src/models/analysis/analyse.ts';
import { type Expression, evaluate } from '../../../src/models/expression/expression.ts';
import { generateNet } from '../../../src/models/library/index.ts';
import type { Model } from '../../../src/models/model.ts';
import { type Net, NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { casesOf } from '../../../src/reductions/lp/cases.ts';
import { type Decision, type LinearOptions, StateEquationFacts } from '../../../src/reductions/lp/decide.ts';
import type { Outcome } from '../../../src/reductions/lp/simplex.ts';
import { stateEquation } from '../../../src/reductions/lp/state-equation.ts';
import { canBeMet } from '../../helpers/exact-linear.ts';
import { randomCondition, randomOpenNet } from '../../helpers/random-condition.ts';
import { randomConservativeNet, randomLargeNet, randomNet } from '../../helpers/random-net.ts';
import { longMode, seedFrom } from '../../helpers/shared.ts';

const NETS = longMode ? 10_000 : 500;
const CONDITIONS = 4;
const MAX_STATES = 500;
const MINUTE = 60_000;

const stopwatch = new Stopwatch();

function factsOf(model: Model, options: Partial<LinearOptions> = {}): StateEquationFacts {
  return StateEquationFacts.of(model, { stopwatch, ...options })!;
}

function decide(model: Model, condition: Expression, options: Partial<LinearOptions> = {}): Decision {
  return factsOf(model, options)
    .decideAll([{ name: 'it', condition }], stopwatch)
    .get('it')!;
}

function decideText(model: Model, text: string): Decision {
  return decide(model, model.predicate(text).value!);
}

/** Reachable states, the first ones of them where they are many or the model has a fault. */
function someStates(model: Model): Int32Array[] {
  const states = [...model.initialStates()];
  const seen = new Set(states.map((state) => state.join()));
  try {
    for (let i = 0; i < states.length && states.length < MAX_STATES; i++) {
      model.successors(states[i], (target) => {
        if (seen.has(target.join())) return;
        seen.add(target.join());
        states.push(target.slice());
      });
    }
  } catch {
    // More tokens than can be counted.
  }
  return states;
}

function anyNet(random: Random, turn: number): Net {
  const makers = [randomOpenNet, randomConservativeNet, randomNet, randomOpenNet, randomLargeNet];
  return makers[turn % makers.length](random);
}

function agrees(model: Model, condition: Expression, decision: Decision): boolean {
  if (decision === 'open') return true;
  return someStates(model).every((state) => (evaluate(condition, state) !== 0) === (decision === 'always'));
}

describe('decisions by the state equation', () => {
  it(
    `agree with the states of ${NETS} nets, ${CONDITIONS} conditions each`,
    () => {
      const random = new Random(seedFrom(20));
      const counts = { always: 0, never: 0, open: 0 };
      for (let i = 0; i < NETS; i++) {
        const model = analyse(netModel(anyNet(random, i)));
        const facts = factsOf(model);
        for (let k = 0; k < CONDITIONS; k++) {
          const condition = randomCondition(random, model);
          const decision = facts.decideAll([{ name: String(k), condition }], stopwatch).get(String(k))!;
          counts[decision]++;
          if (!agrees(model, condition, decision)) {
            expect.fail(`net ${i}: ${JSON.stringify(condition)} is not ${decision}: ${JSON.stringify(model)}`);
          }
        }
      }
      expect(counts.always).toBeGreaterThan(NETS * CONDITIONS * 0.1);
      expect(counts.never).toBeGreaterThan(NETS * CONDITIONS * 0.1);
      expect(counts.open).toBeGreaterThan(NETS * CONDITIONS * 0.1);
    },
    longMode ? 30 * MINUTE : 2 * MINUTE,
  );

  it(
    'find all that the equation excludes, as exact arithmetic does',
    () => {
      const random = new Random(seedFrom(21));
      let [excluded, possible] = [0, 0];
      for (let i = 0; i < NETS; i++) {
        const model = netModel(random.chance(0.5) ? randomOpenNet(random) : randomConservativeNet(random));
        const equation = stateEquation(model, stopwatch)!;
        const facts = factsOf(model);
        const cases = casesOf(randomCondition(random, model), random.pick(['true', 'false']), model.variables) ?? [];
        for (const constraints of cases.filter(({ length }) => length > 0)) {
          const expected = !canBeMet(equation, constraints);
          if (expected) excluded++;
          else possible++;
          expect(facts.excludes(constraints, stopwatch), `net ${i}: ${JSON.stringify(constraints)}`).toBe(expected);
        }
      }
      expect(Math.min(excluded, possible)).toBeGreaterThan(NETS / 5);
    },
    longMode ? 30 * MINUTE : 2 * MINUTE,
  );

  it(
    'do not believe a solver that is wrong',
    () => {
      const random = new Random(seedFrom(22));
      let [accepted, refused] = [0, 0];
      for (let i = 0; i < NETS; i++) {
        const model = analyse(netModel(anyNet(random, i)));
        const distort = (outcome: Outcome): Outcome => distorted(random, outcome, model);
        const facts = factsOf(model, { distort });
        for (let k = 0; k < CONDITIONS; k++) {
          const condition = randomCondition(random, model);
          const decision = facts.decideAll([{ name: String(k), condition }], stopwatch).get(String(k))!;
          if (decision === 'open') refused++;
          else accepted++;
          if (!agrees(model, condition, decision)) {
            expect.fail(`net ${i}: ${JSON.stringify(condition)} is not ${decision}: ${JSON.stringify(model)}`);
          }
        }
      }
      expect(Math.min(accepted, refused)).toBeGreaterThan(NETS / 10);
    },
    longMode ? 30 * MINUTE : 2 * MINUTE,
  );

  it('know the invariants of the literature', () => {
    const philosophers = netModel(generateNet('philosophers', 5).value!);
    const fork = philosophers.variables.find(({ name }) => /fork/i.test(name))!.name;
    expect(decideText(philosophers, `${fork} <= 1`)).toBe('always');
    expect(decideText(philosophers, `${fork} >= 2`)).toBe('never');
    expect(decideText(philosophers, `${fork} >= 1`)).toBe('open');
    const kanban = netModel(generateNet('kanban', 5).value!);
    expect(decideText(kanban, 'tokens(P1, Pm1, Pback1, Pout1) = 5')).toBe('always');
    expect(decideText(kanban, 'tokens(P1, Pm1, Pback1, Pout1) > 5')).toBe('never');
  });

  it('leave a condition on deadlocks open', () => {
    const model = netModel(generateNet('philosophers', 3).value!);
    expect(decideText(model, 'dead')).toBe('open');
    expect(decideText(model, 'dead || dead')).toBe('open');
  });

  it('leave a sum that may pass 32 bits open, and decide it where bounds exclude that', () => {
    const places = [0, 1].map((variable) => ({ kind: 'variable', variable }) as const);
    const sum = { kind: 'binary', operator: '+', left: places[0], right: places[1] } as const;
    const isNotNegative: Expression = {
      kind: 'binary',
      operator: '>=',
      left: sum,
      right: { kind: 'constant', value: 0 },
    };
    const unbounded = new NetBuilder();
    unbounded.place('p', { initial: 2 ** 31 - 1 });
    unbounded.place('q', { initial: 0 });
    unbounded.move('make', [], ['q']);
    const model = netModel(unbounded.build('unbounded'));
    expect(evaluate(isNotNegative, [2 ** 31 - 1, 1])).toBe(0);
    expect(decide(model, isNotNegative)).toBe('open');
    expect(decideText(model, 'p + q >= 0')).toBe('always'); // as text it is exact
    const bounded = new NetBuilder();
    bounded.place('p', { initial: 5 });
    bounded.place('q', { initial: 0 });
    bounded.move('t', ['p'], ['q']);
    expect(decide(analyse(netModel(bounded.build('bounded'))), isNotNegative)).toBe('always');
  });

  it('stay open when there is no work left', () => {
    const model = netModel(generateNet('kanban', 5).value!);
    const condition = model.predicate('tokens(P1, Pm1, Pback1, Pout1) = 5').value!;
    expect(decide(model, condition, { work: 1 })).toBe('open');
  });
});

describe('traps', () => {
  it('an empty net, and one without transitions', () => {
    const empty = netModel(new NetBuilder().build('empty'));
    expect(decide(empty, { kind: 'constant', value: 1 })).toBe('always');
    expect(decide(empty, { kind: 'constant', value: 0 })).toBe('never');
    const still = new NetBuilder();
    still.place('p', { initial: 3 });
    still.place('q');
    const model = netModel(still.build('still'));
    expect(decideText(model, 'p = 3')).toBe('always');
    expect(decideText(model, 'p < 3')).toBe('never');
    expect(decideText(model, 'tokens(p, q) >= 4')).toBe('never');
  });

  it('a transition without places, with arcs of weight 0, and with two arcs to one place', () => {
    const builder = new NetBuilder();
    const p = builder.place('p', { initial: 1 });
    const q = builder.place('q');
    builder.transition('nothing', {});
    builder.transition('zero', { inputs: [{ place: p, weight: 0 }], outputs: [{ place: q, weight: 0 }] });
    builder.transition('twice', {
      inputs: [
        { place: p, weight: 1 },
        { place: p, weight: 1 },
      ],
      outputs: [{ place: q, weight: 2 }],
    });
    const model = netModel(builder.build('odd'));
    expect(decideText(model, 'fireable(twice)')).toBe('never');
    expect(decideText(model, 'p <= 1')).toBe('always');
    expect(decideText(model, 'tokens(p, q) = 1')).toBe('always');
    expect(decideText(model, 'fireable(nothing)')).toBe('always');
  });

  it.each([2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 2 ** 60])('weights of %d', (weight) => {
    const builder = new NetBuilder();
    const p = builder.place('p', { initial: 2 });
    const q = builder.place('q');
    builder.transition('t', { inputs: [{ place: p, weight }], outputs: [{ place: q, weight }] });
    builder.transition('back', { inputs: [{ place: q, weight: 1 }], outputs: [{ place: p, weight: 1 }] });
    const model = netModel(builder.build('huge'));
    const facts = StateEquationFacts.of(model, { stopwatch });
    const isExact = Number.isSafeInteger(weight);
    expect(facts !== null).toBe(isExact);
    if (facts === null) return;
    const states = someStates(model);
    for (const text of ['p <= 2', 'p >= 3', 'q = 0', 'tokens(p, q) = 2', 'fireable(t)']) {
      const condition = model.predicate(text).value!;
      const decision = facts.decideAll([{ name: text, condition }], stopwatch).get(text)!;
      if (decision === 'open') continue;
      for (const state of states) expect(evaluate(condition, state) !== 0, text).toBe(decision === 'always');
    }
  });

  it('models that are no nets have no equation', () => {
    const model = netModel(new NetBuilder().build('x'));
    const opaque = { name: 'o', reads: [], writes: [], behaviour: { kind: 'opaque' } } as const;
    const other: Model = Object.assign(Object.create(model) as Model, { groups: [opaque] });
    expect(StateEquationFacts.of(other, { stopwatch })).toBeNull();
  });
});

/** Answers turned round, multipliers changed in every way that floating-point numbers can go wrong. */
function distorted(random: Random, outcome: Outcome, { variables }: Model): Outcome {
  if (outcome.kind !== 'out of reach') {
    if (random.chance(0.3)) return outcome;
    const multipliers = new Float64Array(variables.length + 1 + random.below(2)).map(() => random.between(0, 3));
    return { kind: 'out of reach', multipliers };
  }
  const multipliers = outcome.multipliers.slice();
  const at = random.below(multipliers.length);
  switch (random.below(7)) {
    case 0:
      return { kind: 'within reach', firings: new Float64Array() };
    case 1:
      multipliers[at] += random.pick([1, -1, 0.5, 1e-6, -1e-6]);
      break;
    case 2:
      return { kind: 'out of reach', multipliers: multipliers.map((value) => value + (random.unit() - 0.5) / 10) };
    case 3:
      multipliers[at] = random.pick([Number.NaN, Number.POSITIVE_INFINITY, -1, 1e300, 2 ** 53, 1e-300]);
      break;
    case 4:
      return { kind: 'out of reach', multipliers: multipliers.map((value) => -value) };
    case 5:
      multipliers[at] = 0;
      break;
    default:
      break;
  }
  return { kind: 'out of reach', multipliers };
}
