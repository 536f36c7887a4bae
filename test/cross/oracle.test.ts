// Every engine against the naive oracle: random graphs, random nets, small models of the library and of other formats, with deadlocks in both readings,
// under random and given formulas. A triple is a model, a formula and a reading of deadlocks; on each, every kind of automaton is
// tried with every emptiness check that is exact for it.
import { describe, expect, it } from 'vitest';
import { translate } from '../../src/automata/translate/translate.ts';
import { Random } from '../../src/base/random.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { substitute } from '../../src/formula/relabel.ts';
import { NEXT_FREE } from '../../src/formula/traits.ts';
import { analyse } from '../../src/models/analysis/analyse.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import { generateNet } from '../../src/models/library/index.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { complaintOnSample } from '../certificates/sample.ts';
import { anyModel } from '../helpers/any-model.ts';
import { engines, Question } from '../helpers/engines.ts';
import { naiveKripke, naivelyAccepts, shortestViolation } from '../helpers/naive-check.ts';
import { distinctOddNames } from '../helpers/odd-names.ts';
import { longMode, roundsOf, seedFrom } from '../helpers/shared.ts';
import { SMALL_MODELS } from '../symbolic/small-models.ts';

const TRIPLES = roundsOf({ usual: 2_000, long: 20_000 });
const TRIPLES_PER_FORMULA = 16;
const MINUTE = 60_000;
/** Propositions of the given formulas, and what they are called here. */
const LETTERS = ['a', 'b', 'c'];
const OWN = distinctOddNames(new Random(seedFrom(70)), LETTERS.length, (name) => name !== 'dead');
const NAMES = [...OWN, 'dead'];
const MAX_STATES = 120;
/** Lassos up to this length are tried one by one on graphs with few states. */
const LONGEST = 5;

const GIVEN = [
  'G(a -> F b)',
  'GF a -> GF b',
  'a U (b U c)',
  'F(a & X(b & X c))',
  'G(a | X b)',
  'FG a | GF !b',
  '!a W b',
  'G(a -> (b U c))',
  'GF a & GF b & GF c',
  'F dead',
  'G(dead -> a)',
  '(a M b) R c',
  'X X a',
  'G(a <-> X !a)',
];

const LIBRARY: readonly (readonly [string, number])[] = [
  ['philosophers', 2],
  ['philosophers', 3],
  ['kanban', 1],
  ['peterson', 2],
  ['slotted-ring', 2],
  ['fms', 1],
];

describe('every engine and the naive oracle', () => {
  it(
    `agree on ${TRIPLES} triples`,
    () => {
      const random = new Random(seedFrom(71));
      const library = [
        ...LIBRARY.map(([name, size]) => netModel(generateNet(name, size).value!)),
        ...Object.entries(SMALL_MODELS).map(([name, text]) => analyse(loadModel(name, [text]).value!)),
      ];
      const kernels = new Set<string>();
      let turn = 0;
      const counts = { triples: 0, answers: 0, violated: 0, lassos: 0 };
      for (const formula of formulas()) {
        if (counts.triples >= TRIPLES) break;
        turn++;
        const isFree = formula.has(NEXT_FREE);
        const prepared = engines
          .filter(({ takes }) => takes === 'all' || isFree)
          .map((engine) => ({ name: engine.name, answer: engine.prepare(formula) }));
        const negation = translate(formula.store.not(formula));
        for (let i = 0; i < TRIPLES_PER_FORMULA; i++) {
          const model = anyModel(random, { library, names: NAMES, turn: i });
          const deadlock = random.chance(0.7) ? 'stutter' : 'drop';
          const kripke = naiveKripke(model, { names: NAMES, deadlock, maxStates: MAX_STATES });
          if (kripke === null) continue;
          const expected = naivelyAccepts(kripke, negation) ? 'violated' : 'holds';
          const context = `triple ${counts.triples}: ${printFormula(formula)} on ${model.name}, ${deadlock}, ${kripke.letters.length} states`;
          if (kripke.letters.length <= 6) {
            const lasso = shortestViolation(kripke, formula, LONGEST);
            if (lasso !== null) expect(expected, `${context}: ${lasso}`).toBe('violated');
            if (lasso !== null) counts.lassos++;
          }
          const kernel = i === turn % TRIPLES_PER_FORMULA ? 'in' : 'out';
          if (kernel === 'in') kernels.add(model.name);
          const question = new Question(model, formula, { names: NAMES, deadlock, kernel });
          for (const { name, answer } of prepared) {
            for (const { check, outcome } of answer(question)) {
              counts.answers++;
              if (outcome !== expected) expect.fail(`${context}: ${name} by ${check} says ${outcome}, not ${expected}`);
            }
          }
          counts.triples++;
          if (expected === 'violated') counts.violated++;
          else if (counts.triples % 50 === 0)
            expect(complaintOnSample({ model, formula }, { deadlock }), context).toBeNull();
        }
      }
      expect(counts.triples).toBeGreaterThanOrEqual(TRIPLES);
      expect(Math.min(counts.violated, counts.triples - counts.violated)).toBeGreaterThan(TRIPLES / 5);
      expect(counts.lassos).toBeGreaterThan(TRIPLES / 20);
      expect(counts.answers).toBeGreaterThan(TRIPLES * 20);
      const formats = [...kernels].filter((name) => /\.(dve|etf)$/.test(name));
      if (TRIPLES >= 2_000) expect(formats.length).toBeGreaterThan(1);
    },
    longMode ? 60 * MINUTE : 5 * MINUTE,
  );
});

/** The given formulas, then random ones, every other without X. */
function* formulas(): Generator<Formula, void> {
  for (const text of GIVEN) yield renamed(parseLtl(text));
  const store = new FormulaStore();
  const streams = (['next-free', 'ltl'] as const).map((operators, seed) =>
    randomFormulas(store, { propositions: NAMES, seed: seedFrom(seed), size: { min: 2, max: 10 }, operators }),
  );
  for (;;) {
    for (const stream of streams) {
      const { value } = stream.next();
      if (value) yield value;
    }
  }
}

/** The formula over other names. */
function renamed(formula: Formula): Formula {
  const { store } = formula;
  return substitute(formula, new Map(LETTERS.map((letter, i) => [letter, store.proposition(OWN[i])])));
}
