// Bounds of the number of states: never too low, and tight where the sums say everything.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { stateBound } from '../../src/check/state-bound.ts';
import { analyse } from '../../src/models/analysis/analyse.ts';
import { generateNet } from '../../src/models/library/index.ts';
import type { LinearInvariant, Model } from '../../src/models/model.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { naiveKripke } from '../helpers/naive-check.ts';
import { randomNet } from '../helpers/random-net.ts';

/** Variables from 0 to `upper`, and sums over them. */
function boundOf(upper: readonly number[], invariants: readonly LinearInvariant[] = []): number {
  const variables = upper.map((most, i) => ({ name: `p${i}`, lower: 0, upper: most }));
  return stateBound({ variables, invariants } as unknown as Model);
}

const sum = (variables: readonly number[], total: number, weight = 1): LinearInvariant => ({
  terms: variables.map((variable) => ({ variable, weight })),
  total,
});

describe('stateBound', () => {
  it('multiplies the ranges of variables of which nothing else is known', () => {
    expect(boundOf([1, 2, 3])).toBe(24);
    expect(boundOf([1, Number.POSITIVE_INFINITY])).toBe(Number.POSITIVE_INFINITY);
  });

  it('counts the solutions of a sum, within the ranges', () => {
    expect(boundOf([5, 5, 5], [sum([0, 1, 2], 5)])).toBe(21); // (5 + 2 choose 2)
    expect(boundOf([1, 1, 1], [sum([0, 1, 2], 1)])).toBe(3);
    expect(boundOf([3, 3], [sum([0, 1], 6, 2)])).toBe(4); // x + y = 3
    expect(boundOf([2, 2], [sum([0, 1], 4)])).toBe(1); // both full
  });

  it('shares variables out among sums that overlap: each is counted once', () => {
    // x + y = 1, y + z = 1: two states; the second sum only says z ≤ 1
    expect(boundOf([1, 1, 1], [sum([0, 1], 1), sum([1, 2], 1)])).toBe(4);
  });

  it('counts the first variable only where that numbers the states', () => {
    const variables = [2, 5, 5].map((upper, i) => ({ name: `v${i}`, lower: 0, upper }));
    expect(stateBound({ variables, identity: 'first-entry' } as unknown as Model)).toBe(3);
  });

  it('is never below the number of states of a net', () => {
    const random = new Random(12);
    let finite = 0;
    for (let i = 0; i < 200; i++) {
      const model = analyse(netModel(randomNet(random), 'net'));
      const bound = stateBound(model);
      const kripke = naiveKripke(model, { names: [], deadlock: 'stutter', maxStates: 3000 });
      if (kripke === null) continue;
      expect(kripke.successors.length, `net ${i}`).toBeLessThanOrEqual(bound);
      if (bound < Number.POSITIVE_INFINITY) finite++;
    }
    expect(finite).toBeGreaterThan(20);
    const kanban = analyse(netModel(generateNet('kanban', 2).value!, 'library'));
    expect(stateBound(kanban)).toBeGreaterThanOrEqual(4600);
    expect(stateBound(kanban)).toBeLessThan(100_000);
  });
});
