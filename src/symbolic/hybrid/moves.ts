// What an automaton can do over the states of a model, move by move: a move is an edge of the automaton with the steps of the model along which
// it can go, as events over the model's levels alone. Moves of the hybrid engine are steps of the product K ⊗ A, whatever the kind of A:
//
//   TGBA   an edge goes along the steps from states whose letter satisfies its label [BDKT14, Def. 5]
//   TGTA   an edge goes along the steps whose changeset it reads [BDKT14, Def. 10]
//
// A dead state that repeats is a step from that state to itself.
import { allMarks, isGeneralizedBuchi, type Marks } from '../../automata/acceptance.ts';
import type { Automaton } from '../../automata/automaton.ts';
import { type Components, strongComponents } from '../../automata/scc.ts';
import type { TestingAutomaton } from '../../automata/testing/testing-automaton.ts';
import { invariant } from '../../base/assert.ts';
import { EMPTY, type MddEvent, type MddEvents, type MddSet } from '../../dd/mdd/index.ts';
import { restrict } from '../enabled.ts';
import type { SymbolicLabelling } from '../labelling.ts';
import { fairComponentsOf } from '../product-events.ts';
import { labelFilters } from '../tgba-product.ts';

/** An edge of the automaton with the steps of the model along which it can go. */
export interface Move {
  readonly from: number;
  readonly to: number;
  readonly marks: Marks;
  readonly events: MddEvents;
  /** The dead states that repeat along it. */
  readonly dead: MddSet;
}

/** An automaton over the states of a space. */
export interface MoveGraph {
  /** All marks: a run accepts when it sees each of them for ever. */
  readonly marks: Marks;
  readonly setCount: number;
  /** The moves of each state; none to states from which no fair component is reached. */
  readonly moves: readonly (readonly Move[])[];
  /** The states of the model with which a run may start in each state of the automaton. */
  readonly initial: readonly (readonly [state: number, set: MddSet])[];
  /** The strongly connected component of each state, and whether its cycles can show all marks. */
  readonly component: Int32Array;
  readonly isFair: (state: number) => boolean;
  /** Whether the component has no other state. */
  readonly isAlone: (state: number) => boolean;
}

/** What an edge can go along. */
type Along = Pick<Move, 'events' | 'dead'>;

/** The moves of a TGBA or TGTA over the space of `labelling`, whose propositions are the automaton's; `dead` are the dead states that repeat. */
export function movesOf(
  labelling: SymbolicLabelling,
  automaton: Automaton | TestingAutomaton,
  dead: MddSet,
): MoveGraph {
  return 'edgeChange' in automaton ? testingMoves(labelling, automaton, dead) : letterMoves(labelling, automaton, dead);
}

function letterMoves(labelling: SymbolicLabelling, automaton: Automaton, dead: MddSet): MoveGraph {
  invariant(isGeneralizedBuchi(automaton.acceptance), 'the automaton has generalized Büchi acceptance');
  const { space, store } = labelling;
  const filters = labelFilters(labelling, automaton);
  const relations = space.model.groups.flatMap((_, group) => [...space.relationsOf(group)]);
  const along = remembered((label: number): Along => {
    const filter = filters.get(label)!;
    const events = relations.map((relation): MddEvent | null => {
      const part = labelling.restrictSource(relation, filter);
      return part === null ? null : space.event(part);
    });
    return { events: space.mdd.events(events), dead: restrict(space, dead, { store, filter, value: 1 }) };
  });
  const { initial, edgeLabel, acceptance } = automaton;
  const first = space.initialSet();
  return graphOf(automaton, {
    setCount: acceptance.setCount,
    along: (edge) => along(edgeLabel[edge]),
    initial: [...new Set(initial)].map((state) => [state, first]),
  });
}

function testingMoves(labelling: SymbolicLabelling, automaton: TestingAutomaton, dead: MddSet): MoveGraph {
  invariant(automaton.kind === 'tgta', 'the automaton is a TGTA');
  labelling.requireLetters();
  const { space } = labelling;
  const { mdd, model } = space;
  const { bdd, edgeChange, setCount } = automaton;
  const byChange = new Map<number, MddEvent[]>([[0, []]]);
  for (const relation of model.groups.flatMap((_, group) => [...space.relationsOf(group)])) {
    for (const [change, part] of labelling.splitByChange(relation)) {
      if (!byChange.has(change)) byChange.set(change, []);
      byChange.get(change)!.push(space.event(part));
    }
  }
  const reads = (set: number, letter: number): boolean => bdd.evaluate(set, (i) => ((letter >>> i) & 1) === 1);
  const along = remembered((changes: number): Along => {
    const events = [...byChange].flatMap(([change, list]) => (reads(changes, change) ? list : []));
    return { events: mdd.events(events), dead: reads(changes, 0) ? dead : EMPTY };
  });
  const initial = new Map<number, MddSet>();
  for (const state of model.initialStates()) {
    const vector = space.vectorOf(state);
    const letter = labelling.letterOf(vector);
    for (const { state: q, letters } of automaton.initial) {
      if (reads(letters, letter)) initial.set(q, mdd.union(initial.get(q) ?? EMPTY, mdd.singleton(vector)));
    }
  }
  return graphOf(automaton, { setCount, along: (edge) => along(edgeChange[edge]), initial: [...initial] });
}

function graphOf(
  automaton: Automaton | TestingAutomaton,
  parts: Pick<MoveGraph, 'setCount' | 'initial'> & { readonly along: (edge: number) => Along },
): MoveGraph {
  const { stateCount, edgeStart, edgeTarget, edgeMarks } = automaton;
  const { setCount, initial, along } = parts;
  const marks = allMarks(setCount);
  const components = strongComponents(
    automaton,
    Array.from({ length: stateCount }, (_, q) => q),
  );
  const fair = fairComponentsOf(automaton, marks);
  const isUseful = usefulStates(automaton, components, fair);
  const moves = Array.from({ length: stateCount }, (_, from) => {
    const own: Move[] = [];
    for (let e = edgeStart[from]; e < edgeStart[from + 1]; e++) {
      const to = edgeTarget[e];
      if (isUseful[to] === 1) own.push({ from, to, marks: edgeMarks[e], ...along(e) });
    }
    return own;
  });
  return {
    marks,
    setCount,
    moves,
    initial: initial.filter(([q]) => isUseful[q] === 1),
    component: components.of,
    isFair: (q) => fair[q] !== -1,
    isAlone: (q) => components.start[components.of[q] + 1] - components.start[components.of[q]] === 1,
  };
}

/** 1 for the states from which a fair component is reached: their own, or one with a smaller number. */
function usefulStates(automaton: Automaton | TestingAutomaton, components: Components, fair: Int32Array): Uint8Array {
  const { edgeStart, edgeTarget } = automaton;
  const { count, start, states } = components;
  const useful = new Uint8Array(automaton.stateCount);
  for (let c = 0; c < count; c++) {
    const members = states.subarray(start[c], start[c + 1]);
    const leads = members.some(
      (q) => fair[q] !== -1 || edgeTarget.subarray(edgeStart[q], edgeStart[q + 1]).some((to) => useful[to] === 1),
    );
    if (leads) for (const q of members) useful[q] = 1;
  }
  return useful;
}

function remembered<T>(make: (key: number) => T): (key: number) => T {
  const made = new Map<number, T>();
  return (key) => {
    let value = made.get(key);
    if (value === undefined) made.set(key, (value = make(key)));
    return value;
  };
}
