// Any Emerson–Lei acceptance turned into generalized Büchi acceptance, component by component.
//
// Inside one strongly connected component only the marks that occur there count. If the condition that is left has no Fin,
// its conjunctive normal form is a generalized Büchi condition as it stands: Inf(i) ∨ Inf(j) is Inf of both sets together.
// Otherwise the clauses of its disjunctive normal form are grouped by their Fin sets; the group without Fin is accepted in
// place, and each other group gets a copy of the component without the edges that carry its Fin sets, into which a run jumps once
// it has seen the last of them. (Folklore for Rabin; by components it keeps what is deterministic and needs no copy so.)
import { LimitExceeded, type Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import {
  type AcceptanceFormula,
  acceptOr,
  allMarks,
  finSets,
  generalizedBuchi,
  isGeneralizedBuchi,
  MAX_SETS,
  type Marks,
} from '../acceptance.ts';
import { type Automaton, AutomatonBuilder, languageProperties } from '../automaton.ts';
import { clauseFormula, conjunctiveClauses, disjunctiveClauses, restrictToMarks } from './acceptance-forms.ts';
import { reachableStates, Subgraphs } from './subgraph.ts';

/** Where a run may stay for ever: states, the edges that are cut, and the sets of marks of which it must see one each. */
interface Place {
  readonly states: Int32Array;
  readonly avoid: Marks;
  /** The generalized Büchi condition: an edge gets mark i when it carries a mark of `sets[i]`. */
  readonly sets: readonly Marks[];
}

interface Plan {
  /** What is accepted in the component itself; null when nothing is. */
  readonly original: Map<number, readonly Marks[]>;
  readonly copies: Place[];
}

/** An automaton with generalized Büchi acceptance for the same language; deterministic automata may lose that. */
export function toGeneralizedBuchi(automaton: Automaton, limits?: Limits | Stopwatch): Automaton {
  if (isGeneralizedBuchi(automaton.acceptance)) return automaton;
  const stopwatch = Stopwatch.over(limits);
  const plan = makePlan(automaton, stopwatch);
  const conditions = [...plan.original.values(), ...plan.copies.map((place) => place.sets)];
  // A state where nothing is accepted must miss a mark, so there has to be one.
  const setCount = Math.max(1, ...conditions.map((sets) => sets.length));
  if (setCount > MAX_SETS) throw new LimitExceeded('memory', `more than ${MAX_SETS} acceptance sets are needed`);
  const builder = new AutomatonBuilder(automaton.propositions, automaton.bdd);
  builder.addStates(automaton.stateCount);
  for (const state of automaton.initial) builder.setInitial(state);
  const deterministic = plan.copies.length === 0 ? automaton.properties.deterministic : 'maybe';
  const target: Target = { builder, setCount, incoming: incomingEdges(automaton) };
  copyOriginal(automaton, plan, target);
  for (const place of plan.copies) {
    stopwatch.countStates(builder.stateCount + place.states.length);
    stopwatch.look();
    addCopy(automaton, place, target);
  }
  const properties = { ...languageProperties(automaton.properties), deterministic };
  return builder.build(generalizedBuchi(setCount), { properties, name: automaton.name });
}

function makePlan(automaton: Automaton, stopwatch: Stopwatch): Plan {
  const subgraphs = new Subgraphs(automaton, stopwatch);
  const plan: Plan = { original: new Map(), copies: [] };
  for (const states of subgraphs.components(subgraphs.of(reachableStates(automaton), 0))) {
    const marks = subgraphs.of(states, 0).edges.reduce((mask, e) => mask | automaton.edgeMarks[e], 0);
    const formula = restrictToMarks(automaton.acceptance.formula, marks);
    for (const [avoid, rest] of finGroups(formula)) {
      for (const inner of avoid === 0 ? [states] : subgraphs.components(subgraphs.of(states, avoid))) {
        const inside = subgraphs.of(inner, avoid).edges.reduce((mask, e) => mask | automaton.edgeMarks[e], 0);
        const condition = restrictToMarks(rest, inside);
        if (condition.kind === 'false') continue;
        const sets = conjunctiveClauses(condition).map((clause) => clause.inf);
        if (avoid !== 0) plan.copies.push({ states: inner, avoid, sets });
        else for (const state of states) plan.original.set(state, sets);
      }
    }
  }
  return plan;
}

/** The condition as Fin sets with what must hold besides, which has no Fin; the sets may be none. */
function finGroups(formula: AcceptanceFormula): Map<Marks, AcceptanceFormula> {
  if (formula.kind === 'false') return new Map();
  if (finSets(formula) === 0) return new Map([[0, formula]]);
  const groups = new Map<Marks, AcceptanceFormula>();
  for (const clause of disjunctiveClauses(formula)) {
    const rest = clauseFormula({ fin: 0, inf: clause.inf });
    groups.set(clause.fin, groups.has(clause.fin) ? acceptOr([groups.get(clause.fin)!, rest]) : rest);
  }
  return groups;
}

interface Target {
  readonly builder: AutomatonBuilder;
  readonly setCount: number;
  readonly incoming: Incoming;
}

function copyOriginal(automaton: Automaton, plan: Plan, { builder, setCount }: Target): void {
  const { edgeStart, edgeLabel, edgeMarks, edgeTarget } = automaton;
  for (let state = 0; state < automaton.stateCount; state++) {
    const sets = plan.original.get(state);
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      // Components that reject get no marks; between components marks do not matter.
      const here = sets !== undefined && sets === plan.original.get(edgeTarget[e]);
      builder.addEdge(state, edgeLabel[e], here ? renamed(edgeMarks[e], sets, setCount) : 0, edgeTarget[e]);
    }
  }
}

