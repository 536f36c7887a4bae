import { expect, it } from 'vitest';
import { type FormulaFilter, passesFilter } from '../../src/formula/filter.ts';
import { parseLtl } from '../../src/formula/parse.ts';

const passes = (text: string, filter: FormulaFilter) => passesFilter(parseLtl(text), filter);

it('asks for all the properties at once', () => {
  expect(passes('G a', { properties: ['safety', 'universal'] })).toBe(true);
  expect(passes('G a', { properties: ['safety', 'guarantee'] })).toBe(false);
  expect(passes('X a', { properties: ['stutterInvariant'] })).toBe(false);
  expect(passes('G F a', { properties: ['suspendable', 'recurrence'] })).toBe(true);
  expect(passes('a & !b', { properties: ['boolean', 'obligation', 'persistence'] })).toBe(true);
});

it('bounds size, depth and the number of propositions, ends included', () => {
  expect(passes('a U b', { size: { min: 3, max: 3 }, depth: { min: 2, max: 2 } })).toBe(true);
  expect(passes('a U b', { size: { min: 4, max: 9 } })).toBe(false);
  expect(passes('a U (b & F a)', { propositions: { min: 2, max: 2 } })).toBe(true);
  expect(passes('a U (b & F a)', { propositions: { min: 0, max: 1 } })).toBe(false);
});

it('passes everything when it asks nothing', () => {
  expect(passes('0', {})).toBe(true);
});
