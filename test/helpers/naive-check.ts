// The oracle of the engines: does a model satisfy a formula? The state graph and the product are built in full, components are those
// of the textbook, acceptance is tried as it is defined. Nothing is shared with the engines that it judges.
//
// A second oracle needs no automaton at all: every lasso up to a length, judged by the semantics of the formula. It finds
// violations only, and guards the first one against a wrong automaton.
import { isAccepted } from '../../src/automata/acceptance.ts';
import type { Automaton } from '../../src/automata/automaton.ts';
import type { Formula } from '../../src/formula/formula.ts';
import { satisfies } from '../../src/formula/lasso.ts';
import type { Letter } from '../../src/formula/word.ts';
import { evaluate } from '../../src/models/expression/expression.ts';
import type { Model } from '../../src/models/model.ts';

/** 〈S, I, R, L〉 as lists. */
export interface NaiveKripke {
  readonly initial: readonly number[];
  readonly successors: readonly (readonly number[])[];
  readonly letters: readonly Letter[];
}

export interface NaiveOptions {
  readonly names: readonly string[];
  readonly deadlock: 'stutter' | 'drop';
  readonly maxStates: number;
}

/** The whole state graph of a model, with the group of each step. */
export interface NaiveGraph {
  readonly states: readonly Int32Array[];
  readonly initial: readonly number[];
  readonly steps: readonly (readonly NaiveStep[])[];
}

export interface NaiveStep {
  readonly target: number;
  /** -1 where a deadlock repeats. */
  readonly group: number;
}

/** All states and steps, or null when there are more states than the limit. */
export function naiveGraph(model: Model, options: Omit<NaiveOptions, 'names'>): NaiveGraph | null {
  const { numberOf, found: states } = numbering((state: Int32Array) => state.join());
  const initial = [...new Set(model.initialStates().map((state) => numberOf(state.slice())))];
  const steps: NaiveStep[][] = [];
  for (let s = 0; s < states.length; s++) {
    if (states.length > options.maxStates) return null;
    const own: NaiveStep[] = [];
    model.successors(states[s].slice(), (target, group) => own.push({ target: numberOf(target.slice()), group }));
    if (own.length === 0 && options.deadlock === 'stutter') own.push({ target: s, group: -1 });
    steps.push(own);
  }
  return { states, initial, steps };
}

/** Numbers things in the order in which they are met. */
function numbering<T>(keyOf: (thing: T) => string): { numberOf(thing: T): number; readonly found: readonly T[] } {
  const numbers = new Map<string, number>();
  const found: T[] = [];
  const numberOf = (thing: T): number => {
    const key = keyOf(thing);
    if (!numbers.has(key)) {
      numbers.set(key, found.length);
      found.push(thing);
    }
    return numbers.get(key)!;
  };
  return { numberOf, found };
}

/** The letter of each state: those of the names that hold in it. */
export function naiveLetters(model: Model, { states, steps }: NaiveGraph, names: readonly string[]): Letter[] {
  const predicates = names.map((name) => model.predicate(name).value!);
  return states.map((state, s) => {
    const isDead = steps[s].every(({ group }) => group < 0);
    return new Set(names.filter((_, i) => evaluate(predicates[i], state, () => isDead) !== 0));
  });
}

/** The whole state graph seen through the named propositions, or null when it is larger than the limit. */
export function naiveKripke(model: Model, { names, ...options }: NaiveOptions): NaiveKripke | null {
  const graph = naiveGraph(model, options);
  if (graph === null) return null;
  const successors = graph.steps.map((own) => own.map(({ target }) => target));
  return { initial: graph.initial, successors, letters: naiveLetters(model, graph, names) };
}

interface ProductEdge {
  readonly source: number;
  readonly target: number;
  readonly marks: number;
}

/** An edge of the product that knows its step of the model. */
export interface SteppingEdge extends ProductEdge {
  readonly group: number;
}

/** Whether some execution is accepted by the automaton [BDK12, Def. 7 and Prop. 6]. */
export function naivelyAccepts(kripke: NaiveKripke, automaton: Automaton): boolean {
  const { edges, count } = wholeProduct(kripke, automaton);
  const { formula, setCount } = automaton.acceptance;
  // what a run sees infinitely often is the set M of marks of some component of the edges with marks in M only
  for (let seen = 0; seen < 2 ** setCount; seen++) {
    if (!isAccepted(formula, seen)) continue;
    const inside = edges.filter(({ marks }) => (marks & ~seen) === 0);
    const component = textbookComponents(count, inside);
    const marksOf = new Map<number, number>();
    for (const { source, target, marks } of inside) {
      const c = component[source];
      if (c === component[target]) marksOf.set(c, (marksOf.get(c) ?? 0) | marks);
    }
    if ([...marksOf.values()].includes(seen)) return true;
  }
  return false;
}

