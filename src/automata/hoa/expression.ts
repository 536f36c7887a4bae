// Boolean expressions of the Hanoi format, as they occur in labels and in acceptance conditions: `!` binds tighter than `&`,
// and `&` tighter than `|`. Operands are combined as soon as they are known, with stacks of our own instead of recursion,
// so that any depth of parentheses can be read.
import type { HoaCursor } from './cursor.ts';

/** How expressions of one sort are built. `leaf` steps over the tokens of one operand. */
export interface Algebra<T> {
  readonly leaf: (cursor: HoaCursor) => T;
  /** Null where `!` is not allowed. */
  readonly not: ((operand: T) => T) | null;
  readonly and: (left: T, right: T) => T;
  readonly or: (left: T, right: T) => T;
  /** What an operand is called in complaints. */
  readonly operand: string;
}

const STRENGTH: Readonly<Record<string, number>> = { '(': 0, '|': 1, '&': 2, '!': 3 };

/** Reads one expression; ends before the first token that cannot continue it. */
export function readExpression<T>(cursor: HoaCursor, algebra: Algebra<T>): T {
  const values: T[] = [];
  const operators: string[] = [];
  const openings: { start: number; end: number }[] = [];
  const apply = (): void => {
    const operator = operators.pop();
    const right = values.pop()!;
    if (operator === '!') values.push(algebra.not!(right));
    else values.push(operator === '&' ? algebra.and(values.pop()!, right) : algebra.or(values.pop()!, right));
  };
  const applyDownTo = (strength: number): void => {
    while (operators.length > 0 && STRENGTH[operators.at(-1)!] >= strength) apply();
  };
  for (;;) {
    while (cursor.is('(') || (cursor.is('!') && algebra.not !== null)) {
      if (cursor.is('(')) openings.push(cursor.span);
      operators.push(cursor.is('(') ? '(' : '!');
      cursor.advance();
    }
    values.push(algebra.leaf(cursor));
    while (openings.length > 0 && cursor.is(')')) {
      applyDownTo(1);
      operators.pop();
      openings.pop();
      cursor.advance();
    }
    const operator = cursor.is('&') ? '&' : cursor.is('|') ? '|' : null;
    if (operator === null) break;
    applyDownTo(STRENGTH[operator]);
    operators.push(operator);
    cursor.advance();
  }
  if (openings.length > 0) {
    if (cursor.kind === 'bad' || cursor.kind === 'end') cursor.unexpected('`)`');
    cursor.fail('AUT120', openings.at(-1)!, 'this parenthesis is not closed');
  }
  applyDownTo(1);
  return values[0];
}
