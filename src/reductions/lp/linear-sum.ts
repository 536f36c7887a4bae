// Sums of tokens in expressions. `sum` is exact; sums with `+` and `-` wrap at 32 bits, and are linear only where bounds of the variables rule
// that out.
import type { Expression } from '../../models/expression/expression.ts';
import type { Variable } from '../../models/model.ts';

/** Every value of a variable fits into 32 bits. */
const LEAST = -0x8000_0000;
const MOST = 0x7fff_ffff;

/** A constant plus tokens with coefficients. */
export interface LinearSum {
  readonly constant: number;
  readonly coefficients: ReadonlyMap<number, number>;
}

/** The expression as such a sum; null where it is none, or may not fit into 32 bits. */
export function linearSum(expression: Expression, variables: readonly Variable[]): LinearSum | null {
  switch (expression.kind) {
    case 'constant':
      return { constant: expression.value, coefficients: new Map() };
    case 'variable':
      return { constant: 0, coefficients: new Map([[expression.variable, 1]]) };
    case 'sum': {
      const total = { constant: 0, coefficients: new Map<number, number>() };
      for (const operand of expression.operands) {
        const part = linearSum(operand, variables);
        if (part === null) return null;
        total.constant += part.constant;
        for (const [variable, coefficient] of part.coefficients) {
          total.coefficients.set(variable, (total.coefficients.get(variable) ?? 0) + coefficient);
        }
      }
      return total;
    }
    case 'unary':
      if (expression.operator !== '-') return null;
      return fitting(combine(NOTHING, linearSum(expression.operand, variables), -1), variables);
    case 'binary': {
      const { operator } = expression;
      if (operator !== '+' && operator !== '-') return null;
      const [left, right] = [linearSum(expression.left, variables), linearSum(expression.right, variables)];
      return fitting(combine(left, right, operator === '+' ? 1 : -1), variables);
    }
    default:
      return null;
  }
}

const NOTHING: LinearSum = { constant: 0, coefficients: new Map() };

/** What the left side is more than the right one. */
export function linearDifference(
  left: Expression,
  right: Expression,
  variables: readonly Variable[],
): LinearSum | null {
  return combine(linearSum(left, variables), linearSum(right, variables), -1);
}

function combine(a: LinearSum | null, b: LinearSum | null, factor: 1 | -1): LinearSum | null {
  if (a === null || b === null) return null;
  const coefficients = new Map(a.coefficients);
  for (const [variable, coefficient] of b.coefficients) {
    coefficients.set(variable, (coefficients.get(variable) ?? 0) + factor * coefficient);
  }
  return { constant: a.constant + factor * b.constant, coefficients };
}

/** The sum, if its values always fit into 32 bits. */
function fitting(sum: LinearSum | null, variables: readonly Variable[]): LinearSum | null {
  if (sum === null) return null;
  let [low, high] = [sum.constant, sum.constant];
  for (const [variable, coefficient] of sum.coefficients) {
    const { lower, upper } = variables[variable];
    const [least, most] = [lower ?? LEAST, upper ?? MOST];
    if (coefficient === 0) continue;
    low += coefficient * (coefficient > 0 ? least : most);
    high += coefficient * (coefficient > 0 ? most : least);
  }
  return low >= LEAST && high <= MOST ? sum : null;
}
