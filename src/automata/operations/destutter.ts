// The words that are left of a language when repeated letters are left out.
import type { BddRef } from '../../dd/bdd.ts';
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { isGeneralizedBuchi } from '../acceptance.ts';
import { type Automaton, AutomatonBuilder } from '../automaton.ts';
import { toGeneralizedBuchi } from './to-generalized-buchi.ts';

/** The edges of the result out of one state: for each target and set of marks a label. */
type Reach = Map<string, { label: BddRef; readonly marks: number; readonly target: number }>;

interface Delta {
  readonly label: BddRef;
  readonly marks: number;
  readonly target: number;
}

/**
 * The words made from accepted ones by leaving out repetitions, finitely many at each place: beside each path that reads one
 * letter several times there is an edge that reads it once and carries all marks of the path ("cl" of
 * [MD15, §3]).
 */
export function destutter(automaton: Automaton, limits?: Limits | Stopwatch): Automaton {
  const stopwatch = Stopwatch.over(limits);
  const source = isGeneralizedBuchi(automaton.acceptance) ? automaton : toGeneralizedBuchi(automaton, stopwatch);
  return source.bdd.during(stopwatch, () => withSameLetterPaths(source, stopwatch));
}

function withSameLetterPaths(source: Automaton, stopwatch: Stopwatch): Automaton {
  const builder = new AutomatonBuilder(source.propositions, source.bdd);
  builder.addStates(source.stateCount);
  for (const state of source.initial) builder.setInitial(state);
  for (let state = 0; state < source.stateCount; state++) {
    for (const { label, marks, target } of sameLetterPaths(source, state, stopwatch).values()) {
      builder.addEdge(state, label, marks, target);
    }
  }
  return builder.build(source.acceptance);
}

function sameLetterPaths(automaton: Automaton, state: number, stopwatch: Stopwatch): Reach {
  const { bdd, edgeStart, edgeLabel, edgeMarks, edgeTarget } = automaton;
  const reach: Reach = new Map();
  const work: Delta[] = [];
  for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
    extend(automaton, reach, { label: edgeLabel[e], marks: edgeMarks[e], target: edgeTarget[e] }, work);
  }
  for (let delta = work.pop(); delta !== undefined; delta = work.pop()) {
    for (let e = edgeStart[delta.target]; e < edgeStart[delta.target + 1]; e++) {
      stopwatch.tick();
      const label = bdd.and(delta.label, edgeLabel[e]);
      if (label === bdd.false) continue;
      extend(automaton, reach, { label, marks: delta.marks | edgeMarks[e], target: edgeTarget[e] }, work);
    }
  }
  return reach;
}

/** Adds the letters of `delta` that no edge with at least its marks reads yet, and notes them as new. */
function extend({ bdd }: Automaton, reach: Reach, delta: Delta, work: Delta[]): void {
  let label = delta.label;
  for (const known of reach.values()) {
    if (known.target === delta.target && (delta.marks & ~known.marks) === 0) label = bdd.difference(label, known.label);
    if (label === bdd.false) return;
  }
  const key = `${delta.target},${delta.marks}`;
  const known = reach.get(key);
  if (known === undefined) reach.set(key, { ...delta, label });
  else known.label = bdd.or(known.label, label);
  work.push({ ...delta, label });
}
