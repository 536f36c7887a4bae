// Everything that may take long, under one stopwatch: it is looked at in time, nobody goes on after it has said stop, and every kind of
// limit counts. The inputs are large enough that each run is looked at several times.
import { describe, expect, it } from 'vitest';
import { acceptAnd, acceptOr, fin, inf } from '../../src/automata/acceptance.ts';
import {
  type Acceptance,
  type Automaton,
  areEquivalent,
  commonWord,
  complement,
  degeneralize,
  deterministicAutomaton,
  determinize,
  disjunctiveProduct,
  distinguishingWord,
  elementarySetsAutomaton,
  findAcceptedWord,
  generalizedBuchi,
  hierarchyClass,
  intersects,
  isEmpty,
  isIncluded,
  isStutterInvariant,
  makeImplication,
  product,
  randomAutomaton,
  reduce,
  rejectedWord,
  satisfyingWord,
  stutterWitness,
  testingAutomatonFor,
  testingKinds,
  toGeneralizedBuchi,
  translate,
} from '../../src/automata/index.ts';
import { destutter } from '../../src/automata/operations/destutter.ts';
import { makeStutterDecision } from '../../src/automata/testing/stutter-decision.ts';
import { tgbaToTgta } from '../../src/automata/testing/tgba-to-tgta.ts';
import { baToTa, tgbaToGta } from '../../src/automata/testing/to-ta.ts';
import { elementarySetsIntersect } from '../../src/automata/translate/symbolic-elementary-sets.ts';
import { tableau } from '../../src/automata/translate/tableau.ts';
import { Random } from '../../src/base/random.ts';
import { type CheckOptions, check } from '../../src/check/index.ts';
import { LimitExceeded, type LimitKind, type Limits } from '../../src/diagnostics/limit.ts';
import { Stopwatch } from '../../src/diagnostics/stopwatch.ts';
import { exploreStatesSync } from '../../src/explicit/search/explore-states.ts';
import type { Formula } from '../../src/formula/formula.ts';
import { nnf } from '../../src/formula/nnf.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { simplify } from '../../src/formula/simplify/simplify.ts';
import { explore } from '../../src/models/explore.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import { generateNet } from '../../src/models/library/index.ts';
import type { Model } from '../../src/models/model.ts';
import { observe } from '../../src/models/observation.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { checkSymbolically, countStates, ExploredModel, exploreSymbolically } from '../../src/symbolic/index.ts';
import { OrderMaker, orderHeuristics } from '../../src/symbolic/order/orders.ts';
import { negationOf } from '../helpers/explicit-check.ts';

/** Makes the input, and gives what is done with it. Called for each run, so that nothing is known from the one before. */
type Task = () => (limits: Stopwatch) => unknown;

function random(states: number, acceptance: Acceptance = generalizedBuchi(1), density = 3): Automaton {
  return randomAutomaton(new Random(states), { states, density, acceptance, propositions: ['a', 'b', 'c'] });
}

/** ⋀ (Fin ∨ Inf): the condition on which searches for cycles have to cut an automaton again and again. */
function streett(pairs: number): Acceptance {
  const formula = acceptAnd(Array.from({ length: pairs }, (_, i) => acceptOr([fin(2 * i), inf(2 * i + 1)])));
  return { setCount: 2 * pairs, formula };
}

/** A formula whose automata grow fast with the number. */
function costly(parts: number, next: 'X' | '' = ''): Formula {
  const operands = Array.from({ length: parts }, (_, i) => `F(p${i} & ${next}F q${i})`);
  return parseLtl(`G(${operands.join(' | ')})`);
}

function net(name: string, size: number): Model {
  return netModel(generateNet(name, size).value!);
}

/** A verdict that a limit left unknown, as the exception that it was. */
function checked(model: Model, formula: Formula, options: CheckOptions): void {
  const { verdict } = check(model, formula, options);
  if (verdict.outcome === 'unknown') throw new LimitExceeded(verdict.limit, verdict.reason);
}

const formulas: readonly (readonly [string, Task])[] = [
  ['simplify deep', () => on(parseLtl('F[0:1500] a'), (f, limits) => simplify(f, { limits }))],
  [
    'simplify wide',
    () => {
      const wide = Array.from({ length: 300 }, (_, i) => `(p${i} U (q${i} & X r${i}))`).join(' | ');
      return on(parseLtl(wide), (f, limits) => simplify(f, { limits }));
    },
  ],
  [
    'simplify by languages',
    () => {
      const wide = Array.from({ length: 10 }, (_, i) => `(p${i % 3} U (q${i} & X r${i % 2}))`).join(' | ');
      return on(parseLtl(wide), (f, limits) => simplify(f, { level: 3, implies: makeImplication({ limits }) }));
    },
  ],
];

