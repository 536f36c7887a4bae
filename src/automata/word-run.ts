// A word through an automaton, step by step: the states in which it may be, and an accepting run where there is one. The product of
// automaton and word is small, so it is built whole; the search for a run is that of `findAcceptingRun`.
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import { type Letter, letterAt, nextPosition, type Word, wordLength } from '../formula/word.ts';
import { allMarks, generalizedBuchi, type Marks } from './acceptance.ts';
import { type Automaton, AutomatonBuilder } from './automaton.ts';
import { findAcceptingRun } from './operations/emptiness.ts';
import { TestingAutomaton } from './testing/testing-automaton.ts';

/** Where a run is before it reads the letter of a step, and how it came there; a step without an edge is one of implicit stuttering. */
export interface RunStep {
  readonly state: number;
  /** The edge by its number, and null at the beginning or where the automaton stayed without one. */
  readonly edge: number | null;
  readonly marks: Marks;
}

/** Where an automaton may be before a step. */
export interface PossibleStates {
  readonly states: readonly number[];
  /** The edges by which it may have come there from the states before. */
  readonly edges: readonly number[];
}

/** Endless sequences are given up to the end of their cycle; after the last entry comes the one at `cycleStart`. */
export interface WordRun {
  readonly isAccepted: boolean;
  /** The sets of states, one after another; the last one may be empty: then no run reads on. */
  readonly possible: { readonly steps: readonly PossibleStates[]; readonly cycleStart: number };
  /** An accepting run, or null where there is none. */
  readonly run: { readonly steps: readonly RunStep[]; readonly cycleStart: number } | null;
}

interface Step {
  readonly target: number;
  readonly edge: number | null;
  readonly marks: Marks;
}

/** An automaton as it reads one word. */
interface Reader {
  readonly initial: readonly number[];
  readonly setCount: number;
  readonly steps: (state: number, position: number) => Step[];
}

/** How the automaton reads the word. Its condition must be a generalized Büchi condition. */
export function runWord(automaton: Automaton | TestingAutomaton, word: Word, limits?: Stopwatch): WordRun {
  const reader = automaton instanceof TestingAutomaton ? testingReader(automaton, word) : plainReader(automaton, word);
  const stopwatch = Stopwatch.over(limits);
  const run = acceptingRun(reader, word, stopwatch);
  return { isAccepted: run !== null, possible: possibleStates(reader, word, stopwatch), run };
}

function plainReader(automaton: Automaton, word: Word): Reader {
  const { bdd, propositions, edgeStart, edgeLabel, edgeMarks, edgeTarget } = automaton;
  return {
    initial: automaton.initial,
    setCount: automaton.acceptance.setCount,
    steps: (state, position) => {
      const letter = letterAt(word, position);
      return numbers(edgeStart[state], edgeStart[state + 1])
        .filter((edge) => bdd.evaluate(edgeLabel[edge], (i) => letter.has(propositions[i])))
        .map((edge) => ({ target: edgeTarget[edge], edge, marks: edgeMarks[edge] }));
    },
  };
}

/**
 * Where the cycle stutters for ever, the kinds with implicit stuttering accept by staying in a livelock-accepting state alone: these stays carry all
 * marks, and nothing else does.
 */
