// Nets with more tokens than diagrams hold, or predicates can name: faults and limits, never another answer.
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/index.ts';
import type { Engine } from '../../src/check/options.ts';
import { LimitExceeded, unwrap } from '../../src/diagnostics/index.ts';
import { EvaluationFault } from '../../src/models/expression/expression.ts';
import { loadModel, type Model } from '../../src/models/index.ts';
import { countStates } from '../../src/symbolic/states.ts';

function net(...lines: string[]): Model {
  return unwrap(loadModel('large.net', [lines.join('\n')]));
}

/** Takes `taken` tokens from p, and gives it `given`, as often as q has tokens. */
function step(taken: number, given: number): string {
  return `#trans t in {p:${taken}*<..>;q:<..>;} out {p:${given}*<..>;} #endtr`;
}

describe('a place that gets too many tokens', () => {
  it.each([
    ['step by step', net('#place p mk(2147483640*<..>)', '#place q mk(9*<..>)', step(1, 3))],
    ['at once', net('#place p mk(2*<..>)', '#place q mk(<..>)', step(1, 2147483647))],
  ])('is a fault of the model, %s', (_, model) => {
    expect(() => countStates(model)).toThrow(EvaluationFault);
    for (const engine of [{ kind: 'explicit' }, { kind: 'symbolic', look: 'none' }] as const) {
      expect(() => check(model, 'G "q <= 9"', { engine, reductions: 'none', trace: 'lasso' })).toThrow(EvaluationFault);
    }
  });

  it('is beyond the diagrams where the model can still count them', () => {
    const most = '#place p mk(2147483647*<..>)';
    expect(() => countStates(net(most, '#trans t in {p:<..>;} #endtr'))).toThrow(LimitExceeded);
    const reached = net('#place p mk(2147483645*<..>)', '#place q mk(<..>)', step(1, 3));
    expect(() => countStates(reached)).toThrow(LimitExceeded);
    expect(check(reached, 'G "p <= 2147483646"', { engine: 'explicit' }).verdict.outcome).toBe('violated');
  });

  it('is none where no state enables the transition that would', () => {
    const model = net(
      '#place p mk(2147483640*<..>)',
      '#place q mk(3*<..>)',
      step(1, 3),
      '#place r',
      '#trans u in {r:<..>;} out {p:2147483647*<..>;} #endtr',
    );
    expect(countStates(model).states).toBe(4n);
  });
});

describe('a place with many tokens', () => {
  const model = net('#place p mk(2000000000*<..>)', '#place q mk(3*<..>)', step(5, 7));

  it('is counted, and does not disturb predicates over other places', () => {
    expect(countStates(model).states).toBe(4n);
    const { verdict } = check(model, 'FG "q = 0"', { engine: { kind: 'symbolic', look: 'none' } });
    expect(verdict.outcome).toBe('holds');
  });

  it('is too much for a predicate in diagrams, which is a limit and not another verdict', () => {
    const ask = (engine: Engine): unknown => check(model, 'F "p >= 2000000006"', { engine }).verdict;
    expect(ask({ kind: 'explicit' })).toEqual({ outcome: 'holds' });
    expect(ask({ kind: 'symbolic', look: 'none' })).toMatchObject({ outcome: 'unknown', limit: 'memory' });
  });
});