const automata: readonly (readonly [string, Task])[] = [
  ['tableau', () => on(nnf(costly(4)), (f, limits) => tableau(f, { limits }))],
  ['translate', () => on(costly(3, 'X'), (f, limits) => translate(f, { limits }))],
  ['translate to ba', () => on(costly(3), (f, limits) => translate(f, { to: 'ba', limits }))],
  [
    'translate, deterministic',
    () => on(parseLtl('G(a -> F[0:6] b)'), (f, limits) => translate(f, { preference: 'deterministic', limits })),
  ],
  [
    'translate, very many cubes',
    () => {
      const odd = Array.from({ length: 7 }, (_, i) => `(p${i} ^ X p${i})`).join(' ^ ');
      return on(parseLtl(odd), (f, limits) => translate(f, { effort: 'low', limits }));
    },
  ],
  ['closure', () => on(parseLtl('(a U (b U (c U d))) & X(b U c)'), elementarySetsAutomaton)],
  [
    'closure in diagrams',
    () => {
      const formula = costly(4, 'X');
      const automaton = translate(formula, { effort: 'low' });
      return on(formula, (f, limits) => elementarySetsIntersect(f, automaton, { limits }));
    },
  ],
  ...testingKinds.map((kind): readonly [string, Task] => [
    `testing automaton ${kind}`,
    () => on(costly(3), (f, limits) => testingAutomatonFor(f, kind, { limits })),
  ]),
  [
    'testing automaton, direct',
    () => on(costly(3, 'X'), (f, limits) => testingAutomatonFor(f, 'tgta', { method: 'direct', limits })),
  ],
  ['TGBA to TGTA', () => on(random(80), (a, limits) => tgbaToTgta(a, { limits }))],
  ['TGBA to GTA', () => on(random(80), (a, limits) => tgbaToGta(a, { letters: 'read', limits }))],
  ['BA to TA', () => on(degeneralize(random(40)), (a, limits) => baToTa(a, { limits }))],
  ['reduce', () => on(random(300), (a, limits) => reduce(a, { limits }))],
  [
    'reduce, marks on states',
    () => on(degeneralize(random(100)), (a, limits) => reduce(a, { marksOn: 'states', limits })),
  ],
  ['product', () => on(random(200), (a, limits) => product(a, random(100), limits))],
  ['disjunctive product', () => on(random(100), (a, limits) => disjunctiveProduct(a, random(50), limits))],
  [
    'intersects',
    () => {
      const barren = random(200).with({ edgeMarks: new Int32Array(random(200).edgeCount) });
      return on(random(100), (a, limits) => intersects(a, barren, limits));
    },
  ],
  ['common word', () => on(random(60, streett(2)), (a, limits) => commonWord(a, random(40, streett(2)), limits))],
  ['emptiness', () => on(random(400, streett(7), 2), (a, limits) => isEmpty(a, limits))],
  ['accepted word', () => on(random(400, streett(7), 2), (a, limits) => findAcceptedWord(a, limits))],
  ['to generalized Büchi', () => on(random(200, streett(5)), (a, limits) => toGeneralizedBuchi(a, limits))],
  ['determinize', () => on(random(8), (a, limits) => determinize(a, limits))],
  ['complement', () => on(random(8), (a, limits) => complement(a, limits))],
  ['complement, weak', () => on(random(14, generalizedBuchi(0)), (a, limits) => complement(a, limits))],
  ['rejected word', () => on(random(8), (a, limits) => rejectedWord(a, limits))],
  ['inclusion', () => on(random(8), (a, limits) => isIncluded(random(30), a, { limits }))],
  ['distinguishing word', () => on(random(8), (a, limits) => distinguishingWord(random(7), a, { limits }))],
  ['destuttered', () => on(random(60, generalizedBuchi(2), 6), (a, limits) => destutter(a, limits))],
  [
    'deterministic automaton',
    () => on(parseLtl('FG(a U (b U (c U X a)))'), (f, limits) => deterministicAutomaton(f, { limits })),
  ],
  ['hierarchy', () => on(costly(3), (f, limits) => hierarchyClass(f, { limits }))],
  ['stutter invariance', () => on(costly(3, 'X'), (f, limits) => isStutterInvariant(f, { limits }))],
  ['stutter witness', () => on(costly(3, 'X'), (f, limits) => stutterWitness(f, { limits }))],
  ['stutter decision', () => on(costly(2, 'X'), (f, limits) => makeStutterDecision({ limits, maxStates: 100_000 })(f))],
  ['satisfying word', () => on(costly(4), (f, limits) => satisfyingWord(f, { limits }))],
  ['equivalence', () => on(costly(2), (f, limits) => areEquivalent(f, costly(3), { limits }))],
];

/** Variables that only learning finds the values of. */
const counter = `int x = 0; int y = 0;
  process P { state s; init s; trans s -> s { guard x < 400; effect x = x + 1, y = x * 2; }; }
  system async;`;

