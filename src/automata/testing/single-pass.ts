// TA → STA and GTA → SGTA: all livelocks move into one artificial state without a way out. A component of the product then lies
// either wholly in that state, stuttering, or wholly outside, so that a single pass of the emptiness check sees both ways
// of accepting for what they are.
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { mergeBisimilar } from './bisimulation.ts';
import { sortedBySource } from './edge-list.ts';
import { pruneTesting } from './prune.ts';
import { type InitialState, listEdges, TestingAutomaton, uniteInitial } from './testing-automaton.ts';

/** The single-pass variant of a TA (an STA) or GTA (an SGTA): each way into a livelock-accepting state is doubled. */
export function toSinglePass(automaton: TestingAutomaton, stopwatch: Stopwatch): TestingAutomaton {
  const { bdd, stateCount, livelock } = automaton;
  const artificial = stateCount;
  const edges = listEdges(automaton);
  for (let i = 0, count = edges.length; i < count; i++) {
    if (!livelock![edges.target.data[i]]) continue;
    edges.push(edges.source.data[i], edges.change.data[i], edges.marks.data[i], artificial);
  }
  const initial: InitialState[] = [...automaton.initial];
  for (const entry of automaton.initial) if (livelock![entry.state]) initial.push({ ...entry, state: artificial });
  const extended = new TestingAutomaton({
    ...automaton,
    kind: automaton.kind === 'ta' ? 'sta' : 'sgta',
    stateCount: stateCount + 1,
    initial: uniteInitial(bdd, initial),
    ...sortedBySource(bdd, stateCount + 1, edges),
    accepting: automaton.accepting && Uint8Array.from([...automaton.accepting, 0]),
    livelock: Uint8Array.from({ length: stateCount + 1 }, (_, state) => (state === artificial ? 1 : 0)),
    stateNames: [...automaton.stateNames, 'livelock'],
  });
  return bdd.during(stopwatch, () => mergeBisimilar(pruneTesting(extended), stopwatch));
}
