// From a labelled automaton to a TGTA: the stuttering step, then pruning and merging [BDK12, Prop. 5; BS15, Prop. 3].
//
// The stuttering step, on lenient states (all of them when the language is stutter-invariant):
//   1. the states of an accepting stuttering component get a stuttering self-loop with all marks;
//   2. an edge into a state that stutters into such a component, without lying in it, is doubled by one that leads there at
//      once, and an initial state by an initial state there;
//   3. all other lenient states get a stuttering self-loop without marks, and every other stuttering edge out of a lenient
//      state goes. What remains has exactly one stuttering edge per lenient state, its self-loop [BDKT14, Def. 7].
//
// Differs from the papers: in 2, one state of one component is enough, since only words that stutter for ever need it; and an
// automaton without acceptance sets gets one that all edges carry, or else the self-loops of 3 would accept.
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { allMarks } from '../acceptance.ts';
import { mergeBisimilar } from './bisimulation.ts';
import { EdgeList, sortedBySource } from './edge-list.ts';
import type { LabelledAutomaton } from './labelled.ts';
import { pruneTesting } from './prune.ts';
import { type StutteringFacts, stutteringFacts } from './stuttering.ts';
import { type InitialState, noChange, TestingAutomaton, uniteInitial } from './testing-automaton.ts';

/** An automaton on the way, with what was done to it. */
export interface ConstructionStep {
  readonly caption: string;
  readonly automaton: TestingAutomaton;
}

export type OnStep = (step: ConstructionStep) => void;

/** How the last steps are watched. */
export interface StepOptions {
  readonly stopwatch: Stopwatch;
  readonly onStep?: OnStep;
}

/** The TGTA of a labelled automaton. */
export function labelledToTgta(given: LabelledAutomaton, { onStep, stopwatch }: StepOptions): TestingAutomaton {
  const labelled = withAcceptanceSet(given);
  const report = (caption: string, automaton: TestingAutomaton): TestingAutomaton => {
    stopwatch.look();
    onStep?.({ caption, automaton });
    return automaton;
  };
  if (onStep) report('after labelling with changesets', tgtaOf(labelled, labelled.edges, labelled.initial));
  const { edges, initial } = stutteringStep(labelled, stutteringFacts(labelled), stopwatch);
  const simplified = report('after the stuttering step', tgtaOf(labelled, edges, initial));
  const pruned = report('after pruning', pruneTesting(simplified));
  return report('after bisimulation', mergeBisimilar(pruned, stopwatch));
}

/** With at least one acceptance set: where there is none, all edges carry a new one. */
export function withAcceptanceSet(labelled: LabelledAutomaton): LabelledAutomaton {
  if (labelled.setCount > 0) return labelled;
  const edges = new EdgeList();
  const { source, change, target, length } = labelled.edges;
  for (let i = 0; i < length; i++) edges.push(source.data[i], change.data[i], 1, target.data[i]);
  return { ...labelled, setCount: 1, edges };
}

function stutteringStep(
  labelled: LabelledAutomaton,
  facts: StutteringFacts,
  stopwatch: Stopwatch,
): { edges: EdgeList; initial: InitialState[] } {
  const { bdd, lenient, stateCount, edges: given } = labelled;
  const none = noChange(bdd, labelled.propositions.length);
  const all = allMarks(labelled.setCount);
  const edges = new EdgeList();
  const shortcut = (state: number): number =>
    lenient[state] && facts.nearest[state] >= 0 && !facts.accepting[state] ? facts.nearest[state] : -1;
  for (let i = 0; i < given.length; i++) {
    stopwatch.tick();
    const [source, marks, target] = [given.source.data[i], given.marks.data[i], given.target.data[i]];
    const change = lenient[source] ? bdd.difference(given.change.data[i], none) : given.change.data[i];
    edges.push(source, change, marks, target);
    const livelock = shortcut(target);
    if (livelock >= 0) edges.push(source, change, marks, livelock);
  }
  for (let state = 0; state < stateCount; state++) {
    if (lenient[state]) edges.push(state, none, facts.accepting[state] ? all : 0, state);
  }
  const livelocks = labelled.initial.flatMap(({ state, letters }) =>
    shortcut(state) >= 0 ? [{ state: shortcut(state), letters }] : [],
  );
  return { edges, initial: [...labelled.initial, ...livelocks] };
}

/** The TGTA with the states of the labelled automaton, and these edges and initial states. */
export function tgtaOf(
  labelled: LabelledAutomaton,
  edges: EdgeList,
  initial: readonly InitialState[],
): TestingAutomaton {
  const { bdd, propositions, setCount, stateCount, stateNames } = labelled;
  return new TestingAutomaton({
    kind: 'tgta',
    bdd,
    propositions,
    setCount,
    stateCount,
    initial: uniteInitial(bdd, initial),
    ...sortedBySource(bdd, stateCount, edges),
    accepting: null,
    livelock: null,
    stateNames,
  });
}
