// A word through an automaton: accepted where the judges of the languages say so, by a run that can be followed.
import { describe, expect, it } from 'vitest';
import { accepts } from '../../src/automata/accepts.ts';
import { Automaton } from '../../src/automata/automaton.ts';
import { testingAccepts } from '../../src/automata/testing/accepts.ts';
import { testingAutomatonFor } from '../../src/automata/testing/for-formula.ts';
import { type TestingAutomaton, testingKinds } from '../../src/automata/testing/testing-automaton.ts';
import { translate } from '../../src/automata/translate/translate.ts';
import { runWord, type WordRun } from '../../src/automata/word-run.ts';
import { satisfies } from '../../src/formula/lasso.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { letterAt, nextPosition, type Word } from '../../src/formula/word.ts';
import { allWords, showWord } from '../helpers/words.ts';

const FORMULAS = [
  'G(a -> F b)',
  'a U b',
  'GF a & GF b',
  'FG a | GF b',
  'F(a & F(b & F a))',
  'a U G b',
  'true',
  'false',
  '!a W b',
];
const WORDS = allWords(['a', 'b'], 1, 2);

/** The entry of an endless sequence. */
function entry<T>({ steps, cycleStart }: { readonly steps: readonly T[]; readonly cycleStart: number }, i: number): T {
  if (i < steps.length) return steps[i];
  return steps[cycleStart + ((i - cycleStart) % (steps.length - cycleStart))];
}

/** Follows the run for long enough to have been round everything. */
function expectRun(automaton: Automaton | TestingAutomaton, word: Word, { run, possible }: WordRun): void {
  const { bdd, propositions, edgeStart, edgeTarget } = automaton;
  let seen = 0;
  let position = 0;
  for (let i = 0; i < 3 * run!.steps.length + 10; i++) {
    const { state } = entry(run!, i);
    const next = entry(run!, i + 1);
    expect(entry(possible, i).states).toContain(state);
    const [letter, following] = [letterAt(word, position), letterAt(word, nextPosition(word, position))];
    const isTrue = (p: number): boolean =>
      automaton instanceof Automaton
        ? letter.has(propositions[p])
        : letter.has(propositions[p]) !== following.has(propositions[p]);
    if (next.edge === null) {
      expect(next.state).toBe(state);
      expect(propositions.some((_, p) => isTrue(p))).toBe(false);
    } else {
      expect(next.edge >= edgeStart[state] && next.edge < edgeStart[state + 1]).toBe(true);
      expect(edgeTarget[next.edge]).toBe(next.state);
      const label = automaton instanceof Automaton ? automaton.edgeLabel[next.edge] : automaton.edgeChange[next.edge];
      expect(bdd.evaluate(label, isTrue)).toBe(true);
      expect(entry(possible, i + 1).edges).toContain(next.edge);
    }
    if (i >= run!.steps.length) seen |= next.marks;
    position = nextPosition(word, position);
  }
  if (automaton instanceof Automaton) {
    const { setCount } = automaton.acceptance;
    expect(seen).toBe(setCount === 0 ? 0 : 2 ** setCount - 1);
  }
}

describe('a word through an automaton', () => {
  it.each(FORMULAS)('is accepted as the judge says, by a run of the automaton: %s', (text) => {
    const formula = parseLtl(text);
    for (const to of ['tgba', 'ba'] as const) {
      const automaton = translate(formula, { to });
      for (const word of WORDS) {
        const found = runWord(automaton, word);
        expect(found.isAccepted, `${to}: ${showWord(word)}`).toBe(satisfies(word, formula));
        expect(found.isAccepted).toBe(accepts(automaton, word));
        if (found.run !== null) expectRun(automaton, word, found);
      }
    }
  });

  it.each(FORMULAS)('goes through testing automata, with implicit stuttering where they have it: %s', (text) => {
    const formula = parseLtl(text);
    for (const kind of testingKinds) {
      const automaton = testingAutomatonFor(formula, kind);
      for (const word of WORDS) {
        const found = runWord(automaton, word);
        expect(found.isAccepted, `${kind}: ${showWord(word)}`).toBe(satisfies(word, formula));
        expect(found.isAccepted).toBe(testingAccepts(automaton, word));
        if (found.run !== null) expectRun(automaton, word, found);
      }
    }
  });

  it('ends where no run reads on', () => {
    const automaton = translate(parseLtl('G a'));
    const { possible, isAccepted } = runWord(automaton, { prefix: [new Set(['a'])], cycle: [new Set()] });
    expect(isAccepted).toBe(false);
    expect(possible.steps.map(({ states }) => states.length)).toEqual([1, 1, 0]);
  });
});
