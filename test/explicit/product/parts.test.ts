// The parts that products are made of, each by itself: letters, the graph of a model, Kripke structures, other orders, counts, weakness.
import { describe, expect, it } from 'vitest';
import { readHoaAutomaton } from '../../../src/automata/hoa/read.ts';
import { translate } from '../../../src/automata/translate/translate.ts';
import { Int32List } from '../../../src/base/growable.ts';
import { LimitExceeded } from '../../../src/diagnostics/limit.ts';
import { countProduct } from '../../../src/explicit/product/full-product.ts';
import { Kripke } from '../../../src/explicit/product/kripke.ts';
import { LetterTable } from '../../../src/explicit/product/letters.ts';
import { ModelGraph } from '../../../src/explicit/product/model-graph.ts';
import { orderedProduct } from '../../../src/explicit/product/ordered-product.ts';
import type { Product } from '../../../src/explicit/product/product.ts';
import { weaknessOf } from '../../../src/explicit/product/weakness.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { loadModel } from '../../../src/models/formats/load.ts';
import type { Model, StateNumbering } from '../../../src/models/model.ts';
import { observe } from '../../../src/models/observation.ts';
import { defineModel } from '../../../src/models/typescript/define.ts';

describe('a table of letters', () => {
  it.each([1, 31, 32, 33, 64, 70])('tells the valuations of %i propositions apart', (count) => {
    const letters = new LetterTable(count);
    const sets = [[], [0], [count - 1], [0, count - 1], Array.from({ length: count }, (_, i) => i)];
    const texts = new Map<string, number>();
    for (const set of sets) {
      const letter = letters.intern((i) => set.includes(i));
      const distinct = [...new Set(set)];
      expect(letters.members(letter)).toEqual(distinct);
      for (let i = 0; i < count; i++) expect(letters.holds(letter, i)).toBe(set.includes(i));
      expect(texts.get(distinct.join()) ?? letter).toBe(letter); // the same valuation has the same number
      texts.set(distinct.join(), letter);
    }
    expect(new Set(texts.values()).size).toBe(texts.size);
    expect(letters.size).toBe(texts.size);
  });

  it.each([3, 40])('knows what changes between two letters of %i propositions', (count) => {
    const letters = new LetterTable(count);
    const last = count - 1;
    const [none, first, both] = [[], [0], [0, last]].map((set: number[]) => letters.intern((i) => set.includes(i)));
    expect(letters.members(letters.change(none, both))).toEqual([0, last]);
    expect(letters.members(letters.change(both, first))).toEqual([last]);
    expect(letters.members(letters.change(first, both))).toEqual([last]);
    expect(letters.members(letters.change(first, none))).toEqual([0]);
    for (const letter of [none, first, both]) expect(letters.change(letter, letter)).toBe(0);
    expect(letters.change(none, first)).toBe(first);
  });
});

/** s → t, u; t → t; u is a deadlock. */
const forked = (): Model => loadModel('m.kripke', ['initial s\ns : a -> t, u\nt : b -> t\nu : a']).value!;

function successors(graph: ModelGraph, state: number): number[] {
  const degree = graph.expand(state);
  const start = graph.startOf(state);
  return Array.from({ length: degree }, (_, i) => graph.targets.get(start + i));
}

