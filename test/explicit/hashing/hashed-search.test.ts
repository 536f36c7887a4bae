// Searches that keep only traces of states, against whole states and the naive oracle: with room enough they find what there is to find, with
// little room nothing that is not there, and they never say that a formula holds.
import { describe, expect, it } from 'vitest';
import { translate } from '../../../src/automata/translate/translate.ts';
import { Random } from '../../../src/base/random.ts';
import { check } from '../../../src/check/check.ts';
import type { HashingChoice } from '../../../src/check/options.ts';
import type { CheckResult } from '../../../src/check/result.ts';
import { type Formula, FormulaStore } from '../../../src/formula/formula.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import { substitute } from '../../../src/formula/relabel.ts';
import { loadModel } from '../../../src/models/formats/load.ts';
import { generateNet } from '../../../src/models/library/index.ts';
import type { Model } from '../../../src/models/model.ts';
import { observe } from '../../../src/models/observation.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { defineModel } from '../../../src/models/typescript/define.ts';
import { naiveKripke, naivelyAccepts } from '../../helpers/naive-check.ts';
import { randomConcurrentNet } from '../../helpers/random-concurrent-net.ts';
import { roundsOf, seedFrom } from '../../helpers/shared.ts';
import { randomProposition } from '../../reductions/agreement.ts';

const ROUNDS = roundsOf({ usual: 300, long: 10_000 });
const MIB = 2 ** 20;

function hashed(
  model: Model,
  formula: string | Formula,
  hashing: HashingChoice,
  more: { readonly seed?: number; readonly deadlock?: 'stutter' | 'drop'; readonly automaton?: 'ba' | 'tgba' } = {},
): CheckResult {
  const { seed, deadlock = 'stutter', automaton = 'tgba' } = more;
  return check(model, typeof formula === 'string' ? parseLtl(formula) : formula, {
    engine: {
      kind: 'explicit',
      hashing,
      automaton,
      ...(seed !== undefined && { successors: { seed } }),
    },
    deadlock,
    reductions: 'none',
  });
}

const kanban = (size: number): Model => netModel(generateNet('kanban', size).value!);
const NEVER = 'G !("P1 >= 90")';

