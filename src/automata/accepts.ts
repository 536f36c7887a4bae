// The judge of automata: whether an automaton accepts an ultimately periodic word, straight from the definition. Small,
// obvious and slow on purpose, and independent of all other algorithms on automata, which are compared with it.
import { letterAt, nextPosition, type Word, wordLength } from '../formula/word.ts';
import { type AcceptanceFormula, finSets, isAccepted, type Marks } from './acceptance.ts';
import type { Automaton } from './automaton.ts';

interface Edge {
  readonly source: number;
  readonly target: number;
  readonly marks: Marks;
}

/** Whether some run of the automaton on the word is accepting. Propositions that the word does not name are false. */
export function accepts(automaton: Automaton, word: Word): boolean {
  const edges = reachableProduct(automaton, word);
  return hasAcceptingCycle(edges, automaton.acceptance.formula);
}

/** The edges of the product of automaton and word that can be reached; node = state · length + position. */
function reachableProduct(automaton: Automaton, word: Word): Edge[] {
  const { bdd, propositions, edgeStart, edgeLabel, edgeMarks, edgeTarget } = automaton;
  const length = wordLength(word);
  const seen = new Set<number>(automaton.initial.map((state) => state * length));
  const edges: Edge[] = [];
  for (const source of seen) {
    const [state, position] = [Math.floor(source / length), source % length];
    const letter = letterAt(word, position);
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      if (!bdd.evaluate(edgeLabel[e], (variable) => letter.has(propositions[variable]))) continue;
      const target = edgeTarget[e] * length + nextPosition(word, position);
      edges.push({ source, target, marks: edgeMarks[e] });
      seen.add(target);
    }
  }
  return edges;
}

/**
 * Whether some cycle of the graph sees marks that satisfy the condition. A component whose marks satisfy it is a witness;
 * otherwise the condition asks Fin of some mark that is there, and a cycle either avoids one such mark (then its edges
 * may go) or satisfies the condition without that Fin.
 */
function hasAcceptingCycle(edges: readonly Edge[], formula: AcceptanceFormula): boolean {
  return components(edges).some((inside) => {
    const marks = inside.reduce((mask, edge) => mask | edge.marks, 0);
    if (isAccepted(formula, marks)) return true;
    const blocking = finSets(formula) & marks;
    if (blocking === 0) return false;
    const set = 31 - Math.clz32(blocking & -blocking);
    const without = inside.filter((edge) => (edge.marks & (1 << set)) === 0);
    return hasAcceptingCycle(without, formula) || hasAcceptingCycle(inside, withoutFin(formula, set));
  });
}

/** The condition with every Fin(set) taken as false. */
function withoutFin(formula: AcceptanceFormula, set: number): AcceptanceFormula {
  if (formula.kind === 'fin') return formula.set === set ? { kind: 'false' } : formula;
  if (formula.kind !== 'and' && formula.kind !== 'or') return formula;
  return { kind: formula.kind, operands: formula.operands.map((operand) => withoutFin(operand, set)) };
}

/** The edges inside each strongly connected component: u and v are together when each reaches the other. */
function components(edges: readonly Edge[]): Edge[][] {
  const nodes = [...new Set(edges.flatMap(({ source, target }) => [source, target]))];
  const forwards = new Map<number, number[]>(nodes.map((node) => [node, []]));
  const backwards = new Map<number, number[]>(nodes.map((node) => [node, []]));
  for (const { source, target } of edges) {
    forwards.get(source)!.push(target);
    backwards.get(target)!.push(source);
  }
  const component = new Map<number, number>();
  for (const node of nodes) {
    if (component.has(node)) continue;
    const after = reach(node, forwards);
    for (const other of reach(node, backwards)) if (after.has(other)) component.set(other, node);
  }
  const inside = new Map<number, Edge[]>();
  for (const edge of edges) {
    const home = component.get(edge.source)!;
    if (home !== component.get(edge.target)) continue;
    if (!inside.has(home)) inside.set(home, []);
    inside.get(home)!.push(edge);
  }
  return [...inside.values()];
}

function reach(start: number, graph: ReadonlyMap<number, readonly number[]>): Set<number> {
  const seen = new Set([start]);
  for (const node of seen) for (const next of graph.get(node)!) seen.add(next);
  return seen;
}