/** Adds a copy of the place, and an edge into it beside each edge that leads into the place. */
function addCopy(automaton: Automaton, place: Place, { builder, setCount, incoming }: Target): void {
  const { edgeStart, edgeLabel, edgeMarks, edgeTarget } = automaton;
  const first = builder.addStates(place.states.length);
  const copyOf = new Map<number, number>();
  for (let i = 0; i < place.states.length; i++) copyOf.set(place.states[i], first + i);
  for (const state of automaton.initial) if (copyOf.has(state)) builder.setInitial(copyOf.get(state)!);
  for (const [state, copy] of copyOf) {
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      const target = copyOf.get(edgeTarget[e]);
      if (target === undefined || (edgeMarks[e] & place.avoid) !== 0) continue;
      builder.addEdge(copy, edgeLabel[e], renamed(edgeMarks[e], place.sets, setCount), target);
    }
  }
  for (const [target, copy] of copyOf) {
    for (let i = incoming.start[target]; i < incoming.start[target + 1]; i++) {
      const e = incoming.edges[i];
      const source = incoming.sources[i];
      // A run that stays among the copied edges could have jumped before.
      const stays = copyOf.has(source) && (edgeMarks[e] & place.avoid) === 0;
      if (!stays) builder.addEdge(source, edgeLabel[e], 0, copy);
    }
  }
}

/** The edges by their targets: those into state t are `edges[start[t]]` up to `edges[start[t + 1]]`. */
interface Incoming {
  readonly start: Int32Array;
  readonly edges: Int32Array;
  readonly sources: Int32Array;
}

function incomingEdges({ stateCount, edgeCount, edgeStart, edgeTarget }: Automaton): Incoming {
  const start = new Int32Array(stateCount + 1);
  for (const target of edgeTarget) start[target + 1]++;
  for (let s = 0; s < stateCount; s++) start[s + 1] += start[s];
  const next = start.slice(0, stateCount);
  const [edges, sources] = [new Int32Array(edgeCount), new Int32Array(edgeCount)];
  for (let source = 0; source < stateCount; source++) {
    for (let e = edgeStart[source]; e < edgeStart[source + 1]; e++) {
      const at = next[edgeTarget[e]]++;
      edges[at] = e;
      sources[at] = source;
    }
  }
  return { start, edges, sources };
}

/** Mark i where the edge carries a mark of `sets[i]`; the marks beyond are not needed, hence everywhere. */
function renamed(marks: Marks, sets: readonly Marks[], setCount: number): Marks {
  let result = allMarks(setCount) & ~allMarks(sets.length);
  sets.forEach((set, i) => {
    if ((marks & set) !== 0) result |= 1 << i;
  });
  return result;
}
