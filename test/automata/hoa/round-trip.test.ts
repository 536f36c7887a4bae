import { describe, expect, it } from 'vitest';
import {
  acceptAnd,
  acceptNone,
  acceptOr,
  fin,
  generalizedBuchi,
  inf,
  muller,
} from '../../../src/automata/acceptance.ts';
import { acceptanceName } from '../../../src/automata/acceptance-name.ts';
import { type Automaton, AutomatonBuilder } from '../../../src/automata/automaton.ts';
import { printHoa, type WriteHoaOptions } from '../../../src/automata/hoa/write.ts';
import { isComplete, isDeterministic } from '../../../src/automata/properties.ts';
import { randomAutomaton } from '../../../src/automata/random.ts';
import { readAutomata } from '../../../src/automata/stream.ts';
import { Random } from '../../../src/base/random.ts';
import { unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { anyAutomaton, expectLanguage, randomAcceptance, verdicts } from '../../helpers/automata.ts';

function readOne(text: string): Automaton {
  const all = readAutomata(text);
  expect(all).toHaveLength(1);
  return unwrap(all[0]);
}

const layouts: readonly WriteHoaOptions[] = [{}, { layout: 'one-line' }, { marks: 'edges' }, { labels: 'implicit' }];

describe('an automaton written as HOA and read again', () => {
  it('has the same text and the same language, whatever its acceptance', () => {
    const random = new Random(31);
    for (let i = 0; i < 60; i++) {
      const automaton = anyAutomaton(random, randomAcceptance(random, random.between(1, 4)));
      const expected = verdicts(automaton);
      for (const options of layouts) {
        const text = printHoa(automaton, options);
        const again = readOne(text);
        expect(printHoa(again, options)).toBe(text);
        expect([again.stateCount, again.acceptance.setCount]).toEqual([
          automaton.stateCount,
          automaton.acceptance.setCount,
        ]);
        expectLanguage(again, expected, text);
      }
    }
  });

  it('keeps names, claims about the language, many propositions and all 32 sets', () => {
    const random = new Random(5);
    const propositions = ['a', 'x == 1', 'say "hi"', 'back\\slash', 'line\nbreak', 'ε', ...'bcdefghijklmno'];
    const automaton = randomAutomaton(random, {
      states: 9,
      propositions,
      acceptance: generalizedBuchi(32),
    }).with({
      name: 'F"a"\\',
      stateNames: ['one', '', 'say "3"', ...Array.from({ length: 6 }, () => '')],
      properties: { stutterInvariant: 'yes', unambiguous: 'yes' },
    });
    const again = readOne(printHoa(automaton));
    expect(again.propositions).toEqual(propositions);
    expect(again.name).toBe(automaton.name);
    expect(again.stateNames).toEqual(automaton.stateNames);
    expect(again.properties).toMatchObject({ stutterInvariant: 'yes', unambiguous: 'yes' });
    expect(printHoa(again)).toBe(printHoa(automaton));
    expect(printHoa(automaton, { layout: 'one-line' })).not.toContain('\n');
  });

  it('may have no state, no initial state, no edge', () => {
    const builder = new AutomatonBuilder([]);
    expect(readOne(printHoa(builder.build(acceptNone()))).stateCount).toBe(0);
    builder.addStates(3);
    const text = printHoa(builder.build(generalizedBuchi(2)));
    expect(printHoa(readOne(text))).toBe(text);
    expect(readOne(text).initial).toEqual([]);
  });
});

describe('printHoa', () => {
  const builder = new AutomatonBuilder(['a', 'b']);
  const { bdd } = builder;
  builder.addStates(2);
  builder.setInitial(0);
  builder.addEdge(0, bdd.true, 0, 0);
  builder.addEdge(0, bdd.or(bdd.variable(0), bdd.literal(1, false)), 0, 1);
  builder.addEdge(1, bdd.variable(1), 1, 1);
  const automaton = builder.build(generalizedBuchi(1), { name: 'FGb' });

  it('writes what the format asks for, marks on states if possible', () => {
    expect(printHoa(automaton).split('\n')).toEqual([
      'HOA: v1',
      'name: "FGb"',
      'States: 2',
      'Start: 0',
      'AP: 2 "a" "b"',
      'acc-name: Buchi',
      'Acceptance: 1 Inf(0)',
      'properties: trans-labels explicit-labels state-acc',
      'properties: inherently-weak weak very-weak',
      '--BODY--',
      'State: 0',
      '[t] 0',
      '[0 | !1] 1',
      'State: 1 {0}',
      '[1] 1',
      '--END--',
    ]);
    expect(printHoa(automaton, { marks: 'edges' })).toContain('State: 1\n[1] 1 {0}\n');
  });

  it('puts a condition that has a name in the order that goes with the name', () => {
    const text = printHoa(automaton.with({ acceptance: { setCount: 2, formula: acceptAnd([inf(1), fin(0)]) } }));
    expect(text).toContain('acc-name: Rabin 1\nAcceptance: 2 Fin(0)&Inf(1)\n');
  });

  it('claims only what holds', () => {
    const random = new Random(77);
    for (let i = 0; i < 100; i++) {
      const one = anyAutomaton(random);
      const claims = new Set(
        [...printHoa(one).matchAll(/^properties: (.*)$/gm)].flatMap((match) => match[1].split(' ')),
      );
      expect(claims.has('deterministic')).toBe(isDeterministic(one));
      expect(claims.has('complete')).toBe(isComplete(one));
    }
  });
});

describe('acceptanceName', () => {
  it('knows the conditions that the format names', () => {
    const name = (setCount: number, formula: ReturnType<typeof inf>): string | null =>
      acceptanceName({ setCount, formula });
    expect(acceptanceName(generalizedBuchi(0))).toBe('all');
    expect(acceptanceName(acceptNone())).toBe('none');
    expect(acceptanceName(generalizedBuchi(1))).toBe('Buchi');
    expect(acceptanceName(generalizedBuchi(3))).toBe('generalized-Buchi 3');
    expect(name(1, fin(0))).toBe('co-Buchi');
    expect(name(2, acceptOr([fin(1), fin(0)]))).toBe('generalized-co-Buchi 2');
    expect(name(4, acceptOr([acceptAnd([fin(0), inf(1)]), acceptAnd([inf(3), fin(2)])]))).toBe('Rabin 2');
    expect(name(2, acceptOr([fin(0), inf(1)]))).toBe('Streett 1');
    expect(name(3, acceptOr([inf(0), acceptAnd([fin(1), inf(2)])]))).toBe('parity min even 3');
    expect(name(3, acceptAnd([fin(0), acceptOr([inf(1), fin(2)])]))).toBe('parity min odd 3');
    expect(name(4, acceptAnd([fin(3), acceptOr([inf(2), acceptAnd([fin(1), inf(0)])])]))).toBe('parity max even 4');
    expect(name(3, acceptAnd([fin(2), acceptOr([inf(1), fin(0)])]))).toBe('parity max odd 3');
    expect(name(3, acceptOr([fin(0), acceptAnd([fin(1), inf(2)])]))).toBe('generalized-Rabin 2 0 1');
    expect(acceptanceName(muller(3, [[0, 1], [2], []]))).toBe('Muller 3');
    expect(name(2, acceptOr([acceptAnd([inf(0), fin(1)]), acceptAnd([inf(1), inf(0)])]))).toBe('Muller 2');
    expect(name(3, acceptOr([acceptAnd([inf(0), inf(1)]), inf(2)]))).toBeNull();
    expect(name(2, inf(0))).toBeNull();
    expect(name(3, acceptOr([inf(0), inf(1)]))).toBeNull();
  });
});
