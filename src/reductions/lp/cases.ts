// A condition on states as a choice between conjunctions of linear constraints, where it is one: comparisons of sums of tokens under
// Boolean connectives. Sums with `+` and `-` wrap at 32 bits; they are linear only where bounds of the places rule that out.
import type { BinaryOperator, Expression } from '../../models/expression/expression.ts';
import type { Variable } from '../../models/model.ts';
import type { Constraint } from './state-equation.ts';

/** The condition is met where all constraints of one of the cases are. No case: never; a case without constraints: always. */
export type Cases = readonly (readonly Constraint[])[];

/** More cases, or constraints in one, are not worth the work. */
const MAX_CASES = 1000;
const MAX_CONSTRAINTS = 100;
/** Every value of a variable fits into 32 bits. */
const LEAST = -0x8000_0000;
const MOST = 0x7fff_ffff;

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
      const difference = subtract(linear(left, variables), linear(right, variables));
      return difference && comparison(wanted ? operator : OPPOSITE[operator], difference);
    }
    default: {
      const sum = linear(condition, variables);
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

/** A constant plus tokens with coefficients. */
interface LinearSum {
  readonly constant: number;
  readonly coefficients: ReadonlyMap<number, number>;
}

function linear(expression: Expression, variables: readonly Variable[]): LinearSum | null {
  switch (expression.kind) {
    case 'constant':
      return { constant: expression.value, coefficients: new Map() };
    case 'variable':
      return { constant: 0, coefficients: new Map([[expression.variable, 1]]) };
    case 'sum': {
      const total = { constant: 0, coefficients: new Map<number, number>() };
      for (const operand of expression.operands) {
        const part = linear(operand, variables);
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
      return fitting(combine(NOTHING, linear(expression.operand, variables), -1), variables);
    case 'binary': {
      const { operator } = expression;
      if (operator !== '+' && operator !== '-') return null;
      const [left, right] = [linear(expression.left, variables), linear(expression.right, variables)];
      return fitting(combine(left, right, operator === '+' ? 1 : -1), variables);
    }
    default:
      return null;
  }
}

const NOTHING: LinearSum = { constant: 0, coefficients: new Map() };

function subtract(a: LinearSum | null, b: LinearSum | null): LinearSum | null {
  return combine(a, b, -1);
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
