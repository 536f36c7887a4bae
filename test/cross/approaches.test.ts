// The claim of the project in one file: every kind of automaton gives the same verdict, and it is the right one. A counterexample
// is always replayed and judged inside `check`, so `violated` is right; `holds` is compared with all lassos of the model
// up to a length.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { check } from '../../src/check/check.ts';
import { automatonKinds } from '../../src/check/options.ts';
import { FormulaStore } from '../../src/formula/formula.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { NEXT_FREE } from '../../src/formula/traits.ts';
import { graphModel, randomGraph } from '../helpers/graph-model.ts';
import { findViolation } from '../helpers/lassos.ts';
import { longMode } from '../helpers/shared.ts';

const ROUNDS = longMode ? 3000 : 250;

describe('every automaton kind on random graphs and formulas', () => {
  it.each([{ next: false }, { next: true }])('gives the same right verdict (with X: $next)', ({ next }) => {
    const random = new Random(next ? 5 : 6);
    const outcomes = { holds: 0, violated: 0 };
    const formulas = randomFormulas(new FormulaStore(), {
      propositions: ['a', 'b'],
      seed: 3,
      size: { min: 2, max: 9 },
      operators: next ? 'ltl' : 'next-free',
    });
    let round = 0;
    for (const formula of formulas) {
      if (round++ === ROUNDS) break;
      const graph = randomGraph(random, {
        states: random.between(2, 5),
        propositions: ['a', 'b'],
        degree: 1.6,
        deadlocks: true,
      });
      const violation = findViolation(graph, formula, 6);
      const kinds = formula.has(NEXT_FREE) ? automatonKinds : (['ba', 'tgba', 'tgta', 'lazy-tgta'] as const);
      for (const automaton of kinds) {
        const { outcome } = check(graphModel(graph), formula, { automaton }).verdict;
        const context = JSON.stringify({ automaton, formula: printFormula(formula), graph });
        if (violation) expect(outcome, context).toBe('violated');
        if (outcome === 'violated' && !violation) expect(findViolation(graph, formula, 9), context).not.toBeNull();
        if (outcome !== 'unknown') outcomes[outcome]++;
      }
    }
    expect(Math.min(outcomes.holds, outcomes.violated)).toBeGreaterThan(ROUNDS / 2);
  });

  it('never lets a formula and its negation both hold', () => {
    const random = new Random(8);
    const formulas = randomFormulas(new FormulaStore(), {
      propositions: ['a', 'b', 'c'],
      seed: 4,
      size: { min: 3, max: 14 },
    });
    let round = 0;
    for (const formula of formulas) {
      if (round++ === ROUNDS / 2) break;
      const graph = randomGraph(random, { states: 12, propositions: ['a', 'b', 'c'], degree: 2, deadlocks: true });
      const verdicts = [formula, formula.store.not(formula)].map((f) => check(graphModel(graph), f).verdict.outcome);
      expect(verdicts, printFormula(formula)).not.toEqual(['holds', 'holds']);
    }
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
});
