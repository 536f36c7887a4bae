// The hybrid engine against all others and the naive oracle: formulas with both kinds of automata, and automata of any shape. Every lasso is replayed
// and judged.
import { describe, expect, it } from 'vitest';
import { generalizedBuchi } from '../../src/automata/acceptance.ts';
import { accepts } from '../../src/automata/accepts.ts';
import { randomAutomaton } from '../../src/automata/random.ts';
import { translate } from '../../src/automata/translate/translate.ts';
import { Random } from '../../src/base/random.ts';
import { replay } from '../../src/check/counterexample.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { NEXT_FREE } from '../../src/formula/traits.ts';
import { analyse } from '../../src/models/analysis/analyse.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import { generateNet } from '../../src/models/library/index.ts';
import type { Model } from '../../src/models/model.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { checkSymbolically } from '../../src/symbolic/check.ts';
import { ExploredModel } from '../../src/symbolic/explored-model.ts';
import { checkHybrid } from '../../src/symbolic/hybrid/check.ts';
import { complaintOnSample } from '../certificates/sample.ts';
import { anyModel } from '../helpers/any-model.ts';
import { engines, Question } from '../helpers/engines.ts';
import { type NaiveKripke, naiveKripke, naivelyAccepts } from '../helpers/naive-check.ts';
import { distinctOddNames } from '../helpers/odd-names.ts';
import { longMode, roundsOf, seedFrom } from '../helpers/shared.ts';
import { SMALL_MODELS } from '../symbolic/small-models.ts';

const CASES = roundsOf({ usual: 2_000, long: 20_000 });
const AUTOMATA = roundsOf({ usual: 1_000, long: 20_000 });
/** Formulas (or automata) and models of a batch: each with each. Models cost more than questions: each has diagrams, and a memory of its own for them. */
const BATCH = { questions: 20, models: 8 };
/** Beyond it a manager of diagrams reserves more address space than these models need. */
const MEMORY_BYTES = 2 ** 26;
const MAX_STATES = 120;
const MINUTE = 60_000;
const PATIENCE = longMode ? 90 * MINUTE : 5 * MINUTE;

const OWN = distinctOddNames(new Random(seedFrom(80)), 3, (name) => name !== 'dead');
const NAMES = [...OWN, 'dead'];

const LIBRARY: readonly Model[] = [
  ...(['philosophers', 'peterson', 'slotted-ring'] as const).map((name) => netModel(generateNet(name, 2).value!)),
  ...Object.entries(SMALL_MODELS).map(([name, text]) => analyse(loadModel(name, [text]).value!)),
];

/** A model small enough for the oracle, with its diagrams, which all questions share. */
interface Case {
  readonly model: Model;
  readonly explored: ExploredModel;
  readonly deadlock: 'stutter' | 'drop';
  readonly kripke: NaiveKripke;
}

function casesOf(random: Random, count: number): Case[] {
  const cases: Case[] = [];
  for (let turn = 0; cases.length < count; turn++) {
    const model = anyModel(random, { library: LIBRARY, names: NAMES, turn });
    const deadlock = random.chance(0.7) ? 'stutter' : 'drop';
    const kripke = naiveKripke(model, { names: NAMES, deadlock, maxStates: MAX_STATES });
    if (kripke === null) continue;
    const explored = new ExploredModel(model);
    explored.states({ limits: { memoryBytes: MEMORY_BYTES } });
    cases.push({ model, explored, deadlock, kripke });
  }
  return cases;
}

/** Random formulas; those of the second kind ask for several things again and again, so that automata have large components. */
function* formulas(): Generator<Formula, void> {
  const store = new FormulaStore();
  const kinds = ['next-free', 'ltl', 'ltl'] as const;
  const open = (i: number, seed: number): Generator<Formula, void> => {
    const size = i === 2 ? { min: 1, max: 4 } : { min: 3, max: 11 };
    return randomFormulas(store, { propositions: NAMES, seed: seedFrom(seed), size, operators: kinds[i] });
  };
  const streams = kinds.map((_, i) => open(i, 81 + i));
  for (let turn = 0; ; turn++) {
    const i = turn % 3;
    let [first, second] = [0, 1].map(() => streams[i].next().value);
    if (!first || !second) {
      // There are only so many small formulas: they come again, in another order.
      streams[i] = open(i, 1000 + turn);
      [first, second] = [0, 1].map(() => streams[i].next().value);
    }
    if (!first || !second) return;
    const again = turn % 3 === 2 ? store.or(store.finally(store.globally(first)), store.finally(second)) : first;
    yield turn % 6 === 5
      ? store.implies(store.globally(store.finally(second)), store.globally(store.finally(first)))
      : again;
  }
}

