// Automata that begin by waiting, in two stages: the states are counted, by one thread or by several, and the product is searched from the exits, by one thread or by
// several that share what is dead. Verdicts are those of the
// oracle and of the search of the whole product; no short lasso of what holds is a violation to the judge.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { searchExplicitly } from '../../src/check/explicit-engine.ts';
import { completeExplicit } from '../../src/check/options.ts';
import { FormulaQuestion } from '../../src/check/question.ts';
import { Stopwatch } from '../../src/diagnostics/stopwatch.ts';
import { JOINT_BUSY, JOINT_CAME, JOINT_CURSOR } from '../../src/explicit/kernel/protocol.ts';
import type { JointPlace } from '../../src/explicit/kernel/threads/joint-place.ts';
import type { HelperThread, ThreadHost } from '../../src/explicit/kernel/threads/thread-host.ts';
import { ModelGraph } from '../../src/explicit/product/model-graph.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { propositionsOf } from '../../src/formula/traverse.ts';
import type { Expression } from '../../src/models/expression/expression.ts';
import { kanban } from '../../src/models/library/kanban.ts';
import type { Model } from '../../src/models/model.ts';
import type { Net } from '../../src/models/petri/net.ts';
import { isNetModel, netModel } from '../../src/models/petri/net-model.ts';
import { complaintOnSample } from '../certificates/sample.ts';
import { negationOf } from '../helpers/explicit-check.ts';
import { KERNEL_MODELS } from '../helpers/kernel-models.ts';
import { naivelyAccepts, shortestViolation } from '../helpers/naive-check.ts';
import { observed } from '../helpers/observed-model.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';
import { AT_ONCE, realThread, ThreadPool } from '../helpers/threads.ts';

const MODELS = roundsOf({ usual: 5, long: 400 });
const RANDOM_FORMULAS = 3;
const MOST_STATES = 400;
const LONGEST = 4;
const NAMES = ['a', 'b', 'c'];

const WAITING = [
  'GF a | FG b',
  'G(a -> F b)',
  'FG a',
  'GF a -> GF b',
  'G(a -> X(b U c))',
  'G(a -> X F b) | GF c',
  '!F(a & X G(b | F c))',
  'GF a & GF b & GF c',
  'G(a -> (b U (c | G b)))',
];

let two: ThreadPool;
beforeAll(() => {
  two = new ThreadPool(2);
});
afterAll(() => two.end());

function formulasFor(random: Random): Formula[] {
  const options = { propositions: NAMES, seed: random.below(1 << 30), size: { min: 3, max: 10 } } as const;
  const found = [1, 2, 3].map(() => parseLtl(random.pick(WAITING)));
  for (const formula of randomFormulas(new FormulaStore(), options)) {
    if (found.push(formula) === 3 + RANDOM_FORMULAS) break;
  }
  return found;
}

/** Kanban cards that only go on: every execution ends, so each state is a component, with itself at most. */
function ending(cards: number): Net {
  const net = kanban(cards);
  return { ...net, transitions: net.transitions.filter(({ name }) => name !== 'tout1' && !name.startsWith('tback')) };
}

function atLeast(model: Model, name: string, value: number): Expression {
  const variable = model.variables.findIndex((known) => known.name === name);
  return {
    kind: 'binary',
    operator: '>=',
    left: { kind: 'variable', variable },
    right: { kind: 'constant', value },
  };
}

type Way = 'whole product' | 'one thread' | 'two threads' | 'together';
/** Searches of the racy set; each is a race of its own. */
const RACES = roundsOf({ usual: 20, long: 10_000 });

function searched(
  model: Model,
  formula: Formula,
  conditions: readonly Expression[],
  way: Way,
  host: ThreadHost = two,
  stopwatch = new Stopwatch(),
) {
  const names = propositionsOf(formula);
  return searchExplicitly({
    graph: new ModelGraph(model, { deadlock: 'stutter', source: 'compiled' }),
    deadlock: 'stutter',
    question: new FormulaQuestion(formula, {
      names,
      predicates: names.map((name) => conditions[NAMES.indexOf(name)]),
    }),
    engine: completeExplicit({ partialOrder: 'none' }),
    stopwatch,
    countFrom: way === 'whole product' ? Number.POSITIVE_INFINITY : 0,
    // the second thread would be called for many more states only
    threads: host,
    ...(way === 'two threads' && { helpers: AT_ONCE }),
    ...(way === 'together' && { helpers: { ...AT_ONCE, slice: 1 }, jointly: 'always' }),
  });
}

