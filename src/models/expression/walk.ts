// Walks over expressions: one description of what their parts are, for every question that asks about all of them.
import { assertNever } from '../../base/assert.ts';
import type { Expression } from './expression.ts';

/** The direct parts of an expression. */
function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'constant':
    case 'variable':
    case 'lookup':
    case 'dead':
      return [];
    case 'element':
      return [expression.index];
    case 'unary':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'sum':
    case 'all':
    case 'any':
      return expression.operands;
    default:
      return assertNever(expression);
  }
}

/** The expressions and all their parts, in no particular order. */
export function* walk(expressions: Iterable<Expression>): Generator<Expression, void> {
  const pending = [...expressions];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    yield next;
    for (const part of partsOf(next)) pending.push(part);
  }
}

/** Whether the value depends on the state having successors. */
export function mentionsDead(expression: Expression): boolean {
  for (const { kind } of walk([expression])) if (kind === 'dead') return true;
  return false;
}
