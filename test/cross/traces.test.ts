// What is shown of violations on random models, against brute force: bad prefixes are bad whatever follows, can be continued by an execution
// that counts, and are as short as claimed; lassos stay violations; verdicts stay those of the naive check.
import { describe, expect, it } from 'vitest';
import { translate } from '../../src/automata/translate/translate.ts';
import { Random } from '../../src/base/random.ts';
import { check } from '../../src/check/check.ts';
import type { Counterexample } from '../../src/check/counterexample.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { satisfies } from '../../src/formula/lasso.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import type { Letter } from '../../src/formula/word.ts';
import { enumerateWords } from '../../src/formula/word-enumeration.ts';
import { complaintOn } from '../certificates/certified.ts';
import { type Graph, graphModel, randomGraph } from '../helpers/graph-model.ts';
import { naiveKripke, naivelyAccepts } from '../helpers/naive-check.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';

const NAMES = ['a', 'b'];
const ROUNDS = roundsOf({ usual: 150, long: 1500 });
const CONTINUATIONS = [...enumerateWords({ propositions: NAMES, longestPrefix: 2, longestCycle: 2 })];

function* samples(): Generator<{ formula: Formula; graph: Graph; random: Random }> {
  const random = new Random(seedFrom(17));
  const stream = randomFormulas(new FormulaStore(), {
    propositions: NAMES,
    seed: seedFrom(4),
    size: { min: 2, max: 9 },
  });
  for (const formula of stream) {
    const states = random.between(1, 7);
    yield {
      formula,
      graph: randomGraph(random, { states, propositions: NAMES, degree: 1.5, deadlocks: true }),
      random,
    };
  }
}

function isBad(letters: readonly Letter[], formula: Formula): boolean {
  return CONTINUATIONS.every(({ prefix, cycle }) => !satisfies({ prefix: [...letters, ...prefix], cycle }, formula));
}

/** Whether an infinite path begins in the state: one that is as long as there are states. */
function goesOn({ successors }: Graph, state: number): boolean {
  let reached = new Set([state]);
  for (let i = 0; i < successors.length; i++) reached = new Set([...reached].flatMap((s) => successors[s]));
  return reached.size > 0;
}

/** The length of the shortest path after which the formula is lost, up to a length; by trying all paths. */
function shortestBad(graph: Graph, formula: Formula, longest: number): number | null {
  const letterOf = (state: number): Letter => new Set(graph.labels[state]);
  let paths = graph.initial.map((state) => [state]);
  for (let length = 1; length <= longest; length++) {
    if (paths.some((path) => isBad(path.map(letterOf), formula))) return length;
    paths = paths.flatMap((path) => {
      const last = path[path.length - 1];
      const next = graph.successors[last].length === 0 ? [last] : graph.successors[last];
      return next.map((state) => [...path, state]);
    });
    if (paths.length > 300) return null;
  }
  return null;
}

function lettersOf(part: Counterexample['prefix']): Letter[] {
  return part.map(({ letter }) => letter);
}

describe('what is shown of a violation', () => {
  it('is a bad prefix that goes on, or a lasso that violates the formula', () => {
    const counts = { prefix: 0, lasso: 0, dropped: 0, holds: 0 };
    for (const { formula, graph, random } of samples()) {
      if (counts.prefix >= ROUNDS && counts.lasso >= ROUNDS / 3 && counts.dropped >= 10) break;
      const deadlock = random.pick(['stutter', 'drop'] as const);
      const automaton = random.pick(['tgba', 'ba', 'tgta'] as const);
      const model = graphModel(graph);
      const where = `${printFormula(formula)} on ${JSON.stringify(graph)}, ${deadlock}, ${automaton}`;
      const kripke = naiveKripke(model, { names: NAMES, deadlock, maxStates: 10 })!;
      const isViolated = naivelyAccepts(kripke, translate(formula.store.not(formula)));
      const { verdict } = check(model, formula, { deadlock, engine: { kind: 'explicit', automaton } });
      expect(verdict.outcome, where).toBe(isViolated ? 'violated' : 'holds');
      if (verdict.outcome === 'holds' && ++counts.holds % 10 === 0) {
        const engine = { kind: 'explicit', automaton } as const;
        expect(complaintOn({ graph, propositions: NAMES }, formula, { deadlock, engine }), where).toBeNull();
      }
      if (verdict.outcome !== 'violated') continue;
      const { kind, prefix, cycle } = verdict.counterexample;
      counts[kind]++;
      if (kind === 'lasso') {
        expect(satisfies({ prefix: lettersOf(prefix), cycle: lettersOf(cycle) }, formula), where).toBe(false);
        continue;
      }
      expect(isBad(lettersOf(prefix), formula), where).toBe(true);
      const states = prefix.map(({ state }) => state[0]);
      expect(graph.initial).toContain(states[0]);
      for (const [i, state] of states.slice(1).entries()) {
        const isStep = graph.successors[states[i]].includes(state);
        const repeats = deadlock === 'stutter' && graph.successors[states[i]].length === 0 && state === states[i];
        expect(isStep || repeats, where).toBe(true);
      }
      if (deadlock === 'drop') {
        expect(goesOn(graph, states[states.length - 1]), where).toBe(true);
        counts.dropped++;
      }
    }
  });

  it('is a shortest bad prefix where that is claimed', () => {
    let compared = 0;
    for (const { formula, graph } of samples()) {
      if (compared >= ROUNDS / 3) break;
      const { verdict } = check(graphModel(graph), formula, {
        engine: { kind: 'explicit', counterexample: 'shortest' },
      });
      if (verdict.outcome !== 'violated' || verdict.counterexample.kind !== 'prefix') continue;
      const { length } = verdict.counterexample.prefix;
      const shortest = length <= 5 && verdict.shortest === 'proved' ? shortestBad(graph, formula, length) : null;
      if (shortest === null) continue;
      expect(length, `${printFormula(formula)} on ${JSON.stringify(graph)}`).toBe(shortest);
      compared++;
    }
    expect(compared).toBeGreaterThanOrEqual(ROUNDS / 3);
  });
});
