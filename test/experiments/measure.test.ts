// Measurements compared with each other, and with products counted by hand.
import { describe, expect, it } from 'vitest';
import { approaches, explicitApproaches } from '../../src/experiments/approaches.ts';
import { candidate, propositionsFor } from '../../src/experiments/formula-sets.ts';
import { measureExplicit } from '../../src/experiments/measure.ts';
import { measureSymbolic } from '../../src/experiments/measure-symbolic.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { philosophers } from '../../src/models/library/philosophers.ts';
import type { Model } from '../../src/models/model.ts';
import { NetBuilder } from '../../src/models/petri/net.ts';
import { netModel } from '../../src/models/petri/net-model.ts';

/** One token that goes round through `count` places p0, p1, … */
function ring(count: number): Model {
  const net = new NetBuilder();
  for (let i = 0; i < count; i++) net.place(`p${i}`, { initial: i === 0 ? 1 : 0 });
  for (let i = 0; i < count; i++) net.move(`t${i}`, [`p${i}`], [`p${(i + 1) % count}`]);
  return netModel(net.build(`ring-${count}`), 'library');
}

describe('a measured check', () => {
  it('counts the product of a ring with the automaton of GF p1, by hand', () => {
    // ¬GF p1 = FG ¬p1: a state W that waits, and one that reads ¬p1 for ever, entered by reading ¬p1. With W there are 5 pairs. The other is
    // entered from 4 states of the ring, p1 being read in none: 4 pairs more, those after p0, p2, p3, p4; at p1 it is stuck.
    const measured = measureExplicit(ring(5), parseLtl('GF p1'), explicitApproaches.find(({ id }) => id === 'tgba')!);
    expect(measured).toMatchObject({ outcome: 'holds', automatonStates: 2, productStates: 9, passes: 1 });
    // 5 steps of waiting, 4 entries, and steps from p3, p4 and p0 inside
    expect(measured).toMatchObject({ productTransitions: 12, exploredStates: 9, exploredTransitions: 12 });
  });

  it('tells the full product of a violated formula, which is more than was explored or the same', () => {
    for (const approach of explicitApproaches) {
      const measured = measureExplicit(ring(6), parseLtl('G !p3'), approach);
      expect(measured.outcome).toBe('violated');
      expect(measured.productStates).toBeGreaterThanOrEqual(measured.exploredStates ?? 0);
    }
  });

  it('has the same outcome by every approach', () => {
    const model = netModel(philosophers(2), 'library');
    const places = propositionsFor(model);
    for (let i = 0; i < 5; i++) {
      const formula = candidate('rnd', 2, i, places);
      if (formula === null) continue;
      const outcomes = approaches.map((approach) =>
        approach.engine === 'explicit'
          ? measureExplicit(model, formula, approach).outcome
          : measureSymbolic(model, formula, approach).outcome,
      );
      expect(new Set(outcomes).size).toBe(1);
    }
  });
});
