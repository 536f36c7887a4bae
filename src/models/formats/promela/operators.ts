// The binary operators of expressions in C and Promela: how tight they bind, and their values where both sides are known.
import { applyBinary, type BinaryOperator } from '../../expression/expression.ts';

/** From loose to tight. */
export const LEVELS: readonly (readonly BinaryOperator[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];

/** The value; null where something is divided by zero. */
export function fold(operator: BinaryOperator, left: number, right: number): number | null {
  return (operator === '/' || operator === '%') && right === 0 ? null : applyBinary(operator, left, right);
}
