// Every check inside the kernel on graphs whose cycles are long, with marks far apart on them: what is gathered along a path must reach the state
// where the cycle is closed. Random nets have short cycles. The judge is Couvreur's check in TypeScript.
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { check } from '../../../src/check/check.ts';
import type { ExplicitEngine } from '../../../src/check/options.ts';
import { unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { loadModel } from '../../../src/models/formats/load.ts';
import type { Model } from '../../../src/models/model.ts';
import { NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { roundsOf, seedFrom } from '../../helpers/shared.ts';

const GRAPHS = roundsOf({ usual: 5, long: 600 });
const CHECKS = ['couvreur', 'tarjan', 'ndfs', 'two-pass', 'two-pass-whole'] as const;

/** One token on a graph of places p0, p1, …: some rings one after the other, with some edges more inside each of them, and one to a later one. */
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
    // chords: a state is met again by a shorter way, or through one of its own successors
    for (let chords = random.below(size); chords > 0; chords--)
      edge(first + random.below(size), first + random.below(size));
    if (first + size < places) edge(first + random.below(size), first + size + random.below(places - first - size));
    first += size;
  }
  return { model: netModel(net.build('rings')), places };
}

function outcomeOf(model: Model, text: string, engine: Partial<ExplicitEngine>): 'holds' | 'violated' | 'unknown' {
  return check(model, parseLtl(text), {
    engine: { kind: 'explicit', partialOrder: 'none', ...engine },
    reductions: 'none',
    vacuity: 'skip',
  }).verdict.outcome;
}

/** The nested search wants a Büchi automaton. */
function automataFor(emptiness: (typeof CHECKS)[number]): readonly ('ba' | 'tgba' | 'tgta')[] {
  return emptiness === 'ndfs' ? ['ba', 'tgta'] : ['tgba', 'tgta'];
}

/** One token on p0 → p1 → … → p0. */
function ring(size: number): Model {
  const net = new NetBuilder();
  for (let i = 0; i < size; i++) net.place(`p${i}`, { initial: i === 0 ? 1 : 0 });
  for (let i = 0; i < size; i++) {
    const [inputs, outputs] = [[{ place: i, weight: 1 }], [{ place: (i + 1) % size, weight: 1 }]];
    net.transition(`t${i}`, { inputs, outputs, inhibitors: [] });
  }
  return netModel(net.build('ring'));
}

describe('long cycles', () => {
  it.each(CHECKS)('are seen by %s on a ring, wherever the marks lie', (emptiness) => {
    const size = 7;
    const model = ring(size);
    for (let i = 0; i < size; i++) {
      const formulas = [`FG !p${i}`, `!(GF p${i} & GF p${(i + 3) % size})`, `GF p${i} -> FG p${(i + 1) % size}`];
      for (const text of formulas) {
        for (const automaton of automataFor(emptiness)) {
          expect(outcomeOf(model, text, { emptiness, automaton }), `${text}, ${automaton}`).toBe('violated');
        }
      }
    }
  });

  it('are seen by every check inside the kernel', () => {
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
        const expected = outcomeOf(model, text, { emptiness: 'couvreur', search: 'interpreted' });
        seen[expected]++;
        for (const emptiness of CHECKS) {
          for (const automaton of automataFor(emptiness)) {
            expect(
              outcomeOf(model, text, { emptiness, automaton }),
              `${text}, ${emptiness}, ${automaton}, seed ${seed}`,
            ).toBe(expected);
          }
        }
      }
    }
    expect(Math.min(seen.holds, seen.violated)).toBeGreaterThan(GRAPHS / 2);
  });

  it.each(CHECKS)('are seen by %s behind edges that waited on a long path', (emptiness) => {
    // Of three edges at each step one leads on, one to where that has been by then, which is forgotten when the path is compacted, and one aside.
    const last = 29_999;
    const steps = [
      `s -> s { guard side == 0 && x < ${last}; effect x = x + 1; }`,
      `s -> s { guard side == 0 && x < ${last - 1}; effect x = x + 2; }`,
      's -> s { guard side == 0; effect side = 1; }',
    ];
    const text = `int x = 0;\nbyte side = 0;\nprocess P { state s; init s; trans ${steps.join(', ')}; }\nsystem async;\n`;
    const model = unwrap(loadModel('path.dve', [text]));
    for (const automaton of automataFor(emptiness)) {
      const outcome = outcomeOf(model, 'FG !"side == 1 && x == 77"', { emptiness, automaton });
      expect(outcome, automaton).toBe('violated');
    }
  });
});
