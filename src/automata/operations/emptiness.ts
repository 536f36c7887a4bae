// Emptiness under any Emerson–Lei acceptance condition, with a short accepting lasso.
//
// The strongly connected components are looked at one by one. If going round everywhere satisfies the condition, the
// component is a witness. Otherwise some Fin(i) stands in the way: the disjuncts of the condition are tried apart; a
// conjunct Fin(i) cuts the edges with mark i; else the cycles without mark i and those with it are tried apart. The cost is linear
// in the automaton times a factor of the condition only: 1 for generalized Büchi, the number of pairs for Rabin
// [BBD+19, Fig. 1].
import { append } from '../../base/append.ts';
import { invariant } from '../../base/assert.ts';
import { Int32List } from '../../base/growable.ts';
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { shortestForm, type Word } from '../../formula/word.ts';
import { type AcceptanceFormula, finSets, isAccepted, type Marks } from '../acceptance.ts';
import type { Automaton } from '../automaton.ts';
import { assume, restrictToMarks, setsIn } from './acceptance-forms.ts';
import { reachableStates, type Subgraph, Subgraphs } from './subgraph.ts';
import { pickLetter } from './word-automaton.ts';

/** A run prefix·cycle·cycle·… as numbers of edges; the cycle is not empty. */
export interface LassoRun {
  readonly prefix: readonly number[];
  readonly cycle: readonly number[];
}

/** A strongly connected part of an automaton, and marks such that a cycle in it that sees them all is accepting. */
interface Witness {
  readonly graph: Subgraph;
  readonly needed: Marks;
}

/** Whether the automaton accepts no word. */
export function isEmpty(automaton: Automaton, limits?: Limits | Stopwatch): boolean {
  return findWitness(automaton, wholeOf(automaton), new Subgraphs(automaton, Stopwatch.over(limits))) === null;
}

/** An accepting run with a shortest way to its cycle's component, or null when the language is empty. */
export function findAcceptingRun(automaton: Automaton, limits?: Limits | Stopwatch): LassoRun | null {
  const witness = findWitness(automaton, wholeOf(automaton), new Subgraphs(automaton, Stopwatch.over(limits)));
  if (witness === null) return null;
  const inside = new Uint8Array(automaton.stateCount);
  for (const state of witness.graph.states) inside[state] = 1;
  const prefix = shortestPath(automaton, automaton.initial, (state) => inside[state] === 1);
  const entry =
    prefix.length > 0 ? automaton.edgeTarget[prefix[prefix.length - 1]] : automaton.initial.find((s) => inside[s])!;
  return { prefix, cycle: shortCycle(automaton, witness, entry) };
}

/** A word that the automaton accepts, or null when there is none. */
export function findAcceptedWord(automaton: Automaton, limits?: Limits | Stopwatch): Word | null {
  const run = findAcceptingRun(automaton, limits);
  return run === null ? null : shortestForm(wordOfRun(automaton, run));
}

/** One of the words that the run reads. */
export function wordOfRun(automaton: Automaton, run: LassoRun): Word {
  const { bdd, propositions, edgeLabel } = automaton;
  const letter = (edge: number): ReadonlySet<string> => pickLetter(bdd, propositions, edgeLabel[edge]);
  return { prefix: run.prefix.map(letter), cycle: run.cycle.map(letter) };
}

/** Whether some cycle among the states, along edges without the marks to avoid, satisfies the condition. The cost is that of the part. */
export function hasCycleAmong(automaton: Automaton, part: PartOfAutomaton, subgraphs: Subgraphs): boolean {
  return findWitness(automaton, part, subgraphs) !== null;
}

/** Some states of an automaton, the edges between them that count, and what their cycles are asked. */
interface PartOfAutomaton {
  readonly states: Int32Array;
  /** Edges with one of these marks are cut. */
  readonly avoid: Marks;
  readonly formula: AcceptanceFormula;
}

function findWitness(automaton: Automaton, part: PartOfAutomaton, subgraphs: Subgraphs): Witness | null {
  const work = [part];
  for (let task = work.pop(); task !== undefined; task = work.pop()) {
    for (const states of subgraphs.components(subgraphs.of(task.states, task.avoid))) {
      const graph = subgraphs.of(states, task.avoid);
      const witness = splitComponent(automaton, graph, { ...task, states }, work);
      if (witness !== null) return witness;
    }
  }
  return null;
}

function wholeOf(automaton: Automaton): PartOfAutomaton {
  return { states: reachableStates(automaton), avoid: 0, formula: automaton.acceptance.formula };
}

