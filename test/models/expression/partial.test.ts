import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import {
  type BinaryOperator,
  EvaluationFault,
  type Expression,
  evaluate,
} from '../../../src/models/expression/expression.ts';
import { compilePartial } from '../../../src/models/expression/partial.ts';

const VARIABLES = 4;
const VALUES = [0, 1, 2];
const OPERATORS: readonly BinaryOperator[] = ['+', '-', '/', '%', '==', '!=', '<', '>=', '&&', '||'];

function randomExpression(random: Random, depth: number): Expression {
  const part = (): Expression => randomExpression(random, depth - 1);
  switch (depth === 0 ? random.below(2) : random.below(7)) {
    case 0:
      return { kind: 'constant', value: random.below(3) };
    case 1:
      return { kind: 'variable', variable: random.below(VARIABLES) };
    case 2:
      return { kind: 'element', base: 1, length: 3, index: part(), name: 'a' };
    case 3:
      return { kind: 'unary', operator: random.pick(['-', '~', '!'] as const), operand: part() };
    case 4:
      return { kind: random.pick(['all', 'any'] as const), operands: [part(), part(), part()] };
    default:
      return { kind: 'binary', operator: random.pick(OPERATORS), left: part(), right: part() };
  }
}

function valueOrFault(expression: Expression, state: Int32Array): number | 'fault' {
  try {
    return evaluate(expression, state);
  } catch (error) {
    if (error instanceof EvaluationFault) return 'fault';
    throw error;
  }
}

const ALL_STATES = Array.from({ length: VALUES.length ** VARIABLES }, (_, n) =>
  Int32Array.from({ length: VARIABLES }, (_, i) => VALUES[Math.floor(n / VALUES.length ** i) % VALUES.length]),
);

describe('partial evaluation', () => {
  it('finds only values that all completions have, without a fault', () => {
    const random = new Random(1);
    let found = 0;
    for (let round = 0; round < 400; round++) {
      const expression = randomExpression(random, 3);
      const compute = compilePartial(expression);
      const isKnown = Uint8Array.from({ length: VARIABLES }, () => random.below(2));
      for (const state of ALL_STATES) {
        const value = compute(state, isKnown);
        if (value === null) continue;
        found++;
        const completions = ALL_STATES.filter((other) => isKnown.every((known, i) => !known || other[i] === state[i]));
        for (const other of completions) expect(valueOrFault(expression, other)).toBe(value);
      }
    }
    expect(found).toBeGreaterThan(1000);
  });

  it('finds every value when all variables are known', () => {
    const random = new Random(2);
    const isKnown = new Uint8Array(VARIABLES).fill(1);
    for (let round = 0; round < 200; round++) {
      const expression = randomExpression(random, 3);
      const compute = compilePartial(expression);
      for (const state of ALL_STATES) {
        const value = valueOrFault(expression, state);
        if (value !== 'fault') expect(compute(state, isKnown)).toBe(value);
      }
    }
  });

  it('sees behind a test that is not known, unless that may have a fault', () => {
    const zero: Expression = { kind: 'constant', value: 0 };
    const open: Expression = { kind: 'variable', variable: 0 };
    const faulty: Expression = { kind: 'binary', operator: '/', left: { kind: 'constant', value: 1 }, right: open };
    const nothing = new Uint8Array(VARIABLES);
    const state = new Int32Array(VARIABLES);
    expect(compilePartial({ kind: 'all', operands: [open, zero] })(state, nothing)).toBe(0);
    expect(compilePartial({ kind: 'all', operands: [faulty, zero] })(state, nothing)).toBeNull();
  });
});
