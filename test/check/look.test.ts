// The look at the first states before any diagram is made.
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { generateNet } from '../../src/models/library/index.ts';
import { NetBuilder } from '../../src/models/petri/net.ts';
import { netModel } from '../../src/models/petri/net-model.ts';

describe('a look at the first states', () => {
  it('ends a check of a model whose states are far too many, before any diagram is made', () => {
    const model = netModel(generateNet('kanban', 100).value!);
    const { verdict, statistics, options } = check(model, 'G("Pm1 >= 1" -> F "Pout1 >= 1")', { engine: 'symbolic' });
    expect(verdict.outcome).toBe('violated');
    expect(statistics.diagrams).toBeUndefined();
    expect(options.engine.kind).toBe('symbolic');
  });

  it('says nothing where it finds no violation: the diagrams answer', () => {
    const model = netModel(generateNet('kanban', 1).value!);
    const { verdict, statistics } = check(model, 'G "P1 <= 1"', { engine: 'symbolic' });
    expect(verdict.outcome).toBe('holds');
    expect(statistics.diagrams?.modelStates).toBe(160n);
  });

  it('takes no state at its border for a violation: executions go on behind it', () => {
    // a chain of tokens that move one by one; the bad marking lies before, at, or just behind the border of the look
    for (const length of [98, 99, 100, 101, 102, 103, 150]) {
      const net = new NetBuilder();
      net.place('left', { initial: length });
      net.place('done');
      const arcs = { inputs: [{ place: 0, weight: 1 }], outputs: [{ place: 1, weight: 1 }], inhibitors: [] };
      net.transition('t', arcs);
      const model = netModel(net.build('chain'));
      for (const bad of [97, 98, 99, 100, 101, 102]) {
        const formula = parseLtl(`G "done != ${bad}"`);
        const expected = check(model, formula).verdict.outcome;
        for (const automaton of ['tgba', 'ba', 'tgta'] as const) {
          const { outcome } = check(model, formula, { engine: { kind: 'symbolic', automaton } }).verdict;
          expect(outcome, `${length}, ${bad}, ${automaton}`).toBe(expected);
        }
      }
    }
  });

  it('can be left out', () => {
    const model = netModel(generateNet('kanban', 2).value!);
    const { verdict, statistics } = check(model, 'GF "P1 >= 2"', { engine: { kind: 'symbolic', look: 'none' } });
    expect(verdict.outcome).toBe('violated');
    expect(statistics.diagrams).toBeDefined();
  });

  it('is left out where every deadlock has to be found', () => {
    const model = netModel(generateNet('philosophers', 3).value!);
    expect(() => check(model, 'false', { engine: 'symbolic', deadlock: 'error' })).toThrow('the model has a deadlock');
  });

  it('tells propositions apart that are more than a bit mask holds', () => {
    const model = netModel(generateNet('philosophers', 7).value!);
    const places = ['HasLeft', 'HasRight', 'Idle', 'IsEating', 'WaitLeft'];
    const all = places.flatMap((name) => Array.from({ length: 7 }, (_, i) => `${name}${i}`)).join(' & ');
    // it holds, but not where the propositions 0 and 32 are taken for one
    const formula = parseLtl(`X G(!(Idle0 & HasLeft0) | (${all}))`);
    const { verdict } = check(model, formula, { engine: { kind: 'symbolic', automaton: 'tgba' } });
    expect(verdict.outcome).toBe('holds');
  });
});
