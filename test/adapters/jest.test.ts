// The matchers with the `expect` of jest itself.
import { expect as jestExpect } from 'expect';
import { describe, expect, it } from 'vitest';
import { matchers } from '../../src/adapters/jest.ts';
import { defineModel } from '../../src/models/typescript/define.ts';

jestExpect.extend(matchers);

const lamp = defineModel({
  name: 'lamp',
  initial: 'off',
  next: { press: (lit) => [lit === 'off' ? 'on' : 'off'], wait: (lit) => [lit] },
  propositions: { lit: (lit) => lit === 'on' },
});

describe('expect(model) in jest', () => {
  it('passes where the verdict is as expected', () => {
    jestExpect(lamp).toViolate('GF lit');
    jestExpect(lamp).toSatisfy('GF lit', { fairness: { weak: ['press'] } });
    jestExpect(lamp).not.toSatisfy('F lit');
  });

  it('fails with the counterexample', () => {
    expect(() => jestExpect(lamp).toSatisfy('F lit')).toThrow(
      /expected the model lamp to satisfy F lit[\s\S]*── wait ──▶/,
    );
  });

  it('knows the propositions of the model in types', () => {
    // @ts-expect-error: no such proposition
    expect(() => jestExpect(lamp).toSatisfy('F lid')).toThrow(/lid/);
  });
});
