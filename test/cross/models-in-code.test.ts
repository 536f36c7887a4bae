// Models in code store states by shared parts and numbers, and do not ask a function again that has read the same before. Here they are
// compared with the simplest store there is, a Map with texts as keys, which asks for everything, on states of odd values.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { check } from '../../src/check/check.ts';
import { exploreStatesSync } from '../../src/explicit/search/explore-states.ts';
import { defineSystem } from '../../src/modelling/system.ts';
import { explore } from '../../src/models/explore.ts';
import { FairModel } from '../../src/models/fair-model.ts';
import { defineModel } from '../../src/models/typescript/define.ts';
import type { ValueModel } from '../../src/models/typescript/definition.ts';
import { graphModel } from '../helpers/graph-model.ts';
import { naiveGraph, naiveLetters } from '../helpers/naive-check.ts';
import { oddValue, plainKey, sameValue } from '../helpers/odd-values.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';

type Rules<S> = Readonly<Record<string, (state: S) => readonly S[]>>;
type Values = Record<string, unknown>;

interface PlainGraph {
  readonly keys: readonly string[];
  readonly steps: readonly (readonly { readonly target: number; readonly group: number }[])[];
  readonly letters: readonly (readonly string[])[];
}

/** Breadth-first, with a Map. */
function plainGraph<S>(
  initial: S,
  rules: Rules<S>,
  propositions: Readonly<Record<string, (state: S) => boolean>>,
): PlainGraph {
  const numbers = new Map([[plainKey(initial), 0]]);
  const states = [initial];
  const numberOf = (state: S): number => {
    const key = plainKey(state);
    if (!numbers.has(key)) {
      numbers.set(key, states.length);
      states.push(state);
    }
    return numbers.get(key)!;
  };
  const steps: { target: number; group: number }[][] = [];
  for (let s = 0; s < states.length; s++) {
    steps.push(
      Object.values(rules).flatMap((rule, group) => rule(states[s]).map((next) => ({ target: numberOf(next), group }))),
    );
  }
  const letters = states.map((state) => Object.keys(propositions).filter((name) => propositions[name](state)));
  return { keys: [...numbers.keys()], steps, letters };
}

/** The same states in the same order, the same steps, the same letters. */
function expectSameGraph(model: ValueModel<unknown>, plain: PlainGraph): void {
  const graph = naiveGraph(model, { deadlock: 'drop', maxStates: 100_000 })!;
  expect(graph.states.map((state) => plainKey(model.stateOf(state)))).toEqual(plain.keys);
  expect(graph.steps).toEqual(plain.steps);
  const names = Object.keys(model.propositions);
  expect(naiveLetters(model, graph, names)).toEqual(plain.letters.map((letter) => new Set(letter)));
}

/** The numbers that engines are given say the same. */
function expectSameNumbers(model: ValueModel<unknown>, plain: PlainGraph): void {
  const transitions = plain.steps.reduce((sum, own) => sum + own.length, 0);
  const deadlocks = plain.steps.filter((own) => own.length === 0).length;
  const counts = { states: plain.keys.length, transitions, deadlocks };
  expect(exploreStatesSync(model)).toMatchObject(counts);
  expect(exploreStatesSync(model, { order: 'depth-first' })).toMatchObject(counts);
  const numbering = model.numbering!;
  const vector = new Int32Array(model.variables.length);
  const keyOf = (state: number): string => {
    numbering.read(state, vector);
    return plainKey(model.stateOf(vector));
  };
  const place = new Map(plain.keys.map((key, s) => [key, s]));
  for (let state = 0; state < plain.keys.length; state++) {
    const count = numbering.find(state);
    const pairs = numbering.steps.data.slice(numbering.startOf(state), numbering.startOf(state) + 2 * count);
    const found = Array.from({ length: count }, (_, i) => ({
      target: place.get(keyOf(pairs[2 * i])),
      group: pairs[2 * i + 1],
    }));
    expect(found).toEqual(plain.steps[place.get(keyOf(state))!]);
  }
}

const FORMULAS = ['G !q', 'GF p', 'G (p -> F q)', 'FG !p', 'X p', 'p U q', 'G (p -> X !p)'];

