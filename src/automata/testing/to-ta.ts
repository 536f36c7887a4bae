// BA → TA and TGBA → GTA: labelling, livelock-accepting states instead of stuttering edges, pruning and bisimulation
// [BDK12, Prop. 2 and 3; BDK11, §2.3]. Only for stutter-invariant languages: the caller answers for that.

import { invariant } from '../../base/assert.ts';
import { isBuchi } from '../acceptance.ts';
import type { Automaton } from '../automaton.ts';
import { hasStateAcceptance } from '../properties.ts';
import { strongComponents } from '../scc.ts';
import { mergeBisimilar } from './bisimulation.ts';
import { type LabelledAutomaton, labelStates } from './labelling.ts';
import { pruneTesting } from './prune.ts';
import { nameStates } from './state-names.ts';
import { stutteringFacts } from './stuttering.ts';
import { edgesBySource, noChange, TestingAutomaton, type TestingEdge } from './testing-automaton.ts';
import type { ConstructionStep, TestingOptions } from './tgba-to-tgta.ts';

export type LivelockOptions = Omit<TestingOptions, 'isStutterInvariant'>;

/** A TA for the stutter-invariant language of a BA (Büchi acceptance on states). */
export function baToTa(ba: Automaton, options: LivelockOptions = {}): TestingAutomaton {
  invariant(isBuchi(ba.acceptance) && hasStateAcceptance(ba), 'a TA is made from a BA with acceptance on states');
  return withLivelocks(ba, 'ta', options);
}

/** A GTA for the stutter-invariant language of a TGBA. */
export function tgbaToGta(tgba: Automaton, options: LivelockOptions = {}): TestingAutomaton {
  return withLivelocks(tgba, 'gta', options);
}

function withLivelocks(automaton: Automaton, kind: 'ta' | 'gta', options: LivelockOptions): TestingAutomaton {
  const { maxStates, onStep } = options;
  const labelled = labelStates(automaton, { isStutterInvariant: () => true, maxStates });
  const stateNames = nameStates(automaton, labelled);
  const report = (caption: string, step: TestingAutomaton): TestingAutomaton => {
    onStep?.({ caption, automaton: step } satisfies ConstructionStep);
    return step;
  };
  report('after labelling with changesets', build(labelled, kind, { livelock: null, stateNames }));
  // [BDK12, Prop. 3]: whoever stutters into an accepting stuttering component is livelock-accepting, no stuttering edge stays
  const livelock = Uint8Array.from(stutteringFacts(labelled).nearest, (state) => (state >= 0 ? 1 : 0));
  const stuttered = report('after the stuttering step', build(labelled, kind, { livelock, stateNames }));
  const pruned = report('after pruning', pruneTesting(stuttered));
  const extended = kind === 'ta' ? acceptTrivialStates(pruned) : pruned;
  return report('after bisimulation', mergeBisimilar(extended));
}

/** The labelled automaton as a TA or GTA; without livelocks (null) its stuttering edges are kept. */
function build(
  labelled: LabelledAutomaton,
  kind: 'ta' | 'gta',
  more: { readonly livelock: Uint8Array | null; readonly stateNames: readonly string[] },
): TestingAutomaton {
  const { bdd, propositions, setCount, origin, letters } = labelled;
  const none = noChange(bdd, propositions.length);
  const edges: TestingEdge[] = labelled.edges.map((edge) => ({
    ...edge,
    change: edge.stuttering && more.livelock ? bdd.difference(edge.change, none) : edge.change,
  }));
  const accepting = new Uint8Array(origin.length);
  for (const { source, marks } of labelled.edges) if (marks === 1) accepting[source] = 1;
  return new TestingAutomaton({
    kind,
    bdd,
    propositions,
    setCount,
    stateCount: origin.length,
    initial: labelled.initial.map((state) => ({ state, letters: letters[state] })),
    ...edgesBySource(bdd, origin.length, edges),
    accepting: kind === 'ta' ? accepting : null,
    livelock: more.livelock ?? new Uint8Array(origin.length),
    stateNames: more.stateNames,
  });
}

/**
 * A state on no cycle may join F, since no run visits it infinitely often; it does when all its successors are in F, so that it
 * can then only be bisimilar to states in F, or to others that join [BDK11, second optimisation].
 */
function acceptTrivialStates(ta: TestingAutomaton): TestingAutomaton {
  const { edgeStart, edgeTarget, edgeMarks } = ta;
  const accepting = ta.accepting!.slice();
  const components = strongComponents(
    ta,
    Int32Array.from({ length: ta.stateCount }, (_, state) => state),
  );
  // components are numbered from the last to the first: successors have joined before
  for (let c = 0; c < components.count; c++) {
    if (components.start[c + 1] - components.start[c] > 1) continue;
    const state = components.states[components.start[c]];
    const successors = edgeTarget.subarray(edgeStart[state], edgeStart[state + 1]);
    if (!successors.includes(state) && successors.every((target) => accepting[target] === 1)) accepting[state] = 1;
  }
  const marks = edgeMarks.slice();
  for (let state = 0; state < ta.stateCount; state++) {
    if (accepting[state]) marks.fill(1, edgeStart[state], edgeStart[state + 1]);
  }
  return new TestingAutomaton({ ...ta, accepting, edgeMarks: marks });
}
