// The automata that the papers show or describe, with the runs and words that their texts work out.
import { describe, expect, it } from 'vitest';
import { testingAccepts } from '../../../src/automata/testing/accepts.ts';
import { ChangeTexts } from '../../../src/automata/testing/change-texts.ts';
import { printTestingDot } from '../../../src/automata/testing/draw.ts';
import { type TestingAutomatonOptions, testingAutomatonFor } from '../../../src/automata/testing/for-formula.ts';
import type { ConstructionStep } from '../../../src/automata/testing/labelled-to-tgta.ts';
import { testingStatistics } from '../../../src/automata/testing/statistics.ts';
import type { TestingAutomaton, TestingKind } from '../../../src/automata/testing/testing-automaton.ts';
import { unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import type { Word } from '../../../src/formula/word.ts';
import { parseWord } from '../../../src/formula/word-syntax.ts';
import { LEFT_OUT, longMode, sharedFolder } from '../../helpers/shared.ts';
import { readSharedFormulas } from '../../helpers/shared-formulas.ts';
import { expectLanguage, wordsFor } from '../../helpers/testing-languages.ts';

/** The constructions of the papers: letters that are about to be read. */
const papers: TestingAutomatonOptions = { method: 'two-step', letters: 'next' };

function build(text: string, kind: TestingKind, options: TestingAutomatonOptions = papers): TestingAutomaton {
  return testingAutomatonFor(parseLtl(text), kind, options);
}

/** The edges out of the state with this name, as `changeset marks → name of the target`. */
function edgesOf(automaton: TestingAutomaton, name: string): string[] {
  const texts = new ChangeTexts(automaton.bdd, automaton.propositions);
  const { edgeStart, edgeChange, edgeMarks, edgeTarget, stateNames } = automaton;
  const state = stateNames.indexOf(name);
  return Array.from({ length: edgeStart[state + 1] - edgeStart[state] }, (_, i) => {
    const e = edgeStart[state] + i;
    return `${texts.of(edgeChange[e])} ${edgeMarks[e] ? '●' : '-'} ${stateNames[edgeTarget[e]]}`;
  }).sort((a, b) => (a < b ? -1 : 1));
}

function changesForEver({ cycle }: Word): boolean {
  return cycle.some((letter) => letter.size !== cycle[0].size || [...letter].some((name) => !cycle[0].has(name)));
}

const accepts = (automaton: TestingAutomaton, word: string): boolean =>
  testingAccepts(automaton, unwrap(parseWord(word)));

describe('the TA of GFa & GFb', () => {
  it('has at most the 11 states and 64 transitions that [BDK11] and [BDK12] report, in every way', () => {
    for (const way of [papers, { method: 'two-step', letters: 'read' }, { method: 'direct' }] as const) {
      const { states, transitions } = testingStatistics(build('GFa & GFb', 'ta', way));
      expect(states).toBeLessThanOrEqual(11);
      expect(transitions).toBeLessThanOrEqual(64);
    }
  });
});

describe('the TA of a U G b [BDK11, Fig. 4]', () => {
  const ta = build('a U G b', 'ta');
  const merged = '(a U Gb, !a & b), (Gb, b)';

  it('merges (a U G b, ¬a b) with (G b, b) once the trivial component joins F', () => {
    expect([...ta.stateNames].sort((x, y) => (x < y ? -1 : 1))).toEqual([merged, 'a U Gb, a & !b', 'a U Gb, a & b']);
    const state = ta.stateNames.indexOf(merged);
    expect([ta.accepting![state], ta.livelock![state]]).toEqual([1, 1]);
  });

  it('is drawn with the symbols of its edges', () => {
    const dot = printTestingDot(ta);
    expect(dot).toContain('(a U Gb, ¬a ∧ b), (Gb, b)');
    expect(dot).toContain('a U Gb, a ∧ ¬b');
  });

  it('has the edges of the figure', () => {
    expect(edgesOf(ta, merged)).toEqual([`{a} ● ${merged}`]);
    expect(edgesOf(ta, 'a U Gb, a & !b')).toEqual([`{a, b} - ${merged}`, '{b} - a U Gb, a & b']);
    expect(edgesOf(ta, 'a U Gb, a & b')).toEqual(['{b} - a U Gb, a & !b', `{a} - ${merged}`].sort());
    expect(ta.livelock![ta.stateNames.indexOf('a U Gb, a & b')]).toBe(1);
    expect(ta.livelock![ta.stateNames.indexOf('a U Gb, a & !b')]).toBe(0);
  });

  it.each([
    { word: 'a & b; cycle{b; a & b}', accepted: true, how: 'Büchi accepting: a changes for ever' },
    { word: 'a & b; cycle{b}', accepted: true, how: 'livelock accepting' },
    { word: 'cycle{a & b; a}', accepted: false, how: 'passes through G without staying there' },
  ])('judges the executions of [BDK12, §2.3]: $word is $how', ({ word, accepted }) => {
    for (const kind of ['ta', 'gta', 'sta', 'sgta', 'tgta'] as const) {
      expect(accepts(build('a U G b', kind), word), kind).toBe(accepted);
    }
  });
});

describe('the TGTA of a U G b [BDK12, Fig. 4]', () => {
  const tgta = build('a U G b', 'tgta');

  it('has the four states of the figure', () => {
    expect(tgta.stateCount).toBe(4);
    expect(tgta.setCount).toBe(1);
  });

  it('accepts the livelock ab; āb; āb; … in (G b, b) and not in (a U G b, āb)', () => {
    expect(edgesOf(tgta, 'Gb, b')).toEqual(['{a?} ● Gb, b']);
    expect(edgesOf(tgta, 'a U Gb, !a & b')).toContain('∅ - a U Gb, !a & b');
    expect(edgesOf(tgta, 'a U Gb, a & b')).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\{a\??\}.* Gb, b$/)]),
    );
  });
});

