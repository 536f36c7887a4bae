import { describe, expect, it } from 'vitest';
import { accepts } from '../../../src/automata/accepts.ts';
import type { Automaton } from '../../../src/automata/automaton.ts';
import { readHoaAutomaton } from '../../../src/automata/hoa/read.ts';
import { formatAcceptance } from '../../../src/automata/operations/acceptance-forms.ts';
import { AutomatonStream, readAutomata } from '../../../src/automata/stream.ts';
import { unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { positionAt } from '../../../src/diagnostics/source.ts';
import { parseWord } from '../../../src/formula/word-syntax.ts';

function readOne(text: string): Automaton {
  const all = readAutomata(text);
  expect(all).toHaveLength(1);
  return unwrap(all[0]);
}

/** A header over the propositions a and b, with the given items added. */
function hoa(body: string, items = 'Acceptance: 1 Inf(0)'): string {
  return `HOA: v1\nStart: 0\nAP: 2 "a" "b"\n${items}\n--BODY--\n${body}\n--END--\n`;
}

/** Whether the automaton accepts each of the words, as a string of 0 and 1. */
function on(automaton: Automaton, ...words: string[]): string {
  return words.map((word) => (accepts(automaton, unwrap(parseWord(word))) ? '1' : '0')).join('');
}

describe('the reader of HOA', () => {
  it('reads labels with every operator, by their precedence', () => {
    const automaton = readOne(hoa('State: 0 [!0&1|0&!(0|1)|f] 0 {0}'));
    expect(on(automaton, 'cycle{b}', 'cycle{a}', 'cycle{a & b}', 'cycle{1}')).toBe('1000');
    expect(on(readOne(hoa('State: 0 [!!(t&!0)] 0 {0}')), 'cycle{a}', 'cycle{b}')).toBe('01');
  });

  it('reads aliases that use earlier ones, before the propositions are named', () => {
    const items = 'Alias: @x 0 & !1 Alias: @not-x !@x Alias: @2 @x | 1 Acceptance: 1 Inf(0)';
    const text = `HOA: v1 Start: 0 ${items} AP: 2 "a" "b" --BODY-- State: 0 [@not-x & @2] 0 {0} --END--`;
    expect(on(readOne(text), 'cycle{a}', 'cycle{b}', 'cycle{a & b}', 'cycle{1}')).toBe('0110');
  });

  it('reads implicit labels: bit i of the number of the letter is proposition i', () => {
    const text = hoa('State: 0 1 0 {0} 1 1 State: 1 1 1 1 1');
    expect(on(readOne(text), 'cycle{1}', 'cycle{a}', 'cycle{b}', 'cycle{a & b}')).toBe('0100');
  });

  it('reads labels of states, which stand for all their edges', () => {
    const automaton = readOne(hoa('State: [0] 0 1 State: [1] 1 {0} 1'));
    expect(on(automaton, 'a; cycle{b}', 'b; cycle{b}', 'a; cycle{a}')).toBe('100');
  });

  it('unites the marks of a state and of its edges', () => {
    const automaton = readOne(hoa('State: 0 {0} [0] 0 {1} [1] 0', 'Acceptance: 2 Inf(0)&Inf(1)'));
    expect([...automaton.edgeMarks]).toEqual([3, 1]);
  });

  it('reads several initial states, in any order of states, with names', () => {
    const items = 'Start: 2 Acceptance: 0 t name: "two \\"starts\\"" tool: "us" "1" properties: x-y';
    const automaton = readOne(hoa('State: 2 "second \\\\ state" [1] 2 State: 0 [0] 0', items));
    expect(automaton.initial).toEqual([0, 2]);
    expect(automaton.name).toBe('two "starts"');
    expect(automaton.stateNames).toEqual(['', '', 'second \\ state']);
    expect(on(automaton, 'cycle{a}', 'cycle{b}', 'a; cycle{b}')).toBe('110');
  });

  it.each([
    ['Inf(0)&(Fin(1)|Inf(2))', 'Inf(0)&(Fin(1)|Inf(2))'],
    ['(Fin(0)) & Inf(1) | Fin(2)', '(Fin(0)&Inf(1))|Fin(2)'],
    ['Inf(0)&(Inf(1)&Inf(2))', 'Inf(0)&Inf(1)&Inf(2)'],
    ['t & Inf(0) | f', 'Inf(0)'],
  ])('reads the condition %s', (text, expected) => {
    const { acceptance } = readOne(hoa('State: 0 [t] 0', `Acceptance: 3 ${text}`));
    expect(formatAcceptance(acceptance.formula)).toBe(expected);
  });

  it('turns complemented sets into sets that hold elsewhere', () => {
    const inPlace = readOne(hoa('State: 0 [0] 0 {0} [!0] 0', 'Acceptance: 1 Inf(!0)'));
    expect(on(inPlace, 'cycle{a}', 'cycle{b}', 'cycle{a; b}')).toBe('011');
    const both = readOne(hoa('State: 0 [0] 0 {0} [!0] 0', 'Acceptance: 1 Inf(0) & Inf(!0)'));
    expect(both.acceptance.setCount).toBe(2);
    expect(on(both, 'cycle{a}', 'cycle{b}', 'cycle{a; b}')).toBe('001');
    const never = readOne(hoa('State: 0 [0] 0 {0} [!0] 0', 'Acceptance: 1 Fin(!0)'));
    expect(on(never, 'cycle{a}', 'cycle{b}', 'b; cycle{a}')).toBe('101');
  });

  it('steps over comments, nested ones too, and over headers in lower case that it does not know', () => {
    const items = 'controllable-AP: 0 1 spot.highlight.states: 1 2 "x" t /* a /* b */ "c */ Acceptance: 1 Inf(0)';
    expect(on(readOne(hoa('State: 0 /* ] */ [0 /* ] */] 0 {0}', items)), 'cycle{a}', 'cycle{b}')).toBe('10');
  });

  it('believes claims about the language unless told not to, and never those it can see', () => {
    const text = hoa('State: 0 [0] 0', 'Acceptance: 0 t properties: stutter-invariant unambiguous weak deterministic');
    expect(readOne(text).properties).toMatchObject({ stutterInvariant: 'yes', unambiguous: 'yes', weak: 'maybe' });
    const source = { name: 'x', text };
    expect(unwrap(readHoaAutomaton(source, { claims: 'ignore' })).properties.stutterInvariant).toBe('maybe');
  });

  it('reads deep expressions and long strings', () => {
    const deep = `${'!('.repeat(100_000)}0${')'.repeat(100_000)}`;
    expect(on(readOne(hoa(`State: 0 [${deep}] 0 {0}`)), 'cycle{a}', 'cycle{b}')).toBe('10');
    const long = 'x'.repeat(1_000_000);
    expect(readOne(hoa('State: 0 [0] 0', `Acceptance: 0 t name: "${long}"`)).name).toBe(long);
  });

  it('does not enumerate the letters of 20 propositions', () => {
    const names = Array.from({ length: 20 }, (_, i) => `"p${i}"`).join(' ');
    const label = Array.from({ length: 20 }, (_, i) => i).join('&');
    const text = `HOA: v1 Start: 0 AP: 20 ${names} Acceptance: 0 t --BODY-- State: 0 [${label}] 0 --END--`;
    expect(readOne(text).edgeCount).toBe(1);
  });
});

describe('a stream of automata', () => {
  const one = hoa('State: 0 "--END--" [0] 0 /* --END-- */ {0}');
  const claim = 'never { /* } */ accept_init: do :: (a) od }';

  it('is read automaton by automaton, wherever the pieces are cut', () => {
    const text = `${one}${claim}\n${one} ${hoa('State: 0 [1] 0 {0}')}`;
    for (const size of [1, 2, 3, 7, 50, 1000]) {
      const stream = new AutomatonStream();
      const found: Automaton[] = [];
      for (let i = 0; i < text.length; i += size) found.push(...[...stream.push(text.slice(i, i + size))].map(unwrap));
      found.push(...[...stream.finish()].map(unwrap));
      expect(found.map((automaton) => on(automaton, 'cycle{a}', 'cycle{b}'))).toEqual(['10', '10', '10', '01']);
    }
  });

  it('gives an automaton as soon as it is complete', () => {
    const stream = new AutomatonStream();
    expect([...stream.push(one.trimEnd())]).toHaveLength(0);
    expect([...stream.push(`\n${one}`)]).toHaveLength(1);
  });

  it('goes on after automata that are abandoned, cut off or wrong, with right places', () => {
    const wrong = 'HOA: v1 Acceptance: 1 Inf(3) --BODY-- --END--';
    const text = `HOA: v1 States: --ABORT--\n${one}HOA: v1\nStates: 3\n${wrong} ${wrong}\n${one}`;
    const all = readAutomata(text, { sourceName: 'file.hoa' });
    const shown = all.map(({ value, diagnostics: [first] }) => {
      if (value !== null) return 'read';
      const { line, column } = positionAt(first.source!, first.span!.start);
      return `${first.code} ${line}:${column}`;
    });
    const line = one.split('\n').length;
    expect(shown).toEqual([
      'AUT133 1:17',
      'read',
      `AUT124 ${line + 3}:1`,
      `AUT126 ${line + 3}:27`,
      `AUT126 ${line + 3}:73`,
      'read',
    ]);
    expect(all[0].diagnostics[0].source!.name).toBe('file.hoa');
  });

  it('may be empty', () => {
    expect(readAutomata('')).toEqual([]);
    expect(readAutomata(' /* nothing */\n')).toEqual([]);
  });
});
