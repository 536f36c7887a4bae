// Formulas with X that reductions may still be used for: what violates them does so too when repeated letters are left out. On a net that is
// reduced as for stutter-invariant formulas such a formula may be violated where it is not on the given one, never the other way round.
import { describe, expect, it } from 'vitest';
import { staysTrueWhenShortened } from '../../src/automata/semantics/shortening.ts';
import { isStutterInvariant } from '../../src/automata/semantics/stutter-invariance.ts';
import { translate } from '../../src/automata/translate/translate.ts';
import { Random } from '../../src/base/random.ts';
import { CheckSession } from '../../src/check/session.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { satisfies } from '../../src/formula/lasso.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { substitute } from '../../src/formula/relabel.ts';
import type { Letter, Word } from '../../src/formula/word.ts';
import { observe } from '../../src/models/observation.ts';
import { type Net, NetBuilder } from '../../src/models/petri/net.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { reductionRuleNames } from '../../src/reductions/rules.ts';
import { naiveKripke, naivelyAccepts } from '../helpers/naive-check.ts';
import { randomReducibleNet } from '../helpers/random-reducible-net.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';
import { randomProposition } from './agreement.ts';

const MOST_STATES = 400;

describe('a formula that stays true when words are shortened', () => {
  it.each([
    ['F(a & X(b & X !b))', false], // {a,b}{a,b}{} becomes {a,b}{}
    ['F(a & X(!a & b))', true], // a, then b without a: no letter to leave out
    ['G(a -> X a)', true],
    ['X a', false],
    ['a & X a', false], // aab becomes ab
    ['a & X !a', true],
    ['!a & X(a & X !a)', true],
    ['a U (b & X !b)', true],
    ['G(a -> X !a)', true], // no letter with a is repeated
    ['F(a & X a)', false],
    ['X X X a', false],
  ])('%s: %s', (text, expected) => {
    expect(staysTrueWhenShortened(parseLtl(text))).toBe(expected);
  });

  it('is one by the words themselves', () => {
    const random = new Random(seedFrom(7));
    const store = new FormulaStore();
    const formulas = randomFormulas(store, { propositions: ['a', 'b'], seed: seedFrom(7), size: { min: 3, max: 8 } });
    let refuted = 0;
    let kept = 0;
    for (let round = 0; round < roundsOf({ usual: 300, long: 5000 }); round++) {
      const formula = formulas.next().value!;
      const stays = staysTrueWhenShortened(formula);
      for (let trial = 0; trial < 40; trial++) {
        const long = randomStutteringWord(random);
        if (!satisfies(long, formula) || satisfies(shortened(random, long), formula)) continue;
        expect(stays, printFormula(formula)).toBe(false);
        refuted++;
        break;
      }
      if (stays && !isStutterInvariant(formula)) kept++;
    }
    expect(Math.min(refuted, kept)).toBeGreaterThan(10);
  });
});

/** One token goes round: p1, p2, p0, p3. */
function ring(): Net {
  const net = new NetBuilder();
  for (const id of ['p0', 'p1', 'p2', 'p3']) net.place(id, { initial: id === 'p1' ? 1 : 0 });
  net.move('t0', ['p1'], ['p2']);
  net.move('t1', ['p2'], ['p0']);
  net.move('t2', ['p0'], ['p3']);
  net.move('t3', ['p3'], ['p1']);
  return net.build('ring');
}

describe('reductions that shorten runs', () => {
  it.each([
    ['X "p0 >= 1"', 'violated', 'reduced by no rule that shortens'], // of the shorter run it is true
    ['X "p0 < 1"', 'holds', 'reduced by no rule that shortens'],
    ['G("p0 >= 1" -> X "p0 < 1")', 'holds', 'reduced by no rule that shortens'],
    ['!(!"p0 >= 1" & X "p0 >= 1")', 'holds', 'first reduced, then not'], // of the shorter run it is false
    ['!("p0 >= 1" & X !"p0 >= 1")', 'holds', 'reduced'],
  ])('decide %s, which %s: %s', (text, expected, how) => {
    const session = new CheckSession(netModel(ring()), { engine: 'explicit', reductions: ['post', 'pre'] });
    const { verdict, layers, unreduced } = session.check(parseLtl(text));
    expect(verdict.outcome).toBe(expected);
    expect(unreduced).toBeUndefined();
    expect(layers.length > 0).toBe(how === 'reduced');
  });

  it.each(['explicit', 'auto', 'symbolic'] as const)('keep verdicts of the engine %s', (engine) => {
    const rounds = roundsOf({ usual: engine === 'explicit' ? 300 : 40, long: 10_000 });
    const random = new Random(seedFrom(91));
    const store = new FormulaStore();
    const drawn = randomFormulas(store, { propositions: ['p', 'q'], seed: seedFrom(91), size: { min: 3, max: 9 } });
    const outcomes = { holds: 0, violated: 0, unknown: 0 };
    let reducedOnes = 0;
    for (let round = 0; round < rounds; round++) {
      const net = randomReducibleNet(random);
      const next = round % 3 === 0 ? (drawn.next().value as Formula) : nextShortenable(drawn);
      const formula = meaningful(random, next, store, (places) => randomProposition(random, net, places));
      const model = netModel(net);
      const { names } = observe(model, formula);
      const kripke = naiveKripke(model, { names, deadlock: 'stutter', maxStates: MOST_STATES });
      if (kripke === null) continue;
      const expected = naivelyAccepts(kripke, translate(store.not(formula))) ? 'violated' : 'holds';
      const session = new CheckSession(model, { engine, reductions: reductionRuleNames, onRefusedLift: 'throw' });
      const { verdict, layers } = session.check(formula);
      expect(verdict.outcome, `${round}: ${printFormula(formula)}`).toBe(expected);
      outcomes[expected]++;
      if (layers.length > 0) reducedOnes++;
    }
    expect(Math.min(outcomes.holds, outcomes.violated, reducedOnes)).toBeGreaterThan(rounds / 10);
  });
});

/** A formula whose negation stays true when shortened, and which is not stutter-invariant as it stands. */
function nextShortenable(drawn: Iterator<Formula>): Formula {
  for (;;) {
    const formula: Formula = drawn.next().value;
    if (staysTrueWhenShortened(formula.store.not(formula)) && !isStutterInvariant(formula)) return formula;
  }
}

function meaningful(
  random: Random,
  formula: Formula,
  store: FormulaStore,
  proposition: (places: number) => string,
): Formula {
  const places = random.between(1, 2);
  return substitute(formula, new Map(['p', 'q'].map((name) => [name, store.proposition(proposition(places))])));
}

function randomStutteringWord(random: Random): Word {
  const letters = (least: number): Letter[] =>
    Array.from({ length: random.between(least, 4) }, () => {
      const letter: Letter = new Set(['a', 'b'].filter(() => random.chance(0.5)));
      return Array.from({ length: random.between(1, 3) }, () => letter);
    }).flat();
  return { prefix: letters(0), cycle: letters(1) };
}

/** Some repetitions left out, each cycle the same way. */
function shortened(random: Random, { prefix, cycle }: Word): Word {
  const some = (letters: readonly Letter[]): Letter[] =>
    letters.filter((letter, i) => i === 0 || letter !== letters[i - 1] || random.chance(0.5));
  return { prefix: some(prefix), cycle: some(cycle) };
}
