import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accepts } from '../../../src/automata/accepts.ts';
import type { Automaton } from '../../../src/automata/automaton.ts';
import { hasStateAcceptance } from '../../../src/automata/properties.ts';
import { tableau } from '../../../src/automata/translate/tableau.ts';
import { type TranslateOptions, translate } from '../../../src/automata/translate/translate.ts';
import { Random } from '../../../src/base/random.ts';
import { LimitExceeded } from '../../../src/diagnostics/limit.ts';
import { type Formula, FormulaStore } from '../../../src/formula/formula.ts';
import { nnf } from '../../../src/formula/nnf.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import { simplify } from '../../../src/formula/simplify/simplify.ts';
import { propositionsOf } from '../../../src/formula/traverse.ts';
import { acceptedWord } from '../../helpers/accepted-words.ts';
import { expectLanguage } from '../../helpers/agreement.ts';
import { LEFT_OUT, longMode, seedFrom, sharedFolder } from '../../helpers/shared.ts';
import { allWords, randomWord } from '../../helpers/words.ts';

const everyOption: TranslateOptions[] = (['tgba', 'ba'] as const).flatMap((to) =>
  (['low', 'medium', 'high'] as const).flatMap((effort) =>
    (['small', 'deterministic', 'any'] as const).map((preference) => ({ to, effort, preference })),
  ),
);

/** The automaton, or null if its tableau alone has more states: the negation of the largest formula of Kupferman and Vardi has 6670. */
function translateWithin(formula: Formula, maxStates: number): Automaton | null {
  try {
    tableau(nnf(simplify(formula)), { limits: { states: maxStates } });
    return translate(formula);
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    return null;
  }
}

describe('translate', () => {
  it('accepts exactly the short words that satisfy a formula, under every option', () => {
    const words = allWords(['a', 'b'], 1, 2);
    const texts = [
      'a',
      'X a',
      'F a',
      'G a',
      'a U b',
      'a R b',
      'a W b',
      'a M b',
      'GF a',
      'FG a',
      'G(a -> F b)',
      '0',
      '1',
    ];
    texts.push(
      'GFa & GFb',
      'G(a U b)',
      'F(a & G b)',
      'GFa -> GFb',
      'GFa <-> GFb',
      'Fa & FGb',
      'Fa U Gb',
      'GF(a <-> XXa)',
    );
    for (const text of texts) {
      const formula = parseLtl(text);
      for (const options of everyOption) {
        expectLanguage(translate(formula, options), formula, words, `${text} ${JSON.stringify(options)}`);
      }
    }
  });

  it('accepts exactly the words that satisfy random formulas, under every option', () => {
    const random = new Random(seedFrom(31));
    const propositions = ['p0', 'p1', 'p2'];
    let left = longMode ? 5000 : 120;
    for (const formula of randomFormulas(new FormulaStore(), {
      propositions,
      size: { min: 4, max: 14 },
      seed: seedFrom(6),
    })) {
      const options = random.pick(everyOption);
      const automaton = translate(formula, options);
      const words = Array.from({ length: 30 }, () => randomWord(random, propositions));
      for (let i = 0; i < 5; i++) words.push(acceptedWord(automaton, random) ?? words[i]);
      expectLanguage(automaton, formula, words, `random formula, ${left} left, ${JSON.stringify(options)}`);
      if (options.to === 'ba') expect(hasStateAcceptance(automaton)).toBe(true);
      if (--left === 0) break;
    }
  });

  it('names states only by formulas that define the language from there', () => {
    const random = new Random(seedFrom(34));
    const propositions = ['p0', 'p1'];
    let left = longMode ? 2000 : 60;
    let named = 0;
    for (const formula of randomFormulas(new FormulaStore(), {
      propositions,
      size: { min: 4, max: 11 },
      seed: seedFrom(8),
    })) {
      const options = random.pick(everyOption);
      const automaton = translate(formula, options);
      const words = Array.from({ length: 12 }, () => randomWord(random, propositions));
      automaton.stateFormulas?.forEach((stateFormula, state) => {
        if (stateFormula === null) return;
        named++;
        const context = `state ${state} of random formula, ${left} left, ${JSON.stringify(options)}`;
        expectLanguage(automaton.with({ initial: [state] }), stateFormula, words, context);
      });
      if (--left === 0) break;
    }
    expect(named).toBeGreaterThan(60);
  });

  it('gives a formula and its negation disjoint languages that cover everything', () => {
    const random = new Random(seedFrom(32));
    const propositions = ['p0', 'p1'];
    let left = longMode ? 2000 : 40;
    const store = new FormulaStore();
    for (const formula of randomFormulas(store, { propositions, size: { min: 4, max: 12 }, seed: seedFrom(7) })) {
      const [yes, no] = [translate(formula), translate(store.not(formula))];
      for (let i = 0; i < 20; i++) {
        const word = randomWord(random, propositions);
        expect(accepts(yes, word)).toBe(!accepts(no, word));
      }
      if (--left === 0) break;
    }
  });

  it.skipIf(!sharedFolder)(
    `accepts exactly the words that satisfy the formulas of the collections (or ${LEFT_OUT})`,
    () => {
      const random = new Random(seedFrom(33));
      const lines = ['formulas.txt', 'random-500.txt'].flatMap((file) =>
        readFileSync(join(sharedFolder!, 'ltl', file), 'utf8')
          .trim()
          .split('\n'),
      );
      for (const line of lines) {
        if (!longMode && (random.chance(0.95) || line.length > 120)) continue;
        const formula = parseLtl(line);
        const negated = translateWithin(formula.store.not(formula), 3000);
        for (const to of ['tgba', 'ba'] as const) {
          const automaton = translate(formula, { to });
          const words = Array.from({ length: longMode ? 30 : 5 }, () => [
            randomWord(random, propositionsOf(formula)),
            acceptedWord(automaton, random),
            negated === null ? null : acceptedWord(negated, random),
          ]);
          expectLanguage(
            automaton,
            formula,
            words.flat().filter((word) => word !== null),
            `${line} to ${to}`,
          );
        }
      }
    },
  );
});
