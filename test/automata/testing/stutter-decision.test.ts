import { describe, expect, it } from 'vitest';
import { makeStutterDecision, stateDecision } from '../../../src/automata/testing/stutter-decision.ts';
import { translate } from '../../../src/automata/translate/translate.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { findPatternFamily } from '../../../src/formula/patterns/index.ts';
import { printFormula } from '../../../src/formula/print/print.ts';

describe('the decision of stutter invariance for constructions', () => {
  const invariant = parseLtl('F(!a & X a)');

  it('looks at languages, not only for X', () => {
    expect(makeStutterDecision()(invariant)).toBe(true);
    expect(makeStutterDecision()(parseLtl('F(a & X a)'))).toBe(false);
  });

  it('known limit: says no when the formula or its automata are too large to find out', () => {
    expect(makeStutterDecision({ maxSize: 3 })(invariant)).toBe(false);
    expect(makeStutterDecision({ maxSize: invariant.size - 1 })(invariant)).toBe(false);
    expect(makeStutterDecision({ maxSize: invariant.size })(invariant)).toBe(true);
    expect(makeStutterDecision({ maxStates: 1 })(invariant)).toBe(false);
    expect(makeStutterDecision({ maxStates: 1 })(parseLtl('F a'))).toBe(true);
  });

  it('known limit: gives up on kr-n 3, whose negation needs too many states, whatever its size', () => {
    const formula = findPatternFamily('kr-n')!.formula(new FormulaStore(), 3);
    expect(makeStutterDecision({ maxSize: 10_000, maxStates: 200 })(formula)).toBe(false);
  });

  it('decides each state of an automaton by its formula', () => {
    const formula = parseLtl('X G a');
    const automaton = translate(formula);
    const decision = stateDecision(formula, automaton);
    const answers = automaton.stateFormulas!.map((label, state) => [printFormula(label!), decision(state)]);
    expect(answers).toEqual([
      ['XGa', false],
      ['Ga', true],
    ]);
  });
});