const models: readonly (readonly [string, Task])[] = [
  ['plain exploration', () => on(net('kanban', 2), (model, limits) => raised(explore(model, { limits }).limit))],
  [
    'plain exploration, depth-first',
    () => on(net('kanban', 2), (model, limits) => raised(explore(model, { limits, order: 'depth-first' }).limit)),
  ],
  ...orderHeuristics
    .filter((name) => name !== 'given')
    .map((name): readonly [string, Task] => [
      `order ${name}`,
      () => on(net('philosophers', 100), (model, limits) => new OrderMaker(model, limits).order(name)),
    ]),
  ['symbolic exploration', () => on(net('kanban', 60), (model, limits) => exploreSymbolically(model, { limits }))],
  [
    'symbolic exploration, breadth-first',
    () =>
      on(net('philosophers', 20), (model, limits) =>
        exploreSymbolically(model, { limits, strategy: 'breadth-first', order: 'given' }),
      ),
  ],
  [
    'symbolic learning',
    () => on(loadModel('c.dve', [counter]).value!, (model, limits) => exploreSymbolically(model, { limits })),
  ],
  ['symbolic counting', () => on(net('philosophers', 100), (model, limits) => countStates(model, { limits }))],
  ...(['tgba', 'ba', 'tgta'] as const).map((automaton): readonly [string, Task] => [
    `symbolic check, ${automaton}`,
    () => {
      const formula = parseLtl('GF ("P1 >= 3" | X "P2 >= 2") & FG "P3 < 9"');
      return on(net('kanban', 6), (model, limits) =>
        checkSymbolically(new ExploredModel(model), negationOf(formula, automaton), observe(model, formula), {
          limits,
        }),
      );
    },
  ]),
];

/** These are looked at by the clock: how often is not known before. */
const timed: readonly (readonly [string, Task])[] = [
  [
    'compiled exploration',
    () => on(net('kanban', 5), (model, limits) => raised(exploreStatesSync(model, { limits }).limit)),
  ],
  ...(
    [
      {},
      { search: 'interpreted' },
      { search: 'interpreted', emptiness: 'ndfs' },
      { search: 'interpreted', emptiness: 'tarjan' },
      { automaton: 'ta', search: 'interpreted' },
      { automaton: 'lazy-tgta', search: 'interpreted' },
      { automaton: 'tgta' },
      { engine: 'symbolic' },
      { engine: 'auto', reductions: 'none' },
      { counterexample: 'shortest' },
      { fairness: { weak: ['tok1'] } },
    ] as CheckOptions[]
  ).map((options): readonly [string, Task] => [
    `check ${JSON.stringify(options)}`,
    () => on(net('kanban', 4), (model, limits) => checked(model, parseLtl('GF "P1 >= 0"'), { ...options, limits })),
  ]),
  [
    'facts put into a formula',
    () =>
      on(net('kanban', 4), (model, limits) =>
        checked(model, parseLtl('GF "P1 <= 3" | FG "P1 >= 4"'), { reductions: ['lp'], limits }),
      ),
  ],
];

function on<Input>(input: Input, work: (input: Input, limits: Stopwatch) => unknown): (limits: Stopwatch) => unknown {
  return (limits) => work(input, limits);
}

function raised(limit: LimitKind | null): void {
  if (limit !== null) throw new LimitExceeded(limit, 'as told');
}

function limitOf(work: (limits: Stopwatch) => unknown, limits: Limits): LimitKind | null {
  try {
    work(new Stopwatch(limits));
    return null;
  } catch (error) {
    if (error instanceof LimitExceeded) return error.limit;
    throw error;
  }
}

/** Runs the work, and says stop after this many looks: which limit ended it, and how often it was looked at in all. */
function stopAfter(task: Task, most: number): { readonly limit: LimitKind | null; readonly looks: number } {
  let looks = 0;
  const limit = limitOf(task(), { isCancelled: () => ++looks > most });
  return { limit, looks };
}

/** After the first "stop" each attempt that is under way asks once more whether it was meant. */
const ATTEMPTS = 3;

describe('a run that is cancelled', () => {
  it.each([...formulas, ...automata, ...models])('ends wherever it is: %s', (_, task) => {
    const whole = stopAfter(task, Number.POSITIVE_INFINITY);
    expect(whole).toEqual({ limit: null, looks: expect.any(Number) });
    expect(whole.looks).toBeGreaterThan(0);
    for (const most of new Set([0, Math.floor(whole.looks / 2), whole.looks - 1])) {
      const { limit, looks } = stopAfter(task, most);
      expect({ most, limit }).toEqual({ most, limit: 'cancelled' });
      expect(looks).toBeLessThanOrEqual(most + 1 + ATTEMPTS);
    }
  });

  it.each(timed)('ends soon: %s', (_, task) => {
    for (const most of [0, 3]) {
      const { limit, looks } = stopAfter(task, most);
      expect({ most, limit }).toEqual({ most, limit: 'cancelled' });
      expect(looks).toBeLessThanOrEqual(most + 1 + ATTEMPTS);
    }
  });
});

describe('a run without time, and one without memory', () => {
  it.each([...formulas, ...automata, ...models, ...timed])('ends: %s', (_, task) => {
    expect(limitOf(task(), { seconds: -1 })).toBe('time');
    expect(limitOf(task(), { memoryBytes: 2 ** 24, memoryUsed: () => 2 ** 25 })).toBe('memory');
  });
});
