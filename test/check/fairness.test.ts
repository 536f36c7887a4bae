// Fairness as an option, against formulas written by hand over hand-made models that remember who moved.
import { describe, expect, it } from 'vitest';
import { translate } from '../../src/automata/translate/translate.ts';
import { Random } from '../../src/base/random.ts';
import { check } from '../../src/check/check.ts';
import { InputError } from '../../src/diagnostics/diagnostic.ts';
import { FormulaStore } from '../../src/formula/formula.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import type { Fairness } from '../../src/models/fairness.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import type { Model } from '../../src/models/model.ts';
import { NetBuilder } from '../../src/models/petri/net.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { defineModel } from '../../src/models/typescript/define.ts';
import type { ValueModel } from '../../src/models/typescript/definition.ts';
import { acceptsFairly } from '../helpers/fair-oracle.ts';
import { deadlockConditions, oddNames, quoted } from '../helpers/odd-names.ts';
import { randomConservativeNet, randomNet } from '../helpers/random-net.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';

/** A small generator of numbers below `n`, the same for the same seed. */
function dice(seed: number): (n: number) => number {
  let state = seed * 2654435761 + 1;
  return (n) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % n;
  };
}

const RULES = ['a.one', 'a.two', 'b.go'] as const;
type Rule = (typeof RULES)[number];
type Graph = Readonly<Record<Rule, readonly (readonly number[])[]>>;

function randomGraph(seed: number, states: number): Graph {
  const roll = dice(seed);
  const row = (): number[] => Array.from({ length: roll(3) }, () => roll(states));
  const table = (): number[][] => Array.from({ length: states }, row);
  return { 'a.one': table(), 'a.two': table(), 'b.go': table() };
}

const labels = { p: (s: number) => s % 2 === 0, q: (s: number) => s % 3 === 0 };

function plain(graph: Graph): ValueModel<number> {
  const next = Object.fromEntries(RULES.map((rule) => [rule, (s: number) => graph[rule][s]]));
  return defineModel({ initial: 0, next, propositions: labels });
}

/** The same graph, written by hand so that the state tells which rule was applied last. */
function remembering(graph: Graph): ValueModel<{ s: number; last: Rule | 'none' }> {
  type State = { s: number; last: Rule | 'none' };
  const able = (rule: Rule, s: number): boolean => graph[rule][s].length > 0;
  return defineModel<State, string>({
    initial: { s: 0, last: 'none' },
    next: ({ s }) => RULES.flatMap((rule) => graph[rule][s].map((to): State => ({ s: to, last: rule }))),
    propositions: {
      p: ({ s }) => labels.p(s),
      q: ({ s }) => labels.q(s),
      enabled_a: ({ s }) => able('a.one', s) || able('a.two', s),
      taken_a: ({ last }) => last === 'a.one' || last === 'a.two',
      enabled_two: ({ s }) => able('a.two', s),
      taken_two: ({ last }) => last === 'a.two',
      enabled_b: ({ s }) => able('b.go', s),
      taken_b: ({ last }) => last === 'b.go',
    },
  });
}

const assumptions = [
  { fairness: { weak: ['a'] }, formula: 'FG enabled_a -> GF taken_a' },
  { fairness: { strong: ['b'] }, formula: 'GF enabled_b -> GF taken_b' },
  { fairness: { weak: ['a.two', 'b'] }, formula: '(FG enabled_two -> GF taken_two) & (FG enabled_b -> GF taken_b)' },
  {
    fairness: { weak: 'processes', strong: ['a.two'] },
    formula: '(FG enabled_a -> GF taken_a) & (FG enabled_b -> GF taken_b) & (GF enabled_two -> GF taken_two)',
  },
] as const;

