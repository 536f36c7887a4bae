// The hybrid engine by itself: what aggregates absorb, what limits leave behind, what is refused, what is reported. Verdicts are compared in
// `test/cross/hybrid.test.ts`.
import { describe, expect, it } from 'vitest';
import { generalizedBuchi } from '../../src/automata/acceptance.ts';
import { AutomatonBuilder } from '../../src/automata/automaton.ts';
import { check, checkNever } from '../../src/check/check.ts';
import type { Engine } from '../../src/check/options.ts';
import { EventsExceeded } from '../../src/dd/mdd/index.ts';
import { LimitExceeded } from '../../src/diagnostics/limit.ts';
import type { Formula } from '../../src/formula/formula.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { analyse } from '../../src/models/analysis/analyse.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import { generateNet } from '../../src/models/library/index.ts';
import { observe } from '../../src/models/observation.ts';
import { type Net, NetBuilder } from '../../src/models/petri/net.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { checkToJson, formatCheck } from '../../src/report/index.ts';
import { checkSymbolically } from '../../src/symbolic/check.ts';
import { ExploredModel } from '../../src/symbolic/explored-model.ts';
import { checkHybrid } from '../../src/symbolic/hybrid/check.ts';
import { negationOf } from '../helpers/explicit-check.ts';
import { SMALL_MODELS } from './small-models.ts';

const TOKENS = 40;

/** Tokens that move from one place to another, one by one, and then nothing more. */
function hourglass(): Net {
  const builder = new NetBuilder();
  builder.place('above', { initial: TOKENS });
  builder.place('below', { initial: 0 });
  builder.transition('fall', { inputs: [{ place: 0, weight: 1 }], outputs: [{ place: 1, weight: 1 }] });
  return builder.build('hourglass');
}

/** One state with a loop for everything, which is accepting: it accepts every infinite run. */
function everything(): ReturnType<AutomatonBuilder['build']> {
  const builder = new AutomatonBuilder([]);
  builder.addStates(1);
  builder.setInitial(0);
  builder.addEdge(0, builder.bdd.true, 1, 0);
  return builder.build(generalizedBuchi(1));
}

describe('aggregates', () => {
  const explored = new ExploredModel(netModel(hourglass()));
  const observation = { names: [], predicates: [] };

  it('absorb a loop that a state alone in its component has, and are tested for a run that stays', () => {
    const { lasso, aggregates } = checkHybrid(explored, everything(), observation, { deadlock: 'drop' });
    expect(lasso).toBeNull();
    expect(aggregates).toMatchObject({ nodes: 1, edges: 0, tests: 1 });
  });

  it('as published shrink step by step instead', () => {
    const options = { deadlock: 'drop', aggregation: 'published' } as const;
    const { lasso, aggregates } = checkHybrid(explored, everything(), observation, options);
    expect(lasso).toBeNull();
    expect(aggregates.nodes).toBe(TOKENS + 1);
    expect(aggregates.tests).toBe(0);
  });

  it('see a dead state that repeats', () => {
    for (const aggregation of ['granted', 'published'] as const) {
      const { lasso } = checkHybrid(explored, everything(), observation, { deadlock: 'stutter', aggregation });
      expect(lasso!.cycle.map((state) => [...state])).toEqual([[0, TOKENS]]);
    }
  });

  it('count each pair once', () => {
    const { productStates, modelStates } = checkHybrid(explored, everything(), observation, { deadlock: 'drop' });
    expect([productStates, modelStates]).toEqual([BigInt(TOKENS + 1), BigInt(TOKENS + 1)]);
  });
});

describe('limits', () => {
  it('end the search, and leave the diagrams right for the next one', () => {
    const model = netModel(generateNet('philosophers', 5).value!);
    const explored = new ExploredModel(model);
    explored.states({});
    const formula = parseLtl('G(WaitLeft0 -> F IsEating0) | GF (IsEating1 & X !IsEating1)');
    const negation = negationOf(formula, 'tgba');
    const observation = observe(model, formula);
    const run = (isCancelled: () => boolean): ReturnType<typeof checkHybrid> =>
      checkHybrid(explored, negation, observation, { limits: { isCancelled } });
    const { lasso, aggregates } = run(() => false);
    let ended = 0;
    for (let looks = 0; looks < 50; looks++) {
      let left = looks;
      try {
        run(() => left-- <= 0);
      } catch (error) {
        expect(error).toBeInstanceOf(LimitExceeded);
        ended++;
      }
    }
    expect(ended).toBeGreaterThan(0);
    const again = run(() => false);
    expect(again.lasso === null).toBe(lasso === null);
    expect(again.aggregates).toEqual(aggregates);
  });
});