function testingReader(automaton: TestingAutomaton, word: Word): Reader {
  const { bdd, propositions, edgeStart, edgeChange, edgeMarks, edgeTarget, accepting, livelock } = automaton;
  const length = wordLength(word);
  const changes = numbers(0, length).map((i) =>
    changesOf(propositions, letterAt(word, i), letterAt(word, nextPosition(word, i))),
  );
  const isEndless = changes.slice(word.prefix.length).every(({ size }) => size === 0);
  const byLivelock = automaton.stuttersImplicitly && isEndless;
  const setCount = byLivelock ? 1 : automaton.setCount;
  const first = letterAt(word, 0);
  return {
    initial: automaton.initial
      .filter(({ letters }) => bdd.evaluate(letters, (i) => first.has(propositions[i])))
      .map(({ state }) => state),
    setCount,
    steps: (state, position) => {
      const taken = numbers(edgeStart[state], edgeStart[state + 1])
        .filter((edge) => bdd.evaluate(edgeChange[edge], (i) => changes[position].has(propositions[i])))
        .map((edge) => ({ target: edgeTarget[edge], edge, marks: byLivelock ? 0 : edgeMarks[edge] }));
      if (!automaton.stuttersImplicitly || changes[position].size > 0) return taken;
      const marks = byLivelock ? (livelock?.[state] ?? 0) : (accepting?.[state] ?? 0);
      return [...taken, { target: state, edge: null, marks }];
    },
  };
}

function changesOf(propositions: readonly string[], a: Letter, b: Letter): Set<string> {
  return new Set(propositions.filter((name) => a.has(name) !== b.has(name)));
}

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

function acceptingRun(reader: Reader, word: Word, stopwatch: Stopwatch): WordRun['run'] {
  const length = wordLength(word);
  const builder = new AutomatonBuilder([]);
  const places: { readonly state: number; readonly position: number }[] = [];
  const known = new Map<number, number>();
  const number = (state: number, position: number): number => {
    const key = state * length + position;
    const found = known.get(key);
    if (found !== undefined) return found;
    known.set(key, places.length);
    places.push({ state, position });
    return builder.addState();
  };
  for (const state of reader.initial) builder.setInitial(number(state, 0));
  // places are looked at in the order of their numbers, so that the edges of the product have the numbers of these steps
  const steps: Step[] = [];
  for (let source = 0; source < places.length; source++) {
    const { state, position } = places[source];
    for (const step of reader.steps(state, position)) {
      stopwatch.tick();
      builder.addEdge(
        source,
        builder.bdd.true,
        step.marks & allMarks(reader.setCount),
        number(step.target, nextPosition(word, position)),
      );
      steps.push(step);
    }
  }
  const product = builder.build(generalizedBuchi(reader.setCount));
  const found = findAcceptingRun(product, stopwatch);
  if (found === null) return null;
  const edges = [...found.prefix, ...found.cycle];
  const into = (edge: number): RunStep => {
    const { target, edge: own, marks } = steps[edge];
    return { state: target, edge: own, marks };
  };
  const start = places[sourceOf(product, edges[0])].state;
  // the last edge leads back to the first state of the cycle: what is shown there the second time is how it came back
  const all = [{ state: start, edge: null, marks: 0 }, ...edges.map(into)];
  return { steps: all, cycleStart: found.prefix.length + 1 };
}

function sourceOf({ edgeStart }: Automaton, edge: number): number {
  let source = 0;
  while (edgeStart[source + 1] <= edge) source++;
  return source;
}

/** More sets than anybody steps through. */
const MOST_SETS = 2000;

function possibleStates(reader: Reader, word: Word, stopwatch: Stopwatch): WordRun['possible'] {
  const seen = new Map<string, number>();
  const steps: PossibleStates[] = [];
  let now: PossibleStates = { states: [...new Set(reader.initial)].sort((a, b) => a - b), edges: [] };
  for (let position = 0; steps.length < MOST_SETS; position = nextPosition(word, position)) {
    const key = `${position}: ${now.states.join()}; ${now.edges.join()}`;
    const before = seen.get(key);
    if (before !== undefined) return { steps, cycleStart: before };
    seen.set(key, steps.length);
    steps.push(now);
    if (now.states.length === 0) break;
    stopwatch.look();
    const taken = now.states.flatMap((state) => reader.steps(state, position));
    now = {
      states: [...new Set(taken.map(({ target }) => target))].sort((a, b) => a - b),
      edges: [...new Set(taken.flatMap(({ edge }) => edge ?? []))].sort((a, b) => a - b),
    };
  }
  return { steps, cycleStart: steps.length - 1 };
}