describe('fairness as an option', () => {
  it('means what the formulas written by hand mean, on random graphs and formulas', () => {
    const store = new FormulaStore();
    const source = randomFormulas(store, { propositions: ['p', 'q'], size: { min: 4, max: 9 }, seed: seedFrom(3) });
    const formulas = Array.from({ length: 60 }, () => source.next().value!);
    const seen = { holds: 0, violated: 0, unknown: 0 };
    let different = 0;
    for (const [i, formula] of formulas.entries()) {
      const graph = randomGraph(i + 1, 3 + (i % 4));
      const { fairness, formula: assumed } = assumptions[i % assumptions.length];
      const verdict = check(plain(graph), formula, { fairness }).verdict.outcome;
      const text = `(${assumed}) -> (${printFormula(formula)})`;
      expect(verdict, `graph ${i + 1}, ${text}`).toBe(check(remembering(graph), text).verdict.outcome);
      seen[verdict]++;
      if (verdict !== check(plain(graph), formula).verdict.outcome) different++;
    }
    expect(Math.min(seen.holds, seen.violated, different)).toBeGreaterThan(1);
  });

  it('tells weak from strong: a step that is enabled now and then', () => {
    const blinking = defineModel({
      initial: { lit: false, stopped: false },
      next: {
        'lamp.blink': ({ lit, stopped }) => (stopped ? [] : [{ lit: !lit, stopped }]),
        'guard.stop': ({ lit, stopped }) => (lit && !stopped ? [{ lit, stopped: true }] : []),
      },
      propositions: { stopped: ({ stopped }) => stopped },
    });
    const outcome = (fairness: { weak?: string[]; strong?: string[] }): string =>
      check(blinking, 'F stopped', { fairness }).verdict.outcome;
    expect(outcome({})).toBe('violated');
    expect(outcome({ weak: ['guard'] })).toBe('violated');
    expect(outcome({ strong: ['guard'] })).toBe('holds');
  });

  it('gives counterexamples of the model itself, all of them fair', () => {
    const model = defineModel({
      initial: { a: 0, b: 0 },
      next: { a: ({ a, b }) => [{ a: 1 - a, b }], b: ({ a, b }) => [{ a, b: 1 - b }] },
      propositions: { both: ({ a, b }) => a === 1 && b === 1 },
    });
    const result = check(model, 'F both', { fairness: { weak: 'transitions' } });
    expect(result.model).toBe(model);
    if (result.verdict.outcome !== 'violated') throw new Error('it has a fair execution');
    const taken = new Set(result.verdict.counterexample.cycle.map(({ transition }) => transition));
    expect(taken).toEqual(new Set(['a', 'b']));
  });

  it('knows the processes of DVE models', () => {
    const text = `byte done;
process P { state idle, busy; init idle; trans idle -> busy {}, busy -> idle { effect done = 1; }; }
process Q { state idle; init idle; trans idle -> idle {}; }
system async;`;
    const model = loadModel('model.dve', [text]).value!;
    const progress = 'GF "P = busy"';
    expect(check(model, progress).verdict.outcome).toBe('violated');
    expect(check(model, progress, { fairness: { weak: ['P'] } }).verdict.outcome).toBe('holds');
    expect(check(model, progress, { fairness: { weak: ['Q'] } }).verdict.outcome).toBe('violated');
  });

  it('offers the nearest names for one that the model has not', () => {
    const wrong = (): unknown => check(plain(randomGraph(1, 3)), 'F p', { fairness: { weak: ['a.tow'] } });
    expect(wrong).toThrow(InputError);
    expect(wrong).toThrow(/no such process or transition/);
  });
});

describe('names of users under fairness', () => {
  /** A place or label may be called like something of ours: it means what the user means. */
  function brokenNet(place: string): Model {
    const net = new NetBuilder();
    net.place('ok', { initial: 1 });
    net.place(place, { initial: 0 });
    net.transition('fail', { inputs: [{ place: 0, weight: 1 }], outputs: [{ place: 1, weight: 1 }], inhibitors: [] });
    net.transition('repair', { inputs: [{ place: 1, weight: 1 }], outputs: [{ place: 0, weight: 1 }], inhibitors: [] });
    return netModel(net.build('broken'));
  }

  it('of a transition are not taken for those of a process that others seem to have', () => {
    // `P` is always enabled, and `P.start` may go on for ever instead
    const net = new NetBuilder();
    net.place('go', { initial: 1 });
    net.place('done', { capacity: 1 });
    net.move('P', ['go'], ['done']);
    net.move('P.start', ['go'], ['go']);
    const model = netModel(net.build('P'));
    const outcome = (fairness: Fairness): string => check(model, 'F done', { fairness }).verdict.outcome;
    expect(outcome({ weak: ['P'] })).toBe('holds');
    expect(outcome({ weak: 'transitions' })).toBe('holds');
    expect(outcome({ strong: ['P'] })).toBe('holds');
    expect(outcome({ weak: ['P.start'] })).toBe('violated');
    expect(outcome({ weak: 'processes' })).toBe('violated');
  });

  it.each(oddNames)('are not mistaken for ours in a net: %s', (name) => {
    const model = brokenNet(name);
    const store = new FormulaStore();
    const bad = store.proposition(`${quoted(name)} >= 1`);
    const never = store.globally(store.not(bad));
    for (const fairness of [
      {},
      { weak: ['repair'] },
      { strong: ['repair', 'fail'] },
      { weak: 'transitions' },
    ] as const) {
      expect(check(model, never, { fairness }).verdict.outcome).toBe('violated');
      const recovers = store.globally(store.finally(store.not(bad)));
      expect(check(model, recovers, { fairness }).verdict.outcome).toBe('holds');
    }
  });

  it('are not mistaken for ours in Kripke structures and models in TypeScript', () => {
    const kripke = loadModel('model.kripke', ['initial up\nup : ok -> down\ndown : broken -> up']).value!;
    expect(check(kripke, 'G !broken', { fairness: { strong: 'transitions' } }).verdict.outcome).toBe('violated');
    const coded = defineModel({
      initial: { broken: false },
      next: { fail: () => [{ broken: true }], repair: () => [{ broken: false }] },
      propositions: { broken: ({ broken }) => broken, 'weakly fair to repair': () => false },
    });
    const fairness = { weak: ['repair'] };
    expect(check(coded, 'G !broken', { fairness }).verdict.outcome).toBe('violated');
    expect(check(coded, 'F "weakly fair to repair"', { fairness }).verdict.outcome).toBe('violated');
  });
});

