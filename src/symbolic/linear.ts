// Linear forms of expressions: Σ coefficient · variable + constant, where arithmetic cannot leave the 32 bits in which the
// expressions are defined.
import type { Expression } from '../models/expression/expression.ts';

export interface Linear {
  /** Not 0. */
  readonly coefficients: ReadonlyMap<number, number>;
  readonly constant: number;
}

/** The smallest and largest value of a variable. */
type Range = (variable: number) => readonly [number, number];

const LARGEST = 0x7fff_ffff;

/** left - right; null where that is not linear, or an intermediate result may not fit 32 bits. */
export function linearForm(left: Expression, right: Expression, range: Range): Linear | null {
  const [a, b] = [formOf(left, range), formOf(right, range)];
  return a === null || b === null ? null : plus(a, times(b, -1));
}

function formOf(expression: Expression, range: Range): Linear | null {
  const form = plainForm(expression, range);
  if (form === null) return null;
  let [low, high] = [form.constant, form.constant];
  for (const [variable, coefficient] of form.coefficients) {
    const [least, most] = range(variable);
    low += Math.min(coefficient * least, coefficient * most);
    high += Math.max(coefficient * least, coefficient * most);
  }
  // `sum` is exact beyond 32 bits, everything else is not
  const bound = expression.kind === 'sum' ? Number.MAX_SAFE_INTEGER : LARGEST;
  return low >= -bound && high <= bound ? form : null;
}

function plainForm(expression: Expression, range: Range): Linear | null {
  switch (expression.kind) {
    case 'constant':
      return { coefficients: new Map(), constant: expression.value };
    case 'variable':
      return { coefficients: new Map([[expression.variable, 1]]), constant: 0 };
    case 'sum': {
      const forms = expression.operands.map((operand) => formOf(operand, range));
      const result = { coefficients: new Map<number, number>(), constant: 0 };
      for (const form of forms) {
        if (form === null) return null;
        addTo(result, form);
      }
      return dropZeros(result);
    }
    case 'unary': {
      const operand = expression.operator === '-' ? formOf(expression.operand, range) : null;
      return operand && times(operand, -1);
    }
    case 'binary': {
      const [a, b] = [formOf(expression.left, range), formOf(expression.right, range)];
      if (a === null || b === null) return null;
      if (expression.operator === '+') return plus(a, b);
      if (expression.operator === '-') return plus(a, times(b, -1));
      if (expression.operator !== '*') return null;
      if (a.coefficients.size === 0) return times(b, a.constant);
      return b.coefficients.size === 0 ? times(a, b.constant) : null;
    }
    default:
      return null;
  }
}

interface Growing {
  readonly coefficients: Map<number, number>;
  constant: number;
}

function addTo(sum: Growing, form: Linear): void {
  sum.constant += form.constant;
  for (const [variable, coefficient] of form.coefficients) {
    sum.coefficients.set(variable, (sum.coefficients.get(variable) ?? 0) + coefficient);
  }
}

function dropZeros({ coefficients, constant }: Growing): Linear {
  for (const [variable, coefficient] of coefficients) if (coefficient === 0) coefficients.delete(variable);
  return { coefficients, constant };
}

function plus(a: Linear, b: Linear): Linear {
  const sum = { coefficients: new Map(a.coefficients), constant: a.constant };
  addTo(sum, b);
  return dropZeros(sum);
}

function times({ coefficients, constant }: Linear, factor: number): Linear {
  const scaled = new Map([...coefficients].map(([variable, coefficient]) => [variable, coefficient * factor]));
  return dropZeros({ coefficients: scaled, constant: constant * factor });
}
