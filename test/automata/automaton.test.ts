import { describe, expect, it } from 'vitest';
import {
  type Acceptance,
  acceptAll,
  acceptAnd,
  acceptNone,
  acceptOr,
  buchi,
  fin,
  generalizedBuchi,
  inf,
  isAccepted,
  isBuchi,
  isGeneralizedBuchi,
  negateAcceptance,
  renameSets,
} from '../../src/automata/acceptance.ts';
import { accepts } from '../../src/automata/accepts.ts';
import { type Automaton, AutomatonBuilder } from '../../src/automata/automaton.ts';
import { componentFacts, isWeakComponent } from '../../src/automata/component-facts.ts';
import { isComplete, isDeterministic, withProperties } from '../../src/automata/properties.ts';
import { randomAutomaton } from '../../src/automata/random.ts';
import { componentsOf } from '../../src/automata/scc.ts';
import { Random } from '../../src/base/random.ts';
import { letterOf } from '../helpers/words.ts';

/** GFa & GFb as one state with four loops. */
function infinitelyOftenBoth(): Automaton {
  const builder = new AutomatonBuilder(['a', 'b']);
  const { bdd } = builder;
  const state = builder.addState();
  builder.setInitial(state);
  for (let letter = 0; letter < 4; letter++) {
    const label = bdd.and(bdd.literal(0, (letter & 1) !== 0), bdd.literal(1, (letter & 2) !== 0));
    builder.addEdge(state, label, letter, state);
  }
  return builder.build(generalizedBuchi(2));
}

const [none, a, b, both] = [0, 1, 2, 3].map((mask) => letterOf(['a', 'b'], mask));

describe('an automaton', () => {
  it('accepts a word when a run sees every mark infinitely often', () => {
    const automaton = infinitelyOftenBoth();
    expect(accepts(automaton, { prefix: [], cycle: [a, b] })).toBe(true);
    expect(accepts(automaton, { prefix: [none], cycle: [both] })).toBe(true);
    expect(accepts(automaton, { prefix: [both, b], cycle: [a, none] })).toBe(false);
  });

  it('is judged by its acceptance condition, whatever that is', () => {
    const under = (acceptance: Acceptance): Automaton => infinitelyOftenBoth().with({ acceptance });
    const rabin = { setCount: 2, formula: acceptAnd([fin(0), inf(1)]) };
    expect(accepts(under(rabin), { prefix: [a], cycle: [b, none] })).toBe(true);
    expect(accepts(under(rabin), { prefix: [a], cycle: [b, a] })).toBe(false);
    const streett = { setCount: 2, formula: acceptOr([fin(0), inf(1)]) };
    expect(accepts(under(streett), { prefix: [], cycle: [a, both] })).toBe(true);
    expect(accepts(under(streett), { prefix: [b], cycle: [a] })).toBe(false);
    expect(accepts(under({ ...acceptNone(), setCount: 2 }), { prefix: [], cycle: [both] })).toBe(false);
    expect(accepts(under({ ...acceptAll(), setCount: 2 }), { prefix: [], cycle: [none] })).toBe(true);
  });

  it('knows whether it is deterministic, complete and state-based when asked to look', () => {
    const { properties } = withProperties(infinitelyOftenBoth());
    expect(properties).toMatchObject({ deterministic: 'yes', complete: 'yes', weak: 'no', stateAcceptance: 'no' });
  });

  it('leaves out edges that no letter satisfies, and keeps edges sorted by source', () => {
    const builder = new AutomatonBuilder(['a']);
    builder.addStates(3);
    builder.setInitial(2);
    builder.addEdge(2, builder.bdd.true, 0, 1);
    builder.addEdge(0, builder.bdd.false, 0, 1);
    builder.addEdge(1, builder.bdd.variable(0), 1, 2);
    const automaton = builder.build(buchi());
    expect([...automaton.edgeStart]).toEqual([0, 0, 1, 2]);
    expect([...automaton.edgeTarget]).toEqual([2, 1]);
    expect(isDeterministic(automaton)).toBe(true);
    expect(isComplete(automaton)).toBe(false);
  });
});

