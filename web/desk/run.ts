// A word through the automaton of a formula, in the names of its picture.
import { type Automaton, runWord, type TestingAutomaton } from 'tegata/automata';
import { makeAutomaton } from './automata.ts';
import type { RunQuestion, RunView } from './protocol.ts';
import { toWord } from './words.ts';

export function runOf({ formula, kind, word }: RunQuestion): RunView {
  const automaton = makeAutomaton(formula, kind);
  const arrow = arrowsOf(automaton);
  const { isAccepted, possible, run } = runWord(automaton, toWord(word));
  return {
    isAccepted,
    possible: {
      cycleStart: possible.cycleStart,
      steps: possible.steps.map(({ states, edges }) => ({ states, arrows: [...new Set(edges.map(arrow))] })),
    },
    run:
      run === null
        ? null
        : {
            cycleStart: run.cycleStart,
            steps: run.steps.map(({ state, edge }) => ({ state, arrow: edge === null ? null : arrow(edge) })),
          },
  };
}

/** The name of the arrow that an edge is drawn by. */
function arrowsOf({ stateCount, edgeStart, edgeTarget }: Automaton | TestingAutomaton): (edge: number) => string {
  const sources = new Int32Array(edgeTarget.length);
  for (let state = 0; state < stateCount; state++) sources.fill(state, edgeStart[state], edgeStart[state + 1]);
  return (edge) => `${sources[edge]}->${edgeTarget[edge]}`;
}