describe('the hybrid engine and the naive oracle', () => {
  it(
    `agree on ${CASES} models and formulas`,
    () => {
      const random = new Random(seedFrom(84));
      const stream = formulas();
      const hybrids = engines.filter(({ name }) => name.startsWith('hybrid'));
      const outcomes = { holds: 0, violated: 0 };
      let done = 0;
      while (done < CASES) {
        const cases = casesOf(random, BATCH.models);
        for (let i = 0; i < BATCH.questions; i++) {
          const formula = stream.next().value!;
          // One of the others each time, turn by turn: `oracle.test.ts` has them all.
          const takers = engines.filter(({ takes }) => takes === 'all' || formula.has(NEXT_FREE));
          const others = [takers[(done / BATCH.models) % takers.length]];
          const prepared = [...hybrids, ...others].map((engine) => ({ engine, answer: engine.prepare(formula) }));
          const negation = translate(formula.store.not(formula));
          for (const { model, explored, deadlock, kripke } of cases) {
            const expected = naivelyAccepts(kripke, negation) ? 'violated' : 'holds';
            const question = new Question(model, formula, { names: NAMES, deadlock, kernel: 'out', explored });
            for (const { engine, answer } of prepared) {
              for (const { check, outcome } of answer(question)) {
                if (outcome === expected) continue;
                expect.fail(
                  `case ${done}: ${printFormula(formula)} on ${model.name}, ${deadlock}: ${engine.name} by ${check} says ${outcome}`,
                );
              }
            }
            outcomes[expected]++;
            done++;
            if (expected === 'violated' || outcomes.holds % 100 !== 0) continue;
            const how = { engine: 'hybrid', deadlock } as const;
            expect(complaintOnSample({ model, formula }, how), `case ${done}: ${printFormula(formula)}`).toBeNull();
          }
        }
      }
      expect(Math.min(outcomes.holds, outcomes.violated)).toBeGreaterThan(CASES / 6);
    },
    PATIENCE,
  );

  it(
    `agree on ${AUTOMATA} models and random automata`,
    () => {
      const random = new Random(seedFrom(85));
      const outcomes = { empty: 0, accepted: 0 };
      let done = 0;
      while (done < AUTOMATA) {
        const cases = casesOf(random, BATCH.models);
        for (let i = 0; i < BATCH.questions; i++) {
          const automaton = randomAutomaton(random, {
            states: random.between(1, 5),
            propositions: OWN,
            acceptance: generalizedBuchi(random.between(0, 3)),
            density: 1.3 + 2 * random.unit(),
            markProbability: random.pick([0.2, 0.5, 0.8]),
            initialStates: 1,
          });
          for (const { model, explored, deadlock, kripke } of cases) {
            const expected = naivelyAccepts(kripke, automaton) ? 'accepted' : 'empty';
            const observation = { names: OWN, predicates: OWN.map((name) => model.predicate(name).value!) };
            const answers = [
              checkHybrid(explored, automaton, observation, { deadlock }),
              checkHybrid(explored, automaton, observation, { deadlock, aggregation: 'published' }),
              checkSymbolically(explored, automaton, observation, { deadlock }),
            ];
            for (const [which, { lasso }] of answers.entries()) {
              const context = `case ${done} on ${model.name}, ${deadlock}, answer ${which}`;
              expect(lasso === null ? 'empty' : 'accepted', context).toBe(expected);
              if (lasso === null) continue;
              const { prefix, cycle } = replay(model, lasso, { observation, deadlock });
              const word = { prefix: prefix.map(({ letter }) => letter), cycle: cycle.map(({ letter }) => letter) };
              expect(accepts(automaton, word), context).toBe(true);
            }
            outcomes[expected]++;
            done++;
          }
        }
      }
      expect(Math.min(outcomes.empty, outcomes.accepted)).toBeGreaterThan(AUTOMATA / 6);
    },
    PATIENCE,
  );
});
