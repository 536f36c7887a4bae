// Merging states with the same behaviour step by step: partition refinement by signatures, where the signature of a
// state is the label with which it enters each class under each set of marks. Cheaper than simulation and coarser than
// nothing; for every acceptance condition.
import type { Automaton } from '../automaton.ts';
import { rebuild } from './rebuild.ts';

/** The quotient by the coarsest bisimulation. */
export function reduceByBisimulation(automaton: Automaton): Automaton {
  const n = automaton.stateCount;
  let classOf = new Int32Array(n);
  for (let count = 1; ; ) {
    const number = new Map<string, number>();
    const next = new Int32Array(n);
    for (let state = 0; state < n; state++) {
      const key = `${classOf[state]};${signature(automaton, state, classOf)}`;
      if (!number.has(key)) number.set(key, number.size);
      next[state] = number.get(key)!;
    }
    classOf = next;
    if (number.size === n) return automaton;
    if (number.size === count) break;
    count = number.size;
  }
  const first: number[] = [];
  const representative = classOf.map((c, state) => (first[c] ??= state));
  return rebuild(automaton, { representative });
}

function signature(automaton: Automaton, state: number, classOf: Int32Array): string {
  const { bdd, edgeStart, edgeLabel, edgeMarks, edgeTarget } = automaton;
  const labels = new Map<string, number>();
  for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
    const key = `${classOf[edgeTarget[e]]},${edgeMarks[e]}`;
    labels.set(key, bdd.or(labels.get(key) ?? bdd.false, edgeLabel[e]));
  }
  return [...labels]
    .map(([key, label]) => `${key}:${label}`)
    .sort()
    .join(';');
}
