// Ranges of numbers on the command line, either end of which may be open: `5`, `3..10`, `..4`, `3..`.
import { InvalidArgumentError } from 'commander';

/** Whole numbers from `min` to `max`, both included. */
export interface OpenRange {
  readonly min: number;
  readonly max: number;
}

/** Reads a range; complains as Commander expects it. */
export function openRange(text: string): OpenRange {
  const found = /^(?:(\d{1,15})|(\d{0,15})\.\.(\d{0,15}))$/.exec(text.trim());
  if (found === null) throw new InvalidArgumentError('Expected a number or a range such as 5, 3..10, ..4 or 3.. here.');
  const [, exact, low, high] = found;
  if (exact !== undefined) return { min: Number(exact), max: Number(exact) };
  const range = { min: Number(low), max: high === '' ? Number.POSITIVE_INFINITY : Number(high) };
  if (range.min > range.max) throw new InvalidArgumentError('The smaller number comes first.');
  return range;
}
