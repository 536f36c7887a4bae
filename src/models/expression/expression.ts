// Integer expressions over the variables of a model: the guards and effects of transition groups, and the state
// predicates. One small tree serves the plain explorer (which evaluates it), the kernel generator (which compiles it) and
// the symbolic encoder (which enumerates it).
import { assertNever } from '../../base/assert.ts';
import { InputError } from '../../diagnostics/diagnostic.ts';

/** Binary operators; comparisons and connectives give 0 or 1. `&&` and `||` do not evaluate their right side in vain. */
export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '&'
  | '|'
  | '^'
  | '<<'
  | '>>'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '&&'
  | '||';

/**
 * An integer expression. Arithmetic is 32-bit two's complement as in C, except `sum`, which is exact (it adds the tokens
 * of many places, whose total may pass 2^31).
 */
export type Expression =
  | { readonly kind: 'constant'; readonly value: number }
  /** The value of variable number `variable`. */
  | { readonly kind: 'variable'; readonly variable: number }
  /** Element `index` of the array whose elements are the variables `base` … `base + length - 1`; checked. */
  | {
      readonly kind: 'element';
      readonly base: number;
      readonly length: number;
      readonly index: Expression;
      readonly name: string;
    }
  | { readonly kind: 'unary'; readonly operator: '-' | '~' | '!'; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'sum'; readonly operands: readonly Expression[] }
  /** 1 if all (any) operands are non-zero, else 0; `all` of nothing is 1. Evaluated from the left, stopping early. */
  | { readonly kind: 'all' | 'any'; readonly operands: readonly Expression[] }
  /** What `of` gives for the value of a variable; only in predicates of models whose states are numbered. */
  | { readonly kind: 'lookup'; readonly variable: number; readonly of: (value: number) => number }
  /** 1 in a state without successors, else 0. Only in predicates, never in guards or effects. */
  | { readonly kind: 'dead' };

/** A runtime fault of a model: division by zero, an index out of range, a value that does not fit. */
export class EvaluationFault extends InputError {
  override name = 'EvaluationFault';

  constructor(message: string) {
    super({ code: 'MOD620', message, hint: 'the model, or a proposition, has no value in a state that is reached' });
  }
}

/** Evaluates `expression` in `state`; `isDead` answers `dead` where that can occur. Throws `EvaluationFault`. */
export function evaluate(expression: Expression, state: ArrayLike<number>, isDead?: () => boolean): number {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'variable':
      return state[expression.variable];
    case 'element': {
      const index = evaluate(expression.index, state, isDead);
      if (index < 0 || index >= expression.length) {
        throw new EvaluationFault(`index ${index} is outside of ${expression.name}[0 … ${expression.length - 1}]`);
      }
      return state[expression.base + index];
    }
    case 'unary': {
      const value = evaluate(expression.operand, state, isDead);
      if (expression.operator === '!') return value === 0 ? 1 : 0;
      return expression.operator === '-' ? -value | 0 : ~value;
    }
    case 'binary':
      return evaluateBinary(expression, state, isDead);
    case 'sum': {
      let total = 0;
      for (const operand of expression.operands) total += evaluate(operand, state, isDead);
      return total;
    }
    case 'all':
      return expression.operands.every((operand) => evaluate(operand, state, isDead) !== 0) ? 1 : 0;
    case 'any':
      return expression.operands.some((operand) => evaluate(operand, state, isDead) !== 0) ? 1 : 0;
    case 'lookup':
      return expression.of(state[expression.variable]);
    case 'dead':
      return isDead?.() ? 1 : 0;
    default:
      return assertNever(expression);
  }
}

function evaluateBinary(
  expression: Extract<Expression, { kind: 'binary' }>,
  state: ArrayLike<number>,
  isDead?: () => boolean,
): number {
  const left = evaluate(expression.left, state, isDead);
  if (expression.operator === '&&' && left === 0) return 0;
  if (expression.operator === '||' && left !== 0) return 1;
  const right = evaluate(expression.right, state, isDead);
  return applyBinary(expression.operator, left, right);
}

/** The operator on two values; `&&` and `||` as on truth values. Throws `EvaluationFault` on division by zero. */
export function applyBinary(operator: BinaryOperator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return (left + right) | 0;
    case '-':
      return (left - right) | 0;
    case '*':
      return Math.imul(left, right);
    case '/':
      if (right === 0) throw new EvaluationFault('division by zero');
      return (left / right) | 0;
    case '%':
      if (right === 0) throw new EvaluationFault('remainder of a division by zero');
      return (left % right) | 0;
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    case '<<':
      return left << right;
    case '>>':
      return left >> right;
    case '==':
      return left === right ? 1 : 0;
    case '!=':
      return left !== right ? 1 : 0;
    case '<':
      return left < right ? 1 : 0;
    case '<=':
      return left <= right ? 1 : 0;
    case '>':
      return left > right ? 1 : 0;
    case '>=':
      return left >= right ? 1 : 0;
    case '&&':
      return left !== 0 && right !== 0 ? 1 : 0;
    case '||':
      return left !== 0 || right !== 0 ? 1 : 0;
    default:
      return assertNever(operator);
  }
}
