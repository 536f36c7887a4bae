// Values of options: numbers and ranges, read strictly, with complaints that say what was expected.
import { InvalidArgumentError } from 'commander';

/** A whole number of at least 0, written in digits. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('Expected a whole number.');
  }
  return value;
}

/** A seed: a whole number that fits 32 bits with its sign. */
export function seedNumber(text: string): number {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || value !== (value | 0)) {
    throw new InvalidArgumentError('Expected a whole number from -2147483648 to 2147483647.');
  }
  return value;
}

/** `5` for 5 to 5, `2..5` for 2 to 5. */
export function numberRange(text: string): { min: number; max: number } {
  const match = /^(\d+)(?:\.\.(\d+))?$/.exec(text);
  const min = Number(match?.[1]);
  const max = Number(match?.[2] ?? match?.[1]);
  if (match === null || !Number.isSafeInteger(min) || !Number.isSafeInteger(max)) {
    throw new InvalidArgumentError('Expected a number such as 5 or a range such as 2..5.');
  }
  if (min > max) throw new InvalidArgumentError(`Expected the smaller number first: ${max}..${min}.`);
  return { min, max };
}
