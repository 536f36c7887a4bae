// Measurements compared with each other, and with products counted by hand.
import { describe, expect, it } from 'vitest';
import { type ApproachId, approaches, approachOf, explicitApproaches } from '../../src/experiments/approaches.ts';
import { candidate, dedicatedFormulas, propositionsFor } from '../../src/experiments/formula-sets.ts';
import { type Measured, measureExplicit } from '../../src/experiments/measure.ts';
import { measureSymbolic } from '../../src/experiments/measure-symbolic.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { mapk } from '../../src/models/library/mapk.ts';
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

describe('the figures of the papers', () => {
  const [first, second] = dedicatedFormulas('mapk:8');
  const model = netModel(mapk(8), 'library');
  const measured = (id: ApproachId, formula = first): Measured => {
    const approach = approachOf(id);
    if (approach.engine === 'symbolic') return measureSymbolic(model, formula, approach);
    return measureExplicit(model, formula, approach);
  };

  it('Φ on MAPK 8: 46,494 product states with a TGBA, 33,376 with testing automata [BDK11, Table 3; BDK12, Table 2]', () => {
    expect(measured('tgba').outcome).toBe('holds');
    // with the initial state that their automaton has and ours has not
    expect([46_493, 46_494]).toContain(measured('tgba').productStates);
    for (const id of ['ta-next', 'tgta-next', 'tgta', 'ta-2012'] as const) {
      expect(measured(id), id).toMatchObject({ outcome: 'holds', productStates: 33_376 });
    }
    const twice = measured('ta-2011');
    expect(twice).toMatchObject({ productStates: 33_376, exploredStates: 66_752, passes: 2 });
    expect(twice.exploredTransitions).toBe(2 * twice.productTransitions!);
  });

  it('Φ on MAPK 8 as [BDK12] prints it: every figure of the products and of the emptiness checks in both tables', () => {
    const tgba = { productStates: 46_494, productTransitions: 302_350, exploredTransitions: 302_350 };
    for (const id of ['tgba', 'ba'] as const) expect(measured(id, second), id).toMatchObject(tgba);
    const testing = { productStates: 33_376, productTransitions: 289_235 };
    expect(measured('tgta-next', second)).toMatchObject({ ...testing, exploredTransitions: 289_235 });
    expect(measured('ta-2011', second)).toMatchObject({
      ...testing,
      exploredStates: 66_752,
      exploredTransitions: 578_470,
    });
  });
});
