import { describe, expect, it } from 'vitest';
import { type ApproachId, approachOf } from '../../src/experiments/approaches.ts';
import { dedicatedFormulas } from '../../src/experiments/formula-sets.ts';
import { type Measured, measureExplicit } from '../../src/experiments/measure.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { polyorb } from '../../src/models/library/polyorb.ts';
import { netModel } from '../../src/models/petri/net-model.ts';

const net = polyorb(2);
const model = netModel(net, 'library');
const names = net.places.map(({ id }) => id);
const [phi] = dedicatedFormulas('polyorb:2', names);
const measured = (id: ApproachId, deadlock: 'stutter' | 'drop' = 'drop', formula = phi): Measured => {
  const approach = approachOf(id);
  if (approach.engine !== 'explicit') throw new Error('an explicit approach was expected');
  return measureExplicit(model, formula, approach, { deadlock });
};
/** Their automaton of ¬Φ has seven states, one for the start and two for each of the three conjuncts: their product is that of each conjunct, and its start. */
const parts = (id: ApproachId): Measured[] =>
  [1, 2, 3].map((i) => measured(id, 'drop', parseLtl(`G(MSrc_${i} -> F DOSrc_${i})`)));
const sum = (values: readonly (number | null)[]): number => values.reduce<number>((all, value) => all + value!, 0);

describe('PolyORB 3/3/2 of [BDK11] and [BDK12]', () => {
  it('has a Φ, which holds where deadlocks end executions that do not count, and only there', () => {
    expect(names.filter((name) => /^(MSrc|DOSrc)_/.test(name))).toHaveLength(6);
    for (const id of ['tgba', 'ta-next', 'tgta-next', 'tgta', 'ta-2011'] as const) {
      expect(measured(id).outcome, id).toBe('holds');
    }
    expect(measured('tgba', 'stutter').outcome).toBe('violated');
  });

  it('gives the product of [BDK12, Table 2] with their TGBA: 345,241 states, 760,491 transitions', () => {
    const all = parts('tgba');
    for (const { outcome } of all) expect(outcome).toBe('holds');
    // the start has one successor for each source, in each of the three parts
    expect(sum(all.map(({ productStates }) => productStates)) + 1).toBe(345_241);
    expect(sum(all.map(({ productTransitions }) => productTransitions)) + 3 * 3).toBe(760_491);
  });

  it('gives products that differ as those of the table do: TGTA has 36 states more than TGBA, TA 2,664 fewer than TGTA', () => {
    const [tgba, ta, tgta] = (['tgba', 'ta-2012', 'tgta-next'] as const).map((id) => measured(id).productStates!);
    expect(tgta - tgba).toBe(345_277 - 345_241);
    expect(tgta - ta).toBe(345_277 - 342_613);
  });
});
