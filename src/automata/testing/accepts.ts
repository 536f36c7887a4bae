// The judge of testing automata: whether one accepts an ultimately periodic word, straight from the definitions of
// acceptance. Small, obvious and slow on purpose, and independent of every construction.
import { type Letter, letterAt, nextPosition, type Word, wordLength } from '../../formula/word.ts';
import type { Marks } from '../acceptance.ts';
import type { TestingAutomaton } from './testing-automaton.ts';

interface Step {
  readonly source: number;
  readonly target: number;
  readonly marks: Marks;
}

/**
 * Whether some run on the word is accepting: [BDK12, Def. 5] for the kinds with livelocks, [BDK12, Def. 6] for a TGTA. Only the
 * propositions of the automaton count: where no other changes, the word stutters.
 */
export function testingAccepts(automaton: TestingAutomaton, word: Word): boolean {
  const length = wordLength(word);
  const changes = Array.from({ length }, (_, i) =>
    changesOf(automaton.propositions, letterAt(word, i), letterAt(word, nextPosition(word, i))),
  );
  const steps = reachableSteps(automaton, word, changes);
  const stuttersForEver = changes.slice(word.prefix.length).every((change) => change.size === 0);
  if (automaton.kind !== 'tgta' && stuttersForEver) {
    // a suffix stays in one livelock-accepting state; implicit stuttering makes that possible from any position on
    return steps.some(({ source }) => source % length >= word.prefix.length && isLivelock(automaton, source, length));
  }
  return hasCycleWithAllMarks(steps, automaton.allMarks);
}

function isLivelock(automaton: TestingAutomaton, node: number, length: number): boolean {
  return automaton.livelock?.[Math.floor(node / length)] === 1;
}

function changesOf(propositions: readonly string[], a: Letter, b: Letter): Set<string> {
  return new Set(propositions.filter((name) => a.has(name) !== b.has(name)));
}

/** The steps of automaton and word together that can be reached; node = state · length + position. */
function reachableSteps(automaton: TestingAutomaton, word: Word, changes: readonly Set<string>[]): Step[] {
  const { bdd, propositions, edgeStart, edgeChange, edgeMarks, edgeTarget } = automaton;
  const length = wordLength(word);
  const first = letterAt(word, 0);
  const mayStart = automaton.initial.filter(({ letters }) => bdd.evaluate(letters, (i) => first.has(propositions[i])));
  const seen = new Set<number>(mayStart.map(({ state }) => state * length));
  const steps: Step[] = [];
  for (const source of seen) {
    const [state, position] = [Math.floor(source / length), source % length];
    const next = nextPosition(word, position);
    const go = (to: number, marks: Marks): void => {
      steps.push({ source, target: to * length + next, marks });
      seen.add(to * length + next);
    };
    // where the changes matter to F, a stuttering step in an accepting state visits that state as well
    if (automaton.stuttersImplicitly && changes[position].size === 0) go(state, automaton.accepting?.[state] ? 1 : 0);
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      if (bdd.evaluate(edgeChange[e], (i) => changes[position].has(propositions[i]))) go(edgeTarget[e], edgeMarks[e]);
    }
  }
  return steps;
}

/** Whether some cycle shows all marks: u and v are in one component when each reaches the other. */
function hasCycleWithAllMarks(steps: readonly Step[], all: Marks): boolean {
  const successors = new Map<number, number[]>();
  for (const { source, target } of steps) {
    if (!successors.has(source)) successors.set(source, []);
    successors.get(source)!.push(target);
  }
  const reach = (start: number): Set<number> => {
    const seen = new Set([start]);
    for (const node of seen) for (const next of successors.get(node) ?? []) seen.add(next);
    return seen;
  };
  const reached = new Map([...successors.keys()].map((node) => [node, reach(node)]));
  return [...successors.keys()].some((node) => {
    const together = (other: number): boolean => reached.get(node)!.has(other) && !!reached.get(other)?.has(node);
    const inside = steps.filter(({ source, target }) => together(source) && together(target));
    return inside.length > 0 && (inside.reduce((marks, step) => marks | step.marks, 0) & all) === all;
  });
}
