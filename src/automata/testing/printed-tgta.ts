// TGBA → TGTA for all of LTL exactly as [BS15, Prop. 2 and 3] prints it. For research only: the result accepts no word that the TGBA
// rejects, but it may lose words that the TGBA accepts (docs/errata.md has the proof and small counterexamples). A formula that seems
// to hold by it may therefore be violated; nothing that gives a verdict uses it. `tgbaToTgta` is the construction that is right.
//
// With "invariant" for "its language is stutter-invariant":
//   1. the invariant states that stuttering connects with each other, the edges in between showing all marks together (an accepting
//      stuttering component), get a stuttering self-loop with all marks;
//   2. an edge into an invariant state from which stuttering edges lead into such a component, which the state is not in, is doubled by
//      one to the first state reached there; an initial state likewise;
//   3. an invariant state loses its stuttering edges, all but the self-loop with all marks, and gets a self-loop without marks where it
//      has none with all.
//
// What the text leaves open is read in favour of the property: the ways in steps 1 and 2 may lead through any states. Whether a state is
// invariant is decided by the formula of the TGBA's state, as there.
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { allMarks } from '../acceptance.ts';
import type { Automaton } from '../automaton.ts';
import { strongComponents } from '../scc.ts';
import { mergeBisimilar } from './bisimulation.ts';
import { EdgeList, holdsNoChange } from './edge-list.ts';
import type { LabelledAutomaton, SizeLimits } from './labelled.ts';
import { type OnStep, tgtaOf, withAcceptanceSet } from './labelled-to-tgta.ts';
import { labelStates } from './labelling.ts';
import { type MarkedGraph, statesOnCycles } from './livelocks.ts';
import { pruneTesting } from './prune.ts';
import { stutteringGraph } from './stuttering.ts';
import { type InitialState, noChange, type TestingAutomaton } from './testing-automaton.ts';

interface PrintedOptions extends SizeLimits {
  /** Whether the language from a state of the TGBA is stutter-invariant. */
  readonly isStutterInvariant: (state: number) => boolean;
  readonly limits?: Limits | Stopwatch;
  /** Receives each intermediate automaton. */
  readonly onStep?: OnStep;
}

/** The TGTA of [BS15, Prop. 3], whose language may be another one. */
export function tgbaToPrintedTgta(tgba: Automaton, options: PrintedOptions): TestingAutomaton {
  const stopwatch = Stopwatch.over(options.limits);
  return tgba.bdd.during(stopwatch, () => {
    const labelled = withAcceptanceSet(labelStates(tgba, { ...options, stopwatch, lenience: 'by-state' }));
    const report = (caption: string, automaton: TestingAutomaton): TestingAutomaton => {
      stopwatch.look();
      options.onStep?.({ caption, automaton });
      return automaton;
    };
    report('after labelling with changesets', tgtaOf(labelled, labelled.edges, labelled.initial));
    const simplified = report('after the stuttering step as printed', printedStutteringStep(labelled, stopwatch));
    return report('after bisimulation', mergeBisimilar(report('after pruning', pruneTesting(simplified)), stopwatch));
  });
}

/** Steps 1 to 3 of [BS15, Prop. 3] on an automaton whose `lenient` states are those with a stutter-invariant language. */
export function printedStutteringStep(labelled: LabelledAutomaton, stopwatch: Stopwatch): TestingAutomaton {
  const { bdd, lenient, stateCount, edges: given } = labelled;
  const none = noChange(bdd, labelled.propositions.length);
  const all = allMarks(labelled.setCount);
  const { accepting, entries } = acceptingComponents(labelled, all, stopwatch);
  const edges = new EdgeList();
  for (let i = 0; i < given.length; i++) {
    stopwatch.tick();
    const [source, marks, target] = [given.source.data[i], given.marks.data[i], given.target.data[i]];
    const whole = given.change.data[i];
    const changing = lenient[source] ? bdd.difference(whole, none) : whole;
    for (const to of [target, ...entries[target]]) edges.push(source, changing, marks, to);
    const isAcceptingLoop = source === target && marks === all && holdsNoChange(bdd, whole);
    if (lenient[source] && isAcceptingLoop && !accepting[source]) edges.push(source, none, all, source);
  }
  for (let state = 0; state < stateCount; state++) {
    if (lenient[state]) edges.push(state, none, accepting[state] ? all : 0, state);
  }
  const initial: InitialState[] = labelled.initial.flatMap(({ state, letters }) =>
    [state, ...entries[state]].map((start) => ({ state: start, letters })),
  );
  return tgtaOf(labelled, edges, initial);
}

interface Components {
  /** 1 for the states of accepting stuttering components. */
  readonly accepting: Uint8Array;
  /** For each invariant state the states by which stuttering enters such components from outside. */
  readonly entries: readonly (readonly number[])[];
}

function acceptingComponents(labelled: LabelledAutomaton, all: number, stopwatch: Stopwatch): Components {
  const { lenient, stateCount } = labelled;
  const whole = stutteringGraph(labelled, () => true);
  const accepting = statesOnCycles(whole, all).map((isOnCycle, state) => (isOnCycle && lenient[state] ? 1 : 0));
  const components = strongComponents(
    whole,
    Int32Array.from({ length: stateCount }, (_, state) => state),
  ).of;
  const entries = Array.from({ length: stateCount }, (_, state) =>
    lenient[state] ? entriesFrom(whole, state, { accepting, components, stopwatch }) : [],
  );
  return { accepting, entries };
}

interface EntryFacts {
  readonly accepting: Uint8Array;
  readonly components: Int32Array;
  readonly stopwatch: Stopwatch;
}

/** Where stuttering from the state first meets each component other than its own; ways go through other components too. */
function entriesFrom(graph: MarkedGraph, start: number, { accepting, components, stopwatch }: EntryFacts): number[] {
  const found = new Set<number>();
  const seen = new Set([start]);
  for (const state of seen) {
    stopwatch.tick();
    for (let e = graph.edgeStart[state]; e < graph.edgeStart[state + 1]; e++) {
      const target = graph.edgeTarget[e];
      const isNew = components[target] !== components[state] && components[target] !== components[start];
      if (accepting[target] && isNew) found.add(target);
      seen.add(target);
    }
  }
  return [...found];
}
