// The powerset of an automaton, its marks ignored: a deterministic complete graph whose states are the sets of states that a
// finite word may lead to. Letters are never enumerated; those that lead to the same set share an edge.
import type { BddRef } from '../../dd/bdd.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Automaton } from '../automaton.ts';

/** State i is the set `sets[i]` (ascending); the empty set is a state like the others. State 0 is the initial one. */
export interface Powerset {
  readonly sets: readonly (readonly number[])[];
  readonly edges: readonly (readonly PowersetEdge[])[];
}

export interface PowersetEdge {
  readonly label: BddRef;
  readonly target: number;
}

/** How many pieces of letters may be looked at for each state that is allowed: large sets of states are costly. */
const WORK_PER_STATE = 1000;

/** The powerset, or null if it has more than `maxStates` states or takes too long. */
export function powerset(automaton: Automaton, maxStates: number, stopwatch: Stopwatch): Powerset | null {
  const work = { left: WORK_PER_STATE * maxStates };
  const sets: (readonly number[])[] = [];
  const edges: (readonly PowersetEdge[])[] = [];
  const number = new Map<string, number>();
  const visit = (set: readonly number[]): number => {
    const key = set.join();
    let known = number.get(key);
    if (known === undefined) {
      number.set(key, (known = sets.length));
      sets.push(set);
    }
    return known;
  };
  visit([...new Set(automaton.initial)].sort((a, b) => a - b));
  for (let i = 0; i < sets.length; i++) {
    if (sets.length > maxStates) return null;
    stopwatch.look();
    const byTarget = new Map<number, BddRef>();
    const parts = splitLetters(automaton, sets[i], { work, maxParts: maxStates });
    if (parts === null) return null;
    stopwatch.tick(parts.length);
    for (const { label, targets } of parts) {
      const target = visit(targets);
      byTarget.set(target, automaton.bdd.or(byTarget.get(target) ?? automaton.bdd.false, label));
    }
    edges.push([...byTarget].map(([target, label]) => ({ target, label })));
  }
  return { sets, edges };
}

/**
 * A partition of the letters by the set of targets that they lead to from `set`; null if there are more parts than states may be, since each
 * leads to a state of its own, or the work is used up.
 */
function splitLetters(
  automaton: Automaton,
  set: readonly number[],
  { work, maxParts }: { readonly work: { left: number }; readonly maxParts: number },
): { label: BddRef; targets: number[] }[] | null {
  const { bdd, edgeStart, edgeLabel, edgeTarget } = automaton;
  const readOn = new Map<number, BddRef>();
  for (const state of set) {
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      readOn.set(edgeTarget[e], bdd.or(readOn.get(edgeTarget[e]) ?? bdd.false, edgeLabel[e]));
    }
  }
  let parts: { label: BddRef; targets: number[] }[] = [{ label: bdd.true, targets: [] }];
  for (const target of [...readOn.keys()].sort((a, b) => a - b)) {
    const letters = readOn.get(target)!;
    work.left -= parts.length;
    if (work.left < 0 || parts.length > maxParts) return null;
    parts = parts.flatMap(({ label, targets }) => {
      const inside = bdd.and(label, letters);
      if (inside === bdd.false) return [{ label, targets }];
      const withTarget = { label: inside, targets: [...targets, target] };
      return inside === label ? [withTarget] : [withTarget, { label: bdd.difference(label, letters), targets }];
    });
  }
  return parts;
}
