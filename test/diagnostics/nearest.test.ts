import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { didYouMean, editDistance, nearestNames } from '../../src/diagnostics/nearest.ts';

/** The distance from its recursive definition (optimal string alignment), slowly. */
function distanceByDefinition(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const same = a.at(-1) === b.at(-1) ? 0 : 1;
  const choices = [
    distanceByDefinition(a.slice(0, -1), b) + 1,
    distanceByDefinition(a, b.slice(0, -1)) + 1,
    distanceByDefinition(a.slice(0, -1), b.slice(0, -1)) + same,
  ];
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)) {
    choices.push(distanceByDefinition(a.slice(0, -2), b.slice(0, -2)) + 1);
  }
  return Math.min(...choices);
}

describe('the distance of names', () => {
  it.each([
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', 'ab', 1],
    ['abc', 'acb', 1],
    ['abc', 'xbc', 1],
    ['kitten', 'sitting', 3],
  ])('of %j and %j is %d', (a, b, distance) => {
    expect(editDistance(a, b, 10)).toBe(distance);
    expect(editDistance(b, a, 10)).toBe(distance);
  });

  it('is what its definition says, or above the limit', () => {
    const name = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 5 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(name, name, fc.integer({ min: 0, max: 6 }), (a, b, limit) => {
        const distance = distanceByDefinition(a, b);
        const found = editDistance(a, b, limit);
        expect(distance <= limit ? found === distance : found > limit).toBe(true);
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});

describe('nearest names', () => {
  const names = ['request', 'requests', 'release', 'grant', 'P_0.CS'];

  it('come nearest first, ties by the alphabet, no more than asked for', () => {
    expect(nearestNames('requets', names)).toEqual(['request', 'requests']);
    expect(nearestNames('requets', names, 1)).toEqual(['request']);
    expect(nearestNames('ab', ['ax', 'xb', 'aa'])).toEqual(['aa', 'ax', 'xb']);
  });

  it('do not mind upper and lower case', () => {
    expect(nearestNames('p_0.cs', names)).toEqual(['P_0.CS']);
  });

  it('are not looked for where a name is too long to be a slip', () => {
    expect(nearestNames('x'.repeat(200), ['x'.repeat(199)])).toHaveLength(1);
    expect(nearestNames('x'.repeat(201), ['x'.repeat(200)])).toEqual([]);
  });

  it('leave out what is far', () => {
    expect(nearestNames('philosopher', names)).toEqual([]);
  });
});

describe('the question what was meant', () => {
  it('names one, two or three', () => {
    expect(didYouMean('grnat', ['grant'])).toBe('did you mean `grant`?');
    expect(didYouMean('aaa1', ['aaa2', 'aaa3'])).toBe('did you mean `aaa2` or `aaa3`?');
    expect(didYouMean('aaa1', ['aaa2', 'aaa3', 'aaa4', 'aaa5'])).toBe('did you mean `aaa2`, `aaa3` or `aaa4`?');
  });

  it('is not asked when nothing is near', () => {
    expect(didYouMean('x1y2z3', ['grant'])).toBeUndefined();
    expect(didYouMean('grant', [])).toBeUndefined();
  });
});
