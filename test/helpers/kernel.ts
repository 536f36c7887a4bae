// Kernels against the plain explorer: the same states in the same order, transitions, deadlocks and labels; or the same fault.
import { expect } from 'vitest';
import type { Random } from '../../src/base/random.ts';
import type { StateSpaceOptions } from '../../src/explicit/kernel/store/space-options.ts';
import { StateSpace } from '../../src/explicit/kernel/store/state-space.ts';
import { type Exploration, explore } from '../../src/models/explore.ts';
import { EvaluationFault } from '../../src/models/expression/expression.ts';
import type { Model } from '../../src/models/model.ts';
import { NetBuilder } from '../../src/models/petri/net.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { randomNet } from './random-net.ts';

/** States beyond which a random model is left out. */
const MOST_STATES = 3000;

/** Runs a state space to its end, in slices of uneven size. */
export function runToEnd(space: StateSpace): 'done' | 'full' | 'seen' {
  for (let budget = 1; ; budget = (budget * 3) % 1009) {
    const result = space.slice(budget);
    if (result !== 'running') return result;
  }
}

function plainly(model: Model, options: StateSpaceOptions): Exploration | EvaluationFault {
  try {
    const limits = { states: MOST_STATES };
    return explore(model, { order: options.order, predicates: options.predicates, limits });
  } catch (error) {
    if (error instanceof EvaluationFault) return error;
    throw error;
  }
}

/** Compares; false if the model was too large to be. */
export function expectAgreement(model: Model, options: StateSpaceOptions): boolean {
  const plain = plainly(model, options);
  if (plain instanceof EvaluationFault) {
    expect(() => runToEnd(new StateSpace(model, options))).toThrow(EvaluationFault);
    return true;
  }
  if (plain.limit !== null) return false;
  const space = new StateSpace(model, options);
  expect(runToEnd(space)).toBe('done');
  expect([space.states, space.transitions, space.deadlocks]).toEqual([
    plain.states,
    plain.transitions,
    plain.deadlocks,
  ]);
  if (options.expansion !== 'model') expect(space.firings()).toEqual(plain.firings);
  if (options.states === 'counted') return true;
  for (let id = 0; id < plain.states; id++) expect(space.read(id)).toEqual(plain.table.get(id));
  if (options.predicates?.length) expect(labelsOf(space)).toEqual(plain.labels);
  return true;
}

/** The labels of at most 31 predicates, by state. */
export function labelsOf(space: StateSpace): Int32Array {
  return Int32Array.from({ length: space.states }, (_, id) => space.kernel.label(id));
}

/**
 * A place that counts to `limit`, beside pairs that swap many tokens: the words are so full that the first place's field, made
 * for what a first look sees, must be widened later. It has 2^pairs * (limit + 1) states.
 */
export function crowdedCounter(limit: number, pairs = 1, tokens = 2 ** 21): Model {
  const net = new NetBuilder();
  net.place('p');
  for (let pair = 0; pair < pairs; pair++) {
    const number = pair === 0 ? '' : `${pair}`;
    net.place(`a${number}`, { initial: tokens });
    net.place(`b${number}`);
  }
  const grow = { inputs: [], outputs: [{ place: 0, weight: 1 }], inhibitors: [{ place: 0, below: limit }] };
  net.transition('grow', grow);
  for (let a = 1; a <= 2 * pairs; a += 2) {
    for (const [from, to] of [
      [a, a + 1],
      [a + 1, a],
    ]) {
      const arcs = { inputs: [{ place: from, weight: tokens }], outputs: [{ place: to, weight: tokens }] };
      net.transition(`swap${from}`, { ...arcs, inhibitors: [] });
    }
  }
  return netModel(net.build('counter'));
}

/** A random net without its bounds, so that fields begin narrow. */
export function openNet(random: Random): Model {
  const model = netModel(randomNet(random));
  const variables = model.variables.map((variable) => ({ ...variable, upper: null }));
  return new Proxy(model, { get: (target, key) => (key === 'variables' ? variables : Reflect.get(target, key)) });
}
