// TGBA → TGTA: labelling, then the stuttering step, then pruning and bisimulation [BDK12, Prop. 4 and 5; BS15, Prop. 2 and 3].
//
// The stuttering step, on lenient states (all of them when the language is stutter-invariant):
//   1. the states of an accepting stuttering component get a stuttering self-loop with all marks;
//   2. an edge into a state that stutters into such a component, without lying in it, is doubled by one that leads there at
//      once, and an initial state by an initial state there;
//   3. all other lenient states get a stuttering self-loop without marks, and every other stuttering edge out of a lenient
//      state goes. What remains has exactly one stuttering edge per lenient state, its self-loop [BDKT14, Def. 7].
//
// Differs from the papers: in 2, one state of one component is enough, since only words that stutter for ever need it; and a
// TGBA without acceptance sets gets one that all edges carry, or else the self-loops of 3 would accept.
import type { BddRef } from '../../dd/bdd.ts';
import { allMarks } from '../acceptance.ts';
import type { Automaton } from '../automaton.ts';
import { mergeBisimilar } from './bisimulation.ts';
import { type LabelledAutomaton, type LabelledEdge, labelStates } from './labelling.ts';
import { pruneTesting } from './prune.ts';
import { nameStates } from './state-names.ts';
import { type StutteringFacts, stutteringFacts } from './stuttering.ts';
import { edgesBySource, type InitialState, noChange, TestingAutomaton, type TestingEdge } from './testing-automaton.ts';

/** An automaton on the way, with what was done to it. */
export interface ConstructionStep {
  readonly caption: string;
  readonly automaton: TestingAutomaton;
}

export interface TestingOptions {
  /**
   * Whether the language from a state of the given automaton is stutter-invariant; asked of the initial states first. By default
   * all are, which is right only when the language of the automaton is stutter-invariant.
   */
  readonly isStutterInvariant?: (state: number) => boolean;
  readonly maxStates?: number;
  /** Receives each intermediate automaton. */
  readonly onStep?: (step: ConstructionStep) => void;
}

/** A TGTA for the language of a TGBA. */
export function tgbaToTgta(tgba: Automaton, options: TestingOptions = {}): TestingAutomaton {
  const { isStutterInvariant = () => true, maxStates, onStep } = options;
  const labelled = withAcceptanceSet(labelStates(tgba, { isStutterInvariant, maxStates }));
  const stateNames = nameStates(tgba, labelled);
  const report = (caption: string, automaton: TestingAutomaton): TestingAutomaton => {
    onStep?.({ caption, automaton });
    return automaton;
  };
  report('after labelling with changesets', tgtaOf(labelled, stateNames, labelled.edges, plainInitial(labelled)));
  const { edges, initial } = stutteringStep(labelled, stutteringFacts(labelled));
  const simplified = report('after the stuttering step', tgtaOf(labelled, stateNames, edges, initial));
  const pruned = report('after pruning', pruneTesting(simplified));
  return report('after bisimulation', mergeBisimilar(pruned));
}

/** With at least one acceptance set: where there is none, all edges carry a new one. */
function withAcceptanceSet(labelled: LabelledAutomaton): LabelledAutomaton {
  if (labelled.setCount > 0) return labelled;
  return { ...labelled, setCount: 1, edges: labelled.edges.map((edge) => ({ ...edge, marks: 1 })) };
}

function plainInitial(labelled: LabelledAutomaton): InitialState[] {
  return labelled.initial.map((state) => ({ state, letters: labelled.letters[state] }));
}

function stutteringStep(
  labelled: LabelledAutomaton,
  facts: StutteringFacts,
): { edges: TestingEdge[]; initial: InitialState[] } {
  const { bdd, lenient } = labelled;
  const none = noChange(bdd, labelled.propositions.length);
  const all = allMarks(labelled.setCount);
  const edges: TestingEdge[] = [];
  const kept = (edge: LabelledEdge): BddRef =>
    lenient[edge.source] && edge.stuttering ? bdd.difference(edge.change, none) : edge.change;
  const shortcut = (state: number): number =>
    lenient[state] && facts.nearest[state] >= 0 && !facts.accepting[state] ? facts.nearest[state] : -1;
  for (const edge of labelled.edges) {
    const { source, marks } = edge;
    const change = kept(edge);
    edges.push({ source, change, marks, target: edge.target });
    const target = shortcut(edge.target);
    if (target >= 0) edges.push({ source, change, marks, target });
  }
  for (let state = 0; state < lenient.length; state++) {
    if (lenient[state]) {
      edges.push({ source: state, change: none, marks: facts.accepting[state] ? all : 0, target: state });
    }
  }
  const initial = plainInitial(labelled);
  for (const { state, letters } of plainInitial(labelled)) {
    const target = shortcut(state);
    if (target >= 0) initial.push({ state: target, letters });
  }
  return { edges, initial };
}

function tgtaOf(
  labelled: LabelledAutomaton,
  stateNames: readonly string[],
  edges: Iterable<TestingEdge>,
  initial: readonly InitialState[],
): TestingAutomaton {
  const { bdd, propositions, setCount, origin } = labelled;
  return new TestingAutomaton({
    kind: 'tgta',
    bdd,
    propositions,
    setCount,
    stateCount: origin.length,
    initial: uniteInitial(bdd, initial),
    ...edgesBySource(bdd, origin.length, edges),
    accepting: null,
    livelock: null,
    stateNames,
  });
}

/** One entry per state, its U the union. */
export function uniteInitial(bdd: Automaton['bdd'], initial: readonly InitialState[]): InitialState[] {
  const letters = new Map<number, BddRef>();
  for (const entry of initial) letters.set(entry.state, bdd.or(letters.get(entry.state) ?? bdd.false, entry.letters));
  return [...letters].map(([state, union]) => ({ state, letters: union }));
}