/** All reachable states and edges of the product. */
export function wholeProduct(kripke: NaiveKripke, automaton: Automaton): { edges: ProductEdge[]; count: number } {
  const steps = kripke.successors.map((targets) => targets.map((target) => ({ target, group: 0 })));
  const { edges, pairs } = naiveProduct({ ...kripke, steps }, automaton);
  return { edges, count: pairs.length };
}

/** The same with the model state of each product state, and the group of each edge. */
export function naiveProduct(
  { initial, steps, letters }: Omit<NaiveGraph, 'states'> & { readonly letters: readonly Letter[] },
  automaton: Automaton,
): { readonly edges: SteppingEdge[]; readonly pairs: readonly (readonly [number, number])[] } {
  const { propositions, bdd, edgeStart, edgeLabel, edgeMarks, edgeTarget } = automaton;
  const { numberOf, found } = numbering(([state, q]: readonly [number, number]) => `${state} ${q}`);
  for (const state of initial) for (const q of automaton.initial) numberOf([state, q]);
  const edges: SteppingEdge[] = [];
  for (let source = 0; source < found.length; source++) {
    const [state, q] = found[source];
    const letter = letters[state];
    for (let e = edgeStart[q]; e < edgeStart[q + 1]; e++) {
      if (!bdd.evaluate(edgeLabel[e], (variable) => letter.has(propositions[variable]))) continue;
      for (const { target, group } of steps[state]) {
        edges.push({ source, target: numberOf([target, edgeTarget[e]]), marks: edgeMarks[e], group });
      }
    }
  }
  return { edges, pairs: found };
}

/** The strongly connected component of each state: Tarjan's algorithm, with a stack of its own instead of recursion. */
export function textbookComponents(count: number, edges: readonly ProductEdge[]): number[] {
  const targets: number[][] = Array.from({ length: count }, () => []);
  for (const { source, target } of edges) targets[source].push(target);
  const index = new Array<number>(count).fill(-1);
  const lowlink = new Array<number>(count).fill(-1);
  const component = new Array<number>(count).fill(-1);
  const open: number[] = [];
  let [visited, components] = [0, 0];
  for (let root = 0; root < count; root++) {
    const calls = index[root] < 0 ? [{ state: root, next: 0 }] : [];
    while (calls.length > 0) {
      const call = calls[calls.length - 1];
      const { state } = call;
      if (call.next === 0) {
        index[state] = lowlink[state] = visited++;
        open.push(state);
      }
      if (call.next < targets[state].length) {
        const target = targets[state][call.next++];
        if (index[target] < 0) calls.push({ state: target, next: 0 });
        else if (component[target] < 0) lowlink[state] = Math.min(lowlink[state], index[target]);
        // a state whose call is entered for the second time has next > 0, so it is not numbered again
        continue;
      }
      calls.pop();
      if (lowlink[state] === index[state]) {
        for (let member = -1; member !== state; ) {
          member = open.pop()!;
          component[member] = components;
        }
        components++;
      }
      const caller = calls[calls.length - 1];
      if (caller && component[state] < 0) lowlink[caller.state] = Math.min(lowlink[caller.state], lowlink[state]);
    }
  }
  return component;
}

/** A lasso of at most `longest` states that violates the formula, of those with the fewest states; null when there is none. */
export function shortestViolation(kripke: NaiveKripke, formula: Formula, longest: number): number[] | null {
  for (let length = 1; length <= longest; length++) {
    const stack = kripke.initial.map((state) => [state]);
    for (let path = stack.pop(); path !== undefined; path = stack.pop()) {
      const next = kripke.successors[path[path.length - 1]];
      if (path.length < length) {
        for (const target of next) stack.push([...path, target]);
        continue;
      }
      const word = path.map((state) => kripke.letters[state]);
      for (let start = 0; start < length; start++) {
        if (!next.includes(path[start])) continue;
        if (!satisfies({ prefix: word.slice(0, start), cycle: word.slice(start) }, formula)) return path;
      }
    }
  }
  return null;
}
