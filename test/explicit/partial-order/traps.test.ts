// Nets on which partial order reductions have gone wrong, each with all small formulas over two propositions, or with the formula that tells.
import { describe, expect, it } from 'vitest';
import { translate } from '../../../src/automata/translate/translate.ts';
import { check } from '../../../src/check/check.ts';
import { FormulaQuestion } from '../../../src/check/question.ts';
import { Stopwatch } from '../../../src/diagnostics/stopwatch.ts';
import { suitableChecks } from '../../../src/explicit/emptiness/checks.ts';
import { StubbornProduct, stubbornObstacle } from '../../../src/explicit/partial-order/stubborn-product.ts';
import { Kripke } from '../../../src/explicit/product/kripke.ts';
import { ModelGraph } from '../../../src/explicit/product/model-graph.ts';
import { SynchronisedProduct } from '../../../src/explicit/product/product.ts';
import { type Formula, FormulaStore } from '../../../src/formula/formula.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { NEXT_FREE } from '../../../src/formula/traits.ts';
import { observe } from '../../../src/models/observation.ts';
import { type Net, NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { allFormulas } from '../../helpers/all-formulas.ts';
import { naiveKripke, naivelyAccepts } from '../../helpers/naive-check.ts';

type Deadlock = 'stutter' | 'drop';
type Kind = 'tgba' | 'tgta' | 'ta';
const KINDS: readonly Kind[] = ['tgba', 'tgta', 'ta'];

/** `marked` places have a token; each step is `name: inputs > outputs`, places by their names; `! place` asks for an empty one. */
function net(marked: string, steps: readonly string[]): Net {
  const builder = new NetBuilder();
  const parsed = steps.map((step) => {
    const [name, from, to, empty = ''] = step.split(/[:>!]/).map((part) => part.trim());
    const places = (text: string): string[] => text.split(' ').filter((place) => place !== '');
    return { name, from: places(from), to: places(to), empty: places(empty) };
  });
  const names = new Set([...marked.split(' '), ...parsed.flatMap(({ from, to, empty }) => [...from, ...to, ...empty])]);
  for (const name of names) builder.place(name, { initial: marked.split(' ').includes(name) ? 1 : 0 });
  for (const { name, from, to, empty } of parsed) {
    const arcs = (places: readonly string[]) => places.map((id) => ({ place: builder.placeNumber(id), weight: 1 }));
    const inhibitors = empty.map((id) => ({ place: builder.placeNumber(id), below: 1 }));
    builder.transition(name, { inputs: arcs(from), outputs: arcs(to), inhibitors });
  }
  return builder.build('trap');
}

function reducedProduct(given: Net, formula: Formula, deadlock: Deadlock, kind: Kind = 'tgba'): StubbornProduct {
  const model = netModel(given);
  const question = new FormulaQuestion(formula, observe(model, formula));
  const kripke = new Kripke(
    new ModelGraph(model, { deadlock, source: 'plain' }),
    question.observationFor(kind).predicates,
  );
  const product = new SynchronisedProduct(kripke, question.property(kind, kripke.letters, new Stopwatch()));
  expect(stubbornObstacle(product)).toBe(null);
  return new StubbornProduct(product);
}

/** The verdict of all kinds of automata that know the formula. */
function reducedVerdict(given: Net, formula: Formula, deadlock: Deadlock): string {
  const verdicts = KINDS.filter((kind) => kind !== 'ta' || (formula.traits & NEXT_FREE) !== 0).map((kind) => {
    const product = reducedProduct(given, formula, deadlock, kind);
    return suitableChecks(product, deadlock)[0].search(product).accepting === null ? 'holds' : 'violated';
  });
  return [...new Set(verdicts)].join(' and ');
}

function naiveVerdict(given: Net, formula: Formula, deadlock: Deadlock): string {
  const model = netModel(given);
  const kripke = naiveKripke(model, { names: observe(model, formula).names, deadlock, maxStates: 1000 })!;
  return naivelyAccepts(kripke, translate(formula.store.not(formula))) ? 'violated' : 'holds';
}

const TRAPS: Readonly<Record<string, Net>> = {
  'a loop that nobody sees, beside a step that counts (ignoring)': net('a x', [
    'go: a > b',
    'back: b > a',
    'see: x > p',
    'on: p > q',
  ]),
  'two steps that are seen, and independent': net('x y', ['one: x > p', 'two: y > q']),
  'a toggle that is seen, beside one that is not, and an end': net('x a', [
    'on: x > p',
    'off: p > x',
    'go: a > b',
    'back: b > a',
    'end: a x > q',
  ]),
  // The shape of Siegel's counterexample: the same marking is met with several states of the automaton, whose sets differ, and the
  // loops through it leave out other steps each time.
  'loops through one marking with different sets': net('x a c', [
    'in: x > p',
    'out: p > x',
    'go: a > b',
    'back: b > a',
    'see: c > q',
    'unsee: q > c',
  ]),
  'a test of what another takes away': net('t a', ['use: t a > t b', 'take: t > r', 'see: b > p', 'other: r p > q r']),
  'a choice that decides what will be seen': net('x y', [
    'left: x > l',
    'right: x > r',
    'p: l > p',
    'q: r y > q',
    'use: y > z',
  ]),
  // The shape of LTSmin's issue 222: `F G !consume` was lost where a channel may lose messages for ever.
  'a channel that loses, a sender that repeats': net('i e k', [
    'send: i e > w f',
    'lose: f > e',
    'consume: f k > e p',
    'use: p > q',
    'forget: q > k',
    'again: w > i',
  ]),
  'deadlocks on some ways': net('x y k', ['one: x k > p', 'two: y k > q', 'free: p > x k', 'slip: q > s']),
};

describe('traps of partial order reductions', () => {
  it.each(Object.keys(TRAPS))('%s: all small formulas', (name) => {
    const given = TRAPS[name];
    const store = new FormulaStore();
    for (const formula of allFormulas(store, ['p >= 1', 'q >= 1'], 4)) {
      for (const deadlock of ['stutter', 'drop'] as const) {
        const expected = naiveVerdict(given, formula, deadlock);
        expect(reducedVerdict(given, formula, deadlock), `${printFormula(formula)}, ${deadlock}`).toBe(expected);
      }
    }
  });

  it('a deadlock that comes only if a test is taken away first is found', () => {
    // With `use` alone in the set, `take` would come too late: `b` would be there, and `see` would always follow.
    const given = net('t a', ['use: t a > t b', 'take: t > r', 'see: b > v']);
    const formula = parseLtl('F "v >= 1"');
    expect(naiveVerdict(given, formula, 'stutter')).toBe('violated');
    expect(reducedVerdict(given, formula, 'stutter')).toBe('violated');
  });

  it('and one that comes only if a place is filled first', () => {
    const given = net('r a', ['use: a > b ! t', 'fill: r > t', 'see: b > v']);
    const formula = parseLtl('F "v >= 1"');
    expect(naiveVerdict(given, formula, 'stutter')).toBe('violated');
    expect(reducedVerdict(given, formula, 'stutter')).toBe('violated');
  });

  it('a step that fills a place comes with those that need it empty', () => {
    const given = net('a c', ['use: a > b t', 'see: b > v', 'other: c > w ! t']);
    const formula = parseLtl('G !("v >= 1" & "w >= 1")');
    expect(naiveVerdict(given, formula, 'stutter')).toBe('violated');
    expect(reducedVerdict(given, formula, 'stutter')).toBe('violated');
  });

  it('what lacks one of several conditions waits for that one', () => {
    const given = net('a x', ['make: x > b', 't: a b > c']);
    for (const text of ['G !"fireable(t)"', 'G !("a >= 1" & "b >= 1")', 'F "b >= 1" & G("b < 1" | "a < 1")']) {
      const formula = parseLtl(text);
      expect(naiveVerdict(given, formula, 'stutter'), text).toBe('violated');
      expect(reducedVerdict(given, formula, 'stutter'), text).toBe('violated');
    }
  });

  it('what only may be accepted in the end is no reason to hurry', () => {
    // `see` must come after `out` and `in`: later `out` would break what must hold from then on.
    const given = net('x r o', ['see: x > p', 'out: r o > s', 'in: s > r k', 'loop: k > k']);
    const formula = parseLtl('!(!"p >= 1" U ("p >= 1" & X G "r >= 1"))');
    expect(naiveVerdict(given, formula, 'stutter')).toBe('violated');
    expect(reducedVerdict(given, formula, 'stutter')).toBe('violated');
  });

  it('what would be accepted whatever follows is no reason to end where nothing follows', () => {
    // After `see` nothing can happen: with `drop` only executions that never see count, and these must be kept.
    const given = net('a x', ['see: a x > p', 'go: x > y', 'back: y > x']);
    for (const text of ['G "p < 1"', 'F "p >= 1"', 'G("p < 1" & X "p < 1")']) {
      for (const deadlock of ['stutter', 'drop'] as const) {
        const formula = parseLtl(text);
        expect(reducedVerdict(given, formula, deadlock), text).toBe(naiveVerdict(given, formula, deadlock));
      }
    }
  });

  it('what is seen depends on the state of the automaton', () => {
    // p matters only until q was there, so the second of two equal parts is left out more often.
    const given = net('x a b', ['p: x > p', 'q: p > q', 'go: a > a2', 'on: a2 > a3', 'run: b > b2', 'stop: b2 > b3']);
    for (const text of [
      '("p < 1" U "q >= 1") | G "q < 1"',
      'F("p >= 1" & X X "q >= 1")',
      'G("p >= 1" -> F "q >= 1")',
    ]) {
      const formula = parseLtl(text);
      expect(reducedVerdict(given, formula, 'stutter'), text).toBe(naiveVerdict(given, formula, 'stutter'));
    }
  });

  it('states from which the automaton can never be pleased have no successors', () => {
    const given = net('x a', ['see: x > p', 'go: a > b', 'back: b > a']);
    const product = reducedProduct(given, parseLtl('G(F "p >= 1" | "p >= 2")'), 'stutter');
    expect(product.counts.expanded).toBe(0);
    suitableChecks(product, 'stutter')[0].search(product);
    expect(product.counts.followed).toBeLessThan(product.counts.enabled);
  });

  it('propositions that are not about tokens alone, and fairness, switch the sets off, with a reason', () => {
    const model = netModel(net('x a', ['see: x > p', 'go: a > b', 'back: b > a']));
    const reason = (text: string, more: object = {}): unknown =>
      check(model, parseLtl(text), {
        engine: { kind: 'explicit', partialOrder: 'always', ...('engine' in more ? (more.engine as object) : {}) },
        ...('choices' in more ? (more.choices as object) : {}),
      }).statistics.partialOrder;
    expect(reason('F dead')).toEqual({ unused: 'a proposition is not about tokens alone' });
    expect(reason('F "p >= 1"', { choices: { fairness: { weak: 'transitions' } } })).toEqual({
      unused: 'fairness speaks of single transitions',
    });
    expect(reason('F "p >= 1"', { engine: { counterexample: 'shortest' } })).toEqual({
      unused: 'the shortest lasso of the model is asked for',
    });
    expect(reason('F "p >= 1"', { engine: { fullProduct: 'counted' } })).toEqual({
      unused: 'states of the product are counted',
    });
    expect(reason('F "p >= 1"', { engine: { automaton: 'lazy-tgta' } })).toEqual({
      unused: 'the automaton is made while it is searched',
    });
    expect(reason('F "p >= 1"', { choices: { deadlock: 'error' } })).toEqual({
      unused: 'every deadlock of the model counts',
    });
  });
});
