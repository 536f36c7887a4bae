import { expect, it } from 'vitest';
import { openRange } from '../../src/cli/input/ranges.ts';

it.each([
  ['5', 5, 5],
  ['3..10', 3, 10],
  ['..4', 0, 4],
  ['3..', 3, Number.POSITIVE_INFINITY],
])('reads %s', (text, min, max) => {
  expect(openRange(text)).toEqual({ min, max });
});

it.each(['', 'x', '9..2', '1-2', '-1', '1...2'])('refuses %j', (text) => {
  expect(() => openRange(text)).toThrow();
});
