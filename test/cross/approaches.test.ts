// The claim of the project in one file: every kind of automaton gives the same verdict, and it is the right one. A counterexample
// is always replayed and judged inside `check`, so `violated` is right; `holds` is compared with all lassos of the model
// up to a length.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { check } from '../../src/check/check.ts';
import { automatonKinds } from '../../src/check/options.ts';
import type { CheckResult } from '../../src/check/result.ts';
import type { Limits } from '../../src/diagnostics/limit.ts';
import type { Progress } from '../../src/explicit/emptiness/result.ts';
import { ModelGraph } from '../../src/explicit/product/model-graph.ts';
import { FormulaStore } from '../../src/formula/formula.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { NEXT_FREE } from '../../src/formula/traits.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { complaintOn } from '../certificates/certified.ts';
import { checkOnGraph } from '../helpers/explicit-check.ts';
import { graphModel, randomGraph } from '../helpers/graph-model.ts';
import { findViolation } from '../helpers/lassos.ts';
import { distinctOddNames, quoted } from '../helpers/odd-names.ts';
import { randomNet } from '../helpers/random-net.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';

const ROUNDS = roundsOf({ usual: 250, long: 3000 });
const NAMES = distinctOddNames(new Random(seedFrom(7)), 3, (name) => name !== 'dead');

describe('every automaton kind on random graphs and formulas', () => {
  it.each([{ next: false }, { next: true }])('gives the same right verdict (with X: $next)', ({ next }) => {
    const random = new Random(seedFrom(next ? 5 : 6));
    const outcomes = { holds: 0, violated: 0 };
    const formulas = randomFormulas(new FormulaStore(), {
      propositions: NAMES.slice(1),
      seed: seedFrom(3),
      size: { min: 2, max: 9 },
      operators: next ? 'ltl' : 'next-free',
    });
    let round = 0;
    for (const formula of formulas) {
      if (round++ === ROUNDS) break;
      const graph = randomGraph(random, {
        states: random.between(2, 5),
        propositions: NAMES.slice(1),
        degree: 1.6,
        deadlocks: true,
      });
      const violation = findViolation(graph, formula, 6);
      const kinds = formula.has(NEXT_FREE) ? automatonKinds : (['ba', 'tgba', 'tgta', 'lazy-tgta'] as const);
      for (const automaton of kinds) {
        const { outcome } = check(graphModel(graph), formula, { engine: { kind: 'explicit', automaton } }).verdict;
        const context = JSON.stringify({ automaton, formula: printFormula(formula), graph });
        if (violation) expect(outcome, context).toBe('violated');
        if (outcome === 'violated' && !violation) expect(findViolation(graph, formula, 9), context).not.toBeNull();
        if (outcome !== 'unknown') outcomes[outcome]++;
        if (outcome !== 'holds' || round % 30 !== 0) continue;
        const propositions = NAMES.slice(1).filter((name) => !/^dead|\n/.test(name));
        if (propositions.length < 2) continue; // such names have no clear meaning, or no place in the text of a graph
        const engine = { kind: 'explicit', automaton } as const;
        expect(complaintOn({ graph, propositions }, formula, { engine }), context).toBeNull();
      }
    }
    expect(Math.min(outcomes.holds, outcomes.violated)).toBeGreaterThan(ROUNDS / 2);
  });

  it('never lets a formula and its negation both hold', () => {
    const random = new Random(seedFrom(8));
    const formulas = randomFormulas(new FormulaStore(), {
      propositions: NAMES,
      seed: seedFrom(4),
      size: { min: 3, max: 14 },
    });
    let round = 0;
    for (const formula of formulas) {
      if (round++ >= ROUNDS / 2) break;
      const graph = randomGraph(random, { states: 12, propositions: NAMES, degree: 2, deadlocks: true });
      const verdicts = [formula, formula.store.not(formula)].map((f) => check(graphModel(graph), f).verdict.outcome);
      expect(verdicts, printFormula(formula)).not.toEqual(['holds', 'holds']);
    }
  });
});

