import { describe, expect, it } from 'vitest';
import '../../src/adapters/vitest.ts';
import { ltl } from '../../src/formula/tagged.ts';
import { defineModel } from '../../src/models/typescript/define.ts';
import { step } from '../../src/models/typescript/definition.ts';

const server = defineModel({
  name: 'server',
  initial: { queue: 0 },
  next: ({ queue }) => [
    ...(queue < 2 ? [step('request', { queue: queue + 1 })] : []),
    ...(queue > 0 ? [step('serve', { queue: queue - 1 })] : []),
  ],
  propositions: { busy: ({ queue }) => queue > 0, full: ({ queue }) => queue === 2 },
});

/** What a failing expectation says. */
function messageOf(failing: () => void): string {
  try {
    failing();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the expectation passed');
}

describe('expect(model) in vitest', () => {
  it('passes where the verdict is as expected', () => {
    expect(server).toSatisfy('G(full -> X !full)');
    expect(server).toViolate('GF full');
    expect(server).not.toSatisfy('GF full');
    expect(server).not.toViolate(ltl`G(full -> ${server.propositions.busy})`);
  });

  it('fails with the counterexample', () => {
    const message = messageOf(() => expect(server).toSatisfy('GF full'));
    expect(message).toMatch(/^expected the model server to satisfy GF ?full\n\nviolated: /);
    expect(message).toContain('cycle, repeated for ever:');
    expect(message).toContain('── request ──▶');
    expect(message).toContain('── serve ──▶');
  });

  it('fails with the number of states where nothing violates the formula', () => {
    const message = messageOf(() => expect(server).toViolate('G(full -> X !full)'));
    expect(message).toMatch(/expected the model server to violate[\s\S]*holds: [\s\S]*3 states seen/);
    expect(messageOf(() => expect(server).not.toSatisfy('G(full -> X !full)'))).toContain('not to satisfy');
  });

  it('fails either way when a limit left no verdict', () => {
    const limits = { limits: { states: 1 } };
    expect(messageOf(() => expect(server).toSatisfy('G !full', limits))).toContain('unknown');
    expect(messageOf(() => expect(server).not.toSatisfy('G !full', limits))).toContain('unknown');
  });

  it('knows the propositions of the model: in types, and in its complaints', () => {
    // @ts-expect-error: no such proposition
    const message = messageOf(() => expect(server).toSatisfy('G bussy'));
    expect(message).toContain('bussy');
    expect(message).toContain('busy');
  });

  it('complains in the same words whatever is expected', () => {
    // @ts-expect-error: no such proposition
    const satisfy = messageOf(() => expect(server).toSatisfy('G(busy -> F ful)'));
    // @ts-expect-error: no such proposition
    const violate = messageOf(() => expect(server).toViolate('G(busy -> F ful)'));
    expect(satisfy).toBe(violate);
    expect(satisfy).toMatch(/nothing called `ful`[\s\S]*full/);
  });

  it('gives up on a model without bound, and says what grows', () => {
    const counter = defineModel({
      initial: { n: 0 },
      next: ({ n }) => [{ n: n + 1 }],
      propositions: { on: () => true },
    });
    const message = messageOf(() => expect(counter).toSatisfy('G on'));
    expect(message).toMatch(/unknown: G on[\s\S]*in the states seen, n grows from \d+ to \d+/);
  });

  it('leaves the matcher of that name to functions', () => {
    expect(3).toSatisfy((n: number) => n > 2);
    expect(() => expect(1).toSatisfy((n: number) => n > 2)).toThrow(/satisfy/);
  });

  it('refuses what is not a model', () => {
    expect(() => expect({}).toSatisfy('G a')).toThrow(/must be given a model/);
  });
});
