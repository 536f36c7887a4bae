// BA → TA and TGBA → GTA: labelling, livelock-accepting states instead of stuttering edges, pruning and bisimulation
// [BDK12, Prop. 2 and 3; BDK11, §2.3]. Only for stutter-invariant languages; the caller makes sure of that.

import { invariant } from '../../base/assert.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { isBuchi } from '../acceptance.ts';
import type { Automaton } from '../automaton.ts';
import { hasStateAcceptance } from '../properties.ts';
import { strongComponents } from '../scc.ts';
import { mergeBisimilar } from './bisimulation.ts';
import { EdgeList, sortedBySource } from './edge-list.ts';
import type { LabelledAutomaton } from './labelled.ts';
import type { StepOptions } from './labelled-to-tgta.ts';
import { pruneTesting } from './prune.ts';
import { stutteringFacts } from './stuttering.ts';
import { noChange, TestingAutomaton } from './testing-automaton.ts';
import { labelAutomaton, type TestingOptions } from './tgba-to-tgta.ts';

type LivelockOptions = Omit<TestingOptions, 'isStutterInvariant'>;

interface TaOptions extends LivelockOptions {
  /** `join F` unless given: the second optimisation of [BDK11, §2.3]. `as they are`: without it. */
  readonly trivialStates?: 'join F' | 'as they are';
}

/** A TA for the stutter-invariant language of a BA (Büchi acceptance on states). */
export function baToTa(ba: Automaton, options: TaOptions = {}): TestingAutomaton {
  invariant(isBuchi(ba.acceptance) && hasStateAcceptance(ba), 'a TA is made from a BA with acceptance on states');
  const { onStep, trivialStates } = options;
  const stopwatch = Stopwatch.over(options.limits);
  return ba.bdd.during(stopwatch, () =>
    withLivelocks(labelAutomaton(ba, options, stopwatch), 'ta', { onStep, stopwatch, trivialStates }),
  );
}

/** A GTA for the stutter-invariant language of a TGBA. */
export function tgbaToGta(tgba: Automaton, options: LivelockOptions = {}): TestingAutomaton {
  const { onStep } = options;
  const stopwatch = Stopwatch.over(options.limits);
  return tgba.bdd.during(stopwatch, () =>
    labelledToGta(labelAutomaton(tgba, options, stopwatch), { onStep, stopwatch }),
  );
}

/** A GTA for a labelled automaton with a stutter-invariant language. */
export function labelledToGta(labelled: LabelledAutomaton, options: StepOptions): TestingAutomaton {
  return withLivelocks(labelled, 'gta', options);
}

function withLivelocks(
  labelled: LabelledAutomaton,
  kind: 'ta' | 'gta',
  options: StepOptions & Pick<TaOptions, 'trivialStates'>,
): TestingAutomaton {
  const { onStep, stopwatch, trivialStates = 'join F' } = options;
  const report = (caption: string, automaton: TestingAutomaton): TestingAutomaton => {
    stopwatch.look();
    onStep?.({ caption, automaton });
    return automaton;
  };
  if (onStep) report('after labelling with changesets', build(labelled, kind, null));
  // [BDK12, Prop. 3]: whoever stutters into an accepting stuttering component is livelock-accepting, no stuttering edge stays
  const livelock = Uint8Array.from(stutteringFacts(labelled).nearest, (state) => (state >= 0 ? 1 : 0));
  const stuttered = report('after the stuttering step', build(labelled, kind, livelock));
  const pruned = report('after pruning', pruneTesting(stuttered));
  const extended = kind === 'ta' && trivialStates === 'join F' ? acceptTrivialStates(pruned) : pruned;
  return report('after bisimulation', mergeBisimilar(extended, stopwatch));
}

/** The labelled automaton as a TA or GTA; without livelocks (null) its stuttering edges are kept. */
function build(labelled: LabelledAutomaton, kind: 'ta' | 'gta', livelock: Uint8Array | null): TestingAutomaton {
  const { bdd, propositions, setCount, stateCount, initial, stateNames, edges: given } = labelled;
  const none = noChange(bdd, propositions.length);
  const edges = new EdgeList();
  for (let i = 0; i < given.length; i++) {
    const change = given.change.data[i];
    const kept = livelock === null ? change : bdd.difference(change, none);
    edges.push(given.source.data[i], kept, given.marks.data[i], given.target.data[i]);
  }
  return new TestingAutomaton({
    kind,
    bdd,
    propositions,
    setCount,
    stateCount,
    initial,
    ...sortedBySource(bdd, stateCount, edges),
    accepting: kind === 'ta' ? Uint8Array.from(labelled.accepting, Number) : null,
    livelock: livelock ?? new Uint8Array(stateCount),
    stateNames,
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
