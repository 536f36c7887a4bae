import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { check } from '../../../src/check/check.ts';
import type { AutomatonKind } from '../../../src/check/options.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import { formatCheck } from '../../../src/report/check-report.ts';
import { graphModel, randomGraph } from '../../helpers/graph-model.ts';
import { naiveKripke, shortestViolation } from '../../helpers/naive-check.ts';
import { roundsOf, seedFrom } from '../../helpers/shared.ts';

const ROUNDS = roundsOf({ usual: 200, long: 3000 });
/** All lassos up to this length are judged. */
const LONGEST = 5;

describe('shortest counterexamples', () => {
  it.each([
    { names: ['a', 'b'], largest: 7 },
    { names: ['a', 'b', 'c'], largest: 14 },
  ])('are as short as the shortest among all lassos, whatever the automaton: $names', ({ names, largest }) => {
    const random = new Random(seedFrom(3));
    const stream = randomFormulas(new FormulaStore(), { propositions: names, seed: 9, size: { min: 2, max: largest } });
    const counts = { compared: 0, shorter: 0 };
    for (const formula of stream) {
      if (counts.compared >= ROUNDS) break;
      const states = random.between(1, 6);
      const graph = randomGraph(random, { states, propositions: names, degree: 1.4, deadlocks: true });
      const model = graphModel(graph);
      const kripke = naiveKripke(model, { names, deadlock: 'stutter', maxStates: 10 })!;
      const lasso = shortestViolation(kripke, formula, LONGEST);
      if (lasso === null) continue;
      for (const automaton of ['tgba', 'tgta'] as const) {
        const lengths = (['short', 'shortest'] as const).map((counterexample) => {
          const { verdict } = check(model, formula, { engine: { kind: 'explicit', automaton, counterexample } });
          if (verdict.outcome !== 'violated') return expect.fail(`${printFormula(formula)} should be violated`);
          expect(verdict.shortest).toBe(counterexample === 'shortest' ? 'proved' : undefined);
          return verdict.counterexample.prefix.length + verdict.counterexample.cycle.length;
        });
        expect(lengths[1], `${printFormula(formula)} on ${JSON.stringify(graph)}`).toBe(lasso.length);
        if (lengths[1] < lengths[0]) counts.shorter++;
      }
      counts.compared++;
    }
    expect(counts.compared).toBe(ROUNDS);
    expect(counts.shorter).toBeGreaterThan(3); // short ones are not always shortest
  });

  // weak until once became two operators, which made the automaton too large
  it('are found for nested operators: one state instead of two', () => {
    const model = graphModel({ initial: [0], successors: [[0]], labels: [['b']] });
    for (const automaton of ['tgba', 'ba', 'tgta', 'lazy-tgta'] satisfies AutomatonKind[]) {
      const formula = parseLtl('(!a) M ((!b) M ((X !c) U b))');
      const { verdict } = check(model, formula, {
        engine: { kind: 'explicit', automaton, counterexample: 'shortest' },
      });
      if (verdict.outcome !== 'violated') return expect.fail('should be violated');
      expect(verdict.shortest).toBe('proved');
      expect([verdict.counterexample.prefix.length, verdict.counterexample.cycle.length]).toEqual([0, 1]);
    }
  });

  it('are given up for short ones where the tight automaton would be too large, and the report says so', () => {
    const model = graphModel({ initial: [0], successors: [[1], [0]], labels: [['a'], []] });
    const formula = parseLtl(`${'X '.repeat(13)} a`);
    const result = check(model, formula, { engine: { kind: 'explicit', counterexample: 'shortest' } });
    expect(result.verdict).toMatchObject({ outcome: 'violated', shortest: 'not proved' });
    const text = formatCheck(result, { statistics: 'when-unknown' });
    expect(text).toContain('\n  there may be a shorter one: ');
    const short = check(model, formula);
    expect(formatCheck(short, { statistics: 'when-unknown' })).not.toContain('shorter');
    const proved = check(model, parseLtl('G a'), { engine: { kind: 'explicit', counterexample: 'shortest' } });
    expect(formatCheck(proved, { statistics: 'when-unknown' })).not.toContain('shorter');
  });
});
