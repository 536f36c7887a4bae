// Automata that the user brings, with every sort of acceptance condition, against the naive oracle.
import { describe, expect, it } from 'vitest';
import { finSets } from '../../src/automata/acceptance.ts';
import { readHoaAutomaton } from '../../src/automata/hoa/read.ts';
import { Random } from '../../src/base/random.ts';
import { checkNever } from '../../src/check/check.ts';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { anyAutomaton, randomAcceptance } from '../helpers/automata.ts';
import { graphModel, randomGraph } from '../helpers/graph-model.ts';
import { naiveKripke, naivelyAccepts } from '../helpers/naive-check.ts';
import { distinctOddNames } from '../helpers/odd-names.ts';

describe('checkNever', () => {
  it('agrees with the oracle on random automata with Inf and Fin, by every check that is exact for them', () => {
    const random = new Random(5);
    const counts = { violated: 0, fin: 0, rounds: 400 };
    for (let round = 0; round < counts.rounds; round++) {
      // `dead` is what the model says it is, not a label
      const [first, second] = distinctOddNames(random, 2, (name) => name !== 'dead');
      const names: [string, string] = random.chance(0.5) ? ['a', 'b'] : [first, second];
      const automaton = anyAutomaton(random, randomAcceptance(random, random.between(1, 4)), names);
      const options = { states: random.between(2, 7), propositions: names, degree: 1.6, deadlocks: true };
      const graph = randomGraph(random, options);
      const model = graphModel(graph);
      const deadlock = random.chance(0.3) ? 'drop' : 'stutter';
      const kripke = naiveKripke(model, { names, deadlock, maxStates: 100 })!;
      const expected = naivelyAccepts(kripke, automaton) ? 'violated' : 'holds';
      for (const emptiness of [undefined, 'two-pass', 'tarjan', 'ndfs'] as const) {
        const { outcome } = checkNever(model, automaton, { engine: { kind: 'explicit', emptiness }, deadlock }).verdict;
        expect(outcome, `round ${round} by ${emptiness}, ${names.join()}`).toBe(expected);
      }
      // Diagrams take longer to make than such a model takes to search.
      for (const engine of round % 4 === 0 ? (['symbolic', 'hybrid'] as const) : []) {
        const { verdict, options: chosen } = checkNever(model, automaton, { engine, deadlock });
        expect(verdict.outcome, `round ${round} by the ${engine} engine, ${names.join()}`).toBe(expected);
        expect(chosen.engine.kind).toBe(engine);
      }
      if (expected === 'violated') counts.violated++;
      if (finSets(automaton.acceptance.formula) !== 0) counts.fin++;
    }
    expect(counts.fin).toBeGreaterThan(counts.rounds / 2);
    expect(Math.min(counts.violated, counts.rounds - counts.violated)).toBeGreaterThan(counts.rounds / 10);
  });

  const rabin = `HOA: v1
States: 1
Start: 0
AP: 1 "lit"
acc-name: Rabin 1
Acceptance: 2 Fin(0) & Inf(1)
--BODY--
State: 0
[0] 0 {0}
[!0] 0 {1}
--END--
`;

  it('reads an automaton of bad behaviours: in the end dark for ever', () => {
    const never = unwrap(readHoaAutomaton({ name: 'dark.hoa', text: rabin }));
    const lamp = graphModel({ initial: [0], successors: [[1], [0, 1]], labels: [[], ['lit']] });
    expect(checkNever(lamp, never).verdict.outcome).toBe('holds');
    const broken = graphModel({ initial: [0], successors: [[1], [0, 2], [2]], labels: [[], ['lit'], []] });
    const { verdict } = checkNever(broken, never);
    expect(verdict.outcome === 'violated' && verdict.counterexample.cycle.map(({ state }) => state[0])).toEqual([2]);
  });
});
