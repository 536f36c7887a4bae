import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VectorTable } from '../../../src/base/intern.ts';
import { Random } from '../../../src/base/random.ts';
import { InputError } from '../../../src/diagnostics/diagnostic.ts';
import {
  type BinaryOperator,
  EvaluationFault,
  type Expression,
  evaluate,
} from '../../../src/models/expression/expression.ts';
import { indexRanges } from '../../../src/models/expression/index-ranges.ts';
import { evaluateInterval, type Interval, narrowed } from '../../../src/models/expression/intervals.ts';
import type { Model } from '../../../src/models/model.ts';
import { LEFT_OUT, sharedFolder } from '../../helpers/shared.ts';
import { dve } from '../formats/dve/graph.ts';
import { program } from '../formats/dve/random-program.ts';

const OPERATORS: readonly BinaryOperator[] = [
  ...(['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>', '==', '!=', '<', '<=', '>', '>=', '&&', '||'] as const),
];

function expression(random: Random, depth: number): Expression {
  if (depth === 0 || random.chance(0.2)) {
    if (random.chance(0.4)) return { kind: 'constant', value: random.pick([-40000, -3, -1, 0, 1, 2, 3, 7, 31, 70000]) };
    return { kind: 'variable', variable: random.below(4) };
  }
  const part = (): Expression => expression(random, depth - 1);
  switch (random.below(5)) {
    case 0:
      return { kind: 'unary', operator: random.pick(['-', '~', '!']), operand: part() };
    case 1:
      return { kind: 'element', base: 1, length: 3, index: part(), name: 'a' };
    case 2:
      return { kind: random.pick(['all', 'any']), operands: [part(), part()] };
    default:
      return { kind: 'binary', operator: random.pick(OPERATORS), left: part(), right: part() };
  }
}

/** All states of four variables within the ranges. */
function* statesWithin(ranges: readonly Interval[]): IterableIterator<number[]> {
  for (let a = ranges[0].low; a <= ranges[0].high; a++) {
    for (let b = ranges[1].low; b <= ranges[1].high; b++) {
      for (let c = ranges[2].low; c <= ranges[2].high; c++) {
        for (let d = ranges[3].low; d <= ranges[3].high; d++) yield [a, b, c, d];
      }
    }
  }
}

describe('intervals', () => {
  it('hold every value that an expression has, and true comparisons and used indices narrow rightly', () => {
    const random = new Random(11);
    let valued = 0;
    for (let round = 0; round < 3000; round++) {
      const tested = expression(random, 3);
      const ranges = Array.from({ length: 4 }, () => {
        const low = random.between(-3, 3);
        return { low, high: low + random.below(4) };
      });
      const known = { get: (variable: number) => ranges[variable] };
      const { low, high } = evaluateInterval(tested, known);
      const learnt = narrowed(tested, known);
      const indices = indexRanges(tested);
      for (const state of statesWithin(ranges)) {
        let value: number;
        try {
          value = evaluate(tested, state);
        } catch (error) {
          if (error instanceof EvaluationFault) continue;
          throw error;
        }
        valued++;
        const within = indices.concat(value === 0 ? [] : learnt).every(({ variable, range }) => {
          return state[variable] >= range.low && state[variable] <= range.high;
        });
        if (value < low || value > high || !within) {
          expect.fail(
            `${JSON.stringify(tested)} is ${value} in ${state.join()}, not in ${low} … ${high}, or narrowed wrongly`,
          );
        }
      }
    }
    expect(valued).toBeGreaterThan(50_000);
  });
});

/** Visits up to `limit` states, going on beside faults; gives their number. */
function checkBounds(model: Model, limit: number): number {
  const table = new VectorTable(model.variables.length);
  for (const state of model.initialStates()) table.intern(state);
  for (let id = 0; id < table.size && id < limit; id++) {
    const state = table.get(id);
    for (const [i, { name, lower, upper }] of model.variables.entries()) {
      if (state[i] < lower! || state[i] > upper!) expect.fail(`${name} = ${state[i]} is not in ${lower} … ${upper}`);
    }
    try {
      model.successors(state, (target) => table.intern(target));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
  }
  return Math.min(table.size, limit);
}

describe('bounds of DVE variables', () => {
  it('come from guards, constants and the sizes of arrays', () => {
    const model = dve(`byte never = 7, flag, counter, other, free, i, a[3]; int down = 5;
      process P { state s; init s; trans
        s -> s { guard counter < 4; effect counter = counter + 1, flag = 1 - flag; },
        s -> s { guard not (other == 3); effect other = other + 1; },
        s -> s { effect free = free + 1; },
        s -> s { effect a[i] = 2, i = i + 1; },
        s -> s { guard i != 0; effect i = 0; },
        s -> s { guard down > -2 && down <= 5; effect down = down - 1; }; }
      system async;`);
    const bounds = Object.fromEntries(model.variables.map(({ name, lower, upper }) => [name, [lower, upper]]));
    expect(bounds).toMatchObject({
      never: [7, 7],
      counter: [0, 4],
      other: [0, 3],
      free: [0, 255],
      i: [0, 3],
      'a[0]': [0, 2],
      down: [-2, 5],
      P: [0, 0],
    });
  });

  it('hold every reachable value of random programs', () => {
    let states = 0;
    for (let seed = 0; seed < 2000; seed++) states += checkBounds(dve(program(new Random(seed))), 1000);
    expect(states).toBeGreaterThan(2000);
  });

  it.skipIf(!sharedFolder)(`hold every reachable value of BEEM models${sharedFolder ? '' : ` (${LEFT_OUT})`}`, () => {
    const read = (name: string): Model => dve(readFileSync(join(sharedFolder!, 'beem', `${name}.dve`), 'latin1'));
    for (const name of ['bakery.1', 'peterson.1', 'elevator.1', 'adding.1', 'pgm_protocol.1']) {
      expect(checkBounds(read(name), 20_000), name).toBeGreaterThan(1000);
    }
    const j = read('bakery.1').variables.find(({ name }) => name === 'P_0.j');
    expect([j?.lower, j?.upper]).toEqual([0, 2]);
  });
});
