// A testing automaton as an ordinary ω-automaton over difference words ℓ0, ℓ0 ⊕ ℓ1, ℓ1 ⊕ ℓ2, …: one more state, the last, has an
// edge to each initial state, labelled with its U. A TGTA accepts a word exactly when that automaton accepts its
// difference word, so that whatever is known about ω-automata applies to TGTA; it is also the form in which they are written.
import type { BddRef } from '../../dd/bdd.ts';
import { generalizedBuchi } from '../acceptance.ts';
import { type Automaton, AutomatonBuilder } from '../automaton.ts';
import { EdgeList, sortedBySource } from './edge-list.ts';
import { TestingAutomaton, type TestingKind, uniteInitial } from './testing-automaton.ts';

/** The automaton over difference words; its last state is the initial one. */
export function toDifferenceAutomaton(testing: TestingAutomaton): Automaton {
  const { edgeStart, edgeChange, edgeMarks, edgeTarget, stateCount } = testing;
  const builder = new AutomatonBuilder(testing.propositions, testing.bdd);
  builder.addStates(stateCount + 1);
  builder.setInitial(stateCount);
  for (let state = 0; state < stateCount; state++) {
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      builder.addEdge(state, edgeChange[e], edgeMarks[e], edgeTarget[e]);
    }
  }
  for (const { state, letters } of testing.initial) builder.addEdge(stateCount, letters, 0, state);
  return builder.build(generalizedBuchi(testing.setCount), { stateNames: [...testing.stateNames, ''] });
}

/** What an automaton over difference words does not say about the testing automaton that it stands for. */
interface DifferenceFacts {
  readonly kind: TestingKind;
  readonly accepting: readonly number[];
  readonly livelock: readonly number[];
}

/** The testing automaton that an automaton over difference words stands for; null unless its initial state is the last. */
export function fromDifferenceAutomaton(automaton: Automaton, facts: DifferenceFacts): TestingAutomaton | null {
  const { bdd, propositions, edgeStart, edgeLabel, edgeMarks, edgeTarget } = automaton;
  const stateCount = automaton.stateCount - 1;
  if (automaton.initial.length !== 1 || automaton.initial[0] !== stateCount) return null;
  if (edgeTarget.includes(stateCount)) return null;
  const edges = new EdgeList();
  const initial: { state: number; letters: BddRef }[] = [];
  for (let state = 0; state <= stateCount; state++) {
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      if (state === stateCount) initial.push({ state: edgeTarget[e], letters: edgeLabel[e] });
      else edges.push(state, edgeLabel[e], edgeMarks[e], edgeTarget[e]);
    }
  }
  const members = (list: readonly number[]): Uint8Array => {
    const set = new Uint8Array(stateCount);
    for (const state of list) set[state] = 1;
    return set;
  };
  const { kind } = facts;
  return new TestingAutomaton({
    kind,
    bdd,
    propositions,
    setCount: automaton.acceptance.setCount,
    stateCount,
    initial: uniteInitial(bdd, initial),
    ...sortedBySource(bdd, stateCount, edges),
    accepting: kind === 'ta' || kind === 'sta' ? members(facts.accepting) : null,
    livelock: kind === 'tgta' ? null : members(facts.livelock),
    stateNames: automaton.stateNames?.slice(0, stateCount) ?? Array.from({ length: stateCount }, (_, i) => String(i)),
  });
}
