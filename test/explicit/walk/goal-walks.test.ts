// Walks to conditions against the plain explorer: paths end where they should, nothing is told of conditions that no marking has, and of the others nearly all are met.
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { check } from '../../../src/check/check.ts';
import { replay } from '../../../src/check/counterexample.ts';
import { Stopwatch } from '../../../src/diagnostics/stopwatch.ts';
import { GoalWalks } from '../../../src/explicit/walk/goal-walks.ts';
import { explore } from '../../../src/models/explore.ts';
import { evaluate } from '../../../src/models/expression/expression.ts';
import { quotedName } from '../../../src/models/expression/quoted-name.ts';
import { NetBuilder } from '../../../src/models/petri/net.ts';
import { type NetModel, netModel } from '../../../src/models/petri/net-model.ts';
import type { StateLasso } from '../../../src/models/state-lasso.ts';
import { randomConservativeNet, randomNet } from '../../helpers/random-net.ts';
import { roundsOf, seedFrom } from '../../helpers/shared.ts';

const NETS = roundsOf({ usual: 40, long: 3000 });

describe('walks to conditions', () => {
  it(`meet those that some marking has, and no others, on ${NETS} random nets`, () => {
    const random = new Random(seedFrom(2122));
    const counts = { met: 0, missed: 0, none: 0 };
    for (let turn = 0, done = 0; done < NETS; turn++) {
      const net = (turn % 2 === 0 ? randomNet : randomConservativeNet)(random);
      const model = netModel(net);
      if (explore(model, { limits: { states: 300 } }).limit !== null) continue;
      done++;
      const place = (): string => `tokens(${quotedName(random.pick(net.places).id)})`;
      const texts = [`${place()} >= ${random.between(0, 3)}`, `${place()} + ${place()} = ${random.between(0, 4)}`];
      const predicates = texts.map((text) => model.predicate(text).value!);
      const found = new Map<number, StateLasso>();
      new GoalWalks(model, new Stopwatch({})).search(new Map(predicates.entries()), {
        seed: turn,
        stopwatch: new Stopwatch({}),
        onFound: (goal, path) => found.set(goal, path),
      });
      for (const [goal, predicate] of predicates.entries()) {
        const { labels } = explore(model, { predicates: [predicate] });
        const isReachable = Array.from(labels).includes(1);
        const path = found.get(goal);
        if (path === undefined) counts[isReachable ? 'missed' : 'none']++;
        else {
          expect(isReachable, texts[goal]).toBe(true);
          replay(model, path, { observation: { names: [], predicates: [] }, deadlock: 'stutter' });
          expect(evaluate(predicate, path.prefix.at(-1)!)).toBe(1);
          counts.met++;
        }
      }
    }
    expect(counts.met).toBeGreaterThan(NETS / 2);
    expect(counts.none).toBeGreaterThan(0);
    expect(counts.missed).toBeLessThan(counts.met / 10);
  }, 120_000);

  it('move thousands of tokens, each several times', () => {
    for (const [formula, outcome] of [
      ['G "p8 < 1500"', 'violated'],
      ['G !("p8 >= 700" & "p4 >= 700")', 'violated'],
    ] as const) {
      const { verdict, strategy } = check(chain(2000), formula, {
        engine: { kind: 'auto', strategies: ['walk'] },
        reductions: 'none',
        limits: { seconds: 60 },
      });
      expect([verdict.outcome, strategy], formula).toEqual([outcome, 'walk']);
    }
  });
});

/** Tokens that go through nine places. */
function chain(tokens: number): NetModel {
  const net = new NetBuilder();
  for (let i = 0; i < 9; i++) net.place(`p${i}`, { initial: i === 0 ? tokens : 0 });
  for (let i = 0; i < 8; i++) {
    const arcs = { inputs: [{ place: i, weight: 1 }], outputs: [{ place: i + 1, weight: 1 }], inhibitors: [] };
    net.transition(`t${i}`, arcs);
  }
  return netModel(net.build('chain'));
}
