// Comparisons of one variable with a number: the conditions that stubborn sets tell apart. All others are known by the variables that they
// read alone.
import type { BinaryOperator, Expression } from '../../models/expression/expression.ts';
import { AT_LEAST, BELOW, DIFFERENT, EQUAL } from '../kernel/protocol.ts';

export type ComparisonKind = typeof AT_LEAST | typeof BELOW | typeof EQUAL | typeof DIFFERENT;

export interface Comparison {
  readonly variable: number;
  readonly kind: ComparisonKind;
  readonly bound: number;
}

/** Variable and kind in one word. */
export function testOf({ variable, kind }: Comparison): number {
  return variable * 4 + kind;
}

/** Whether the comparison with this test and bound holds where its variable has this value. */
export function isMet(test: number, bound: number, value: number): boolean {
  switch (test & 3) {
    case AT_LEAST:
      return value >= bound;
    case BELOW:
      return value < bound;
    case EQUAL:
      return value === bound;
    default:
      return value !== bound;
  }
}

const OPPOSITES = [BELOW, AT_LEAST, DIFFERENT, EQUAL] as const;

export function oppositeKind(kind: ComparisonKind): ComparisonKind {
  return OPPOSITES[kind];
}

export function opposite({ variable, kind, bound }: Comparison): Comparison {
  return { variable, kind: OPPOSITES[kind], bound };
}

const MIRRORED: Readonly<Partial<Record<BinaryOperator, BinaryOperator>>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};

/** What an expression says as a condition, if that is a comparison of a variable with a number; else null. */
export function comparisonOf(condition: Expression): Comparison | null {
  let part = condition;
  let isNegated = false;
  while (part.kind === 'unary' && part.operator === '!') {
    part = part.operand;
    isNegated = !isNegated;
  }
  const found = plainComparison(part);
  return found !== null && isNegated ? opposite(found) : found;
}

function plainComparison(part: Expression): Comparison | null {
  if (part.kind === 'variable') return { variable: part.variable, kind: DIFFERENT, bound: 0 };
  if (part.kind !== 'binary') return null;
  let { left, right } = part;
  let operator: BinaryOperator | undefined = part.operator;
  if (left.kind === 'constant') {
    [left, right] = [right, left];
    operator = MIRRORED[operator];
  }
  if (left.kind !== 'variable' || right.kind !== 'constant') return null;
  const { variable } = left;
  const { value } = right;
  if (value >= 0x7fff_ffff) return null; // a bound behind it would not fit a word
  switch (operator) {
    case '>=':
      return { variable, kind: AT_LEAST, bound: value };
    case '>':
      return { variable, kind: AT_LEAST, bound: value + 1 };
    case '<':
      return { variable, kind: BELOW, bound: value };
    case '<=':
      return { variable, kind: BELOW, bound: value + 1 };
    case '==':
      return { variable, kind: EQUAL, bound: value };
    case '!=':
      return { variable, kind: DIFFERENT, bound: value };
    default:
      return null;
  }
}