describe('the graph of a model', () => {
  it.each(['stutter', 'drop'] as const)('finds each state once, and reads a deadlock as %s', (deadlock) => {
    const graph = new ModelGraph(forked(), { deadlock, source: 'plain' });
    const [s] = graph.initialStates();
    const [t, u] = successors(graph, s);
    expect(new Set([s, t, u]).size).toBe(3);
    expect(successors(graph, t)).toEqual([t]);
    expect(successors(graph, u)).toEqual(deadlock === 'stutter' ? [u] : []);
    expect(successors(graph, s)).toEqual([t, u]); // as before
    expect([s, t, u].map((state) => graph.isDead(state))).toEqual([false, false, true]);
    expect(graph.states.size).toBe(3);
  });

  it('says so where there are more states than may be, and stays whole', () => {
    const graph = new ModelGraph(forked(), { deadlock: 'drop', source: 'plain', maxStates: 2 });
    const [s] = graph.initialStates();
    expect(() => graph.expand(s)).toThrow(LimitExceeded);
    const enough = new ModelGraph(forked(), { deadlock: 'drop', source: 'plain', maxStates: 3 });
    expect(successors(enough, enough.initialStates()[0])).toHaveLength(2);
  });

  it('has no successors beyond what was seen when it was frozen', () => {
    const line = loadModel('l.kripke', ['initial a\na -> b\nb -> c\nc -> d\nd -> e\ne -> e']).value!;
    const graph = new ModelGraph(line, { deadlock: 'drop', source: 'plain' });
    graph.freezeAt(3);
    const walk: number[] = [];
    for (let at = graph.initialStates().slice(0, 1); at.length > 0; at = successors(graph, at[0])) walk.push(at[0]);
    expect(walk).toHaveLength(4); // the first beyond the count was found, and is the end
    expect(graph.states.size).toBe(4);
    const all = new ModelGraph(line, { deadlock: 'drop', source: 'plain' });
    all.freezeAt(100);
    expect(all.states.size).toBe(5);
  });
});

describe('the graph of a model that numbers its states itself', () => {
  /** State n leads to n − 1 and to a third of it; the zero is the end. Its steps are found from the largest number on. */
  const thirds = (from: number) =>
    defineModel({
      initial: { n: from },
      next: ({ n }) => (n === 0 ? [] : [{ n: n - 1 }, { n: Math.floor(n / 3) }]),
      propositions: { even: ({ n }) => n % 2 === 0 },
    });
  const values = (graph: ModelGraph, model: Model): string[] => {
    const seen: string[] = [];
    const vector = new Int32Array(model.variables.length);
    const shown = (state: number): string => {
      graph.states.read(state, vector);
      return model
        .describe(vector)
        .map(({ value }) => String(value))
        .join();
    };
    graph.initialStates();
    for (let state = 0; state < graph.states.size; state++)
      seen.push(`${shown(state)}: ${successors(graph, state).map(shown).join(' ')}`);
    return seen;
  };

  it('is what the functions of the model say, also where others have found the states in another order', () => {
    const model = thirds(100);
    const numbers = Array.from({ length: 101 }, (_, i) => 100 - i);
    const expected = numbers.map((n) => `${n}: ${n === 0 ? '' : `${n - 1} ${Math.floor(n / 3)}`}`).sort();
    const numbersOf = (found: readonly string[]): string[] =>
      found.map((line) => line.replaceAll(/,[^ :]*/gu, '')).sort();
    expect(numbersOf(values(new ModelGraph(model, { deadlock: 'drop', source: 'plain' }), model))).toEqual(expected);
    const other = thirds(100);
    const { numbering } = other as { numbering: StateNumbering };
    let [at] = numbering.initial(); // along the thirds first: the model's numbers are then not those of the graph
    for (let steps = numbering.find(at); steps > 0; steps = numbering.find(at)) {
      at = numbering.steps.get(numbering.startOf(at) + 2 * (steps - 1));
    }
    expect(numbersOf(values(new ModelGraph(other, { deadlock: 'drop', source: 'plain' }), other))).toEqual(expected);
  });
});

it('states that others have found before may have any number', () => {
  const model = defineModel({
    initial: { n: 0 },
    next: ({ n }) => (n === 0 ? [{ n: -1 }, { n: 1 }] : n === -1 ? [{ n: -2 }] : [{ n: n > 0 && n < 500 ? n + 1 : n }]),
    propositions: { last: ({ n }) => n === 500 },
  });
  const { numbering } = model as { numbering: StateNumbering };
  const target = (state: number, step: number): number => {
    numbering.find(state);
    return numbering.steps.get(numbering.startOf(state) + 2 * step);
  };
  let at = target(numbering.initial()[0], 1);
  for (let n = 1; n < 500; n++) at = target(at, 0);
  const graph = new ModelGraph(model, { deadlock: 'drop', source: 'plain' });
  graph.initialStates();
  for (let state = 0; state < graph.states.size; state++) graph.expand(state);
  expect(graph.states.size).toBe(503);
});

