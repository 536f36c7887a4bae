// Safety of models in code is decided by counting their states: the same answers and counterexamples as by a product, and no second call of a
// user's function.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { check } from '../../src/check/check.ts';
import type { CheckResult } from '../../src/check/result.ts';
import { defineModel } from '../../src/models/typescript/define.ts';
import type { ValueModel } from '../../src/models/typescript/definition.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';

const ROUNDS = roundsOf({ usual: 60, long: 3000 });
const FORMULAS = ['G !a', 'G(a | b)', 'G(a -> X b)', '!b W a', 'G(a -> (b | X(b | X c)))', 'a | X(b & G c)'];

/** A random graph with deadlocks; `calls` has how often the successors of each state were asked for. */
function randomModel(seed: number): { readonly model: ValueModel<{ at: number }>; readonly calls: Int32Array } {
  const random = new Random(seedFrom(seed));
  const size = 2 + random.below(12);
  const targets = Array.from({ length: size }, () => Array.from({ length: random.below(4) }, () => random.below(size)));
  const letters = Array.from({ length: size }, () => random.below(8));
  const calls = new Int32Array(size);
  const model = defineModel({
    initial: { at: 0 },
    next: ({ at }) => {
      calls[at]++;
      return targets[at].map((target) => ({ at: target }));
    },
    propositions: {
      a: ({ at }) => (letters[at] & 1) !== 0,
      b: ({ at }) => (letters[at] & 2) === 0,
      c: ({ at }) => (letters[at] & 4) === 0,
    },
    guard: 'never',
  });
  return { model, calls };
}

function statesOf({ verdict }: CheckResult): unknown {
  if (verdict.outcome !== 'violated') return verdict.outcome;
  const { prefix, cycle } = verdict.counterexample;
  return [prefix, cycle].map((steps) => steps.map(({ state }) => Array.from(state)));
}

describe('a safety property of a model in code', () => {
  it('has the same answer by counting as by a product', () => {
    const seen = { holds: 0, violated: 0, monitored: 0 };
    for (let seed = 1; seed <= ROUNDS; seed++) {
      for (const formula of FORMULAS) {
        const title = `${formula}, seed ${seed}`;
        const counted = check(randomModel(seed).model, formula, { vacuity: 'skip' });
        const engine = { kind: 'explicit', emptiness: 'reachability' } as const;
        const searched = check(randomModel(seed).model, formula, { engine, vacuity: 'skip' });
        expect(statesOf(counted), title).toEqual(statesOf(searched));
        if (counted.verdict.outcome === 'unknown') throw new Error(title);
        seen[counted.verdict.outcome]++;
        if (counted.verdict.outcome === 'violated') continue;
        const { counting } = counted.statistics;
        if (counting?.monitorStates !== undefined) seen.monitored++;
        // A formula that holds for its shape alone is not searched for.
        if (counting === undefined) continue;
        expect(counted.statistics.modelStates, title).toBe(searched.statistics.modelStates);
      }
    }
    expect(Math.min(seen.holds, seen.violated, seen.monitored)).toBeGreaterThan(ROUNDS / 10);
  });

  it('calls `next` once for a state where it holds, also under fairness, with a monitor, and for several formulas', () => {
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const { model, calls } = randomModel(seed);
      for (const formula of ['G(a -> (a | b))', 'G(a -> X(a | !a | b))', ...FORMULAS]) {
        const before = calls.slice();
        const result = check(model, formula, { vacuity: 'skip', fairness: { weak: ['next'] } });
        if (result.verdict.outcome !== 'holds') calls.set(before); // the judge asks anew
      }
      expect(Math.max(...calls), `seed ${seed}`).toBeLessThanOrEqual(1);
    }
  });
});
