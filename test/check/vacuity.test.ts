// What is said of formulas that hold for the wrong reason.
import { describe, expect, it } from 'vitest';
import { matchers } from '../../src/adapters/matchers.ts';
import { check } from '../../src/check/check.ts';
import type { CheckOptions } from '../../src/check/options.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import type { Model } from '../../src/models/model.ts';
import { defineModel } from '../../src/models/typescript/define.ts';
import { checkToJson, formatCheck } from '../../src/report/check-report.ts';

const look: CheckOptions = { vacuity: 'look' };

/** Counts to three and begins again; there are never too many. */
const counter = defineModel({
  initial: { n: 0 },
  next: ({ n }) => [{ n: (n + 1) % 4 }],
  propositions: {
    tooMany: ({ n }) => n > 5,
    three: ({ n }) => n === 3,
    zero: ({ n }) => n === 0,
    odd: ({ n }) => n % 2 === 1,
  },
});

function net(text: string): Model {
  return loadModel('test.net', [text]).value!;
}

function notes(model: Model, formula: string, options: CheckOptions = look): string[] {
  const text = formatCheck(check(model, parseLtl(formula), options), { statistics: 'when-unknown' });
  return text.split('\n').flatMap((line) => /^ {2}note: (.*)$/.exec(line)?.[1] ?? []);
}

describe('a formula that holds', () => {
  it.each(['explicit', 'symbolic', 'hybrid', 'auto'] as const)(
    'is told to do so without a part of it: %s',
    (engine) => {
      const model = net(
        '#place p mk(<..>) #place q #place r #trans t in { p:<..>; } out { q:<..>; } #endtr #trans u in { q:<..>; } out { p:<..>; } #endtr',
      );
      expect(notes(model, 'G(r -> X p)', { ...look, engine })).toEqual(['Xp never mattered: G!"r" holds']);
      expect(notes(model, 'G(p -> X q)', { ...look, engine })).toEqual([]);
    },
  );

  it('names the largest parts, and what never changes', () => {
    expect(notes(counter, 'G(tooMany -> X(odd U zero))')).toEqual(['X(odd U zero) never mattered: G!tooMany holds']);
    expect(notes(counter, 'G(three -> X zero) | tooMany')).toEqual([
      'tooMany never mattered: G(three -> X zero) holds',
      'always false: tooMany',
    ]);
    expect(notes(counter, 'G(three -> X zero)')).toEqual([]);
    expect(notes(counter, 'G !tooMany')).toEqual([]);
    expect(notes(counter, 'odd | !odd')).toEqual(['the formula holds on every model']);
  });

  it('names transitions that are never taken', () => {
    const model = net(
      '#place p mk(<..>) #place q #trans t in { p:<..>; } out { p:<..>; } #endtr #trans u in { q:<..>; } out { p:<..>; } #endtr',
    );
    expect(notes(model, 'G p')).toEqual(['never taken: u']);
    const result = check(model, parseLtl('G p'), look);
    expect(checkToJson(result).vacuity).toEqual({
      parts: [],
      untaken: ['u'],
      constant: [{ proposition: 'p', value: true }],
      executions: 'some',
      valid: false,
      complete: true,
    });
  });

  it('says nothing of what was not asked, and nothing changes', () => {
    const result = check(counter, parseLtl('G(tooMany -> zero)'));
    expect(result.vacuity).toBeUndefined();
    expect(checkToJson(result).vacuity).toBeNull();
    const looked = check(counter, parseLtl('G(tooMany -> zero)'), look);
    const { seconds: _, phases: __, ...counts } = result.statistics;
    expect(looked).toMatchObject({ verdict: result.verdict, statistics: counts });
    expect(check(counter, parseLtl('G zero'), look).vacuity).toBeUndefined();
  });

  it('is told where there is no execution', () => {
    const empty = defineModel<number, 'p'>({ initial: () => [], next: (n) => [n], propositions: { p: () => true } });
    expect(notes(empty, 'G p')).toEqual(['the model has no initial state: every formula holds']);
    const ends = net('#place p mk(<..>) #trans t in { p:<..>; } out { } #endtr');
    const none = 'no infinite execution is left that counts: every formula holds';
    expect(notes(ends, 'G p', { ...look, deadlock: 'drop' })).toEqual([none]);
    expect(notes(ends, 'F !p', look)).toEqual([]);
  });
});

describe('a matcher', () => {
  const ask = (formula: string, options?: object, isNot = false): { pass: boolean; message: () => string } =>
    matchers.toSatisfy.call({ isNot }, counter, formula, options);

  it('fails a test on request where the property holds for the wrong reason', () => {
    expect(ask('G(tooMany -> zero)').pass).toBe(true);
    const hollow = ask('G(tooMany -> zero)', { vacuity: 'error' });
    expect(hollow.pass).toBe(false);
    expect(hollow.message()).toContain('zero never mattered: G!tooMany holds');
    expect(ask('G(tooMany -> zero)', { vacuity: 'error' }, true).pass).toBe(true);
    expect(ask('G(three -> X zero)', { vacuity: 'error' }).pass).toBe(true);
  });
});
