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
import { replay } from '../../src/check/counterexample.ts';
import { type CheckOptions, check } from '../../src/check/index.ts';
import { EMPTY, Mdd, type MddSet, TERMINAL } from '../../src/dd/mdd/index.ts';
import { LimitExceeded, type LimitKind, type Limits } from '../../src/diagnostics/limit.ts';
import { Stopwatch } from '../../src/diagnostics/stopwatch.ts';
import { StateSpace } from '../../src/explicit/kernel/store/state-space.ts';
import { ModelGraph } from '../../src/explicit/product/model-graph.ts';
import { exploreStatesSync } from '../../src/explicit/search/explore-states.ts';
import type { Formula } from '../../src/formula/formula.ts';
import { satisfies } from '../../src/formula/lasso.ts';
import { nnf } from '../../src/formula/nnf.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { simplify } from '../../src/formula/simplify/simplify.ts';
import { analyse } from '../../src/models/analysis/analyse.ts';
import { explore } from '../../src/models/explore.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import { generateNet } from '../../src/models/library/index.ts';
import type { Model } from '../../src/models/model.ts';
import { observe } from '../../src/models/observation.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import type { StateLasso } from '../../src/models/state-lasso.ts';
import { defineModel } from '../../src/models/typescript/define.ts';
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

/** Two sets with few nodes, whose pairs are many: an operation on both is much work. */
function twoSets(): { readonly mdd: Mdd; readonly a: MddSet; readonly b: MddSet } {
  const mdd = new Mdd({ levels: 10 });
  const random = new Random(1);
  const set = (): MddSet => {
    let below: MddSet[] = [TERMINAL];
    for (let level = 0; level < 10; level++) {
      const children = below;
      const node = (): MddSet => {
        const values = [0, 1, 2, 3, 4].filter(() => random.chance(0.8));
        return mdd.branch(values.map((value) => [value, children[random.below(children.length)]]));
      };
      below = Array.from({ length: 60 }, node).filter((made) => made !== EMPTY);
    }
    return below[0];
  };
  return { mdd, a: set(), b: set() };
}

/** One state, and its many successors. */
function wide(): Model {
  return defineModel<{ readonly x: number }>({
    name: 'wide',
    initial: { x: -1 },
    next: ({ x }) => (x < 0 ? Array.from({ length: 3000 }, (_, i) => ({ x: i })) : []),
  });
}

/** What is one step to its callers, and may still be long. */
const steps: readonly (readonly [string, Task])[] = [
  ...(['union', 'intersect', 'minus'] as const).map((operation): readonly [string, Task] => [
    `sets, ${operation}`,
    () => on(twoSets(), ({ mdd, a, b }, stopwatch) => mdd.during({ stopwatch }, () => mdd[operation](a, b))),
  ]),
  [
    'sets, project',
    () => {
      const { mdd, a, b } = twoSets();
      const both = mdd.union(a, b);
      return on(both, (set, stopwatch) => mdd.during({ stopwatch }, () => mdd.project(set, [0, 2, 4, 6, 9])));
    },
  ],
  [
    'invariants and bounds',
    () => on(net('philosophers', 100), (model, stopwatch) => analyse(model, { sums: 'find', stopwatch })),
  ],
  [
    'the sample of a model',
    () => on(net('kanban', 5), (model, watch) => new ModelGraph(model, { deadlock: 'stutter', watch })),
  ],
  [
    'the most tokens',
    () => {
      const space = new StateSpace(net('kanban', 3), { states: 'counted' });
      while (space.slice(10_000) === 'running');
      return on(space, (found, watch) => found.measure(watch));
    },
  ],
  [
    'the successors of one state',
    () =>
      on(new ModelGraph(wide(), { deadlock: 'drop', source: 'plain' }), (graph, watch) => {
        graph.watch = watch;
        return graph.expand(graph.initialStates()[0]);
      }),
  ],
  [
    'the successors of one state, plain exploration',
    () => on(wide(), (model, limits) => raised(explore(model, { limits }).limit)),
  ],
  [
    'the judge',
    () => {
      const word = { prefix: [], cycle: Array.from({ length: 50 }, (_, i) => new Set(i % 7 === 0 ? ['a'] : [])) };
      return on(parseLtl('F[0:300] a'), (formula, watch) => satisfies(word, formula, watch));
    },
  ],
  [
    'the replay of a counterexample',
    () => {
      const model = net('round-robin', 3);
      const lasso = lassoOf(model, 400);
      const observation = observe(model, parseLtl('true'));
      return on(model, (given, watch) => replay(given, lasso, { observation, deadlock: 'stutter', watch }));
    },
  ],
];

/** Some lasso with so many states before its cycle begins: whatever comes first, until a state comes again. */
function lassoOf(model: Model, most: number): StateLasso {
  const states = [model.initialStates()[0]];
  const seen = new Map([[states[0].join(), 0]]);
  for (let i = 0; i < most; i++) {
    let next: Int32Array | null = null;
    model.successors(states[i], (target) => {
      next ??= target.slice();
    });
    const back = seen.get(next!.join());
    if (back !== undefined) return { prefix: states.slice(0, back), cycle: states.slice(back) };
    seen.set(next!.join(), states.length);
    states.push(next!);
  }
  throw new Error('no cycle was met');
}

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
  it.each([...formulas, ...automata, ...models, ...steps])('ends wherever it is: %s', (_, task) => {
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
  it.each([...formulas, ...automata, ...models, ...steps, ...timed])('ends: %s', (_, task) => {
    expect(limitOf(task(), { seconds: -1 })).toBe('time');
    expect(limitOf(task(), { memoryBytes: 2 ** 24, memoryUsed: () => 2 ** 25 })).toBe('memory');
  });
});