describe('the compiled kernel under a check', () => {
  it('gives the verdicts and the counts of the plain successor function on random nets', () => {
    const random = new Random(seedFrom(9));
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS / 5; round++) {
      const model = netModel(randomNet(random));
      const [first, last] = [model.variables[0].name, model.variables[model.variables.length - 1].name];
      const store = new FormulaStore();
      const a = store.proposition(`${quoted(first)} >= 1`);
      const b = store.proposition(`${quoted(last)} >= 2`);
      const formulas = [
        store.globally(store.finally(a)),
        store.until(a, b),
        store.finally(store.globally(store.or(a, b))),
      ];
      for (const formula of formulas) {
        for (const automaton of ['tgba', 'ta', 'lazy-tgta'] as const) {
          const [plain, compiled] = (['plain', 'compiled'] as const).map((source) =>
            checkOnGraph(new ModelGraph(model, { deadlock: 'stutter', source }), formula, {
              automaton,
              search: 'interpreted',
            }),
          );
          expect(compiled.found.outcome).toBe(plain.found.outcome);
          expect(compiled.statistics.productStates).toBe(plain.statistics.productStates);
          expect(compiled.statistics.productTransitions).toBe(plain.statistics.productTransitions);
          outcomes.add(plain.found.outcome);
        }
      }
    }
    expect([...outcomes].sort()).toEqual(['holds', 'violated']);
  });
});

describe('the readings of a deadlock', () => {
  const model = graphModel({ initial: [0], successors: [[0, 1], []], labels: [['a'], []] });

  it('repeat the last state, drop the execution, or refuse the model', () => {
    const formula = parseLtl('G a');
    expect(check(model, formula).verdict.outcome).toBe('violated');
    expect(check(model, formula, { deadlock: 'drop' }).verdict.outcome).toBe('holds');
    expect(() => check(model, formula, { deadlock: 'error' })).toThrow('the model has a deadlock');
  });

  it('do not change what `dead` means', () => {
    expect(check(model, parseLtl('F dead'), { deadlock: 'drop' }).verdict.outcome).toBe('violated');
    expect(check(model, parseLtl('GF a | F dead')).verdict.outcome).toBe('holds');
    expect(check(model, parseLtl('GF a'), {}).verdict.outcome).toBe('violated');
  });
});

describe('limits', () => {
  // a ring of 40 states on which GF a holds: every state has to be seen
  const ring = graphModel({
    initial: [0],
    successors: Array.from({ length: 40 }, (_, i) => [(i + 1) % 40]),
    labels: Array.from({ length: 40 }, (_, i) => (i === 39 ? ['a'] : [])),
  });

  it('end a check with `unknown` and what was explored', () => {
    const { verdict, statistics } = check(ring, parseLtl('GF a'), { limits: { states: 20 } });
    expect(verdict).toMatchObject({ outcome: 'unknown', limit: 'states', reason: 'more than 20 states' });
    expect(statistics.modelStates).toBe(21);
    expect(check(ring, parseLtl('GF a'), { limits: { states: 40 } }).verdict.outcome).toBe('holds');
  });

  it('are asked while the search goes on: cancellation, memory', () => {
    const all = Array.from({ length: 200 }, (_, i) => i);
    const long = graphModel({ initial: [0], successors: all.map(() => all), labels: all.map(() => ['a']) });
    let transitions = 0;
    const onProgress = ({ edges }: Progress): number => (transitions = edges);
    const limited = (limits: Limits): CheckResult => check(long, parseLtl('G a'), { limits, onProgress });
    const cancelled = limited({ isCancelled: () => transitions > 0 });
    expect(cancelled.verdict).toEqual({ outcome: 'unknown', limit: 'cancelled', reason: 'interrupted' });
    expect(cancelled.statistics.productTransitions).toBeGreaterThan(0);
    expect(cancelled.statistics.productTransitions).toBeLessThan(200 * 200);
    const full = { memoryBytes: 2 ** 20, memoryUsed: () => 2 ** 21 };
    expect(limited(full).verdict).toMatchObject({ outcome: 'unknown', limit: 'memory' });
    expect(limited({ ...full, memoryUsed: () => 2 ** 19 }).verdict.outcome).toBe('holds');
  });

  it('leave the explored graph whole for the next check', () => {
    const graph = new ModelGraph(ring, { deadlock: 'stutter', maxStates: 20 });
    for (const formula of ['GF a', 'GF a', 'F a', 'true']) {
      const { outcome } = checkOnGraph(graph, parseLtl(formula)).found;
      expect(outcome, formula).toBe(formula === 'true' ? 'holds' : 'unknown');
    }
  });
});
