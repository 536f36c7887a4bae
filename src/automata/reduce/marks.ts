// Fewer acceptance sets. In each accepting component a set is redundant when no cycle sees all the others but not it;
// what is left is renumbered, component by component, so that the automaton needs only as many sets as the neediest
// component. Generalized Büchi only.
import { popCount } from '../../base/bit-set.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { allMarks, generalizedBuchi, type Marks } from '../acceptance.ts';
import type { Automaton } from '../automaton.ts';
import { type Components, componentsOf, strongComponents } from '../scc.ts';
import { rebuild } from './rebuild.ts';

/** The same language with as few acceptance sets as the analysis of components finds. Expects a pruned automaton. */
export function reduceMarks(automaton: Automaton, stopwatch: Stopwatch = new Stopwatch()): Automaton {
  if (automaton.acceptance.setCount === 0) return automaton;
  const components = componentsOf(automaton);
  const inner = Array.from({ length: components.count }, (_, c) => innerEdges(automaton, components, c));
  const needed = inner.map((edges, c) => {
    stopwatch.tick();
    return neededSets(automaton, statesOf(components, c), edges, stopwatch);
  });
  let widest: readonly number[] = [];
  for (const sets of needed) if (sets !== null && popCount(sets) > widest.length) widest = bitsOf(sets);
  // rejecting cycles need a mark that they lack
  if (widest.length === 0 && needed.some((sets, c) => sets === null && inner[c].length > 0)) widest = [0];
  const marks = new Int32Array(automaton.edgeCount);
  needed.forEach((sets, c) => {
    if (sets === null) return;
    const from = assignSlots(sets, widest);
    for (const e of inner[c]) marks[e] = translateMarks(automaton.edgeMarks[e], from);
  });
  const unchanged = marks.every((mask, e) => mask === automaton.edgeMarks[e]);
  if (unchanged && widest.length === automaton.acceptance.setCount) return automaton;
  return rebuild(automaton, { marks, acceptance: generalizedBuchi(widest.length) });
}

/** The sets that the component cannot do without; null for a rejecting component, which has no marks. */
function neededSets(
  automaton: Automaton,
  states: Int32Array,
  inner: readonly number[],
  stopwatch: Stopwatch,
): Marks | null {
  if (inner.every((e) => automaton.edgeMarks[e] === 0)) return null;
  const { setCount } = automaton.acceptance;
  let sets = allMarks(setCount);
  for (let set = setCount - 1; set >= 0; set--) {
    stopwatch.look();
    if (isImplied(automaton, states, inner, { set, by: sets & ~(1 << set) })) sets &= ~(1 << set);
  }
  return sets;
}

function statesOf({ states, start }: Components, c: number): Int32Array {
  return states.subarray(start[c], start[c + 1]);
}

function innerEdges(automaton: Automaton, components: Components, c: number): number[] {
  const { edgeStart, edgeTarget } = automaton;
  const inner: number[] = [];
  for (const state of statesOf(components, c)) {
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) if (components.of[edgeTarget[e]] === c) inner.push(e);
  }
  return inner;
}

/** Whether every cycle of the component that sees all sets of `by` sees `set` too. */
function isImplied(
  automaton: Automaton,
  states: Int32Array,
  inner: readonly number[],
  { set, by }: { readonly set: number; readonly by: Marks },
): boolean {
  const { edgeMarks, edgeStart, edgeTarget } = automaton;
  const isCut = new Uint8Array(automaton.edgeCount).fill(1);
  for (const e of inner) isCut[e] = (edgeMarks[e] >>> set) & 1;
  const rest = strongComponents(automaton, states, isCut);
  const seen = new Int32Array(rest.count);
  const cyclic = new Uint8Array(rest.count);
  for (const state of states) {
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      const c = rest.of[state];
      if (isCut[e] || rest.of[edgeTarget[e]] !== c) continue;
      seen[c] |= edgeMarks[e];
      cyclic[c] = 1;
    }
  }
  return !seen.some((marks, c) => cyclic[c] === 1 && (marks & by) === by);
}

/** Where each set of a component goes: to its own slot if the widest component uses it, else to a free one. */
function assignSlots(sets: Marks, widest: readonly number[]): number[] {
  const from = new Array<number>(widest.length).fill(-1);
  const homeless: number[] = [];
  for (const set of bitsOf(sets)) {
    const slot = widest.indexOf(set);
    if (slot >= 0) from[slot] = set;
    else homeless.push(set);
  }
  for (let slot = 0; slot < from.length && homeless.length > 0; slot++)
    if (from[slot] < 0) from[slot] = homeless.pop()!;
  return from;
}

/** The new marks of an inner edge: slot i is what set `from[i]` was; a slot that the component does not need is always on. */
function translateMarks(old: Marks, from: readonly number[]): Marks {
  let mask = 0;
  from.forEach((set, slot) => {
    if (set < 0 || (old >>> set) & 1) mask |= 1 << slot;
  });
  return mask;
}

function bitsOf(sets: Marks): number[] {
  const bits: number[] = [];
  for (let set = 0; set < 32; set++) if ((sets >>> set) & 1) bits.push(set);
  return bits;
}
