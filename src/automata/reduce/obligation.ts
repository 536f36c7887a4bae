// Minimal weak deterministic automata for obligations [DEK07]. If the language of an automaton is
// an obligation, its powerset recognises it once each component is declared accepting or rejecting by trying one cycle;
// colouring the components as Löding does [Lod01] makes the usual minimisation of finite automata give the one minimal
// automaton. Whether the language is an obligation is known from the formula, or checked at the end.
import type { Bdd, BddRef } from '../../dd/bdd.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula } from '../../formula/formula.ts';
import { acceptAll, buchi } from '../acceptance.ts';
import { type Automaton, AutomatonBuilder, languageProperties } from '../automaton.ts';
import { type Components, type Graph, strongComponents } from '../scc.ts';
import { areDisjoint } from './disjoint.ts';
import { type Powerset, type PowersetEdge, powerset } from './powerset.ts';
import { pruneUseless } from './prune.ts';

interface ObligationOptions {
  /**
   * An automaton of the complement, to check the result against; `null` when the language is known to be an obligation
   * and no check is needed.
   */
  readonly complement: Automaton | null;
  /** Gives up when the powerset has more states. */
  readonly maxStates?: number;
  /** Called before null is returned because of a limit, not because the language is not an obligation. */
  readonly onLimit?: () => void;
  readonly stopwatch?: Stopwatch;
}

/** A minimal weak deterministic automaton, marks on states, and the one for the complement. */
export interface WeakMinimum {
  readonly automaton: Automaton;
  readonly complement: Automaton;
}

/**
 * The minimal weak deterministic automaton for the language; null if the language is not an obligation or a limit is
 * reached. Expects a pruned automaton with generalized Büchi acceptance.
 */
export function minimizeObligation(automaton: Automaton, options: ObligationOptions): WeakMinimum | null {
  const { maxStates = 1000, stopwatch = new Stopwatch() } = options;
  const sets = powerset(automaton, maxStates, stopwatch);
  if (sets === null) {
    options.onLimit?.();
    return null;
  }
  const graph = graphOf(sets);
  const components = strongComponents(graph, [0]);
  const isFinal = colour(graph, components, (c) => acceptsCycle(automaton, sets, { graph, components, c }, stopwatch));
  if (options.complement !== null) {
    const rejected = build(automaton, sets, isFinal, 'complement');
    if (!mustBeDisjoint(automaton, rejected, options)) return null;
    const accepted = build(automaton, sets, isFinal, 'language');
    if (!mustBeDisjoint(options.complement, accepted, options)) return null;
  }
  const smallest = minimize(automaton.bdd, sets, isFinal, stopwatch);
  const [language, complement] = (['language', 'complement'] as const).map((which) =>
    pruneUseless(build(automaton, smallest, smallest.isFinal, which), 'states'),
  );
  return { automaton: language, complement };
}

function mustBeDisjoint(a: Automaton, b: Automaton, options: ObligationOptions): boolean {
  const { maxStates = 1000, onLimit, stopwatch } = options;
  const answer = areDisjoint(a, b, { maxStates: maxStates * 20, stopwatch });
  if (answer === 'unknown') onLimit?.();
  return answer === 'yes';
}

function graphOf(sets: Powerset): Graph {
  const edgeStart = new Int32Array(sets.edges.length + 1);
  sets.edges.forEach((edges, s) => {
    edgeStart[s + 1] = edgeStart[s] + edges.length;
  });
  const edgeTarget = Int32Array.from(sets.edges.flatMap((edges) => edges.map((edge) => edge.target)));
  return { stateCount: sets.edges.length, edgeStart, edgeTarget };
}

/**
 * Löding's colouring, last components first: an accepting component gets the largest even, a rejecting one the largest
 * odd colour that is at most the colours it leads to, a component without cycles just the least of those. States of even
 * colour are final.
 */
function colour(graph: Graph, components: Components, isAccepting: (c: number) => boolean): Uint8Array {
  const largest = 2 * components.count + 2;
  const colours = new Int32Array(components.count);
  for (let c = 0; c < components.count; c++) {
    let least = largest;
    let cyclic = false;
    for (let i = components.start[c]; i < components.start[c + 1]; i++) {
      const state = components.states[i];
      for (let e = graph.edgeStart[state]; e < graph.edgeStart[state + 1]; e++) {
        const other = components.of[graph.edgeTarget[e]];
        if (other === c) cyclic = true;
        else least = Math.min(least, colours[other]);
      }
    }
    if (cyclic && (least % 2 === 0) !== isAccepting(c)) least--;
    colours[c] = least;
  }
  return Uint8Array.from({ length: graph.stateCount }, (_, s) => 1 - (colours[components.of[s]] % 2));
}

