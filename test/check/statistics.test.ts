import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { checkToJson } from '../../src/report/check-report.ts';
import { graphModel } from '../helpers/graph-model.ts';

// two states that alternate, and a third that is never left
const model = graphModel({ initial: [0], successors: [[1], [0, 2], [2]], labels: [[], ['a'], ['a']] });

describe('the statistics of a check', () => {
  it('count what was explored and, on request, the whole product', () => {
    const { statistics } = check(model, parseLtl('GF a'), {
      engine: { kind: 'explicit', fullProduct: 'counted', emptiness: 'couvreur' },
    });
    // the automaton of FG !a stays in its first state with every letter, and in its second with !a only
    expect(statistics.automatonStates).toBe(2);
    expect(statistics.fullProduct).toEqual({
      states: statistics.productStates,
      transitions: statistics.productTransitions,
    });
    expect(statistics.components).toBeGreaterThan(0);
    expect(statistics.maximalDepth).toBeGreaterThan(1);
    expect(statistics.bytesPerState).toBeGreaterThan(0);
    expect(check(model, parseLtl('GF a')).statistics.fullProduct).toBeNull();
  });

  it('see less of the product than there is when a violation comes early', () => {
    const { verdict, statistics } = check(model, parseLtl('G !a'), {
      engine: { kind: 'explicit', fullProduct: 'counted', emptiness: 'weak' },
    });
    expect(verdict.outcome).toBe('violated');
    expect(statistics.fullProduct!.transitions).toBeGreaterThan(statistics.productTransitions);
  });

  it('divide the time into phases that are not longer than the whole', () => {
    const { phases, seconds } = check(model, parseLtl('GF !a')).statistics;
    if (phases === null) return expect.fail('an explicit check has phases');
    expect(phases.translation).toBeGreaterThan(0);
    expect(phases.translation + phases.search + phases.counterexample).toBeLessThanOrEqual(seconds);
  });

  it('are strings in JSON where they can outgrow numbers', () => {
    const json = checkToJson(
      check(model, parseLtl('GF a'), { engine: { kind: 'explicit', fullProduct: 'counted' } }),
    ).statistics;
    for (const name of ['productStates', 'productTransitions', 'fullProductStates', 'components', 'maximalDepth']) {
      expect(json[name], name).toMatch(/^\d+$/);
    }
  });
});

describe('the order of successors', () => {
  it('changes what is found, not the verdict, and is repeated by its seed', () => {
    const fan = graphModel({
      initial: [0],
      successors: [Array.from({ length: 20 }, (_, i) => i + 1), ...Array.from({ length: 20 }, (_, i) => [i + 1])],
      labels: Array.from({ length: 21 }, () => []),
    });
    const endOf = (seed: number): number => {
      const { verdict } = check(fan, parseLtl('GF a'), {
        engine: { kind: 'explicit', successors: { seed }, emptiness: 'couvreur' },
      });
      return verdict.outcome === 'violated' ? verdict.counterexample.cycle[0].state[0] : expect.fail('violated');
    };
    const ends = Array.from({ length: 8 }, (_, seed) => endOf(seed));
    expect(new Set(ends).size).toBeGreaterThan(2);
    expect(Array.from({ length: 8 }, (_, seed) => endOf(seed))).toEqual(ends);
  });
});

describe('an emptiness check that was asked for', () => {
  it('is used, or refused with those that can decide', () => {
    expect(check(model, parseLtl('GF a'), { engine: { kind: 'explicit', emptiness: 'tarjan' } }).emptiness).toBe(
      'tarjan',
    );
    expect(check(model, parseLtl('G a'), {}).emptiness).toBe('reachability');
    expect(check(model, parseLtl('F a'), {}).emptiness).toBe('weak');
    expect(() =>
      check(model, parseLtl('GF a & GF !a'), { engine: { kind: 'explicit', emptiness: 'reachability' } }),
    ).toThrow('the emptiness check reachability cannot decide this');
    expect(() =>
      check(model, parseLtl('GF a'), { engine: { kind: 'explicit', automaton: 'ta', emptiness: 'couvreur' } }),
    ).toThrow('livelocks');
  });
});
