import { describe, expect, it } from 'vitest';
import { acceptAll, buchi } from '../../../src/automata/acceptance.ts';
import { accepts } from '../../../src/automata/accepts.ts';
import type { Automaton } from '../../../src/automata/automaton.ts';
import { printNeverClaim } from '../../../src/automata/never-claim/write.ts';
import { toBuchi } from '../../../src/automata/print.ts';
import { randomAutomaton } from '../../../src/automata/random.ts';
import { readAutomata } from '../../../src/automata/stream.ts';
import { Random } from '../../../src/base/random.ts';
import { unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { positionAt } from '../../../src/diagnostics/source.ts';
import { parseWord } from '../../../src/formula/word-syntax.ts';
import { anyAutomaton, expectLanguage, randomAcceptance, verdicts } from '../../helpers/automata.ts';

function readOne(text: string): Automaton {
  const all = readAutomata(text);
  expect(all).toHaveLength(1);
  return unwrap(all[0]);
}

function on(automaton: Automaton, ...words: string[]): string {
  return words.map((word) => (accepts(automaton, unwrap(parseWord(word))) ? '1' : '0')).join('');
}

describe('a never claim that is written and read again', () => {
  it('has the same text and the same language', () => {
    const random = new Random(12);
    for (let i = 0; i < 60; i++) {
      const automaton = randomAutomaton(random, {
        states: random.between(1, 5),
        propositions: random.chance(0.5) ? ['b', 'a'] : ['a'],
        acceptance: random.chance(0.2) ? acceptAll() : buchi(),
        marksOn: 'states',
        density: 1 + random.unit() * 1.5,
        markProbability: 0.4,
        initialStates: 1,
      });
      const text = printNeverClaim(automaton);
      const again = readOne(text);
      expect(printNeverClaim(again)).toBe(text);
      expectLanguage(again, verdicts(automaton), text);
    }
  });

  it('keeps the language of automata with other acceptance and several initial states', () => {
    const random = new Random(13);
    for (let i = 0; i < 40; i++) {
      const automaton = anyAutomaton(random, randomAcceptance(random, 2));
      expectLanguage(readOne(printNeverClaim(toBuchi(automaton))), verdicts(automaton), `automaton ${i}`);
    }
  });

  it('keeps comparisons and quotes what Promela cannot read', () => {
    const propositions = ['x == 1', 'P[0]@critical', 'say "hi"', 'a -> b', 'true', 'ok'];
    const random = new Random(1);
    const automaton = randomAutomaton(random, { states: 6, propositions, marksOn: 'states', density: 4 });
    const text = printNeverClaim(automaton);
    expect(text).toContain('(x == 1)');
    expect([...readOne(text).propositions].sort()).toEqual([...propositions].sort());
    expect(printNeverClaim(readOne(text))).toBe(text);
  });

  it('is written as SPIN expects it', () => {
    const fa =
      'HOA: v1 name: "Fa" Start: 0 AP: 1 "a" Acceptance: 1 Inf(0) --BODY-- State: 0 [!0] 0 [0] 1 State: 1 {0} [t] 1 --END--';
    expect(printNeverClaim(readOne(fa)).split('\n')).toEqual([
      'never { /* Fa */',
      'T0_init:',
      '  if',
      '  :: (!a) -> goto T0_init',
      '  :: (a) -> goto accept_all',
      '  fi;',
      'accept_all:',
      '  skip',
      '}',
    ]);
  });
});

describe('the reader of never claims', () => {
  it('reads what SPIN 6 writes: do, atomic and assertions', () => {
    const text = `never  {    /* <> a */
T0_init:
	do
	:: atomic { ((a)) -> assert(!((a))) }
	:: (1) -> goto T0_init
	od;
accept_all:
	skip
}`;
    expect(on(readOne(text), 'cycle{a}', 'b; a; cycle{1}', 'cycle{b}')).toBe('110');
  });

  it('reads what ltl2ba writes: nested parentheses, comments, accepting states', () => {
    const text = `never { /* []<>p && []<>(x==1) */
accept_init : /* init */
T0_also:
	if
	:: (((!(p) || false) && ((true)))) -> goto T1_S2
	:: (p && x==1) -> goto accept_init
	:: else -> goto T1_S2
	fi;
T1_S2 : do :: p -> goto accept_init :: (!p) od;
}`;
    const automaton = readOne(text);
    expect(automaton.propositions).toEqual(['p', 'x==1']);
    expect([automaton.stateCount, automaton.edgeCount]).toEqual([2, 5]);
    expect(on(automaton, 'cycle{p}', 'p; cycle{1}', 'cycle{p & "x==1"}')).toBe('101');
  });

  it('takes a claim that comes to its end for matched', () => {
    expect(on(readOne('never { do :: a -> break :: !a od; (b) }'), 'b; a; cycle{b}', 'a; cycle{1}', 'cycle{b}')).toBe(
      '100',
    );
    expect(on(readOne('never { T0: if :: a -> goto T1 fi; T1: false; }'), 'cycle{a}')).toBe('0');
  });

  it.each([
    ['never {', 'AUT124 1:8'],
    ['never { T0: if :: (a) -> goto T1 fi; }', 'AUT141 1:31'],
    ['never { T0: skip; T0: skip }', 'AUT141 1:19'],
    ['never { T0: if :: (a -> goto T0 fi; }', 'AUT140 1:19'],
    ['never { T0: if :: (a & b) -> goto T0 fi; }', 'AUT140 1:22'],
    ['never { T0: if :: a && -> goto T0 fi; }', 'AUT140 1:23'],
    ['never { T0: if :: a -> x = 1 fi; }', 'AUT142 1:24'],
    ['never { T0: if :: a -> goto T0 od; }', 'AUT140 1:32'],
    ['never { T0: printf("x"); }', 'AUT142 1:13'],
    ['never { }', 'AUT140 1:1'],
    ['never { T0: if :: "a -> goto T0 fi; }', 'AUT140 1:19'],
  ])('says where %s is wrong', (text, expected) => {
    const [{ value, diagnostics }] = readAutomata(text);
    expect(value).toBeNull();
    const [{ code, span, source }] = diagnostics;
    const { line, column } = positionAt(source!, span!.start);
    expect(`${code} ${line}:${column}`).toBe(expected);
  });

  it('never throws on damaged claims', () => {
    const random = new Random(99);
    const scraps = [':', '::', '{', '}', '(', ')', '"', '/*', '*/', 'goto', 'fi', 'if', '->', '&&', '!', ';', 'else'];
    for (let i = 0; i < 800; i++) {
      let text = printNeverClaim(randomAutomaton(random, { states: 3, propositions: ['a', 'b'], marksOn: 'states' }));
      for (let k = random.between(1, 3); k > 0; k--) {
        const at = random.below(text.length + 1);
        text = text.slice(0, at) + scraps[random.below(scraps.length)] + text.slice(at + random.below(10));
      }
      for (const { value, diagnostics } of readAutomata(text)) {
        if (value === null) expect(diagnostics.length, text).toBeGreaterThan(0);
      }
    }
  });
});
