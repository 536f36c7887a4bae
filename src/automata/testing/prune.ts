// Removal of the states of a testing automaton that no accepting run needs: those that cannot be reached, and those from which
// neither an accepting cycle nor a livelock-accepting state can be reached [BDK12, Prop. 3.4 and 5.4].
import { strongComponents } from '../scc.ts';
import { keepStates } from './quotient.ts';
import type { TestingAutomaton } from './testing-automaton.ts';

/** The automaton without its useless states; the language stays. */
export function pruneTesting(automaton: TestingAutomaton): TestingAutomaton {
  const { stateCount, edgeStart, edgeMarks, edgeTarget, livelock } = automaton;
  const components = strongComponents(
    automaton,
    automaton.initial.map(({ state }) => state),
  );
  const marks = new Int32Array(components.count);
  const cyclic = new Uint8Array(components.count);
  for (let s = 0; s < stateCount; s++) {
    const c = components.of[s];
    for (let e = edgeStart[s]; c >= 0 && e < edgeStart[s + 1]; e++) {
      if (components.of[edgeTarget[e]] !== c) continue;
      cyclic[c] = 1;
      marks[c] |= edgeMarks[e];
    }
  }
  const useful = new Uint8Array(components.count);
  // components are numbered from the last to the first: whatever one leads to is decided before it
  for (let c = 0; c < components.count; c++) {
    if (cyclic[c] && marks[c] === automaton.allMarks) useful[c] = 1;
    for (const s of components.states.subarray(components.start[c], components.start[c + 1])) {
      if (livelock?.[s]) useful[c] = 1;
      for (let e = edgeStart[s]; e < edgeStart[s + 1]; e++) if (useful[components.of[edgeTarget[e]]]) useful[c] = 1;
    }
  }
  return keepStates(automaton, (state) => components.of[state] >= 0 && useful[components.of[state]] === 1);
}
