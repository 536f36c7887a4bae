// Products with stubborn sets against whole products and against the naive oracle, which knows nothing of either.
import { expect } from 'vitest';
import { translate } from '../../../src/automata/translate/translate.ts';
import type { Random } from '../../../src/base/random.ts';
import { FormulaQuestion } from '../../../src/check/question.ts';
import { Stopwatch } from '../../../src/diagnostics/stopwatch.ts';
import { suitableChecks } from '../../../src/explicit/emptiness/checks.ts';
import { StubbornProduct, stubbornObstacle } from '../../../src/explicit/partial-order/stubborn-product.ts';
import { countProduct } from '../../../src/explicit/product/full-product.ts';
import { Kripke } from '../../../src/explicit/product/kripke.ts';
import { ModelGraph } from '../../../src/explicit/product/model-graph.ts';
import { type Product, SynchronisedProduct } from '../../../src/explicit/product/product.ts';
import type { CompiledSource } from '../../../src/explicit/product/state-source.ts';
import type { Formula, FormulaStore } from '../../../src/formula/formula.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import { substitute } from '../../../src/formula/relabel.ts';
import type { Model } from '../../../src/models/model.ts';
import { observe } from '../../../src/models/observation.ts';
import { naiveKripke, naivelyAccepts } from '../../helpers/naive-check.ts';
import { seedFrom } from '../../helpers/shared.ts';

const MOST_STATES = 300;
/** Those that read letters, and those that read changes: of the latter only TGTA know X. */
export const KINDS = {
  ltl: ['ba', 'tgba', 'tgba', 'tgta', 'tgta'],
  'next-free': ['ba', 'tgba', 'tgta', 'tgta', 'ta', 'gta', 'sta', 'sgta'],
} as const;
export type Operators = keyof typeof KINDS;

export interface Asked {
  readonly model: Model;
  readonly formula: Formula;
  readonly deadlock: 'stutter' | 'drop';
  readonly kind: (typeof KINDS)[Operators][number];
}

export function productOf({ model, formula, deadlock, kind }: Asked, source?: CompiledSource): SynchronisedProduct {
  const question = new FormulaQuestion(formula, observe(model, formula));
  const graph = new ModelGraph(model, { deadlock, source: source ?? 'plain' });
  const kripke = new Kripke(graph, question.observationFor(kind).predicates);
  return new SynchronisedProduct(kripke, question.property(kind, kripke.letters, new Stopwatch()));
}

/** Random formulas over two propositions whose meaning is drawn each time. */
export function formulasOver(
  store: FormulaStore,
  { operators, seed, largest = 9 }: { readonly operators: Operators; readonly seed: number; readonly largest?: number },
): (meaning: () => string) => Formula {
  const size = { min: 2, max: largest };
  const propositions = ['p', 'q'];
  const formulas = randomFormulas(store, {
    propositions,
    seed: seedFrom(seed),
    size,
    operators,
    repetition: 'allowed',
  });
  return (meaning) =>
    substitute(formulas.next().value!, new Map(propositions.map((name) => [name, store.proposition(meaning())])));
}

export interface Outcome {
  readonly expected: 'holds' | 'violated';
  readonly whole: number;
  readonly reduced: number;
}

/** The naive verdict; null where there are too many states. */
export function naiveVerdict({ model, formula, deadlock }: Omit<Asked, 'kind'>): Outcome['expected'] | null {
  const { names } = observe(model, formula);
  const kripke = naiveKripke(model, { names, deadlock, maxStates: MOST_STATES });
  if (kripke === null) return null;
  return naivelyAccepts(kripke, translate(formula.store.not(formula))) ? 'violated' : 'holds';
}

/**
 * Expects the oracle's verdict of the whole and of the reduced product, each by one of the checks that fit; null where there are too many
 * states.
 */
export function compareWithOracle(asked: Asked, random: Random, context: () => string): Outcome | null {
  const expected = naiveVerdict(asked);
  if (expected === null) return null;
  const { deadlock, kind } = asked;
  const whole = productOf(asked);
  if (stubbornObstacle(whole) !== null) expect.fail(`${context()}: ${stubbornObstacle(whole)}`);
  const reduced = new StubbornProduct(productOf(asked));
  const { name, search } = random.pick(suitableChecks(whole, deadlock));
  const verdict = (searched: Product): string => (search(searched).accepting === null ? 'holds' : 'violated');
  if (verdict(whole) !== expected) expect.fail(`${context()}: ${kind}, ${name} does not say ${expected}`);
  if (verdict(reduced) !== expected) expect.fail(`${context()}: reduced, ${kind}, ${name} does not say ${expected}`);
  const [all, some] = [countProduct(whole).states, countProduct(new StubbornProduct(productOf(asked))).states];
  if (some > all) expect.fail(`${context()}: ${some} states of ${all}`);
  return { expected, whole: all, reduced: some };
}

/** How often each verdict came, and how often the reduced product was smaller. */
export class Tally {
  readonly outcomes = { holds: 0, violated: 0 };
  smaller = 0;

  add({ expected, whole, reduced }: Outcome): void {
    this.outcomes[expected]++;
    if (reduced < whole) this.smaller++;
  }
}
