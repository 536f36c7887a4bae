// What the rules at temporal operators ask about the shape of an operand.
import type { Formula } from '../../formula.ts';
import { isAssumable } from '../assume.ts';
import type { Side } from '../side.ts';

/** What holds at each moment until the formula is fulfilled: b in b U c, b W c, c M b, c R b and G b. */
export function holdsWhile(node: Formula, side: Side): Formula[] {
  const [left, right] = node.children;
  if (side.is(node, 'until') || side.is(node, 'weakUntil') || side.is(node, 'globally')) return [left];
  if (side.is(node, 'strongRelease') || side.is(node, 'release')) return [right];
  return [];
}

/** What holds at the moment when the formula is fulfilled, for those that must be: c in b U c, c and b in c M b. */
export function endsWith(node: Formula, side: Side): Formula[] {
  const [left, right] = node.children;
  if (side.is(node, 'until')) return [right];
  if (side.is(node, 'strongRelease')) return [left, right];
  return [];
}

/** The items without `taken`, or null when some of those are not there. */
export function without(items: readonly Formula[], taken: readonly Formula[]): Formula[] | null {
  if (taken.length > items.length) return null;
  const there = new Set(items);
  if (!taken.every((item) => there.has(item))) return null;
  const gone = new Set(taken);
  return items.filter((item) => !gone.has(item));
}

/** Whether two operands are small enough for one to be simplified under assumptions from the other. */
export function assumesSmall(left: Formula, right: Formula): boolean {
  return isAssumable([left, right]);
}
