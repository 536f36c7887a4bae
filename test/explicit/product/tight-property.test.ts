import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { LimitExceeded } from '../../../src/diagnostics/limit.ts';
import { couvreur } from '../../../src/explicit/emptiness/couvreur.ts';
import { Kripke } from '../../../src/explicit/product/kripke.ts';
import { ModelGraph } from '../../../src/explicit/product/model-graph.ts';
import { SynchronisedProduct } from '../../../src/explicit/product/product.ts';
import { TightProperty } from '../../../src/explicit/product/tight-property.ts';
import { shortestLasso } from '../../../src/explicit/search/shortest-lasso.ts';
import { type Formula, FormulaStore } from '../../../src/formula/formula.ts';
import { satisfies } from '../../../src/formula/lasso.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import { substitute } from '../../../src/formula/relabel.ts';
import { nextPosition, type Word, wordLength } from '../../../src/formula/word.ts';
import { graphModel } from '../../helpers/graph-model.ts';
import { distinctOddNames } from '../../helpers/odd-names.ts';
import { allWords, showWord } from '../../helpers/words.ts';

/** Of the propositions `a` and `b` of the formulas below: names are only names. */
const NAMES = distinctOddNames(new Random(11), 2, (name) => name !== 'dead');
const WORDS = allWords(NAMES, 2, 2);

function parsed(text: string): Formula {
  const formula = parseLtl(text);
  const own = NAMES.map((name) => formula.store.proposition(name));
  return substitute(formula, new Map(['a', 'b'].map((name, i) => [name, own[i]])));
}

/** The product of the formula with a model that has this word only. */
function productWith(word: Word, formula: Formula): SynchronisedProduct {
  const all = Array.from({ length: wordLength(word) }, (_, i) => i);
  const model = graphModel({
    initial: [0],
    successors: all.map((i) => [nextPosition(word, i)]),
    labels: [...word.prefix, ...word.cycle].map((letter) => [...letter]),
  });
  const kripke = new Kripke(
    new ModelGraph(model, { deadlock: 'stutter' }),
    NAMES.map((name) => model.predicate(name).value!),
  );
  return new SynchronisedProduct(kripke, new TightProperty(formula, kripke.letters, NAMES));
}

describe('the tight automaton of a formula', () => {
  it('accepts its words, by runs that have as many states as the word has letters', () => {
    const operators = [
      ...['a', 'X a', 'F a', 'G a', 'a U b', 'a W b', 'a R b', 'a M b', 'a -> b', 'a <-> b', 'a xor b', '!a | b & X b'],
      ...['a U (b W X a)', 'G(a -> F b)', '!(a M X b)', 'F G a', 'G F a', '(X a) R (X b)'],
    ].map(parsed);
    const stream = randomFormulas(new FormulaStore(), { propositions: NAMES, seed: 4, size: { min: 2, max: 9 } });
    const formulas = [...operators, ...Array.from({ length: 60 }, () => stream.next().value as Formula)];
    const counts = { accepted: 0, rejected: 0 };
    for (const formula of formulas) {
      for (const word of WORDS) {
        const context = `${printFormula(formula)} on ${showWord(word)}`;
        const isExpected = satisfies(word, formula);
        const product = productWith(word, formula);
        expect(couvreur(product).accepting !== null, context).toBe(isExpected);
        counts[isExpected ? 'accepted' : 'rejected']++;
        if (!isExpected) continue;
        const lasso = shortestLasso(product, wordLength(word) + 1);
        expect(lasso, context).not.toBeNull();
      }
    }
    expect(Math.min(counts.accepted, counts.rejected)).toBeGreaterThan(1000);
  });

  it('is given up where it would have too many states', () => {
    const nested = Array.from({ length: 11 }, (_, i) => `F(a U X${i % 2 ? 'a' : 'b'})`).join(' & ');
    const many = Array.from({ length: 16 }, (_, i) => `${'X '.repeat(i + 1)}(a U b)`).join(' | ');
    expect(() => productWith(WORDS[0], parsed(many)).initialStates()).toThrow(LimitExceeded);
    expect(() => productWith(WORDS[0], parsed(nested)).initialStates()).not.toThrow();
  });
});
