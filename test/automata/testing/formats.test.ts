import { describe, expect, it } from 'vitest';
import { printTestingDot } from '../../../src/automata/testing/draw.ts';
import { testingAutomatonFor } from '../../../src/automata/testing/for-formula.ts';
import {
  isTestingHoa,
  printTestingHoa,
  readNamedTestingHoa,
  readTestingHoa,
} from '../../../src/automata/testing/hoa.ts';
import { testingToJson } from '../../../src/automata/testing/json.ts';
import { makeStutterDecision } from '../../../src/automata/testing/stutter-decision.ts';
import { testingKinds } from '../../../src/automata/testing/testing-automaton.ts';
import { InputError, unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { satisfies } from '../../../src/formula/lasso.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { parseWord } from '../../../src/formula/word-syntax.ts';
import { expectLanguage } from '../../helpers/testing-languages.ts';

describe('testing automata in the Hanoi format', () => {
  it.each(testingKinds)('read back as the same automaton: %s', (kind) => {
    for (const text of ['a U G b', 'GFa & GFb', 'FG a', 'true', 'false']) {
      const formula = parseLtl(text);
      const written = printTestingHoa(testingAutomatonFor(formula, kind), text);
      const read = unwrap(readTestingHoa({ name: 'test', text: written }));
      expect(read.kind).toBe(kind);
      expect(printTestingHoa(read, text)).toBe(written);
      expectLanguage(read, formula);
    }
  });

  it('are told by their header item, also on one line, and keep their names', () => {
    const written = printTestingHoa(testingAutomatonFor(parseLtl('a U G b'), 'sta'), 'a U Gb').replaceAll('\n', ' ');
    expect(isTestingHoa(written)).toBe(true);
    const { testing, name } = unwrap(readNamedTestingHoa({ name: 'test', text: written }));
    expect(name).toBe('a U Gb');
    expect(printTestingHoa(testing, name).replaceAll('\n', ' ')).toBe(written);
    expect(isTestingHoa('HOA: v1 name: "a Testing-Automaton: ta" States: 0 Acceptance: 0 t --BODY-- --END--')).toBe(
      false,
    );
  });

  it.each([
    ['HOA: v1\nStates: 1\nStart: 0\nAP: 0\nAcceptance: 0 t\n--BODY--\nState: 0\n--END--', 'no header item'],
    [
      'HOA: v1\nStates: 1\nStart: 0\nAP: 0\nAcceptance: 0 t\nTesting-Automaton: ta livelock 3\n--BODY--\nState: 0\n--END--',
      'does not exist',
    ],
    [
      'HOA: v1\nStates: 2\nStart: 0\nAP: 0\nAcceptance: 0 t\nTesting-Automaton: ta\n--BODY--\nState: 0\nState: 1\n--END--',
      'must be the last state',
    ],
    ['HOA: v1\nStates: 2\nStart: 1\nTesting-Automaton: ta\n--BODY--\nState: 0\n[', ''],
  ])('are refused with a diagnostic when they are not sound', (text, message) => {
    const { value, diagnostics } = readTestingHoa({ name: 'test', text });
    expect(value).toBeNull();
    expect(diagnostics[0].message).toContain(message);
  });
});

describe('pictures of testing automata', () => {
  it('follow the papers: changesets, U above initial arrows, F and G by their lines', () => {
    const dot = printTestingDot(testingAutomatonFor(parseLtl('a U G b'), 'ta', { letters: 'next' }));
    expect(dot).toContain('-> 0 [label="a ∧ ¬b"]');
    expect(dot).toContain('[label="{a, b}"]');
    expect(dot).toMatch(/2 \[.*dashed.*peripheries=2\]/);
    expect(dot).toMatch(/1 \[label=<<table border="1" style="rounded,dashed".*style="filled,rounded"/);
    expect(printTestingDot(testingAutomatonFor(parseLtl('FG a'), 'tgta'))).toContain('∅');
  });

  it('hold in JSON what the automaton holds', () => {
    const json = testingToJson(testingAutomatonFor(parseLtl('FG p'), 'tgta', { letters: 'next' }), 'FG p');
    expect(json).toMatchObject({ kind: 'tgta', name: 'FG p', propositions: ['p'], states: 3, acceptanceSets: 1 });
    expect(json.edges.filter(({ marks }) => marks.length > 0)).toEqual([
      { source: 2, target: 2, changes: '!p', marks: [0] },
    ]);
    expect(json).not.toHaveProperty('livelock');
  });
});

describe('stutter invariance', () => {
  it('is decided by the language: X does not matter where repetitions do not', () => {
    const decide = makeStutterDecision();
    for (const text of ['F(!a & X a)', 'G((Xp0 -> p0) -> (p1 <-> Xp1))', 'X a | X !a', 'a U b']) {
      expect(decide(parseLtl(text)), text).toBe(true);
    }
    for (const text of ['X a', 'F(a & X a)', 'G(a -> X b)']) expect(decide(parseLtl(text)), text).toBe(false);
    expectLanguage(testingAutomatonFor(parseLtl('F(!a & X a)'), 'ta'), parseLtl('F(!a & X a)'));
  });

  it('counts as missing where finding out would cost too much', () => {
    expect(makeStutterDecision({ maxSize: 3 })(parseLtl('F(!a & X a)'))).toBe(false);
  });

  it('is required of all kinds but TGTA, with two words that tell otherwise', () => {
    const formula = parseLtl('F(a & X a & X b)');
    for (const kind of ['ta', 'gta', 'sta', 'sgta'] as const) {
      let caught: unknown = null;
      try {
        testingAutomatonFor(formula, kind);
      } catch (error) {
        caught = error;
      }
      expect(caught).toBeInstanceOf(InputError);
      const [{ code, message, hint }] = (caught as InputError).diagnostics;
      expect(code).toBe('AUT160');
      expect(hint).toContain('tgta');
      const [, holds, fails] = /: (.*) satisfies it, (.*) does not/.exec(message)!;
      expect(satisfies(unwrap(parseWord(holds)), formula)).toBe(true);
      expect(satisfies(unwrap(parseWord(fails)), formula)).toBe(false);
    }
  });
});
