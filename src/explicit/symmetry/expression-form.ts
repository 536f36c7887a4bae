// Conditions as texts that are the same for conditions which differ in the order of their parts alone: what tells whether a permutation of
// the variables leaves a condition as it is. Conditions that mean the same may still differ: then less is permuted.
import { assertNever } from '../../base/assert.ts';
import type { BinaryOperator, Expression } from '../../models/expression/expression.ts';

const COMMUTATIVE: ReadonlySet<BinaryOperator> = new Set(['+', '*', '&', '|', '^', '==', '!=', '&&', '||']);
const MIRRORED: ReadonlyMap<BinaryOperator, BinaryOperator> = new Map([
  ['>', '<'],
  ['>=', '<='],
]);

/** The condition with other variables, as a text. */
export function formOf(expression: Expression, moved: (variable: number) => number): string {
  const form = (part: Expression): string => formOf(part, moved);
  switch (expression.kind) {
    case 'constant':
      return String(expression.value);
    case 'variable':
      return `v${moved(expression.variable)}`;
    case 'element': {
      const { base, length, index } = expression;
      const variables = Array.from({ length }, (_, i) => moved(base + i));
      return `[${variables.join()}][${form(index)}]`;
    }
    case 'unary':
      return `${expression.operator}(${form(expression.operand)})`;
    case 'binary': {
      const { operator, left, right } = expression;
      const mirror = MIRRORED.get(operator);
      const sides = mirror === undefined ? [form(left), form(right)] : [form(right), form(left)];
      if (COMMUTATIVE.has(operator)) sides.sort(inTextOrder);
      return `(${sides.join(mirror ?? operator)})`;
    }
    case 'sum':
    case 'all':
    case 'any':
      return `${expression.kind}(${flattened(expression, expression.kind).map(form).sort(inTextOrder).join()})`;
    case 'lookup': // functions cannot be compared: it is the same only where its variable stays
      return `lookup${expression.variable}>${moved(expression.variable)}`;
    case 'dead':
      return 'dead';
    default:
      return assertNever(expression);
  }
}

type Nary = Extract<Expression, { kind: 'sum' | 'all' | 'any' }>;

/** The operands, with those of operands of the same kind instead of these. */
function flattened(expression: Nary, kind: Nary['kind']): Expression[] {
  const pending: Expression[] = [expression];
  const found: Expression[] = [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === kind) pending.push(...(next as Nary).operands);
    else found.push(next);
  }
  return found;
}

function inTextOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
