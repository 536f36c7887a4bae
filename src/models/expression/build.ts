// Constructors of expressions that simplify as they build. They keep the value and the faults of what was written: an
// operand that may fault is never moved or dropped, unless the evaluation could not have reached it.
import { append } from '../../base/append.ts';
import { applyBinary, type BinaryOperator, type Expression } from './expression.ts';

/** The number `value`. */
export function constant(value: number): Expression {
  return { kind: 'constant', value };
}

/** The value of variable number `variable`. */
export function variable(variable: number): Extract<Expression, { kind: 'variable' }> {
  return { kind: 'variable', variable };
}

/** 1 where variable number `subject` has the value `value`, else 0. */
export function equals(subject: number, value: number): Expression {
  return { kind: 'binary', operator: '==', left: variable(subject), right: constant(value) };
}

/** Element `index` of an array; a variable of its own where the index is a constant within the bounds. */
export function element(
  array: { readonly base: number; readonly length: number; readonly name: string },
  index: Expression,
): Extract<Expression, { kind: 'element' | 'variable' }> {
  if (index.kind === 'constant' && index.value >= 0 && index.value < array.length) {
    return variable(array.base + index.value);
  }
  return { kind: 'element', base: array.base, length: array.length, index, name: array.name };
}

/** `operator operand`, computed where the operand is a constant. */
export function unary(operator: '-' | '~' | '!', operand: Expression): Expression {
  if (operand.kind !== 'constant') return { kind: 'unary', operator, operand };
  if (operator === '!') return constant(operand.value === 0 ? 1 : 0);
  return constant(operator === '-' ? -operand.value | 0 : ~operand.value);
}

/** `left operator right`, computed where both are constants, except a division by zero, which stays to fault. */
export function binary(operator: BinaryOperator, left: Expression, right: Expression): Expression {
  if (operator === '&&') return all([left, right]);
  if (operator === '||') return any([left, right]);
  if (left.kind === 'constant' && right.kind === 'constant') {
    const faults = right.value === 0 && (operator === '/' || operator === '%');
    if (!faults) return constant(applyBinary(operator, left.value, right.value));
  }
  return { kind: 'binary', operator, left, right };
}

/** The conjunction of `operands` from the left, flattened. */
export function all(operands: readonly Expression[]): Expression {
  return connect('all', operands);
}

/** The disjunction of `operands` from the left, flattened. */
export function any(operands: readonly Expression[]): Expression {
  return connect('any', operands);
}

/** Whether the value is always 0 or 1. */
function isTruthValue(expression: Expression): boolean {
  switch (expression.kind) {
    case 'constant':
      return expression.value === 0 || expression.value === 1;
    case 'all':
    case 'any':
    case 'dead':
      return true;
    case 'unary':
      return expression.operator === '!';
    case 'binary':
      return COMPARISONS.has(expression.operator);
    default:
      return false;
  }
}

const COMPARISONS: ReadonlySet<BinaryOperator> = new Set(['==', '!=', '<', '<=', '>', '>=', '&&', '||']);

function connect(kind: 'all' | 'any', operands: readonly Expression[]): Expression {
  const neutral = kind === 'all' ? 1 : 0;
  const kept: Expression[] = [];
  for (const operand of operands) {
    if (operand.kind === 'constant') {
      if ((operand.value !== 0 ? 1 : 0) === neutral) continue;
      kept.push(constant(1 - neutral));
      break; // what follows is never evaluated
    }
    if (operand.kind === kind) append(kept, operand.operands);
    else kept.push(operand);
  }
  if (kept.length === 0) return constant(neutral);
  if (kept.length === 1 && isTruthValue(kept[0])) return kept[0];
  return { kind, operands: kept };
}
