// An automaton that exists already as a source of letters.

import { invariant } from '../../base/assert.ts';
import { isGeneralizedBuchi } from '../acceptance.ts';
import type { Automaton } from '../automaton.ts';
import { observedPropositions } from './observed.ts';
import type { LetterSource, SourceEdge } from './read-labelling.ts';
import { nameState } from './state-names.ts';

/** The automaton, to be labelled with the letters it has read. */
export function automatonSource(automaton: Automaton, isStutterInvariant: (state: number) => boolean): LetterSource {
  invariant(isGeneralizedBuchi(automaton.acceptance), 'testing automata are made from generalized Büchi automata');
  const { edgeStart, edgeLabel, edgeMarks, edgeTarget } = automaton;
  const observed = observedPropositions(automaton);
  return {
    bdd: automaton.bdd,
    propositions: automaton.propositions,
    initial: automaton.initial,
    setCount: () => automaton.acceptance.setCount,
    edges: (state) => {
      const edges: SourceEdge[] = [];
      for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
        edges.push({ label: edgeLabel[e], marks: edgeMarks[e], target: edgeTarget[e] });
      }
      return edges;
    },
    observed: (state) => observed[state],
    isStutterInvariant,
    isAccepting: (state) => edgeMarks[edgeStart[state]] === 1,
    nameState: (state, letters) => nameState(automaton, state, letters),
  };
}
