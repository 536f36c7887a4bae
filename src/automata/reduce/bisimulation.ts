// Merging states with the same behaviour step by step: partition refinement by signatures, where the signature of a
// state is the label with which it enters each class under each set of marks. Cheaper than simulation and coarser than
// nothing; for every acceptance condition.
//
// Only states with an edge into a class that was split are looked at again, and the largest part of a class keeps its number, so that
// each state changes its class at most log n times.
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Automaton } from '../automaton.ts';
import { rebuild } from './rebuild.ts';

/** The quotient by the coarsest bisimulation. */
export function reduceByBisimulation(automaton: Automaton, stopwatch: Stopwatch = new Stopwatch()): Automaton {
  const refinement = new Refinement(automaton, stopwatch);
  const classOf = refinement.run();
  if (refinement.count === automaton.stateCount) return automaton;
  const first: number[] = [];
  const representative = classOf.map((c, state) => (first[c] ??= state));
  return rebuild(automaton, { representative });
}

class Refinement {
  private readonly automaton: Automaton;
  private readonly stopwatch: Stopwatch;
  private readonly classOf: Int32Array;
  private readonly members: Set<number>[];
  private readonly predecessors: readonly (readonly number[])[];

  constructor(automaton: Automaton, stopwatch: Stopwatch) {
    this.automaton = automaton;
    this.stopwatch = stopwatch;
    this.classOf = new Int32Array(automaton.stateCount);
    this.members = [new Set(this.classOf.keys())];
    this.predecessors = predecessorsOf(automaton);
  }

  /** The number of classes. */
  get count(): number {
    return this.members.length;
  }

  run(): Int32Array {
    let suspects: ReadonlySet<number> = new Set(this.classOf.keys());
    for (;;) {
      const moved = this.split(suspects);
      if (moved.length === 0) return this.classOf;
      suspects = new Set(moved.flatMap((state) => this.predecessors[state]));
    }
  }

  /** Splits the classes of the suspects by their signatures; gives the states whose class has a new number. */
  private split(suspects: ReadonlySet<number>): number[] {
    const parts = new Map<number, Map<string, number[]>>();
    for (const state of suspects) {
      this.stopwatch.tick();
      const own = this.classOf[state];
      const signature = signatureOf(this.automaton, state, this.classOf);
      const bySignature = parts.get(own) ?? new Map<string, number[]>();
      parts.set(own, bySignature);
      const part = bySignature.get(signature);
      if (part === undefined) bySignature.set(signature, [state]);
      else part.push(state);
    }
    return [...parts].flatMap(([own, bySignature]) => this.splitClass(own, [...bySignature.values()], suspects));
  }

  /**
   * The states of a class that are not suspects have one signature, as before, which no suspect shares: the signature of a suspect names a
   * class that is newer. So they are one more part. The largest part keeps the number.
   */
  private splitClass(own: number, parts: readonly number[][], suspects: ReadonlySet<number>): number[] {
    const members = this.members[own];
    let others = members.size;
    let largest = parts[0];
    for (const part of parts) {
      others -= part.length;
      if (part.length > largest.length) largest = part;
    }
    const leaving = others >= largest.length ? [...parts] : parts.filter((part) => part !== largest);
    if (others > 0 && others < largest.length) leaving.push([...members].filter((state) => !suspects.has(state)));
    for (const part of leaving) {
      for (const state of part) {
        this.classOf[state] = this.members.length;
        members.delete(state);
      }
      this.members.push(new Set(part));
    }
    return leaving.flat();
  }
}

function predecessorsOf({ stateCount, edgeStart, edgeTarget }: Automaton): number[][] {
  const lists = Array.from({ length: stateCount }, (): number[] => []);
  for (let state = 0; state < stateCount; state++) {
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) lists[edgeTarget[e]].push(state);
  }
  return lists;
}

function signatureOf(automaton: Automaton, state: number, classOf: Int32Array): string {
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
