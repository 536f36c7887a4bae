// Interval arithmetic for expressions: for each operator the least interval that is easy to compute and holds every result.
// Results that may leave 32 bits, where they would wrap, are unknown.
import { assertNever } from '../../base/assert.ts';
import type { BinaryOperator, Expression } from './expression.ts';

/** The integers from `low` to `high`, both included. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** What is known of the variables. */
export interface Intervals {
  get(variable: number): Interval;
}

const UNKNOWN: Interval = { low: -0x8000_0000, high: 0x7fff_ffff };
const TRUTH: Interval = { low: 0, high: 1 };
const NO: Interval = { low: 0, high: 0 };
const YES: Interval = { low: 1, high: 1 };

/** The least interval that holds both. */
export function joined(a: Interval, b: Interval): Interval {
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}

/** What both have in common, or null. */
export function met(a: Interval, b: Interval): Interval | null {
  const low = Math.max(a.low, b.low);
  const high = Math.min(a.high, b.high);
  return low <= high ? { low, high } : null;
}

/** An interval that holds every value that `expression` can have without a fault. */
export function evaluateInterval(expression: Expression, known: Intervals): Interval {
  switch (expression.kind) {
    case 'constant':
      return { low: expression.value, high: expression.value };
    case 'variable':
      return known.get(expression.variable);
    case 'element': {
      const index = evaluateInterval(expression.index, known);
      let result: Interval | null = null;
      const last = Math.min(expression.length - 1, index.high);
      for (let i = Math.max(0, index.low); i <= last; i++) {
        const cell = known.get(expression.base + i);
        result = result === null ? cell : joined(result, cell);
      }
      return result ?? UNKNOWN;
    }
    case 'unary':
      return negated(expression.operator, evaluateInterval(expression.operand, known));
    case 'binary':
      return combined(
        expression.operator,
        evaluateInterval(expression.left, known),
        evaluateInterval(expression.right, known),
      );
    case 'all':
    case 'any':
      return connected(
        expression.kind,
        expression.operands.map((operand) => evaluateInterval(operand, known)),
      );
    case 'sum':
    case 'lookup':
      return UNKNOWN;
    case 'dead':
      return TRUTH;
    default:
      return assertNever(expression);
  }
}

/** What a true comparison says about the variables that it compares. */
export function narrowed(
  condition: Expression,
  known: Intervals,
): { readonly variable: number; readonly range: Interval }[] {
  const comparison = withoutNegation(condition);
  if (comparison === null) return [];
  const { operator, left, right } = comparison;
  const found: { variable: number; range: Interval }[] = [];
  if (left.kind === 'variable') {
    const range = allowed(operator, known.get(left.variable), evaluateInterval(right, known));
    if (range) found.push({ variable: left.variable, range });
  }
  if (right.kind === 'variable') {
    const range = allowed(mirrored(operator), known.get(right.variable), evaluateInterval(left, known));
    if (range) found.push({ variable: right.variable, range });
  }
  return found;
}

/** A comparison that says the same as the condition; null where that is none. */
function withoutNegation(condition: Expression): Extract<Expression, { kind: 'binary' }> | null {
  if (condition.kind === 'binary') return condition;
  if (condition.kind !== 'unary' || condition.operator !== '!' || condition.operand.kind !== 'binary') return null;
  const operator = OPPOSITES[condition.operand.operator];
  return operator === undefined ? null : { ...condition.operand, operator };
}

const OPPOSITES: Readonly<Partial<Record<BinaryOperator, BinaryOperator>>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};

/** The values `x` for which `x operator y` can hold with `y` in `other`; null where nothing is learnt. */
function allowed(operator: BinaryOperator, own: Interval, other: Interval): Interval | null {
  switch (operator) {
    case '==':
      return other;
    case '<':
      return { low: UNKNOWN.low, high: other.high - 1 };
    case '<=':
      return { low: UNKNOWN.low, high: other.high };
    case '>':
      return { low: other.low + 1, high: UNKNOWN.high };
    case '>=':
      return { low: other.low, high: UNKNOWN.high };
    case '!=':
      // Only a value at the end of the interval can be cut off.
      if (other.low !== other.high) return null;
      if (own.low === other.low) return { low: own.low + 1, high: UNKNOWN.high };
      return own.high === other.low ? { low: UNKNOWN.low, high: own.high - 1 } : null;
    default:
      return null;
  }
}

