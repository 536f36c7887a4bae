// A condition on states as a choice between conjunctions of linear constraints, where it is one: comparisons of sums of tokens under
// Boolean connectives.
import type { BinaryOperator, Expression } from '../../models/expression/expression.ts';
import type { Variable } from '../../models/model.ts';
import { type LinearSum, linearDifference, linearSum } from './linear-sum.ts';
import type { Constraint } from './state-equation.ts';

/** The condition is met where all constraints of one of the cases are. No case: never; a case without constraints: always. */
export type Cases = readonly (readonly Constraint[])[];

/** More cases, or constraints in one, are not worth the work. */
const MAX_CASES = 1000;
const MAX_CONSTRAINTS = 100;

/** The cases in which the condition has the given value; null where it is not linear, or they are too many. */
export function casesOf(condition: Expression, value: 'true' | 'false', variables: readonly Variable[]): Cases | null {
  const wanted = value === 'true';
  switch (condition.kind) {
    case 'all':
    case 'any': {
      const parts: Cases[] = [];
      for (const operand of condition.operands) {
        const part = casesOf(operand, value, variables);
        if (part === null) return null;
        parts.push(part);
      }
      return (condition.kind === 'all') === wanted ? product(parts) : union(parts);
    }
    case 'unary':
      return condition.operator === '!' ? casesOf(condition.operand, wanted ? 'false' : 'true', variables) : null;
    case 'binary': {
      const { operator, left, right } = condition;
      if (operator === '&&' || operator === '||') {
        return casesOf({ kind: operator === '&&' ? 'all' : 'any', operands: [left, right] }, value, variables);
      }
      const difference = linearDifference(left, right, variables);
      return difference && comparison(wanted ? operator : OPPOSITE[operator], difference);
    }
    default: {
      const sum = linearSum(condition, variables);
      return sum && comparison(wanted ? '!=' : '==', sum);
    }
  }
}

const OPPOSITE: Partial<Record<BinaryOperator, BinaryOperator>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};

/** The cases of `sum operator 0`. */
function comparison(operator: BinaryOperator | undefined, sum: LinearSum): Cases | null {
  switch (operator) {
    case '>=':
      return atLeast(sum, 1, 0);
    case '>':
      return atLeast(sum, 1, 1);
    case '<=':
      return atLeast(sum, -1, 0);
    case '<':
      return atLeast(sum, -1, 1);
    case '==':
      return product([atLeast(sum, 1, 0), atLeast(sum, -1, 0)]);
    case '!=':
      return union([atLeast(sum, 1, 1), atLeast(sum, -1, 1)]);
    default:
      return null;
  }
}

/** `factor` · sum ≥ `least` */
function atLeast({ constant, coefficients }: LinearSum, factor: 1 | -1, least: number): Cases {
  const terms = [...coefficients]
    .filter(([, coefficient]) => coefficient !== 0)
    .map(([place, coefficient]) => ({ place, coefficient: factor * coefficient }));
  const bound = least - factor * constant;
  if (terms.length === 0) return bound <= 0 ? [[]] : [];
  return [[{ terms, atLeast: bound }]];
}

function union(parts: readonly Cases[]): Cases | null {
  const cases = parts.flat();
  return cases.length > MAX_CASES ? null : cases;
}

function product(parts: readonly (Cases | null)[]): Cases | null {
  let cases: Cases = [[]];
  for (const part of parts) {
    if (part === null || cases.length * part.length > MAX_CASES) return null;
    cases = cases.flatMap((before) => part.map((more) => [...before, ...more]));
    if (cases.some((constraints) => constraints.length > MAX_CONSTRAINTS)) return null;
  }
  return cases;
}
