// Models in code that never end: a check of them does, and says what grows.
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { defineModel } from '../../src/models/typescript/define.ts';
import { growingVariable } from '../../src/models/typescript/growing.ts';
import { checkToJson, formatCheck } from '../../src/report/check-report.ts';

const counter = defineModel({
  initial: { turn: 0, jobs: { done: 0 } },
  next: ({ turn, jobs: { done } }) => [{ turn: (turn + 1) % 3, jobs: { done: done + 1 } }],
  propositions: { turned: ({ turn }) => turn === 2 },
});

describe('a model in code without bound', () => {
  it('is not searched for ever, and the message names the variable that grows', () => {
    const result = check(counter, 'GF turned');
    const { verdict } = result;
    if (verdict.outcome !== 'unknown') throw new Error('an infinite model cannot be searched to its end');
    expect([
      ['time', 4],
      ['states', 1_000_000],
    ]).toContainEqual([verdict.limit, verdict.value]);
    expect(verdict.growing).toMatchObject({ variable: 'jobs.done', what: 'value' });
    const text = formatCheck(result, { statistics: 'when-unknown' });
    expect(text).toContain('the default for models in code; `limits` sets another');
    expect(text).toMatch(/in the states seen, jobs\.done grows from \d+ to \d+: is there a bound to it\?/);
    expect(checkToJson(result).limit).toMatchObject({ growing: { variable: 'jobs.done' } });
  });

  it('is searched within the limits that are given', () => {
    const { verdict } = check(counter, 'GF turned', { limits: { states: 1000 } });
    expect(verdict).toMatchObject({ outcome: 'unknown', limit: 'states', value: 1000 });
    if (verdict.outcome === 'unknown') expect(verdict.reason).not.toContain('default');
  });
});

describe('what grows', () => {
  it('is the number or length that becomes larger all the time', () => {
    const queue = (n: number): unknown => ({
      mode: n % 7,
      queue: 'x'.repeat(Math.min(n, 50)).split(''),
      log: 'ab'.repeat(n),
    });
    expect(growingVariable(400, queue)).toMatchObject({ variable: 'log', what: 'length', to: 798 });
    expect(growingVariable(400, (n) => [n % 2, -n])).toMatchObject({ variable: '[1]', what: 'value', to: 399 });
    expect(growingVariable(400, (n) => n)).toMatchObject({ variable: 'state' });
  });

  it('is nothing where values come back', () => {
    expect(growingVariable(400, (n) => ({ n: n % 50 }))).toBeNull();
    expect(growingVariable(3, (n) => n)).toBeNull();
  });
});