/** Decides a strongly connected subgraph, or leaves smaller tasks on `work`. */
function splitComponent(
  automaton: Automaton,
  graph: Subgraph,
  task: PartOfAutomaton,
  work: PartOfAutomaton[],
): Witness | null {
  const marks = graph.edges.reduce((mask, e) => mask | automaton.edgeMarks[e], 0);
  const open = [restrictToMarks(task.formula, marks)];
  for (let formula = open.pop(); formula !== undefined; formula = open.pop()) {
    if (isAccepted(formula, marks)) return { graph, needed: neededMarks(formula, marks) };
    const blocking = finSets(formula) & marks;
    if (blocking === 0) continue;
    if (formula.kind === 'or') {
      append(open, formula.operands);
      continue;
    }
    const units = formula.kind === 'and' ? formula.operands.filter((one) => one.kind === 'fin') : [formula];
    const forced = units.reduce((mask, one) => ('set' in one ? mask | (1 << one.set) : mask), 0);
    const cut = forced !== 0 ? forced : blocking & -blocking;
    const absent = assume(formula, { fin: cut, inf: 0 }, { fin: 0, inf: cut });
    work.push({ states: task.states, avoid: task.avoid | cut, formula: absent });
    if (forced === 0) open.push(assume(formula, { fin: 0, inf: 0 }, { fin: cut, inf: 0 }));
  }
  return null;
}

/** Some of the marks, as few as a greedy choice finds, that suffice where no other than `marks` can be seen. */
function neededMarks(formula: AcceptanceFormula, marks: Marks): Marks {
  const inside = assume(restrictToMarks(formula, marks), { fin: 0, inf: 0 }, { fin: -1, inf: 0 });
  let needed = marks;
  for (const set of setsIn(marks)) if (isAccepted(inside, needed & ~(1 << set))) needed &= ~(1 << set);
  return needed;
}

/** The edges of a shortest way from one of the sources to a state that is a goal; empty when a source is one. */
function shortestPath(automaton: Automaton, sources: readonly number[], isGoal: (state: number) => boolean): number[] {
  if (sources.some(isGoal)) return [];
  const via = new Int32Array(automaton.stateCount).fill(-2);
  const from = new Int32Array(automaton.stateCount);
  const queue = new Int32List();
  for (const source of sources) {
    via[source] = -1;
    queue.push(source);
  }
  for (let i = 0; i < queue.length; i++) {
    const state = queue.get(i);
    for (let e = automaton.edgeStart[state]; e < automaton.edgeStart[state + 1]; e++) {
      const target = automaton.edgeTarget[e];
      if (via[target] !== -2) continue;
      via[target] = e;
      from[target] = state;
      if (isGoal(target)) return pathBack(via, from, target);
      queue.push(target);
    }
  }
  return [];
}

function pathBack(via: Int32Array, from: Int32Array, end: number): number[] {
  const path: number[] = [];
  for (let state = end; via[state] >= 0; state = from[state]) path.push(via[state]);
  return path.reverse();
}

/** A cycle through `entry` that sees the needed marks: breadth-first to the nearest of them, again and again, then back. */
function shortCycle(automaton: Automaton, { graph, needed }: Witness, entry: number): number[] {
  const start = graph.states.indexOf(entry);
  const cycle: number[] = [];
  let missing = needed;
  let state = start;
  while (missing !== 0 || cycle.length === 0 || state !== start) {
    const wanted = missing;
    const path = pathToEdge(graph, state, (edge, target) =>
      wanted !== 0 ? (automaton.edgeMarks[graph.edges[edge]] & wanted) !== 0 : target === start,
    );
    invariant(path.length > 0, 'in a strongly connected part every edge can be reached');
    for (const edge of path) {
      cycle.push(graph.edges[edge]);
      missing &= ~automaton.edgeMarks[graph.edges[edge]];
      state = graph.edgeTarget[edge];
    }
  }
  return cycle;
}

/** The edges of a shortest non-empty way from `source` whose last edge is a goal. */
function pathToEdge(graph: Subgraph, source: number, isGoal: (edge: number, target: number) => boolean): number[] {
  const via = new Int32Array(graph.stateCount).fill(-1);
  const from = new Int32Array(graph.stateCount);
  const queue = Int32List.from([source]);
  for (let i = 0; i < queue.length; i++) {
    const state = queue.get(i);
    for (let e = graph.edgeStart[state]; e < graph.edgeStart[state + 1]; e++) {
      const target = graph.edgeTarget[e];
      if (isGoal(e, target)) return [...(state === source ? [] : pathBack(via, from, state)), e];
      if (via[target] >= 0 || target === source) continue;
      via[target] = e;
      from[target] = state;
      queue.push(target);
    }
  }
  return [];
}