describe('models in code and the simplest store', () => {
  const seed = seedFrom(1811);

  it('see the same states and give the same verdicts, whatever the values', () => {
    for (let round = 0; round < roundsOf({ usual: 15, long: 1000 }); round++) {
      const random = new Random(seed + round);
      const parts = Array.from({ length: 8 }, () => oddValue(random));
      const wrap = (): unknown => {
        if (random.chance(0.3)) return random.pick(parts);
        return Object.fromEntries(['x', 'y', 'z'].slice(random.below(2)).map((key) => [key, random.pick(parts)]));
      };
      const values = Array.from({ length: random.between(2, 30) }, wrap);
      const places = new Map(values.map((value, i) => [plainKey(value), i]));
      const targets = values.map(() =>
        Array.from({ length: random.below(4) }, () => sameValue(random, random.pick(values))),
      );
      const next = (state: unknown): readonly unknown[] => targets[places.get(plainKey(state))!];
      const labels = new Map([...places.keys()].map((key) => [key, random.below(4)]));
      const propositions = {
        p: (state: unknown) => (labels.get(plainKey(state))! & 1) !== 0,
        q: (state: unknown) => (labels.get(plainKey(state))! & 2) !== 0,
      };
      const plain = plainGraph(values[0], { next }, propositions);
      const make = (): ValueModel<unknown> =>
        defineModel<unknown, 'p' | 'q'>({ initial: () => [values[0]], next, propositions });
      expectSameGraph(make(), plain);
      expectSameNumbers(make(), plain);
      const reference = graphModel({
        initial: [0],
        successors: plain.steps.map((own) => own.map(({ target }) => target)),
        labels: plain.letters,
      });
      const model = make();
      for (const formula of FORMULAS) {
        expect(check(model, formula).verdict.outcome, `${seed + round}: ${formula}`).toBe(
          check(reference, formula).verdict.outcome,
        );
      }
    }
  });

  it('see the same systems, whatever actions read and change', () => {
    for (let round = 0; round < roundsOf({ usual: 15, long: 1000 }); round++) {
      const system = randomSystem(new Random(seed + round));
      const make = (): ValueModel<unknown> => defineSystem(system.definition) as unknown as ValueModel<unknown>;
      const plain = plainGraph<Values>(system.initial, system.rules, system.propositions);
      expectSameGraph(make(), plain);
      expectSameNumbers(make(), plain);
      const fair = { weak: ['one'], strong: ['two.act1'] };
      const byVectors = explore(new FairModel(make(), fair));
      const { states, transitions, deadlocks } = byVectors;
      expect(exploreStatesSync(new FairModel(make(), fair))).toMatchObject({ states, transitions, deadlocks });
      const model = make();
      const reference = defineModel<Values, 'p' | 'q'>({
        initial: system.initial,
        next: system.rules,
        propositions: system.propositions,
      });
      for (const fairness of [undefined, { weak: ['one', 'two'] }, { strong: ['one.act0'], weak: ['two'] }]) {
        for (const formula of FORMULAS) {
          const [found, expected] = [model, reference].map((of) => check(of, formula, { fairness }).verdict.outcome);
          expect(found, `${seed + round}: ${formula} ${JSON.stringify(fairness)}`).toBe(expected);
        }
      }
    }
  });
});

type Outcome = { readonly self?: unknown; readonly shared?: Values };
type Act = (self: unknown, shared: Values) => Outcome | Iterable<Outcome> | null;

