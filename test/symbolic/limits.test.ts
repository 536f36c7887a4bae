import { describe, expect, it } from 'vitest';
import { LimitExceeded, type LimitKind, type Limits } from '../../src/diagnostics/limit.ts';
import { Stopwatch } from '../../src/diagnostics/stopwatch.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { analyse } from '../../src/models/analysis/analyse.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import { generateNet } from '../../src/models/library/index.ts';
import type { Model } from '../../src/models/model.ts';
import { observe } from '../../src/models/observation.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { checkSymbolically, type SymbolicPhase } from '../../src/symbolic/check.ts';
import { countPairs } from '../../src/symbolic/count.ts';
import { ExploredModel } from '../../src/symbolic/explored-model.ts';
import { checkHybrid } from '../../src/symbolic/hybrid/check.ts';
import { OrderMaker, orderHeuristics } from '../../src/symbolic/order/orders.ts';
import { exploreSymbolically } from '../../src/symbolic/race.ts';
import { negationOf } from '../helpers/explicit-check.ts';

const net = (name: string, size: number): Model => netModel(generateNet(name, size).value!);

/** Asks `limits` the first `times` times without an objection. */
function cancelledAfter(times: number): { readonly limits: Limits; asked: number } {
  const counter = {
    asked: 0,
    limits: { isCancelled: (): boolean => ++counter.asked > times },
  };
  return counter;
}

describe('limits of symbolic work outside the kernel', () => {
  it('end every search for an order', () => {
    const model = net('philosophers', 200);
    for (const name of orderHeuristics.filter((heuristic) => heuristic !== 'given')) {
      const late = new Stopwatch({ seconds: -1 });
      expect(() => new OrderMaker(model, late).order(name), name).toThrow('no answer');
    }
  });

  it('end the race when it is cancelled, while an order is made', () => {
    const { limits } = cancelledAfter(0);
    expect(() => exploreSymbolically(net('philosophers', 200), { limits })).toThrow('interrupted');
  });

  it('end the counting of transitions', () => {
    const counter = cancelledAfter(Number.POSITIVE_INFINITY);
    const { space } = exploreSymbolically(net('philosophers', 100), { limits: counter.limits });
    const copy = space.mdd.flatten(space.states, 100_000)!;
    expect(countPairs(space, copy).transitions).not.toBeNull();
    const stopwatch = new Stopwatch({ isCancelled: () => true });
    expect(() => space.mdd.during({ stopwatch }, () => countPairs(space, copy))).toThrow('interrupted');
  });

  it('end the learning of tables', () => {
    const text = `int x = 0; int y = 0;
      process P { state s; init s; trans s -> s { guard x < 20000; effect x = x + 1, y = x * 2; }; }
      system async;`;
    const model = analyse(loadModel('long.dve', [text]).value!);
    const { limits } = cancelledAfter(40);
    expect(() => exploreSymbolically(model, { limits })).toThrow('interrupted');
  });
});

/** After the states of the model are known: whoever says stop at the beginning of a phase is heard in it, or where it was short in the next one. */
describe('limits in each phase of a check in diagrams', () => {
  const formula = parseLtl('G("HasLeft0 >= 1" -> F "IsEating0 >= 1")');
  // Large enough for each phase to be looked at: a TGTA asks less of the diagrams.
  const sizes = { tgba: 20, tgta: 60 };

  function phasesOf(
    explored: ExploredModel,
    check: typeof checkSymbolically | typeof checkHybrid,
    automaton: 'tgba' | 'tgta',
    stopAt: SymbolicPhase | null,
  ): { readonly phases: SymbolicPhase[]; readonly limit: LimitKind | null } {
    const phases: SymbolicPhase[] = [];
    let isCancelled = false;
    const onPhase = (phase: SymbolicPhase): void => {
      phases.push(phase);
      isCancelled ||= phase === stopAt;
    };
    try {
      check(explored, negationOf(formula, automaton), observe(explored.model, formula), {
        onPhase,
        limits: { isCancelled: () => isCancelled },
      });
      return { phases, limit: null };
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error;
      return { phases, limit: error.limit };
    }
  }

  const engines = [
    ['symbolic', checkSymbolically, ['relation', 'reach', 'hull', 'lasso', 'end']],
    ['hybrid', checkHybrid, ['relation', 'reach', 'lasso', 'end']],
  ] as const;
  for (const automaton of ['tgba', 'tgta'] as const) {
    it.each(engines)(`are heard in time: %s, ${automaton}`, (_, check, all) => {
      const explored = new ExploredModel(net('philosophers', sizes[automaton]));
      explored.states();
      expect(phasesOf(explored, check, automaton, null)).toEqual({ phases: all, limit: null });
      for (const [i, phase] of all.slice(0, -1).entries()) {
        const { phases, limit } = phasesOf(explored, check, automaton, phase);
        expect(limit, phase).toBe('cancelled');
        expect(phases.length, phase).toBeLessThanOrEqual(i + 2);
        expect(phases.at(-1), phase).not.toBe('end');
      }
    });
  }
});
