// What an expression says about the variables in its array indices, once it has been evaluated without a fault: the index
// was in range. Only parts that are evaluated in any case count, not the right sides of `and` and `or`.

import type { Expression } from './expression.ts';
import type { Interval } from './intervals.ts';

export interface IndexRange {
  readonly variable: number;
  readonly range: Interval;
}

/** The ranges of variables that stand in an index by themselves, or with a constant added or taken away. */
export function indexRanges(expression: Expression): IndexRange[] {
  const found: IndexRange[] = [];
  const pending: Expression[] = [expression];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    switch (next.kind) {
      case 'element': {
        const range = indexRange(next.index, { low: 0, high: next.length - 1 });
        if (range) found.push(range);
        pending.push(next.index);
        break;
      }
      case 'unary':
        pending.push(next.operand);
        break;
      case 'binary':
        pending.push(next.left);
        if (next.operator !== '&&' && next.operator !== '||') pending.push(next.right);
        break;
      case 'all':
      case 'any':
        if (next.operands.length > 0) pending.push(next.operands[0]);
        break;
      case 'constant':
      case 'variable':
      case 'lookup':
      case 'sum':
      case 'dead':
        break;
    }
  }
  return found;
}

function indexRange(index: Expression, { low, high }: Interval): IndexRange | null {
  if (index.kind === 'variable') return { variable: index.variable, range: { low, high } };
  if (index.kind !== 'binary' || index.left.kind !== 'variable' || index.right.kind !== 'constant') return null;
  if (index.operator !== '+' && index.operator !== '-') return null;
  const shift = index.operator === '+' ? -index.right.value : index.right.value;
  return { variable: index.left.variable, range: { low: low + shift, high: high + shift } };
}