/** Whether the automaton accepts, from the set of states where it starts, the word of some cycle of the component. */
function acceptsCycle(
  automaton: Automaton,
  sets: Powerset,
  { graph, components, c }: { readonly graph: Graph; readonly components: Components; readonly c: number },
  stopwatch: Stopwatch,
): boolean {
  const cycle = shortCycle(graph, components, c);
  const labels = cycle.map(({ state, edge }) => sets.edges[state][edge].label);
  const word = new AutomatonBuilder(automaton.propositions, automaton.bdd);
  word.addStates(cycle.length);
  word.setInitial(0);
  labels.forEach((label, i) => {
    word.addEdge(i, label, 0, (i + 1) % cycle.length);
  });
  const from = sets.sets[cycle[0].state].map((state) => [state, 0] as const);
  // all letters of an edge of the powerset enable the same edges of the automaton, so labels need not be single letters
  return areDisjoint(automaton, word.build(acceptAll()), { from, stopwatch }) === 'no';
}

/** A shortest cycle through the first state of the component, found breadth first. */
function shortCycle(graph: Graph, components: Components, c: number): { state: number; edge: number }[] {
  const root = components.states[components.start[c]];
  const cameBy = new Map<number, { state: number; edge: number }>();
  const queue = [root];
  for (const state of queue) {
    for (let e = graph.edgeStart[state]; e < graph.edgeStart[state + 1]; e++) {
      const target = graph.edgeTarget[e];
      if (components.of[target] !== c || cameBy.has(target)) continue;
      cameBy.set(target, { state, edge: e - graph.edgeStart[state] });
      if (target === root) return pathBack(root, cameBy);
      queue.push(target);
    }
  }
  return [];
}

function pathBack(
  root: number,
  cameBy: ReadonlyMap<number, { state: number; edge: number }>,
): { state: number; edge: number }[] {
  const path: { state: number; edge: number }[] = [];
  for (let at = root; path.length === 0 || at !== root; at = path[path.length - 1].state) path.push(cameBy.get(at)!);
  return path.reverse();
}

/** Moore's refinement: states stay together while they are both final or not, and agree on the class after each letter. */
function minimize(
  bdd: Bdd,
  sets: Powerset,
  isFinal: Uint8Array,
  stopwatch: Stopwatch,
): Powerset & { readonly isFinal: Uint8Array } {
  let classOf = Int32Array.from(isFinal);
  let edges: PowersetEdge[][] = [];
  for (let count = -1; ; ) {
    const number = new Map<string, number>();
    edges = sets.edges.map((list) => {
      stopwatch.tick();
      return joinByClass(bdd, list, classOf);
    });
    classOf = classOf.map((old, s) => {
      const key = `${old};${edges[s].map(({ label, target }) => `${target}:${label}`).join()}`;
      if (!number.has(key)) number.set(key, number.size);
      return number.get(key)!;
    });
    if (number.size === count) break;
    count = number.size;
  }
  const members: number[] = [];
  classOf.forEach((c, s) => {
    members[c] ??= s;
  });
  return {
    sets: members.map((member) => sets.sets[member]),
    edges: members.map((member) => joinByClass(bdd, sets.edges[member], classOf)),
    isFinal: Uint8Array.from(members, (member) => isFinal[member]),
  };
}

/** The edges with their targets replaced by classes, one for each class, in the order of the classes. */
function joinByClass(bdd: Bdd, edges: readonly PowersetEdge[], classOf: Int32Array): PowersetEdge[] {
  const labels = new Map<number, BddRef>();
  for (const { label, target } of edges) {
    labels.set(classOf[target], bdd.or(labels.get(classOf[target]) ?? bdd.false, label));
  }
  return [...labels].map(([target, label]) => ({ target, label })).sort((a, b) => a.target - b.target);
}

/** The deterministic automaton over the sets, or its complement, in which the other states are final. */
function build(source: Automaton, sets: Powerset, isFinal: Uint8Array, which: 'language' | 'complement'): Automaton {
  const builder = new AutomatonBuilder(source.propositions, source.bdd);
  builder.addStates(sets.sets.length);
  builder.setInitial(0);
  sets.edges.forEach((edges, state) => {
    const mark = (isFinal[state] === 1) === (which === 'language') ? 1 : 0;
    for (const { label, target } of edges) builder.addEdge(state, label, mark, target);
  });
  if (which === 'complement') return builder.build(buchi());
  return builder.build(buchi(), {
    name: source.name,
    stateFormulas: sets.sets.map((set) => unionFormula(source, set)),
    properties: { ...languageProperties(source.properties), deterministic: 'yes', weak: 'yes', stateAcceptance: 'yes' },
  });
}

/** From a set of states the union of their languages is accepted. */
function unionFormula(source: Automaton, set: readonly number[]): Formula | null {
  const formulas = set.map((state) => source.stateFormulas?.[state] ?? null);
  if (formulas.length === 0 || formulas.includes(null)) return null;
  return formulas[0]!.store.or(...(formulas as Formula[]));
}
