// Searches up to symmetry against plain ones and against the naive oracle, which knows nothing of permutations: random small nets and models in
// code with parts that can change places, coloured nets, random formulas that tell these apart or not. A wrong `holds` is what must never happen.
import { describe, expect, it } from 'vitest';
import { translate } from '../../../src/automata/translate/translate.ts';
import { Random } from '../../../src/base/random.ts';
import { check } from '../../../src/check/check.ts';
import type { AutomatonKind } from '../../../src/check/options.ts';
import type { CheckResult } from '../../../src/check/result.ts';
import { type Formula, FormulaStore } from '../../../src/formula/formula.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import { substitute } from '../../../src/formula/relabel.ts';
import type { Model } from '../../../src/models/model.ts';
import { observe } from '../../../src/models/observation.ts';
import { isNetModel, netModel } from '../../../src/models/petri/net-model.ts';
import { netTextLines } from '../../../src/models/petri/write-net.ts';
import { reductionRuleNames } from '../../../src/reductions/rules.ts';
import { complaintOn } from '../../certificates/certified.ts';
import { naiveKripke, naivelyAccepts } from '../../helpers/naive-check.ts';
import { randomColourClassNet, randomColourCondition } from '../../helpers/random-colour-class.ts';
import { randomSymmetricModel } from '../../helpers/random-symmetric-model.ts';
import { randomSymmetricCondition, randomSymmetricNet } from '../../helpers/random-symmetric-net.ts';
import { longMode, roundsOf, seedFrom } from '../../helpers/shared.ts';

const ROUNDS = roundsOf({ usual: 250, long: 10_000 });
const MOST_STATES = 400;
const MINUTE = 60_000;
const KINDS: Readonly<Record<'ltl' | 'next-free', readonly AutomatonKind[]>> = {
  ltl: ['tgba', 'tgba', 'ba', 'tgta', 'lazy-tgta'],
  'next-free': ['tgba', 'tgta', 'ta', 'sgta'],
};

/** A model with conditions on it, and how it is shown where something is wrong. */
interface Case {
  readonly model: Model;
  readonly condition: () => string;
  readonly shown: () => string;
}

interface Tally {
  holds: number;
  violated: number;
  /** Searches in which something was permuted. */
  permuted: number;
  unused: number;
  /** Cycles of several rounds. */
  smaller: number;
}

interface CrossOptions {
  readonly seed: number;
  readonly draw: (random: Random) => Case;
  readonly reduce?: (random: Random) => 'none' | typeof reductionRuleNames;
  readonly rounds: number;
}

function cross({ seed, draw, reduce = () => 'none', rounds }: CrossOptions): Tally {
  const random = new Random(seedFrom(seed));
  const store = new FormulaStore();
  const tally: Tally = { holds: 0, violated: 0, permuted: 0, unused: 0, smaller: 0 };
  const generators = Object.fromEntries(
    (['ltl', 'next-free'] as const).map((operators) => [
      operators,
      randomFormulas(store, {
        propositions: ['p', 'q'],
        seed: seedFrom(seed),
        size: { min: 2, max: 9 },
        operators,
        repetition: 'allowed',
      }),
    ]),
  );
  for (let round = 0; round < rounds; ) {
    const { model, condition, shown } = draw(random);
    const deadlock = random.chance(0.3) ? 'drop' : 'stutter';
    const operators = random.pick(['ltl', 'next-free'] as const);
    const meaning = (): Formula => store.proposition(condition());
    const formula = substitute(
      generators[operators].next().value!,
      new Map(['p', 'q'].map((name) => [name, meaning()])),
    );
    const { names } = observe(model, formula);
    const kripke = naiveKripke(model, { names, deadlock, maxStates: MOST_STATES });
    if (kripke === null || kripke.successors.length < 3) continue;
    round++;
    const expected = naivelyAccepts(kripke, translate(store.not(formula))) ? 'violated' : 'holds';
    tally[expected]++;
    const automaton = random.pick(KINDS[operators]);
    const reductions = reduce(random);
    const trace = random.chance(0.5) ? 'lasso' : 'cut';
    const asked = (symmetry: 'none' | 'always'): CheckResult =>
      check(model, formula, {
        engine: { kind: 'explicit', automaton, symmetry, search: 'interpreted' },
        deadlock,
        reductions,
        trace,
        onRefusedLift: 'throw',
      });
    const context = `${round}: ${printFormula(formula)}, ${automaton}, ${deadlock}, ${shown()}`;
    const result = asked('always');
    expect(result.verdict.outcome, context).toBe(expected);
    const { symmetry } = result.statistics;
    if (symmetry === undefined || 'unused' in symmetry) {
      tally.unused++;
      continue;
    }
    tally.permuted++;
    if (round % 5 !== 0) continue;
    const plain = asked('none');
    expect(plain.verdict.outcome, context).toBe(expected);
    if (expected === 'violated') continue;
    expect(result.statistics.modelStates).toBeLessThanOrEqual(plain.statistics.modelStates);
    if (result.statistics.modelStates < plain.statistics.modelStates) tally.smaller++;
    if (!isNetModel(model) || model.net.families !== null || round % 20 !== 0) continue;
    expect(complaintOn(model.net, formula, { engine: result.options.engine, deadlock }), context).toBeNull();
  }
  return tally;
}

function randomNet(random: Random): Case {
  const net = randomSymmetricNet(random);
  const condition = (): string => randomSymmetricCondition(random, net);
  return { model: netModel(net), condition, shown: () => [...netTextLines(net)].join('\n') };
}

function randomColours(random: Random): Case {
  const { net, pnml } = randomColourClassNet(random);
  return { model: netModel(net), condition: () => randomColourCondition(random, net), shown: () => pnml };
}

function randomModel(random: Random): Case {
  const { model, propositions } = randomSymmetricModel(random);
  return { model, condition: () => random.pick(propositions), shown: () => model.name };
}

describe('searches up to symmetry', () => {
  it.each([
    { what: 'nets', seed: 161, draw: randomNet, rounds: ROUNDS },
    { what: 'coloured nets', seed: 164, draw: randomColours, rounds: ROUNDS },
    {
      what: 'reduced coloured nets',
      seed: 165,
      draw: randomColours,
      reduce: () => reductionRuleNames,
      rounds: Math.ceil(ROUNDS / 2.5),
    },
    { what: 'models in code', seed: 162, draw: randomModel, rounds: ROUNDS },
    {
      what: 'reduced nets',
      seed: 163,
      draw: randomNet,
      reduce: () => reductionRuleNames,
      rounds: Math.ceil(ROUNDS / 2.5),
    },
  ])(
    'decide as the oracle does, for $what',
    (options) => {
      const { holds, violated, permuted, unused, smaller } = cross(options);
      const { rounds } = options;
      expect(Math.min(holds, violated)).toBeGreaterThan(rounds / 5);
      expect(permuted).toBeGreaterThan(rounds / 4);
      expect(unused).toBeGreaterThan(rounds / 20);
      // Reduced nets are so small that few of them are compared.
      if (!('reduce' in options)) expect(smaller).toBeGreaterThan(0);
    },
    longMode ? 60 * MINUTE : 5 * MINUTE,
  );
});