describe('searches by hashing', () => {
  it('find a violation where the oracle knows one, and never say that a formula holds', () => {
    const random = new Random(seedFrom(91));
    const store = new FormulaStore();
    const formulas = randomFormulas(store, {
      propositions: ['p', 'q'],
      seed: seedFrom(91),
      size: { min: 2, max: 9 },
      operators: 'ltl',
      repetition: 'allowed',
    });
    const counts = { violated: 0, unknown: 0 };
    for (let round = 0; round < ROUNDS; ) {
      const net = randomConcurrentNet(random);
      const model = netModel(net);
      const deadlock = random.chance(0.3) ? 'drop' : 'stutter';
      const meaning = (): Formula => store.proposition(randomProposition(random, net, 4));
      const formula = substitute(formulas.next().value!, new Map(['p', 'q'].map((name) => [name, meaning()])));
      const { names } = observe(model, formula);
      const kripke = naiveKripke(model, { names, deadlock, maxStates: 300 });
      if (kripke === null) continue;
      round++;
      const expected = naivelyAccepts(kripke, translate(store.not(formula))) ? 'violated' : 'unknown';
      const hashing: HashingChoice = random.chance(0.5)
        ? { kind: 'bits', bytes: MIB, hashes: random.between(2, 7), seed: round }
        : { kind: 'compaction', bytes: MIB, seed: round };
      const more = { deadlock, automaton: random.chance(0.3) ? 'ba' : 'tgba' } as const;
      const seed = random.chance(0.5) ? { seed: round } : {};
      const { verdict } = hashed(model, formula, hashing, { ...more, ...seed });
      expect(verdict.outcome, `${round}: ${printFormula(formula)}, ${deadlock}, ${JSON.stringify(net)}`).toBe(expected);
      counts[expected]++;
    }
    expect(Math.min(counts.violated, counts.unknown)).toBeGreaterThan(ROUNDS / 5);
  }, 300_000);

  it('estimate how many states there are: kanban 3 has 58,400', () => {
    for (const seed of [1, 2, 3]) {
      const { verdict, statistics } = hashed(kanban(3), NEVER, { kind: 'bits', bytes: 64 * 1024, seed });
      expect(verdict).toMatchObject({ outcome: 'unknown', limit: 'hashing' });
      const { hashFactor, coverage, omitted, stored } = statistics.hashing!;
      expect(hashFactor).toBeLessThan(12);
      expect(omitted).toBeGreaterThan(0);
      expect(stored).toBe(statistics.productStates);
      const share = statistics.productStates / 58_400;
      expect(coverage / share).toBeGreaterThan(0.8);
      expect(coverage / share).toBeLessThan(1.25);
    }
  });

  it('estimate from above where the memory is far too small: kanban 4 has 454,475', () => {
    const { statistics } = hashed(kanban(4), NEVER, { kind: 'bits', bytes: 64 * 1024 });
    const share = statistics.productStates / 454_475;
    expect(statistics.hashing!.coverage).toBeGreaterThan(share);
    expect(statistics.hashing!.coverage).toBeLessThan(0.7);
  });

  it('use the memory that they are given', () => {
    const factors = [128, 256, 512, 1024].map((kib) => {
      const { hashFactor, stored } = hashed(kanban(2), NEVER, { kind: 'bits', bytes: kib * 1024 }).statistics.hashing!;
      return (hashFactor * stored) / (kib * 1024 * 8);
    });
    for (const share of factors) {
      expect(share).toBeGreaterThan(0.75);
      expect(share).toBeLessThan(0.9);
    }
  });

  it('see nearly everything with room enough', () => {
    for (const kind of ['bits', 'compaction'] as const) {
      const { statistics } = hashed(kanban(3), NEVER, { kind, bytes: 64 * MIB });
      expect(statistics.productStates).toBeGreaterThan(58_390);
      expect(statistics.hashing!.coverage).toBeGreaterThan(0.9998);
    }
  });

  it('count what a full table of fingerprints leaves out', () => {
    const { statistics } = hashed(kanban(3), NEVER, { kind: 'compaction', bytes: 64 * 1024 });
    const { cut, coverage } = statistics.hashing!;
    expect(statistics.productStates).toBeLessThan(16_384);
    expect(cut).toBeGreaterThan(0);
    expect(coverage).toBeLessThan(0.9);
  });

  it('overlook other states with other seeds', () => {
    const seen = [1, 2, 3, 4].map(
      (seed) => hashed(kanban(3), NEVER, { kind: 'bits', bytes: 64 * 1024, seed }).statistics.productStates,
    );
    expect(new Set(seen).size).toBeGreaterThan(1);
    const again = hashed(kanban(3), NEVER, { kind: 'bits', bytes: 64 * 1024, seed: 2 }).statistics.productStates;
    expect(again).toBe(seen[1]);
  });

  it('find a planted violation among many states, with short ways to it', () => {
    const planted = 'G !("P1 = 0" & "Pm1 = 4" & "P4 = 0" & "Pm4 = 4" & "Pback2 = 4" & "Pm3 = 4")';
    const { verdict } = hashed(kanban(4), planted, { kind: 'bits', bytes: MIB });
    expect(verdict.outcome).toBe('violated');
    const lasso = hashed(kanban(4), 'GF "P1 = 4" | !GF "Pm1 = 2"', { kind: 'bits', bytes: MIB }).verdict;
    expect(lasso).toMatchObject({ outcome: 'violated', counterexample: { kind: 'lasso' } });
  });

  it('search programs, and begin again where a value needs a wider field', () => {
    const text = `
      int n = 0; int m = 0;
      process P { state a, b; init a;
        trans a -> a { guard n < 20000; effect n = n + 1; }, a -> b { guard n == 20000; effect m = 30000; };
      }
      system async;`;
    const model = loadModel('count.dve', [text]).value!;
    const { verdict, statistics } = hashed(model, 'G "m = 0"', { kind: 'bits', bytes: 16 * MIB });
    expect(verdict.outcome).toBe('violated');
    expect(statistics.productStates).toBeGreaterThan(20_000);
  });

  it('know deadlocks', () => {
    const text = 'process P { state a, b; init a; trans a -> b {}; } system async;';
    const model = loadModel('dead.dve', [text]).value!;
    const hashing: HashingChoice = { kind: 'bits', bytes: MIB };
    expect(hashed(model, 'G !dead', hashing).verdict.outcome).toBe('violated');
    expect(hashed(model, 'F G P.a', hashing).verdict.outcome).toBe('violated');
    expect(hashed(model, 'F G P.a', hashing, { deadlock: 'drop' }).verdict.outcome).toBe('unknown');
  });

  it('end with a limit, and say what was seen until then', () => {
    let isSearching = false;
    const { verdict, statistics } = check(kanban(8), parseLtl(NEVER), {
      engine: { kind: 'explicit', hashing: { kind: 'bits', bytes: 16 * MIB } },
      reductions: 'none',
      limits: { isCancelled: () => isSearching },
      onProgress: () => (isSearching = true),
    });
    expect(verdict).toMatchObject({ outcome: 'unknown', limit: 'cancelled' });
    expect(statistics.hashing?.waiting).toBeGreaterThan(0);
  });

  it('refuse what they cannot do', () => {
    const hashing: HashingChoice = { kind: 'bits', bytes: MIB };
    const engine = { kind: 'explicit', hashing } as const;
    const formula = parseLtl(NEVER);
    expect(() => check(kanban(1), formula, { engine: { ...engine, automaton: 'tgta' } })).toThrow(
      'states cannot be hashed here: the automaton reads changes',
    );
    expect(() => check(kanban(1), formula, { engine, fairness: { weak: 'transitions' } })).toThrow(
      'fairness is assumed',
    );
    expect(() => check(kanban(1), formula, { engine, deadlock: 'error' })).toThrow('every deadlock counts');
    expect(() => check(kanban(1), formula, { engine: { ...engine, counterexample: 'shortest' } })).toThrow(
      'counterexample means nothing where states are hashed',
    );
    expect(() => check(kanban(1), formula, { engine: { ...engine, hashing: { kind: 'bits', bytes: 5 } } })).toThrow(
      'hashing takes from 64 KiB to 3.75 GiB',
    );
    expect(() => check(kanban(1), formula, { engine: { ...engine, hashing: { ...hashing, hashes: 8 } } })).toThrow(
      'a state leaves 1 to 7 bits behind',
    );
    const inCode = defineModel({ initial: { n: 0 }, next: ({ n }) => [{ n: (n + 1) % 3 }], propositions: {} });
    expect(() => check(inCode, parseLtl('G "n < 3"'), { engine })).toThrow('not made by compiled code');
  });
});
