// Reductions on the road of a check: where they are used, where not, and what is said of them.
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { completeChoices } from '../../src/check/options.ts';
import { FormulaQuestion } from '../../src/check/question.ts';
import { Reductions } from '../../src/check/reductions.ts';
import { CheckSession } from '../../src/check/session.ts';
import { UsageError } from '../../src/diagnostics/diagnostic.ts';
import { Stopwatch } from '../../src/diagnostics/stopwatch.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { generateNet } from '../../src/models/library/index.ts';
import type { Model } from '../../src/models/model.ts';
import { observe } from '../../src/models/observation.ts';
import { NetBuilder } from '../../src/models/petri/net.ts';
import { type NetModel, netModel } from '../../src/models/petri/net-model.ts';
import { reductionRuleNames } from '../../src/reductions/rules.ts';

function kanban(tokens: number): NetModel {
  return netModel(generateNet('kanban', tokens).value!);
}

/** p goes round for ever and leaves a token in `waste` each time. */
function wasteful(): NetModel {
  const builder = new NetBuilder();
  builder.place('p', { initial: 1 });
  builder.place('q');
  builder.place('waste');
  builder.move('go', ['p'], ['q', 'waste']);
  builder.move('back', ['q'], ['p']);
  return netModel(builder.build('wasteful'));
}

function choiceOf(model: Model, text: string): { readonly key: string; readonly preserve: string } {
  const formula = parseLtl(text);
  const question = new FormulaQuestion(formula, observe(model, formula));
  return new Reductions(model, completeChoices({})).choiceFor(question, new Stopwatch());
}

describe('reductions in a check', () => {
  it('are used where a net is not tiny, and say what they did', () => {
    const { verdict, statistics, layers, unreduced } = check(kanban(3), 'GF "P1 <= 2" | FG "P1 >= 2"');
    expect(verdict.outcome).toBe('holds');
    expect(statistics.modelStates).toBeLessThan(100);
    expect(layers.map(({ name }) => name)).toEqual(['reductions']);
    expect(layers[0].below).toEqual({ variables: 16, groups: 16 });
    expect(layers[0].above.variables).toBeLessThan(16);
    expect(layers[0].rules!.length).toBeGreaterThan(0);
    expect(unreduced).toBeUndefined();
  });

  it('leave a tiny net alone, and any net that is to be left alone', () => {
    expect(check(kanban(1), 'GF "P1 >= 1"').layers).toEqual([]);
    const { statistics } = check(kanban(3), 'GF "P1 <= 2" | FG "P1 >= 2"', { reductions: 'none' });
    expect(statistics.modelStates).toBe(58_400);
  });

  it.each([
    { fairness: { weak: ['tin4'] }, reason: 'fairness speaks of single transitions' },
    { engine: { kind: 'explicit', counterexample: 'shortest' }, reason: 'the shortest lasso of the net is asked for' },
    { engine: { kind: 'explicit', fullProduct: 'counted' }, reason: 'states of the net are counted' },
    { deadlock: 'error', reason: 'every deadlock of the net counts' },
  ] as const)('are not used where $reason', ({ reason, ...options }) => {
    const { layers, unreduced } = check(kanban(2), 'G "P1 <= 2"', { ...options, limits: { states: 50 } });
    expect(layers.filter(({ name }) => name === 'reductions')).toEqual([]);
    expect(unreduced).toBe(reason);
  });

  it('are chosen by the language of the formula and what it sees', () => {
    const model = kanban(3);
    expect(choiceOf(model, 'GF "P1 >= 1"').preserve).toBe('next-free');
    expect(choiceOf(model, 'GF X "P1 >= 1"').preserve).toBe('next-free'); // the same as without X
    expect(choiceOf(model, 'X "P1 >= 1"').preserve).toBe('all');
    expect(choiceOf(model, 'F dead | GF "P1 >= 1"').preserve).toBe('all');
    expect(choiceOf(model, 'GF "P1 >= 1"').key).toBe(choiceOf(model, 'F "P1 >= 2"').key);
    expect(choiceOf(model, 'GF "P1 >= 1"').key).not.toBe(choiceOf(model, 'GF "P2 >= 1"').key);
  });

  it.each(['explicit', 'symbolic', 'hybrid', 'auto'] as const)('give the same verdicts to the engine %s', (engine) => {
    const session = new CheckSession(kanban(2), { engine, onRefusedLift: 'throw' });
    for (const text of [
      'GF "P1 >= 1"',
      'G("Pm1>=1" -> F "Pout1>=1")',
      'G("Pout1>=1" -> "P1<=1")',
      'X "P4 = 1"',
      'F G "P2 <= 1"',
      'G !dead',
      'GF "fireable(tin4)"',
    ]) {
      const formula = parseLtl(text);
      const expected = check(kanban(2), formula, { reductions: 'none' }).verdict.outcome;
      expect(session.check(formula).verdict.outcome, text).toBe(expected);
    }
  });

  it('know a rule by its name only', () => {
    const { layers } = check(kanban(3), 'GF "P1 >= 1"', { reductions: ['post'] });
    expect(layers[0].rules!.map(({ rule }) => rule)).toEqual(['post']);
    expect(() => check(kanban(1), 'G p', { reductions: ['posts' as 'post'] })).toThrow(UsageError);
  });

  it('decide a net without bound, and show what grows', () => {
    const { verdict, layers } = check(wasteful(), 'F G "q >= 1"', {
      reductions: ['sink'],
      limits: { states: 100 },
      onRefusedLift: 'throw',
    });
    expect(layers.map(({ above }) => above.variables)).toEqual([2]);
    expect(verdict).toMatchObject({ outcome: 'violated', counterexample: { grows: [{ variable: 2, by: 1 }] } });
  });

  it('are given up, with a word, when the judge refuses what they found', () => {
    // The net that is reduced is not the one that the model moves by: nothing found there is a run of the model.
    const net = (outputs: readonly string[]): NetModel => {
      const builder = new NetBuilder();
      builder.place('p', { initial: 1 });
      builder.place('q');
      builder.move('go', ['p'], outputs);
      builder.move('back', ['q'], ['p']);
      return netModel(builder.build('net'));
    };
    const faulty = Object.assign(Object.create(net(['q'])) as NetModel, { net: net([]).net });
    const options = { reductions: reductionRuleNames, limits: { states: 100 } } as const;
    const { verdict, layers, unreduced } = check(faulty, 'G "p = 1"', options);
    expect([verdict.outcome, layers]).toEqual(['violated', []]);
    expect(unreduced).toContain('was refused');
    expect(() => check(faulty, 'G "p = 1"', { ...options, onRefusedLift: 'throw' })).toThrow('cannot be replayed');
  });
});