function mirrored(operator: BinaryOperator): BinaryOperator {
  const mirror: Partial<Record<BinaryOperator, BinaryOperator>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
  return mirror[operator] ?? operator;
}

function negated(operator: '-' | '~' | '!', { low, high }: Interval): Interval {
  if (operator === '-') return fitting(-high, -low);
  if (operator === '~') return { low: ~high, high: ~low };
  if (low === 0 && high === 0) return YES;
  return low > 0 || high < 0 ? NO : TRUTH;
}

function combined(operator: BinaryOperator, a: Interval, b: Interval): Interval {
  switch (operator) {
    case '+':
      return fitting(a.low + b.low, a.high + b.high);
    case '-':
      return fitting(a.low - b.high, a.high - b.low);
    case '*': {
      const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
      return fitting(Math.min(...corners), Math.max(...corners));
    }
    case '/': {
      const most = Math.max(Math.abs(a.low), Math.abs(a.high));
      return b.low >= 0 ? fitting(Math.min(0, a.low), Math.max(0, a.high)) : fitting(-most, most);
    }
    case '%': {
      const most = Math.max(1, Math.abs(b.low), Math.abs(b.high)) - 1;
      return { low: a.low < 0 ? Math.max(a.low, -most) : 0, high: a.high > 0 ? Math.min(a.high, most) : 0 };
    }
    case '&':
      if (a.low >= 0 && b.low >= 0) return { low: 0, high: Math.min(a.high, b.high) };
      if (a.low >= 0) return { low: 0, high: a.high };
      return b.low >= 0 ? { low: 0, high: b.high } : UNKNOWN;
    case '|':
    case '^':
      return a.low >= 0 && b.low >= 0 ? { low: 0, high: onesUpTo(Math.max(a.high, b.high)) } : UNKNOWN;
    case '<<':
      if (b.low !== b.high || b.low < 0 || b.low > 30) return UNKNOWN;
      return fitting(a.low * 2 ** b.low, a.high * 2 ** b.low);
    case '>>':
      if (b.low !== b.high || b.low < 0 || b.low > 31) return joined(a, NO);
      return { low: a.low >> b.low, high: a.high >> b.low };
    case '&&':
      return connected('all', [a, b]);
    case '||':
      return connected('any', [a, b]);
    case '==':
      return a.high < b.low || b.high < a.low ? NO : isSingle(a) && isSingle(b) ? YES : TRUTH;
    case '!=':
      return a.high < b.low || b.high < a.low ? YES : isSingle(a) && isSingle(b) ? NO : TRUTH;
    case '<':
      return decided(a.high < b.low, a.low >= b.high);
    case '<=':
      return decided(a.high <= b.low, a.low > b.high);
    case '>':
      return decided(a.low > b.high, a.high <= b.low);
    case '>=':
      return decided(a.low >= b.high, a.high < b.low);
    default:
      return assertNever(operator);
  }
}

function connected(kind: 'all' | 'any', operands: readonly Interval[]): Interval {
  const isTrue = ({ low, high }: Interval): boolean => low > 0 || high < 0;
  const isFalse = ({ low, high }: Interval): boolean => low === 0 && high === 0;
  if (kind === 'all') return decided(operands.every(isTrue), operands.some(isFalse));
  return decided(operands.some(isTrue), operands.every(isFalse));
}

function decided(yes: boolean, no: boolean): Interval {
  if (yes) return YES;
  return no ? NO : TRUTH;
}

function isSingle({ low, high }: Interval): boolean {
  return low === high;
}

function fitting(low: number, high: number): Interval {
  return low < UNKNOWN.low || high > UNKNOWN.high ? UNKNOWN : { low: low + 0, high: high + 0 };
}

/** The least 2^k - 1 that is at least `value`. */
function onesUpTo(value: number): number {
  return value === 0 ? 0 : 2 ** (32 - Math.clz32(value)) - 1;
}