it('a Kripke structure shows what holds in each state, deadlocks included', () => {
  const model = forked();
  const { names, predicates } = observe(model, parseLtl('a & b & dead'));
  const kripke = new Kripke(new ModelGraph(model, { deadlock: 'stutter', source: 'plain' }), predicates);
  const [s] = kripke.graph.initialStates();
  const states = [s, ...successors(kripke.graph, s)];
  const seen = states.map((state) =>
    kripke.letters
      .members(kripke.letter(state))
      .map((i) => names[i])
      .sort(),
  );
  expect(seen).toEqual([['a'], ['b'], ['a', 'dead']]);
  expect(kripke.letter(states[2])).toBe(kripke.letter(states[2]));
});

/** State n leads to 2n + 1 and 2n + 2, both with the mark of the target's number, below 15; several may be initial. */
function tree(initial: readonly number[]): Product {
  return {
    modes: [{ required: 1, forbidden: 0 }],
    size: 15,
    weakness: null,
    initialStates: () => initial,
    expand: (state, edges) => {
      for (const target of [2 * state + 1, 2 * state + 2, state]) {
        if (target >= 15) continue;
        edges.push(target);
        edges.push(100 + target);
      }
    },
  };
}

describe('a product in another order', () => {
  const edgesOf = (product: Product, state: number): string[] => {
    const edges = new Int32List();
    edges.push(7); // what was there stays
    product.expand(state, edges);
    expect(edges.get(0)).toBe(7);
    return Array.from({ length: (edges.length - 1) / 2 }, (_, i) => `${edges.get(1 + 2 * i)} ${edges.get(2 + 2 * i)}`);
  };

  it('has the same edges with the same marks, and the same initial states', () => {
    const given = tree([0, 1, 2]);
    for (let seed = 1; seed < 20; seed++) {
      const shuffled = orderedProduct(given, { seed });
      expect([...shuffled.initialStates()].sort((a, b) => a - b)).toEqual([0, 1, 2]);
      for (let state = 0; state < 15; state++) {
        expect(edgesOf(shuffled, state).sort()).toEqual(edgesOf(given, state).sort());
      }
    }
    expect(orderedProduct(given)).toBe(given);
  });

  it('has every order for some seed', () => {
    const orders = new Set(
      Array.from({ length: 100 }, (_, seed) => edgesOf(orderedProduct(tree([0]), { seed }), 0).join()),
    );
    expect(orders.size).toBe(6);
  });
});

it('the whole product is counted, each state once and each edge', () => {
  expect(countProduct(tree([0]))).toEqual({ states: 15, transitions: 14 + 15 });
  expect(countProduct(tree([1, 2, 1]))).toEqual({ states: 14, transitions: 12 + 14 });
  expect(countProduct(tree([]))).toEqual({ states: 0, transitions: 0 });
  const endless: Product = {
    ...tree([0]),
    expand: (state, edges) => {
      edges.push(state + 1);
      edges.push(0);
    },
  };
  expect(() => countProduct(endless, { limits: { isCancelled: () => true } })).toThrow(LimitExceeded);
});

it('nothing is said of the weakness of an automaton with Fin', () => {
  const text =
    'HOA: v1 States: 1 Start: 0 AP: 1 "a" acc-name: co-Buchi Acceptance: 1 Fin(0)\n--BODY--\nState: 0 [t] 0\n--END--\n';
  const persistent = readHoaAutomaton({ name: 'fin.hoa', text }).value!;
  expect(weaknessOf(persistent)).toBeNull();
});

it.each([
  ['G a', { terminal: false, accepting: 1 }],
  ['F a', { terminal: true, accepting: 1 }],
  ['F a & G b', { terminal: false, accepting: 1 }],
  ['GF a', null],
  ['FG a & GF b', null],
])('the automaton of %s is weak or terminal as it should be', (text, expected) => {
  const found = weaknessOf(translate(parseLtl(text)));
  if (expected === null) expect(found).toBeNull();
  else {
    expect(found!.terminal).toBe(expected.terminal);
    expect(found!.accepting.filter((flag) => flag === 1)).toHaveLength(expected.accepting);
  }
});
