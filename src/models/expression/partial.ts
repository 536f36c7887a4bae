// Expressions of which only some variables have a value yet: what is known of the result.
import { assertNever } from '../../base/assert.ts';
import { applyBinary, EvaluationFault, type Expression } from './expression.ts';
import { walk } from './walk.ts';

/** The value that the expression has whatever the other variables are, without a fault; null where there is none, or none is found. */
export type PartialEvaluator = (state: Int32Array, isKnown: Uint8Array) => number | null;

/** The closure that computes what is known of `expression`. */
export function compilePartial(expression: Expression): PartialEvaluator {
  switch (expression.kind) {
    case 'constant': {
      const { value } = expression;
      return () => value;
    }
    case 'variable': {
      const { variable } = expression;
      return (state, isKnown) => (isKnown[variable] === 1 ? state[variable] : null);
    }
    case 'element': {
      const { base, length } = expression;
      const compute = compilePartial(expression.index);
      return (state, isKnown) => {
        const index = compute(state, isKnown);
        if (index === null || index < 0 || index >= length || isKnown[base + index] === 0) return null;
        return state[base + index];
      };
    }
    case 'unary':
      return compileUnary(expression.operator, compilePartial(expression.operand));
    case 'binary':
      return compileBinary(expression);
    case 'all':
    case 'any':
      return compileConnective(expression.operands, expression.kind === 'all' ? 0 : 1);
    case 'sum':
    case 'lookup':
    case 'dead':
      return () => null;
    default:
      return assertNever(expression);
  }
}

function compileUnary(operator: '-' | '~' | '!', compute: PartialEvaluator): PartialEvaluator {
  return (state, isKnown) => {
    const value = compute(state, isKnown);
    if (value === null) return null;
    if (operator === '!') return value === 0 ? 1 : 0;
    return operator === '-' ? -value | 0 : ~value;
  };
}

function compileBinary({ operator, left, right }: Extract<Expression, { kind: 'binary' }>): PartialEvaluator {
  if (operator === '&&') return compileConnective([left, right], 0);
  if (operator === '||') return compileConnective([left, right], 1);
  const first = compilePartial(left);
  const second = compilePartial(right);
  return (state, isKnown) => {
    const a = first(state, isKnown);
    const b = a === null ? null : second(state, isKnown);
    if (a === null || b === null) return null;
    try {
      return applyBinary(operator, a, b);
    } catch (error) {
      if (error instanceof EvaluationFault) return null;
      throw error;
    }
  };
}

/**
 * Operands are evaluated from the left, up to the first whose truth is `decisive`. One that is not known does not stand in the way of a decisive one
 * behind it, unless it may have a fault.
 */
function compileConnective(operands: readonly Expression[], decisive: 0 | 1): PartialEvaluator {
  const parts = operands.map((operand) => ({ compute: compilePartial(operand), isSafe: !mayFail(operand) }));
  return (state, isKnown) => {
    let result: number | null = 1 - decisive;
    for (const { compute, isSafe } of parts) {
      const value = compute(state, isKnown);
      if (value === null) {
        if (!isSafe) return null;
        result = null;
      } else if ((value !== 0 ? 1 : 0) === decisive) return decisive;
    }
    return result;
  };
}

function mayFail(expression: Expression): boolean {
  for (const part of walk([expression])) {
    if (part.kind === 'element') return true;
    if (part.kind === 'binary' && (part.operator === '/' || part.operator === '%')) return true;
  }
  return false;
}