describe('holds under fairness', () => {
  const ROUNDS = roundsOf({ usual: 150, long: 2000 });

  it('is what a naive check of the Streett condition on the model itself says', () => {
    const random = new Random(seedFrom(41));
    const seen = { holds: 0, violated: 0 };
    let changed = 0;
    for (let round = 0; seen.holds + seen.violated < ROUNDS; round++) {
      const model = netModel(random.chance(0.3) ? randomNet(random) : randomConservativeNet(random));
      if (model.groups.length < 2) continue;
      const names = model.variables.slice(0, 2).map(({ name }) => `${quoted(name)} >= 1`);
      const store = new FormulaStore();
      const any = randomFormulas(store, {
        propositions: [...names, ...deadlockConditions(model)],
        size: { min: 3, max: 9 },
        seed: seedFrom(round),
      });
      const [a, b] = names.map((name) => store.proposition(name));
      const response = store.globally(store.implies(a, store.finally(b ?? store.not(a))));
      const formula = random.pick([any.next().value!, response, store.globally(store.finally(a)), store.finally(a)]);
      const chosen = model.groups.map((_, group) => ({
        group,
        kind: random.pick(['weak', 'strong', 'none'] as const),
      }));
      const only = (kind: 'weak' | 'strong'): number[] =>
        chosen.filter((one) => one.kind === kind).map(({ group }) => group);
      const deadlock = random.pick(['stutter', 'drop'] as const);
      const groupNames = (groups: readonly number[]): string[] => groups.map((group) => model.groups[group].name);
      const fairness = { weak: groupNames(only('weak')), strong: groupNames(only('strong')) };
      const assumptions = (['weak', 'strong'] as const).flatMap((kind) =>
        only(kind).map((g) => ({ kind, groups: [g] })),
      );
      const negation = translate(formula.store.not(formula));
      const accepted = acceptsFairly(model, negation, { assumptions, deadlock, maxStates: 200 });
      if (accepted === null) continue;
      const { outcome } = check(model, formula, { fairness, deadlock }).verdict;
      const context = `round ${round}: ${printFormula(formula)}, ${JSON.stringify(fairness)}, ${deadlock}`;
      expect(outcome, context).toBe(accepted ? 'violated' : 'holds');
      seen[accepted ? 'violated' : 'holds']++;
      if (check(model, formula, { deadlock }).verdict.outcome !== outcome) changed++;
    }
    expect(Math.min(seen.holds, seen.violated)).toBeGreaterThan(ROUNDS / 5);
    expect(changed).toBeGreaterThan(ROUNDS / 50);
  });

  it('of models in code is the same, whatever the automaton, and needs no state more', () => {
    const store = new FormulaStore();
    const source = randomFormulas(store, { propositions: ['p', 'q'], size: { min: 3, max: 8 }, seed: seedFrom(43) });
    const random = new Random(seedFrom(43));
    const seen = { holds: 0, violated: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const size = random.between(2, 6);
      const graph = randomGraph(seedFrom(43) + round, size);
      const [p, q] = ['p', 'q'].map((name) => store.proposition(name));
      const response = store.globally(store.implies(p, store.finally(q)));
      const formula = random.pick([
        source.next().value!,
        response,
        store.globally(store.finally(q)),
        store.globally(p),
      ]);
      const deadlock = random.pick(['stutter', 'drop'] as const);
      const kind = random.chance(0.8) ? 'weak' : 'strong';
      const assumptions = [
        { kind, groups: [0, 1] },
        { kind: 'weak', groups: [2] },
      ] as const;
      const fairness = kind === 'weak' ? { weak: ['a', 'b'] } : { strong: ['a'], weak: ['b'] };
      const negation = translate(store.not(formula));
      const accepted = acceptsFairly(plain(graph), negation, { assumptions, deadlock, maxStates: 200 });
      const automaton = random.pick(['tgba', 'ba', 'tgta'] as const);
      const { verdict, statistics } = check(plain(graph), formula, {
        fairness,
        deadlock,
        engine: { kind: 'explicit', automaton },
      });
      const context = `round ${round}: ${printFormula(formula)}, ${JSON.stringify(fairness)}, ${deadlock}, ${automaton}`;
      expect(verdict.outcome, context).toBe(accepted ? 'violated' : 'holds');
      if (!accepted && kind === 'weak') expect(statistics.modelStates, context).toBeLessThanOrEqual(size);
      seen[accepted ? 'violated' : 'holds']++;
    }
    expect(Math.min(seen.holds, seen.violated)).toBeGreaterThan(ROUNDS / 10);
  });
});