describe('the room for events', () => {
  it('is given back by earlier questions where a later one needs it', () => {
    const model = netModel(generateNet('philosophers', 3).value!);
    const [first, second] = ['G(WaitLeft0 -> F IsEating0)', 'GF (IsEating1 & X !IsEating1)'].map((text) =>
      parseLtl(text),
    );
    for (const ask of [checkHybrid, checkSymbolically]) {
      const explored = new ExploredModel(model);
      explored.states({ limits: { memoryBytes: 2 ** 26 } });
      const run = (formula: Formula, states: ExploredModel) =>
        ask(states, negationOf(formula, 'tgba'), observe(model, formula));
      run(first, explored);
      // Fills it as many questions would.
      const { mdd, states } = explored.states().space;
      expect(() => {
        for (let max = 2; ; max++) mdd.filter(states, [{ level: max % mdd.levels, min: 1, max }]);
      }).toThrow(EventsExceeded);
      const [later, alone] = [explored, new ExploredModel(model)].map((states) => run(second, states));
      expect([later.lasso === null, later.productStates]).toEqual([alone.lasso === null, alone.productStates]);
    }
  });
});

describe('the engine hybrid of a check', () => {
  const model = analyse(loadModel('mutex.dve', [SMALL_MODELS['mutex.dve']]).value!);

  it('knows TGTA and TGBA, and no choices of other engines', () => {
    const formula = parseLtl('G !("P0 = c" & "P1 = c")');
    for (const automaton of ['tgta', 'tgba'] as const) {
      const result = check(model, formula, { engine: { kind: 'hybrid', automaton } });
      expect(result.verdict.outcome).toBe('holds');
      expect(result.options.engine).toMatchObject({ kind: 'hybrid', automaton });
      expect(result.strategy).toBe('diagrams');
    }
    const refused =
      (engine: object): (() => unknown) =>
      () =>
        check(model, formula, { engine: engine as Engine });
    expect(refused({ kind: 'hybrid', automaton: 'ta' })).toThrow(
      'the hybrid engine has no product with the automaton kind ta',
    );
    expect(refused({ kind: 'hybrid', hull: 'owcty' })).toThrow('the hybrid engine has no option hull');
    expect(refused({ kind: 'hybrid', emptiness: 'ndfs' })).toThrow('the hybrid engine has no option emptiness');
  });

  it('assumes fairness like the others', () => {
    for (const text of ['G("P0 = w" -> F "P0 = c")', 'GF "P0 = c"', 'GF "P1 = n"']) {
      for (const fairness of [{ weak: 'processes' }, { strong: 'processes' }, undefined] as const) {
        const formula = parseLtl(text);
        const expected = check(model, formula, { fairness }).verdict.outcome;
        for (const automaton of ['tgta', 'tgba'] as const) {
          const engine = { kind: 'hybrid', automaton, look: 'none' } as const;
          expect(check(model, formula, { engine, fairness }).verdict.outcome, text).toBe(expected);
        }
      }
    }
  });

  it('refuses a deadlock that is an error', () => {
    const engine = { kind: 'hybrid', look: 'none' } as const;
    const options = { engine, deadlock: 'error', reductions: 'none' } as const;
    expect(() => check(netModel(hourglass()), parseLtl('F "below >= 1"'), options)).toThrow('the model has a deadlock');
  });

  it('tells of its aggregates', () => {
    const engine = { kind: 'hybrid', look: 'none' } as const;
    const result = check(model, parseLtl('GF "P0 = c"'), { engine });
    const { nodes, edges, tests } = result.statistics.diagrams!.aggregates!;
    const words = `${nodes} aggregates? and ${edges} edges? between them, ${tests} tested for staying`;
    expect(formatCheck(result, { statistics: 'always' })).toMatch(new RegExp(words));
    const json = checkToJson(result);
    expect(json).toMatchObject({ engine: 'hybrid', automaton: 'tgta', emptiness: 'couvreur', order: null });
    expect(json.statistics.aggregates).toMatchObject({ nodes, edges, tests });
    expect(json.statistics).not.toHaveProperty('hull');
  });

  it('tells of collections of nodes where there were some', () => {
    const result = check(model, parseLtl('GF "P0 = c"'), { engine: { kind: 'hybrid', look: 'none' } });
    const text = (given: typeof result): string => formatCheck(given, { statistics: 'always' });
    expect(text(result)).not.toContain('collection');
    const diagrams = { ...result.statistics.diagrams!, collections: 3, freedNodes: 5000, collectionSeconds: 0.25 };
    const later = text({ ...result, statistics: { ...result.statistics, diagrams } });
    expect(later).toContain('diagrams: gave back 5000 nodes in 3 collections, 0.250 s');
    expect(checkToJson(result).statistics).toMatchObject({ collections: 0, freedNodes: 0, collectionSeconds: 0 });
  });

  it('searches for automata that are given', () => {
    const net = netModel(hourglass());
    for (const engine of ['symbolic', 'hybrid'] as const) {
      expect(checkNever(net, everything(), { engine, deadlock: 'drop' }).verdict.outcome).toBe('holds');
      const { verdict } = checkNever(net, everything(), { engine });
      expect(verdict.outcome === 'violated' && verdict.counterexample.cycle.length).toBe(1);
    }
  });
});