describe('the TGTA of FG p [BS15, Fig. 2]', () => {
  const tgta = build('F G p', 'tgta');

  it('has three states, U(0) = {p}, U(1) = {¬p}, U(2) = {p}', () => {
    expect([...tgta.stateNames].sort((x, y) => (x < y ? -1 : 1))).toEqual(['FGp, !p', 'FGp, p', 'Gp, p']);
    expect(tgta.initial).toHaveLength(3);
  });

  it('accepts by the stuttering self-loop of state 2 alone, which ¬p; p; p; … reaches at once', () => {
    expect(edgesOf(tgta, 'Gp, p')).toEqual(['∅ ● Gp, p']);
    expect(edgesOf(tgta, 'FGp, !p')).toEqual(['{p} - FGp, p', '{p} - Gp, p', '∅ - FGp, !p']);
    expect(edgesOf(tgta, 'FGp, p')).toEqual(['{p} - FGp, !p', '∅ - FGp, p']);
    expect(accepts(tgta, '!p; cycle{p}')).toBe(true);
    expect(accepts(tgta, 'cycle{p; !p}')).toBe(false);
  });
});

describe('the TGTA of X p & FG p [BS15, Fig. 4]', () => {
  it('simplifies stuttering in the states of p & FG p, FG p and G p only', () => {
    const steps: ConstructionStep[] = [];
    const tgta = build('X p & F G p', 'tgta', { ...papers, onStep: (step) => steps.push(step) });
    const selfLoops = tgta.stateNames.filter((name) =>
      edgesOf(tgta, name).some((edge) => edge.startsWith('∅') && edge.endsWith(` ${name}`)),
    );
    expect(tgta.initial.every(({ state }) => !selfLoops.includes(tgta.stateNames[state]))).toBe(true);
    expect(selfLoops.length).toBe(tgta.stateCount - new Set(tgta.initial.map(({ state }) => state)).size);
    expect(accepts(tgta, '!p; cycle{p}')).toBe(true);
    expect(accepts(tgta, '!p; !p; cycle{p}')).toBe(false);
    expect(accepts(tgta, 'p; p; !p; cycle{p}')).toBe(true);
    expect(steps.map(({ caption }) => caption)).toEqual([
      'after labelling with changesets',
      'after the stuttering step',
      'after pruning',
      'after bisimulation',
    ]);
  });
});

describe('every step of a construction', () => {
  const cases = [
    ['a U G b', ['ta', 'gta', 'sta', 'sgta', 'tgta']],
    ['GFa & GFb', ['ta', 'gta', 'tgta']],
    ['F G a', ['ta', 'sgta', 'tgta']],
    ['X a & F G a', ['tgta']],
    ['G(a -> X b)', ['tgta']],
  ] as const;
  it.each(cases)('of %s keeps the language, in every way', (text, kinds) => {
    const formula = parseLtl(text);
    for (const kind of kinds) {
      for (const way of [papers, { letters: 'read' }, { method: 'direct' }] as const) {
        const steps: ConstructionStep[] = [];
        testingAutomatonFor(formula, kind, { ...way, onStep: (step) => steps.push(step) });
        expect(steps.length).toBeGreaterThan(3);
        for (const [i, { automaton }] of steps.entries()) {
          // before livelocks are found, a TA has no way to accept words that stutter for ever [BDK12, Def. 5]
          const unfinished = i === 0 && kind !== 'tgta';
          expectLanguage(automaton, formula, unfinished ? wordsFor(formula).filter(changesForEver) : wordsFor(formula));
        }
      }
    }
  });
});

describe('a formula over twelve propositions of which each state observes three', () => {
  const text = '0123'
    .split('')
    .map((i) => `G(a${i} -> F(b${i} & c${i}))`)
    .join(' | ');
  it.each(['ta', 'tgta'] as const)('has a %s that never tells 2^12 letters apart', (kind) => {
    const automaton = testingAutomatonFor(parseLtl(text), kind, { maxStates: 4 * 4 * 8 });
    expect(accepts(automaton, 'cycle{a0; a1; a2; a3}')).toBe(false);
    expect(accepts(automaton, 'cycle{a0; a1; a2; a3 & b0 & c0}')).toBe(true);
    expect(accepts(automaton, 'cycle{a0; a1}')).toBe(true);
  });
});

describe(`the TGTA of the collected formulas, next to Spot’s${sharedFolder ? '' : `: ${LEFT_OUT}`}`, () => {
  it.skipIf(!sharedFolder).each(['formulas.csv', 'random-500.csv'])(
    'have no more states in the geometric mean, an initial node included: %s',
    (file) => {
      const rows = readSharedFormulas(file).filter(
        (row) => row.stutterInvariant && row.tgtaStates !== null && row.propositions <= 4,
      );
      let [sum, count] = [0, 0];
      for (const { text, tgtaStates } of rows.filter((_, i) => longMode || i % 3 === 0)) {
        sum += Math.log((testingAutomatonFor(parseLtl(text), 'tgta').stateCount + 1) / tgtaStates!);
        count++;
      }
      expect(count).toBeGreaterThan(60);
      expect(Math.exp(sum / count)).toBeLessThan(0.9);
    },
  );
});
