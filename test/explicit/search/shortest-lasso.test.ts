import { describe, expect, it } from 'vitest';
import { tightAutomaton } from '../../../src/automata/translate/tight.ts';
import { Random } from '../../../src/base/random.ts';
import { check } from '../../../src/check/check.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import { expectLanguage } from '../../helpers/agreement.ts';
import { shortWords } from '../../helpers/automata.ts';
import { graphModel, randomGraph } from '../../helpers/graph-model.ts';
import { naiveKripke, shortestViolation } from '../../helpers/naive-check.ts';

const NAMES = ['a', 'b'];

describe('shortest counterexamples', () => {
  it('are as short as the shortest among all lassos, whatever the automaton', () => {
    const random = new Random(3);
    const stream = randomFormulas(new FormulaStore(), { propositions: NAMES, seed: 9, size: { min: 2, max: 7 } });
    const counts = { compared: 0, shorter: 0 };
    for (const formula of stream) {
      if (counts.compared >= 120) break;
      const states = random.between(3, 6);
      const graph = randomGraph(random, { states, propositions: NAMES, degree: 1.4, deadlocks: true });
      const model = graphModel(graph);
      const lasso = shortestViolation(
        naiveKripke(model, { names: NAMES, deadlock: 'stutter', maxStates: 10 })!,
        formula,
        6,
      );
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
    expect(counts.compared).toBe(120);
    expect(counts.shorter).toBeGreaterThan(3); // short ones are not always shortest
  });

  it('are given up for short ones where the tight automaton would be too large', () => {
    const model = graphModel({ initial: [0], successors: [[1], [0]], labels: [['a'], []] });
    const large = Array.from({ length: 9 }, (_, i) => `F(p${i} & X a)`).join(' | ');
    const { verdict } = check(model, parseLtl(`(${large}) & G a`), {
      engine: { kind: 'explicit', counterexample: 'shortest' },
    });
    expect(verdict).toMatchObject({ outcome: 'violated', shortest: 'not proved' });
  });
});

describe('the tight automaton', () => {
  it('accepts the words of the formula', () => {
    const stream = randomFormulas(new FormulaStore(), { propositions: NAMES, seed: 4, size: { min: 2, max: 7 } });
    let count = 0;
    for (const formula of stream) {
      if (count++ === 60) break;
      expectLanguage(tightAutomaton(formula), formula, shortWords, printFormula(formula));
    }
  });
});
