// Propositions with odd names, through every way in which formulas and automata are written and read again.
import { describe, expect, it } from 'vitest';
import type { Automaton } from '../../src/automata/automaton.ts';
import { printHoa } from '../../src/automata/hoa/write.ts';
import { printNeverClaim } from '../../src/automata/never-claim/write.ts';
import { readAutomata } from '../../src/automata/stream.ts';
import { translate } from '../../src/automata/translate/translate.ts';
import { Random } from '../../src/base/random.ts';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { type FormulaSyntax, parseFormula } from '../../src/formula/parse.ts';
import { type PrintSyntax, printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { parseWord, printWord } from '../../src/formula/word-syntax.ts';
import { distinctOddNames, oddNames } from '../helpers/odd-names.ts';

function readOne(text: string): Automaton {
  const all = readAutomata(text);
  expect(all, text).toHaveLength(1);
  return unwrap(all[0]);
}

function formulaOver(store: FormulaStore, names: readonly string[]): Formula {
  const [a, b, c] = names.map((name) => store.proposition(name));
  return store.and(store.globally(store.implies(a, store.finally(b))), store.until(store.not(b), store.or(a, c)));
}

const TRIPLES = oddNames.map((name, i) => [
  name,
  oddNames[(i + 1) % oddNames.length],
  oddNames[(i + 7) % oddNames.length],
]);

describe('odd names', () => {
  it.each([
    ['spot', 'spot'],
    ['spin', 'spin'],
    ['lbt', 'lbt'],
    ['unicode', 'spot'],
  ] as const)('survive in formulas that are printed as %s', (syntax: PrintSyntax, read: FormulaSyntax) => {
    for (const names of TRIPLES) {
      const store = new FormulaStore();
      const formula = formulaOver(store, names);
      for (const parentheses of ['minimal', 'full'] as const) {
        const text = printFormula(formula, { syntax, parentheses });
        const again = unwrap(parseFormula(text, { syntax: read, store }));
        expect(printFormula(again), text).toBe(printFormula(formula));
      }
    }
  });

  it('survive in HOA', () => {
    for (const names of TRIPLES) {
      const automaton = translate(formulaOver(new FormulaStore(), names));
      for (const layout of ['lines', 'one-line'] as const) {
        const text = printHoa(automaton, { layout });
        const again = readOne(text);
        expect(again.propositions, text).toEqual(automaton.propositions);
        expect(printHoa(again, { layout })).toBe(text);
      }
    }
  });

  it('survive in never claims', () => {
    for (const names of TRIPLES) {
      const automaton = translate(formulaOver(new FormulaStore(), names), { to: 'ba' });
      const text = printNeverClaim(automaton);
      const again = readOne(text);
      expect([...again.propositions].sort(), text).toEqual([...automaton.propositions].sort());
      expect(printNeverClaim(again)).toBe(text);
    }
  });

  it('survive in words', () => {
    for (const names of TRIPLES) {
      const word = { prefix: [new Set(names)], cycle: [new Set(names.slice(1)), new Set<string>()] };
      const text = printWord(word, names);
      expect(unwrap(parseWord(text)), text).toEqual(word);
    }
  });

  it('survive in random formulas and their automata', () => {
    const random = new Random(77);
    for (let round = 0; round < 60; round++) {
      const propositions = distinctOddNames(random, 3);
      const store = new FormulaStore();
      const formula = randomFormulas(store, { propositions, seed: round, size: { min: 2, max: 8 } }).next()
        .value as Formula;
      expect(unwrap(parseFormula(printFormula(formula), { store }))).toBe(formula);
      const automaton = translate(formula);
      expect(readOne(printHoa(automaton)).propositions).toEqual(automaton.propositions);
    }
  });
});
