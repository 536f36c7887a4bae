import { describe, expect, it } from 'vitest';
import {
  type Acceptance,
  acceptAnd,
  acceptOr,
  fin,
  inf,
  isAccepted,
  isGeneralizedBuchi,
} from '../../../src/automata/acceptance.ts';
import { accepts } from '../../../src/automata/accepts.ts';
import { type Automaton, AutomatonBuilder } from '../../../src/automata/automaton.ts';
import { componentFacts } from '../../../src/automata/component-facts.ts';
import {
  compactSets,
  conjunctiveClauses,
  disjunctiveClauses,
  simplifyAcceptance,
} from '../../../src/automata/operations/acceptance-forms.ts';
import { findAcceptingRun, isEmpty, wordOfRun } from '../../../src/automata/operations/emptiness.ts';
import { toGeneralizedBuchi } from '../../../src/automata/operations/to-generalized-buchi.ts';
import { randomAutomaton } from '../../../src/automata/random.ts';
import { Random } from '../../../src/base/random.ts';
import { anyAutomaton, expectLanguage, randomAcceptance, verdicts } from '../../helpers/automata.ts';

/** Whether the edges follow one another from an initial state and close the cycle. */
function isRun(automaton: Automaton, edges: readonly number[], back: number): boolean {
  const source = (e: number): number =>
    automaton.edgeStart.findIndex((start, s) => start <= e && e < automaton.edgeStart[s + 1]);
  return (
    automaton.initial.includes(source(edges[0])) &&
    edges.every((e, i) => automaton.edgeTarget[e] === source(edges[i + 1] ?? edges[back]))
  );
}

describe('emptiness', () => {
  it('agrees with the components, and its runs are accepting', () => {
    let nonEmpty = 0;
    for (let seed = 0; seed < 600; seed++) {
      const random = new Random(seed);
      const acceptance = random.chance(0.3) ? undefined : randomAcceptance(random, random.between(1, 4));
      const automaton = anyAutomaton(random, acceptance);
      const run = findAcceptingRun(automaton);
      expect(run === null).toBe(isEmpty(automaton));
      expect(run !== null, `seed ${seed}`).toBe(componentFacts(automaton).some((component) => component.accepting));
      if (run === null) continue;
      nonEmpty++;
      expect(isRun(automaton, [...run.prefix, ...run.cycle], run.prefix.length)).toBe(true);
      const seen = run.cycle.reduce((marks, e) => marks | automaton.edgeMarks[e], 0);
      expect(isAccepted(automaton.acceptance.formula, seen)).toBe(true);
      expect(accepts(automaton, wordOfRun(automaton, run))).toBe(true);
    }
    expect(nonEmpty).toBeGreaterThan(100);
  });

  it('takes Rabin conditions of many pairs in linear time', () => {
    const pairs = Array.from({ length: 16 }, (_, i) => acceptAnd([fin(2 * i), inf(2 * i + 1)]));
    const acceptance: Acceptance = { setCount: 32, formula: acceptOr(pairs) };
    const automaton = randomAutomaton(new Random(4), {
      states: 2000,
      propositions: [],
      acceptance,
      density: 3,
      markProbability: 0.9,
    });
    // Each mark is nearly everywhere: cutting any of the Fin sets leaves next to nothing.
    expect(isEmpty(automaton)).toBe(!componentFacts(automaton).some((component) => component.accepting));
  });

  it('finds a short way and a short cycle', () => {
    const builder = new AutomatonBuilder([]);
    builder.addStates(12);
    builder.setInitial(0);
    for (let i = 0; i < 12; i++) builder.addEdge(i, 1, i === 7 ? 1 : 0, (i + 1) % 12);
    builder.addEdge(1, 1, 0, 7);
    builder.addEdge(8, 1, 0, 7);
    const run = findAcceptingRun(builder.build({ setCount: 1, formula: inf(0) }))!;
    expect(run.prefix.length + run.cycle.length).toBeLessThanOrEqual(8);
  });
});

describe('normal forms of acceptance conditions', () => {
  it('accept the same sets of marks', () => {
    for (let seed = 0; seed < 300; seed++) {
      const random = new Random(seed);
      const { formula, setCount } = randomAcceptance(random, 4);
      const [dnf, cnf] = [disjunctiveClauses(formula), conjunctiveClauses(formula)];
      const simple = simplifyAcceptance(formula);
      for (let seen = 0; seen < 1 << setCount; seen++) {
        const expected = isAccepted(formula, seen);
        expect(dnf.some(({ fin, inf }) => (seen & fin) === 0 && (seen & inf) === inf)).toBe(expected);
        expect(cnf.every(({ fin, inf }) => (~seen & fin) !== 0 || (seen & inf) !== 0)).toBe(expected);
        expect(isAccepted(simple, seen)).toBe(expected);
      }
      expect(JSON.stringify(simple).length).toBeLessThanOrEqual(JSON.stringify(formula).length);
    }
  });

  it('propagate literals, absorb, and forget unused sets', () => {
    const formula = acceptAnd([fin(0), acceptOr([inf(0), inf(3)]), acceptOr([inf(3), inf(2)])]);
    const simple = simplifyAcceptance(formula);
    expect(simple).toEqual(acceptAnd([fin(0), inf(3)]));
    const { acceptance, sets } = compactSets({ setCount: 4, formula: simple });
    expect(acceptance).toEqual({ setCount: 2, formula: acceptAnd([fin(0), inf(1)]) });
    expect(sets).toEqual([0, -1, -1, 1]);
  });
});

describe('conversion to generalized Büchi', () => {
  it('keeps the language of any condition', () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = new Random(seed);
      const automaton = anyAutomaton(random, randomAcceptance(random, random.between(1, 4)));
      const result = toGeneralizedBuchi(automaton);
      expect(isGeneralizedBuchi(result.acceptance)).toBe(true);
      expectLanguage(result, verdicts(automaton), `seed ${seed}`);
    }
  });

  it('adds no state when the condition has no Fin', () => {
    for (let seed = 0; seed < 50; seed++) {
      const random = new Random(seed);
      const formula = acceptOr([acceptAnd([inf(0), inf(1)]), inf(2)]);
      const automaton = anyAutomaton(random, { setCount: 3, formula });
      const result = toGeneralizedBuchi(automaton);
      expect(result.stateCount).toBe(automaton.stateCount);
      expectLanguage(result, verdicts(automaton), `seed ${seed}`);
    }
  });
});
