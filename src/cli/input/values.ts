// Values of options: numbers and ranges, read strictly, with complaints that say what was expected.
import { InvalidArgumentError } from 'commander';
import { type OpenRange, openRange } from './ranges.ts';

/** A whole number of at least 0, written in digits. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('Expected a whole number.');
  }
  return value;
}

/** A number of threads. */
export function threadCount(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 64) {
    throw new InvalidArgumentError('Expected a number of threads from 1 to 64; 1 searches without others.');
  }
  return value;
}

/** The port of a server; 0 is any that is free. */
export function portNumber(text: string): number {
  const value = wholeNumber(text);
  if (value > 65_535) throw new InvalidArgumentError('Expected a port from 0 to 65535.');
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

/** A range of numbers from 1 on, the upper end of which is given: `5`, `2..5`, `..5`. */
export function closedRange(text: string): OpenRange {
  const { min, max } = openRange(text);
  if (max === Number.POSITIVE_INFINITY) throw new InvalidArgumentError('Expected the largest number too, as in 2..5.');
  return { min: min === 0 && max > 0 ? 1 : min, max };
}

/** A number above 0, such as a time in seconds. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || !(value > 0)) throw new InvalidArgumentError('Expected a number above 0.');
  return value;
}

/** A time in seconds: `90`, `90s`, `30m`, `8h`. */
export function timeAmount(text: string): number {
  const match = /^(\d+(?:\.\d+)?)([smh]?)$/.exec(text);
  const seconds = match && Number(match[1]) * { '': 1, s: 1, m: 60, h: 3600 }[match[2] as '' | 's' | 'm' | 'h'];
  if (!seconds) throw new InvalidArgumentError('Expected a time such as 90s, 30m or 8h.');
  return seconds;
}

/** An amount of memory in bytes: `500M`, `16G`, `1.5g`; a bare number is bytes. */
export function memoryAmount(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?$/i.exec(text);
  const factor = match && 1024 ** ['', 'k', 'm', 'g', 't'].indexOf(match[2].toLowerCase());
  if (!match || !factor || Number(match[1]) <= 0)
    throw new InvalidArgumentError('Expected an amount such as 500M or 4G.');
  return Math.floor(Number(match[1]) * factor);
}
