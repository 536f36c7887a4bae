import { describe, expect, it } from 'vitest';
import { isSmall, nextStep } from '../../src/check/plan.ts';

const pace = { automatonStates: 2, productStates: 400_000, seconds: 0.4 }; // a million a second

describe('what auto does next', () => {
  it('is one explicit search where the states are certainly few', () => {
    expect(isSmall({ states: 5000 })).toBe(true);
    expect(isSmall({ states: 1e9 })).toBe(false);
    expect(isSmall({ states: Number.POSITIVE_INFINITY })).toBe(false);
  });

  it('is the explicit search alone where it must end soon at this pace', () => {
    expect(nextStep({ states: 500_000 }, pace)).toBe('explicit');
    expect(nextStep({ states: 5_000_000 }, pace)).toBe('both');
    expect(nextStep({ states: 500_000 }, { ...pace, productStates: 4000 })).toBe('both');
  });

  it('is the symbolic engine before anything else where time or memory will not do', () => {
    expect(nextStep({ states: 1e12 }, pace)).toBe('symbolic first');
    expect(nextStep({ states: Number.POSITIVE_INFINITY }, pace)).toBe('symbolic first');
    expect(nextStep({ states: 10_000_000, memoryBytes: 100e6 }, pace)).toBe('symbolic first');
    expect(nextStep({ states: 10_000_000, memoryBytes: 16e9 }, pace)).toBe('both');
  });
});
