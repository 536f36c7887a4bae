// Comparing the language of a testing automaton with a formula, word by word.
import { expect } from 'vitest';
import { testingAccepts } from '../../src/automata/testing/accepts.ts';
import { holdsNoChange } from '../../src/automata/testing/edge-list.ts';
import type { LazyTgta } from '../../src/automata/testing/lazy-tgta.ts';
import type { TestingAutomaton, TestingKind } from '../../src/automata/testing/testing-automaton.ts';
import { Random } from '../../src/base/random.ts';
import type { Formula } from '../../src/formula/formula.ts';
import { satisfies } from '../../src/formula/lasso.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { propositionsOf } from '../../src/formula/traverse.ts';
import { letterAt, nextPosition, type Word, wordLength } from '../../src/formula/word.ts';
import { enumerateWords, randomWord } from '../../src/formula/word-enumeration.ts';
import { printWord } from '../../src/formula/word-syntax.ts';

/** All short lassos over the propositions of the formula where they are few, else random ones. */
export function wordsFor(formula: Formula): Word[] {
  const propositions = propositionsOf(formula);
  if (propositions.length > 2) {
    const random = new Random(propositions.length);
    const bounds = { propositions, longestPrefix: 3, longestCycle: 3 };
    return Array.from({ length: 60 }, () => randomWord(random, bounds));
  }
  const longest = propositions.length <= 1 ? 3 : 2;
  return [...enumerateWords({ propositions, longestPrefix: longest, longestCycle: longest })];
}

/** Fails with the first word on which `accepts` and the formula disagree. */
export function expectSameWords(
  accepts: (word: Word) => boolean,
  formula: Formula,
  what: string,
  words: readonly Word[] = wordsFor(formula),
): void {
  for (const word of words) {
    const expected = satisfies(word, formula);
    if (accepts(word) !== expected) {
      expect.fail(`${what} of ${printFormula(formula)}: should ${expected ? '' : 'not '}accept ${printWord(word)}`);
    }
  }
}

export function expectLanguage(automaton: TestingAutomaton, formula: Formula, words?: readonly Word[]): void {
  expectSameWords((word) => testingAccepts(automaton, word), formula, automaton.kind, words);
}

interface Edge {
  readonly target: number;
  readonly marks: number;
  readonly stutters: boolean;
}

function edgesOf(automaton: TestingAutomaton, state: number): Edge[] {
  const { bdd, edgeStart, edgeTarget, edgeMarks, edgeChange } = automaton;
  return Array.from({ length: edgeStart[state + 1] - edgeStart[state] }, (_, i) => {
    const e = edgeStart[state] + i;
    return { target: edgeTarget[e], marks: edgeMarks[e], stutters: holdsNoChange(bdd, edgeChange[e]) };
  });
}

/** Fails unless the automaton is what the definition of its kind says (`testing-automaton.ts`), every state of it reachable. */
export function expectShape(automaton: TestingAutomaton, kind: TestingKind, of: 'stutter-invariant' | 'any'): void {
  const { accepting, livelock, stateCount } = automaton;
  expect(automaton.kind).toBe(kind);
  expect(accepting !== null, 'F').toBe(kind === 'ta' || kind === 'sta');
  expect(livelock !== null, 'G').toBe(kind !== 'tgta');
  if (kind === 'sta' || kind === 'sgta') {
    const artificial = [...livelock!.keys()].filter((state) => livelock![state] === 1);
    expect(artificial.length, 'livelock states').toBeLessThanOrEqual(1);
    for (const state of artificial) {
      expect(edgesOf(automaton, state), 'ways out of the livelock state').toEqual([]);
      expect(accepting?.[state] ?? 0, 'F at the livelock state').toBe(0);
    }
  }
  const reached = new Set(automaton.initial.map(({ state }) => state));
  for (const state of reached) {
    const edges = edgesOf(automaton, state);
    for (const { target, marks } of edges) {
      reached.add(target);
      if (accepting !== null) expect(marks, 'F as marks').toBe(accepting[state]);
    }
    const stuttering = edges.filter(({ stutters }) => stutters);
    if (kind !== 'tgta') expect(stuttering, 'stuttering edges').toEqual([]);
    else if (of === 'stutter-invariant') expect(stuttering.map(({ target }) => target)).toEqual([state]);
  }
  expect(reached.size, 'reachable states').toBe(stateCount);
}

/** Numbers letters for a `LazyTgta`: bit i is the value of proposition i. */
export function maskOf(word: Word, position: number, propositions: readonly string[]): number {
  const letter = letterAt(word, position);
  return propositions.reduce((mask, name, i) => mask | (letter.has(name) ? 1 << i : 0), 0);
}

/** Whether some run of the on-the-fly TGTA over the word sees all marks for ever: nodes are state · length + position. */
export function lazyAccepts(tgta: LazyTgta, word: Word, propositions: readonly string[]): boolean {
  const length = wordLength(word);
  const letters = Array.from({ length }, (_, position) => maskOf(word, position, propositions));
  const all = 2 ** tgta.setCount - 1;
  const steps = new Map<number, { target: number; marks: number }[]>();
  const pending = tgta.initialStates(letters[0]).map((state) => state * length);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (steps.has(node)) continue;
    const [state, position] = [Math.floor(node / length), node % length];
    const next = nextPosition(word, position);
    const flat = tgta.edges(state, letters[position], letters[next]);
    const out = Array.from({ length: flat.length / 2 }, (_, i) => ({
      target: flat[2 * i] * length + next,
      marks: flat[2 * i + 1],
    }));
    steps.set(node, out);
    pending.push(...out.map(({ target }) => target));
  }
  const reach = (start: number): Set<number> => {
    const seen = new Set([start]);
    for (const node of seen) for (const { target } of steps.get(node)!) seen.add(target);
    return seen;
  };
  const reached = new Map([...steps.keys()].map((node) => [node, reach(node)]));
  return [...steps.keys()].some((home) => {
    let marks = 0;
    let inside = 0;
    for (const [source, out] of steps) {
      if (!reached.get(home)!.has(source) || !reached.get(source)!.has(home)) continue;
      for (const step of out) {
        if (!reached.get(step.target)!.has(home)) continue;
        inside++;
        marks |= step.marks;
      }
    }
    return inside > 0 && (marks & all) === all;
  });
}