/** A system of two processes over three variables, and the same as rules on whole states, written down without `defineSystem`. */
function randomSystem(random: Random): {
  readonly definition: Parameters<typeof defineSystem<Record<string, unknown>, Values, 'p' | 'q'>>[0];
  readonly initial: Values;
  readonly rules: Rules<Values>;
  readonly propositions: Readonly<Record<'p' | 'q', (state: Values) => boolean>>;
} {
  const names = ['x', 'y', random.pick(['z', '__proto__', 'length'])];
  const pools = new Map(names.map((name) => [name, Array.from({ length: 3 }, () => oddValue(random))]));
  const locals = Array.from({ length: 3 }, () =>
    random.chance(0.5) ? { at: random.below(3), data: oddValue(random, 1) } : oddValue(random),
  );
  const shared = Object.fromEntries(names.map((name) => [name, random.pick(pools.get(name)!)]));
  const processes: Record<string, { initial: unknown; actions: Record<string, Act> }> = {};
  for (const name of ['one', 'two']) {
    const actions = Object.fromEntries([0, 1].map((i) => [`act${i}`, randomAction(random, names, pools, locals)]));
    processes[name] = { initial: random.pick(locals), actions };
  }
  const rules: Record<string, (state: Values) => readonly Values[]> = {};
  for (const [process, { actions }] of Object.entries(processes)) {
    for (const [action, act] of Object.entries(actions)) {
      rules[`${process}.${action}`] = (state) => {
        const seen = Object.fromEntries(names.map((name) => [name, state[name]]));
        const said = act(state[process], seen);
        const outcomes = said === null ? [] : Symbol.iterator in said ? [...said] : [said];
        return outcomes.map(({ self, shared: change }) => {
          const next = { ...state, ...change };
          return self === undefined ? next : { ...next, [process]: updatedValue(next[process], self) };
        });
      };
    }
  }
  const key = plainKey(random.pick(locals));
  const variable = random.pick(names);
  const value = plainKey(random.pick(pools.get(variable)!));
  const propositions = {
    p: (state: Values) => plainKey(state.one) === key || plainKey(state[variable]) === value,
    q: (state: Values) => plainKey({ ...state }.two) === key,
  };
  const initial = { ...shared, one: processes.one.initial, two: processes.two.initial };
  return { definition: { shared, processes, propositions } as never, initial, rules, propositions };
}

function updatedValue(old: unknown, update: unknown): unknown {
  const isRecord = (value: unknown): boolean => Object.prototype.toString.call(value) === '[object Object]';
  return isRecord(old) && isRecord(update) ? { ...(old as object), ...(update as object) } : update;
}

/** An action that reads in one of several ways, and says the same in each. */
function randomAction(
  random: Random,
  names: readonly string[],
  pools: ReadonlyMap<string, readonly unknown[]>,
  locals: readonly unknown[],
): Act {
  const outcome = (): Outcome => {
    const changed = names.filter(() => random.chance(0.4));
    const change = Object.fromEntries(changed.map((name) => [name, sameValue(random, random.pick(pools.get(name)!))]));
    // Now and then what is no shared variable: then the states get another shape.
    if (random.chance(0.03)) change.extra = random.below(2);
    if (random.chance(0.03)) change.two = random.pick(locals);
    return {
      ...(changed.length > 0 && { shared: change }),
      ...(random.chance(0.7) && {
        self: random.chance(0.3) ? { at: random.below(3) } : sameValue(random, random.pick(locals)),
      }),
    };
  };
  const here = new Set(locals.filter(() => random.chance(0.7)).map(plainKey));
  const [first, second] = [random.pick(names), random.pick(names)];
  const wanted = plainKey(random.pick(pools.get(first)!));
  const other = plainKey(random.pick(pools.get(second)!));
  const [a, b, c] = [outcome(), outcome(), outcome()];
  const decide = (read: (name: string) => unknown): Outcome[] => {
    if (plainKey(read(first)) === wanted) return [a, b];
    return plainKey(read(second)) === other ? [c] : [];
  };
  switch (random.below(6)) {
    case 0:
      return (self, shared) => (here.has(plainKey(self)) ? decide((name) => shared[name]) : null);
    case 1:
      return (self, shared) => {
        const all = { ...shared };
        return here.has(plainKey(self)) ? decide((name) => all[name]) : null;
      };
    case 2:
      return (_, shared) => {
        const copy = new Map(Object.entries(structuredClone(shared)));
        return decide((name) => copy.get(name));
      };
    case 3:
      return function* (_, shared) {
        yield a;
        yield* decide((name) => Object.getOwnPropertyDescriptor(shared, name)!.value as unknown);
      };
    case 4:
      // what it does with its own view of the variables is its own affair
      return (self, shared) => {
        const said = decide((name) => shared[name]);
        for (const name of Object.keys(shared)) shared[name] = 'changed';
        return here.has(plainKey(self)) ? said : null;
      };
    default:
      return (self) => (here.has(plainKey(self)) ? a : null);
  }
}