describe('an automaton that begins by waiting', () => {
  it.each(Object.entries(KERNEL_MODELS))('is decided in two stages as ever: %s', (_, make) => {
    const seen = { holds: 0, violated: 0, inStages: 0, together: 0 };
    for (let seed = 1; seed <= MODELS; seed++) {
      const random = new Random(seedFrom(seed));
      const model = make(random);
      const known = observed(random, model, { names: NAMES, maxStates: MOST_STATES });
      if (known === null) continue;
      const { kripke, conditions } = known;
      for (const [i, formula] of formulasFor(random).entries()) {
        const said = `${printFormula(formula)}, seed ${seed}`;
        const automaton = negationOf(formula, 'tgba');
        if ('edgeChange' in automaton) throw new Error('a TGBA was asked for');
        const expected = naivelyAccepts(kripke, automaton) ? 'violated' : 'holds';
        if (expected === 'holds') expect(shortestViolation(kripke, formula, LONGEST), said).toBeNull();
        const stages = searched(model, formula, conditions, (i + seed) % 2 === 0 ? 'one thread' : 'two threads');
        expect(stages.found.outcome, said).toBe(expected);
        seen[expected]++;
        const together = searched(model, formula, conditions, 'together');
        expect(together.found.outcome, said).toBe(expected);
        if (together.statistics.counting?.jointly !== undefined) seen.together++;
        if (expected === 'holds' && seen.holds % 4 === 0 && isNetModel(model)) {
          const meanings = new Map(NAMES.map((name, k) => [name, conditions[k]]));
          expect(complaintOnSample({ model, formula, conditions: meanings }), said).toBeNull();
        }
        if (stages.statistics.counting?.exits === undefined) continue;
        seen.inStages++;
        const { statistics } = searched(model, formula, conditions, 'whole product');
        expect(stages.statistics.modelStates, said).toBe(statistics.modelStates);
      }
    }
    expect(seen.holds).toBeGreaterThan(0);
    expect(seen.violated).toBeGreaterThan(0);
    expect(seen.inStages).toBeGreaterThan(0);
    expect(seen.together).toBeGreaterThan(0);
  });

  it('has one answer, and one count, however threads race', () => {
    const model = netModel(ending(2));
    const conditions = ['Pm4', 'Pback1', 'Pout3'].map((name) => atLeast(model, name, 1));
    const racy = ['G(a -> F !a)', 'GF a | FG b', 'GF a -> GF b', 'G(a -> F c)', 'G(c -> F(b | !c))'].map((text) =>
      parseLtl(text),
    );
    const counts = new Map<string, unknown>();
    let together = 0;
    for (let i = 0; i < RACES; i++) {
      const formula = racy[i % racy.length];
      const { found, statistics } = searched(model, formula, conditions, 'together');
      const { modelStates, productStates, components } = statistics;
      if (statistics.counting?.jointly === 2) together++;
      const said = printFormula(formula);
      const what = {
        outcome: found.outcome,
        ...(found.outcome === 'holds' && { modelStates, productStates, components }),
      };
      if (counts.has(said)) expect(what, said).toEqual(counts.get(said));
      counts.set(said, what);
      if (i >= racy.length) continue;
      expect(searched(model, formula, conditions, 'whole product').found.outcome, said).toBe(found.outcome);
    }
    expect(together).toBeGreaterThan(0);
  });

  it('is searched to the end by the first thread where another is lost with what it has claimed', () => {
    const model = netModel(ending(2));
    const conditions = ['Pm4', 'Pback1', 'Pout3'].map((name) => atLeast(model, name, 1));
    const loses: ThreadHost = {
      threads: 2,
      start() {
        const real = two.start();
        let isLost = false;
        return {
          send(place) {
            if (!('kind' in place)) return real.send(place);
            // As a thread that ends while it works.
            const words = new Int32Array(place.memory.buffer);
            Atomics.add(words, (place.product.control + JOINT_BUSY) / 4, 1);
            Atomics.add(words, (place.product.control + JOINT_CURSOR) / 4, 640);
            isLost = true;
          },
          get isLost() {
            return isLost;
          },
          end: () => undefined,
        };
      },
    };
    for (const text of ['G(a -> F !a)', 'G(a -> F c)', 'GF a -> GF b']) {
      const formula = parseLtl(text);
      const expected = searched(model, formula, conditions, 'together');
      const lost = searched(model, formula, conditions, 'together', loses);
      expect(lost.found.outcome, text).toBe(expected.found.outcome);
      expect(lost.statistics.productStates, text).toBe(expected.statistics.productStates);
    }
  });

  /** A host whose thread is real; `sent` is told of every place of a joint search. */
  function hostWith(real: HelperThread, sent: (place: JointPlace) => void, isLost = (): boolean => false): ThreadHost {
    const thread: HelperThread = {
      send(place) {
        real.send(place);
        if ('kind' in place) sent(place);
      },
      get isLost() {
        return isLost();
      },
      end: () => undefined,
    };
    return { threads: 2, start: () => thread };
  }

  const model3 = netModel(ending(3));
  const conditions3 = ['Pm4', 'Pback1', 'Pout3'].map((name) => atLeast(model3, name, 1));

  it('stops when it is cancelled in the middle, and can be asked again', () => {
    const large = netModel(ending(4));
    const formula = parseLtl('G(a -> F !a)');
    const expected = searched(large, formula, conditions3, 'together');
    expect(expected.found.outcome).toBe('holds');
    expect(expected.statistics.counting?.jointly).toBe(2);
    for (let looks = 0; looks < 3; looks++) {
      let left: number | null = null;
      const host = hostWith(two.start(), () => {
        left = looks;
      });
      const stopwatch = new Stopwatch({ isCancelled: () => left !== null && left-- <= 0 });
      const { found } = searched(large, formula, conditions3, 'together', host, stopwatch);
      expect(left).not.toBeNull();
      expect(found, `${looks} looks`).toMatchObject({ outcome: 'unknown', limit: 'cancelled' });
    }
    expect(searched(large, formula, conditions3, 'together').statistics.productStates).toBe(
      expected.statistics.productStates,
    );
  });

  it('gives its answer where a thread is killed in the middle of the search', () => {
    for (const text of ['G(a -> F !a)', 'GF a -> GF b', 'G(a -> F c)']) {
      const formula = parseLtl(text);
      const expected = searched(model3, formula, conditions3, 'whole product');
      const real = realThread();
      let isKilled = false;
      const kill = ({ memory, product }: JointPlace): void => {
        const words = new Int32Array(memory.buffer);
        const came = (product.control + JOINT_CAME) / 4;
        while (Atomics.load(words, came) === 0) Atomics.wait(words, came, 0, 1000);
        void real.worker.terminate();
        isKilled = true;
      };
      const killed = searched(
        model3,
        formula,
        conditions3,
        'together',
        hostWith(real, kill, () => isKilled),
      );
      expect(isKilled, text).toBe(true);
      expect(killed.found.outcome, text).toBe(expected.found.outcome);
    }
  });

  it('says that memory is short, or finds its way, however little there is', () => {
    const formula = parseLtl('G(a -> F !a)');
    const outcomes = new Set<string>();
    for (let bits = 18; bits <= 27; bits++) {
      const stopwatch = new Stopwatch({ memoryBytes: 1 << bits });
      const { found, statistics } = searched(model3, formula, conditions3, 'together', two, stopwatch);
      if (found.outcome === 'unknown') expect(found.limit).toBe('memory');
      else expect(found.outcome).toBe('holds');
      outcomes.add(statistics.counting?.jointly === 2 ? 'together' : found.outcome);
    }
    expect([...outcomes].sort()).toContain('together');
    expect([...outcomes].sort()).toContain('unknown');
  });
});