describe('acceptance conditions', () => {
  it('recognise generalized Büchi in any order', () => {
    expect(isGeneralizedBuchi({ setCount: 3, formula: acceptAnd([inf(2), inf(0), inf(1)]) })).toBe(true);
    expect(isGeneralizedBuchi({ setCount: 3, formula: acceptAnd([inf(2), inf(0)]) })).toBe(false);
    expect(isGeneralizedBuchi(acceptAll())).toBe(true);
    expect(isGeneralizedBuchi(acceptNone())).toBe(false);
    expect(isBuchi(buchi())).toBe(true);
    expect(isGeneralizedBuchi(generalizedBuchi(32))).toBe(true);
  });

  it('negate to their complements, and rename', () => {
    const formula = acceptOr([acceptAnd([fin(0), inf(1)]), acceptAnd([fin(1), acceptOr([inf(2), fin(3)])])]);
    for (let seen = 0; seen < 16; seen++) {
      expect(isAccepted(negateAcceptance(formula), seen)).toBe(!isAccepted(formula, seen));
      const swapped = (seen & ~9) | ((seen & 1) << 3) | (seen >> 3);
      expect(isAccepted(renameSets(formula, [3, 1, 2, 0]), swapped)).toBe(isAccepted(formula, seen));
    }
  });
});

describe('strongly connected components', () => {
  const reachable = (automaton: Automaton, from: number): Set<number> => {
    const seen = new Set<number>();
    const stack = [from];
    for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
      for (let e = automaton.edgeStart[state]; e < automaton.edgeStart[state + 1]; e++) {
        const target = automaton.edgeTarget[e];
        if (!seen.has(target)) stack.push(target);
        seen.add(target);
      }
    }
    return seen;
  };

  it('are the classes of mutual reachability, numbered against the edges', () => {
    const random = new Random(7);
    for (let i = 0; i < 200; i++) {
      const automaton = randomAutomaton(random, { states: random.between(1, 12), propositions: ['a'], density: 1.3 });
      const { of } = componentsOf(automaton);
      const after = Array.from({ length: automaton.stateCount }, (_, s) => reachable(automaton, s));
      for (let s = 0; s < automaton.stateCount; s++) {
        for (let t = 0; t < automaton.stateCount; t++) {
          expect(of[s] === of[t]).toBe(s === t || (after[s].has(t) && after[t].has(s)));
          if (after[s].has(t)) expect(of[t]).toBeLessThanOrEqual(of[s]);
        }
      }
    }
  });

  it('tell accepting from rejecting cycles as the judge does', () => {
    const random = new Random(8);
    const acceptances: Acceptance[] = [
      generalizedBuchi(2),
      { setCount: 2, formula: acceptAnd([fin(0), inf(1)]) },
      { setCount: 3, formula: acceptOr([acceptAnd([fin(0), inf(1)]), acceptAnd([fin(1), fin(2)])]) },
    ];
    for (let i = 0; i < 300; i++) {
      const acceptance = random.pick(acceptances);
      const options = { states: random.between(1, 5), propositions: [], acceptance, markProbability: 0.4 };
      const automaton = randomAutomaton(random, options);
      const word = { prefix: [], cycle: [none] }; // every label is true
      const facts = componentFacts(automaton);
      expect(facts.some((component) => component.accepting)).toBe(accepts(automaton, word));
      const negated = automaton.with({ acceptance: { ...acceptance, formula: negateAcceptance(acceptance.formula) } });
      expect(facts.some((component) => component.rejecting)).toBe(accepts(negated, word));
    }
  });

  it('need no call stack however long the automaton is', () => {
    const builder = new AutomatonBuilder([]);
    const length = 200_000;
    builder.addStates(length);
    builder.setInitial(0);
    for (let s = 0; s < length; s++) builder.addEdge(s, builder.bdd.true, s === 0 ? 1 : 0, (s + 1) % length);
    const automaton = builder.build(buchi());
    const facts = componentFacts(automaton);
    expect(facts).toHaveLength(1);
    expect(facts[0]).toMatchObject({ accepting: true, rejecting: false, trivial: false });
    expect(isWeakComponent(facts[0])).toBe(true);
  });
});
