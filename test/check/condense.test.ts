import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { condense } from '../../src/check/condense.ts';
import type { CheckOptions } from '../../src/check/options.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { substitute } from '../../src/formula/relabel.ts';
import { philosophers } from '../../src/models/library/philosophers.ts';
import { observe } from '../../src/models/observation.ts';
import { netModel } from '../../src/models/petri/net-model.ts';

const model = netModel(philosophers(3));
const any = (name: string, count: number): string => Array.from({ length: count }, (_, i) => `${name}${i}`).join(' | ');
const condensed = (text: string): ReturnType<typeof condense> => {
  const formula = parseLtl(text);
  return condense(formula, observe(model, formula));
};

describe('Boolean parts of a formula', () => {
  it('become one proposition each, where there are many propositions', () => {
    const { formula, observation } = condensed(`GF(${any('IsEating', 3)}) -> G((${any('Idle', 3)}) -> F !HasLeft0)`);
    expect(observation.names).toHaveLength(3);
    expect(observation.predicates).toHaveLength(3);
    expect(printFormula(formula)).toContain('IsEating0 | IsEating1 | IsEating2');
  });

  it('become one proposition even of two, and one stays as it is', () => {
    const { observation } = condensed(
      'GF(IsEating0 | Idle0) & GF(IsEating1 & Idle1) & FG(HasLeft0 <-> HasLeft1) | F HasRight0',
    );
    expect(observation.names).toHaveLength(4);
    expect(observation.names).toContain('HasRight0');
  });

  it('stay as they are where they share propositions', () => {
    const text = `G(${any('IsEating', 3)}) | F(IsEating1 & ${any('Idle', 3).replaceAll('|', '&')} & HasLeft0)`;
    expect(condensed(text).observation.names).toHaveLength(7);
  });

  it('stay as they are where the propositions are few, and where they ask for deadlocks', () => {
    expect(condensed('GF(IsEating0 | IsEating1)').observation.names).toEqual(['IsEating0', 'IsEating1']);
    expect(condensed(`GF(dead | ${any('IsEating', 3)} | ${any('Idle', 3)})`).observation.names).toHaveLength(7);
  });

  it('make automata possible that know the letters of fifteen propositions', () => {
    const places = ['Idle', 'WaitLeft', 'WaitRight', 'HasRight', 'IsEating'].map((name) => any(name, 3));
    const formula = parseLtl(`GF(${places.join(' | ')})`);
    const { outcome } = check(model, formula, { engine: { kind: 'explicit', automaton: 'tgba' } }).verdict;
    for (const automaton of ['ta', 'gta', 'sta', 'sgta', 'tgta', 'lazy-tgta'] as const) {
      const result = check(model, formula, { engine: { kind: 'explicit', automaton } });
      expect(result.verdict.outcome).toBe(outcome);
      expect(result.statistics.automatonStates).toBeLessThan(8);
    }
  });
});

describe('random formulas over Boolean parts', () => {
  const ways: readonly CheckOptions[] = [
    ...(['ta', 'gta', 'sta', 'tgta', 'lazy-tgta'] as const).map((automaton) => ({
      engine: { kind: 'explicit', automaton } as const,
    })),
    { engine: { kind: 'symbolic', automaton: 'tgta' } },
  ];

  it('have the verdict that the automaton of the whole formula gives', () => {
    const store = new FormulaStore();
    const parts = new Map<string, Formula>(
      Object.entries({
        x: '(IsEating0 xor IsEating1) | !HasLeft2',
        y: 'Idle0 -> (Idle1 <-> WaitLeft2)',
        z: '!(HasRight0 & !HasRight1)',
      }).map(([name, text]) => [name, parseLtl(text, { store })]),
    );
    const outcomes = new Map<string, number>();
    const options = {
      propositions: [...parts.keys()],
      seed: 11,
      size: { min: 4, max: 10 },
      operators: 'next-free',
    } as const;
    let round = 0;
    for (const skeleton of randomFormulas(store, options)) {
      if (round++ === 30) break;
      const formula = substitute(skeleton, parts);
      const { outcome } = check(model, formula, { engine: { kind: 'explicit', automaton: 'tgba' } }).verdict;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      for (const way of ways) expect(check(model, formula, way).verdict.outcome, printFormula(formula)).toBe(outcome);
    }
    expect([...outcomes.keys()].sort((a, b) => (a < b ? -1 : 1))).toEqual(['holds', 'violated']);
  });
});
