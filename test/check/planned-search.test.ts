// Walks by plans against the plain explorer: paths end where they should, nothing is told of conditions that no marking has, and of the others most are met.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { ask } from '../../src/check/ask/ask.ts';
import { check } from '../../src/check/check.ts';
import { replay } from '../../src/check/counterexample.ts';
import { PlannedSearch } from '../../src/check/planned-search.ts';
import { Stopwatch } from '../../src/diagnostics/stopwatch.ts';
import { pathAlong } from '../../src/explicit/walk/steps-as-run.ts';
import { explore } from '../../src/models/explore.ts';
import { evaluate } from '../../src/models/expression/expression.ts';
import { quotedName } from '../../src/models/expression/quoted-name.ts';
import { NetBuilder } from '../../src/models/petri/net.ts';
import { type NetModel, netModel } from '../../src/models/petri/net-model.ts';
import { FiringPlans } from '../../src/reductions/lp/firing-plans.ts';
import { randomConservativeNet, randomNet } from '../helpers/random-net.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';

const NETS = roundsOf({ usual: 40, long: 3000 });
const NO_LIMIT = new Stopwatch({});

/** `tokens` in a, each of which goes to b with one of c, which comes back from b; d counts what b has lost. */
function shuttle(tokens: number): NetModel {
  const builder = new NetBuilder();
  builder.place('a', { initial: tokens });
  builder.place('b');
  builder.place('c', { initial: 1 });
  builder.place('d');
  builder.move('go', ['a', 'c'], ['b']);
  builder.move('back', ['b'], ['c', 'd']);
  return netModel(builder.build('shuttle'));
}

describe('walks by plans', () => {
  it(`meet conditions that some marking has, and no others, on ${NETS} random nets`, () => {
    const random = new Random(seedFrom(2123));
    const counts = { met: 0, missed: 0, none: 0 };
    for (let turn = 0, done = 0; done < NETS; turn++) {
      const net = (turn % 2 === 0 ? randomNet : randomConservativeNet)(random);
      const model = netModel(net);
      if (explore(model, { limits: { states: 300 } }).limit !== null) continue;
      done++;
      const place = (): string => `tokens(${quotedName(random.pick(net.places).id)})`;
      const texts = [
        `${place()} >= ${random.between(0, 3)}`,
        `${place()} + ${place()} = ${random.between(0, 4)}`,
        `${place()} > ${place()} || !(${place()} <= 1) && ${place()} <= 0`,
      ];
      const predicates = texts.map((text) => model.predicate(text).value!);
      const found = new Map<number, readonly number[]>();
      new PlannedSearch(model, NO_LIMIT).search(new Map(predicates.entries()), {
        seed: turn,
        stopwatch: NO_LIMIT,
        onFound: (condition, steps) => found.set(condition, steps),
      });
      for (const [condition, predicate] of predicates.entries()) {
        const { labels } = explore(model, { predicates: [predicate] });
        const isReachable = Array.from(labels).includes(1);
        const steps = found.get(condition);
        if (steps === undefined) counts[isReachable ? 'missed' : 'none']++;
        else {
          expect(isReachable, texts[condition]).toBe(true);
          const path = pathAlong(model, steps);
          replay(model, path, { observation: { names: [], predicates: [] }, deadlock: 'stutter' });
          expect(evaluate(predicate, path.prefix.at(-1)!)).toBe(1);
          counts.met++;
        }
      }
    }
    expect(counts.met).toBeGreaterThan(NETS);
    expect(counts.none).toBeGreaterThan(0);
    expect(counts.missed).toBeLessThan(counts.met / 5);
  }, 120_000);

  it('have plans with as many firings as it takes, from any marking', () => {
    const model = shuttle(1000);
    const plans = FiringPlans.of(model, NO_LIMIT)!;
    const [go, back] = plans.effectOf;
    const toward = (marking: readonly number[], atLeast: number): Float64Array | null =>
      plans.toward([{ terms: [{ place: 3, coefficient: 1 }], atLeast }], Int32Array.from(marking), NO_LIMIT);
    const plan = toward([1000, 0, 1, 0], 700)!;
    expect([plan[go], plan[back]]).toEqual([700, 700]);
    const rest = toward([400, 1, 0, 599], 700)!;
    expect(rest[back]).toBe(101);
    expect([100, 101]).toContain(rest[go]);
    expect(toward([1000, 0, 1, 0], 1001)).toBeNull();
  });

  it('decide what thousands of steps lead to, and show the run', () => {
    const model = shuttle(3000);
    const asked = { engine: { kind: 'auto', strategies: ['walk'] }, limits: { seconds: 60 } } as const;
    const { verdict } = check(model, 'G "d < 2987"', asked);
    expect(verdict.outcome).toBe('violated');
    const [bound] = ask(model, [{ kind: 'bound', expression: 'd' }], { by: ['equation', 'walk'] });
    expect(bound.value).toBe(3000);
  });
});
