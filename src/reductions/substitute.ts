// Predicates about the given net as predicates about the reduced one.
import { assertNever, InternalError, invariant } from '../base/assert.ts';
import type { Expression } from '../models/expression/expression.ts';
import type { PlaceMeaning } from './net.ts';

/** The expression with every variable replaced by what it means; the caller has made sure that all are known. */
export function substitute(expression: Expression, meaningOf: (variable: number) => PlaceMeaning | null): Expression {
  const inside = (part: Expression): Expression => substitute(part, meaningOf);
  switch (expression.kind) {
    case 'constant':
    case 'dead':
      return expression;
    case 'variable': {
      const meaning = meaningOf(expression.variable);
      invariant(meaning !== null, 'a place that is seen has been forgotten');
      return affine(meaning);
    }
    case 'unary':
      return { ...expression, operand: inside(expression.operand) };
    case 'binary':
      return { ...expression, left: inside(expression.left), right: inside(expression.right) };
    case 'sum':
    case 'all':
    case 'any':
      return { ...expression, operands: expression.operands.map(inside) };
    case 'element':
    case 'lookup':
      throw new InternalError('nets have neither arrays nor numbered states');
    default:
      return assertNever(expression);
  }
}

function affine({ place, factor, offset }: PlaceMeaning): Expression {
  const constant: Expression = { kind: 'constant', value: offset };
  if (place === null) return constant;
  const variable: Expression = { kind: 'variable', variable: place };
  const scaled: Expression =
    factor === 1
      ? variable
      : { kind: 'binary', operator: '*', left: { kind: 'constant', value: factor }, right: variable };
  return offset === 0 ? scaled : { kind: 'sum', operands: [scaled, constant] };
}
