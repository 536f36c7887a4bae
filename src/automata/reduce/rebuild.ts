// The one way in which reductions make a new automaton from an old one: states merged or dropped, marks and labels
// replaced. Only what the initial states reach is kept, states are numbered in the order of first visit, and parallel edges
// are joined.
import type { BddRef } from '../../dd/bdd.ts';
import type { Formula } from '../../formula/formula.ts';
import type { Acceptance, Marks } from '../acceptance.ts';
import { type Automaton, AutomatonBuilder, languageProperties } from '../automaton.ts';

interface Changes {
  /** For each state the representative of its class (itself if it stays alone), or -1 to drop it. */
  readonly representative?: Int32Array;
  /** New marks for each edge. */
  readonly marks?: Int32Array;
  /** New labels for each edge; false drops it. */
  readonly labels?: Int32Array;
  readonly acceptance?: Acceptance;
  /**
   * Whether all members of a class have the same language. If they do not, states may gain words although the automaton
   * does not, and only the formula of the initial state remains true.
   */
  readonly merged?: 'same-language' | 'other';
}

/** The automaton under the changes. The edges of a class are those of all its members. */
export function rebuild(automaton: Automaton, changes: Changes): Automaton {
  const { edgeStart, edgeTarget, stateCount } = automaton;
  const { representative, marks = automaton.edgeMarks, labels = automaton.edgeLabel } = changes;
  const home = (state: number): number => (representative ? representative[state] : state);
  const members = representative ? membersOf(stateCount, home) : null;
  const builder = new AutomatonBuilder(automaton.propositions, automaton.bdd);
  const number = new Int32Array(stateCount).fill(-1);
  const order: number[] = [];
  const visit = (state: number): number => {
    if (number[state] < 0) {
      number[state] = builder.addState();
      order.push(state);
    }
    return number[state];
  };
  for (const state of automaton.initial) if (home(state) >= 0) builder.setInitial(visit(home(state)));
  if (order.length === 0) builder.setInitial(builder.addState());
  for (let i = 0; i < order.length; i++) {
    const edges = new ParallelEdges(automaton);
    for (const member of members?.[order[i]] ?? [order[i]]) {
      for (let e = edgeStart[member]; e < edgeStart[member + 1]; e++) {
        const target = home(edgeTarget[e]);
        if (target >= 0 && labels[e] !== automaton.bdd.false) edges.add(labels[e], marks[e], target);
      }
    }
    for (const { label, mask, target } of edges.list) builder.addEdge(i, label, mask, visit(target));
  }
  const stateFormulas = formulasOf(automaton, order, members, changes.merged ?? 'same-language');
  return builder.build(changes.acceptance ?? automaton.acceptance, {
    name: automaton.name,
    stateFormulas,
    properties: languageProperties(automaton.properties),
  });
}

function membersOf(stateCount: number, home: (state: number) => number): number[][] {
  const members: number[][] = Array.from({ length: stateCount }, () => []);
  for (let state = 0; state < stateCount; state++) if (home(state) >= 0) members[home(state)].push(state);
  return members;
}

function formulasOf(
  automaton: Automaton,
  order: readonly number[],
  members: readonly (readonly number[])[] | null,
  merged: 'same-language' | 'other',
): (Formula | null)[] | undefined {
  const { stateFormulas, initial } = automaton;
  if (stateFormulas === null || order.length === 0) return undefined;
  if (merged === 'other') {
    const whole = initial.length === 1 ? stateFormulas[initial[0]] : null;
    return order.map((_, state) => (state === 0 ? whole : null));
  }
  return order.map((state) => {
    const known = (members?.[state] ?? [state]).map((member) => stateFormulas[member]);
    return known.reduce((best, next) => (best === null || (next !== null && next.size < best.size) ? next : best));
  });
}

/** Gathers the edges of one state: one label for each pair of marks and target. */
class ParallelEdges {
  readonly list: { label: BddRef; readonly mask: Marks; readonly target: number }[] = [];
  private readonly automaton: Automaton;
  /** Where each pair of marks and target stands in the list, once the list is long. */
  private index: Map<number, number> | null = null;

  constructor(automaton: Automaton) {
    this.automaton = automaton;
  }

  add(label: BddRef, mask: Marks, target: number): void {
    const { list } = this;
    const at = this.find(mask, target);
    if (at >= 0) list[at].label = this.automaton.bdd.or(list[at].label, label);
    else {
      this.index?.set(keyOf(mask, target), list.length);
      list.push({ label, mask, target });
    }
  }

  private find(mask: Marks, target: number): number {
    const { list } = this;
    if (list.length < LONG) {
      for (let i = 0; i < list.length; i++) if (list[i].target === target && list[i].mask === mask) return i;
      return -1;
    }
    this.index ??= new Map(list.map((edge, i) => [keyOf(edge.mask, edge.target), i]));
    return this.index.get(keyOf(mask, target)) ?? -1;
  }
}

/** Up to so many edges are looked through one by one. */
const LONG = 16;

/** Marks are 32 bits, states fewer than 2 ** 21. */
function keyOf(mask: Marks, target: number): number {
  return target * 2 ** 32 + (mask >>> 0);
}
