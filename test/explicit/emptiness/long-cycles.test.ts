// Every check inside the kernel on graphs whose cycles are long, with marks far apart on them: what is gathered along a path must reach the state
// where the cycle is closed. Random nets have short cycles. The judge is Couvreur's check in TypeScript.
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { check } from '../../../src/check/check.ts';
import type { ExplicitEngine } from '../../../src/check/options.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import type { Model } from '../../../src/models/model.ts';
import { NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { roundsOf, seedFrom } from '../../helpers/shared.ts';

const GRAPHS = roundsOf({ usual: 6, long: 600 });
const CHECKS = ['couvreur', 'tarjan', 'ndfs', 'two-pass', 'two-pass-whole'] as const;

/** One token on a graph of places p0, p1, …: some rings one after the other, with a few edges more inside each of them and from one to a later one. */
function rings(random: Random): { readonly model: Model; readonly places: number } {
  const net = new NetBuilder();
  const sizes = Array.from({ length: random.between(1, 3) }, () => random.between(2, 6));
  const places = sizes.reduce((sum, size) => sum + size, 0);
  for (let i = 0; i < places; i++) net.place(`p${i}`, { initial: i === 0 ? 1 : 0 });
  const edge = (from: number, to: number): void => {
    const [inputs, outputs] = [[{ place: from, weight: 1 }], [{ place: to, weight: 1 }]];
    net.transition(`t${from}to${to}n${random.below(1e9)}`, { inputs, outputs, inhibitors: [] });
  };
  let first = 0;
  for (const size of sizes) {
    for (let i = 0; i < size; i++) edge(first + i, first + ((i + 1) % size));
    if (random.chance(0.5)) edge(first + random.below(size), first + random.below(size));
    if (first + size < places) edge(first + random.below(size), first + size + random.below(places - first - size));
    first += size;
  }
  return { model: netModel(net.build('rings')), places };
}

describe('long cycles', () => {
  it.each(CHECKS)('are seen by %s inside the kernel', (emptiness) => {
    const seen = { holds: 0, violated: 0, unknown: 0 };
    for (let seed = 1; seed <= GRAPHS; seed++) {
      const random = new Random(seedFrom(seed));
      const { model, places } = rings(random);
      const place = (): string => `p${random.below(places)}`;
      const formulas = [
        `FG !${place()}`,
        `!(GF ${place()} & GF ${place()})`,
        `!(GF ${place()} & GF ${place()} & GF ${place()})`,
        `GF ${place()} -> GF ${place()}`,
        `FG(${place()} | ${place()}) | FG !${place()}`,
      ];
      for (const text of formulas) {
        const formula = parseLtl(text);
        const outcome = (engine: Partial<ExplicitEngine>): 'holds' | 'violated' | 'unknown' =>
          check(model, formula, {
            engine: { kind: 'explicit', partialOrder: 'none', ...engine },
            reductions: 'none',
            vacuity: 'skip',
          }).verdict.outcome;
        const expected = outcome({ emptiness: 'couvreur', search: 'interpreted' });
        expect(outcome({ emptiness }), `${text}, seed ${seed}`).toBe(expected);
        expect(outcome({ emptiness, automaton: 'tgta' }), `${text} with a TGTA, seed ${seed}`).toBe(expected);
        seen[expected]++;
      }
    }
    expect(Math.min(seen.holds, seen.violated)).toBeGreaterThan(GRAPHS / 2);
  });
});
