// Direct and reverse simulation on transition-based automata, and the quotients by them [EWS05];
// with sets of marks: [BBD+13].
//
// t simulates s when every edge of s is covered, letter by letter, by edges of t with at least its marks into states that
// simulate its target. Where an edge is taken finitely often only, or lies in a component all of whose cycles accept, its
// marks do not matter; they are taken away there ('bare') or all put there ('full'), whichever merges more. The choice is
// made once for the whole relation: letting an edge demand few marks but offer all would keep each pair sound, but the
// relation would not be transitive, and the quotient by it is wrong.
import { firstNumbers } from '../../base/first-numbers.ts';
import type { BddRef } from '../../dd/bdd.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { allMarks } from '../acceptance.ts';
import type { Automaton } from '../automaton.ts';
import { componentFacts } from '../component-facts.ts';
import { type Components, componentsOf } from '../scc.ts';
import { rebuild } from './rebuild.ts';

/** Whether marks belong to edges (TGBA) or to states, all edges out of which carry them (BA). */
export type MarksOn = 'edges' | 'states';

interface SimulationOptions {
  readonly marksOn?: MarksOn;
  /** Which marks stand where they do not matter; bare by default. */
  readonly idle?: 'bare' | 'full';
  readonly stopwatch?: Stopwatch;
}

/**
 * The direct simulation: entry s · n + t is 1 if t simulates s, and then the language from t includes that from s.
 */
export function directSimulation(automaton: Automaton, options: SimulationOptions = {}): Uint8Array {
  return greatestSimulation(directGame(automaton, options));
}

/** The quotient by direct simulation; or, if no states merge, without edges that a better edge of the same state covers. */
export function reduceBySimulation(automaton: Automaton, options: SimulationOptions = {}): Automaton {
  const game = directGame(automaton, options);
  const relation = greatestSimulation(game);
  const representative = classesOf(relation, automaton.stateCount);
  if (representative !== null)
    return rebuild(automaton, { representative, marks: quotientMarks(game, representative) });
  const labels = pruneCovered(game, relation);
  return labels === null ? automaton : rebuild(automaton, { labels });
}

/** The quotient by reverse simulation, in which incoming edges and initial states are matched. */
export function reduceByReverseSimulation(automaton: Automaton, options: SimulationOptions = {}): Automaton {
  if (automaton.stateCount === 1) return automaton;
  const game = {
    ...incoming(automaton),
    ...settleMarks(automaton, options),
    automaton,
    stopwatch: options.stopwatch ?? new Stopwatch(),
    start: pairsByInitial(automaton),
  };
  const representative = classesOf(greatestSimulation(game), automaton.stateCount);
  if (representative === null) return automaton;
  return rebuild(automaton, { representative, marks: quotientMarks(game, representative), merged: 'other' });
}

/** The marks that count: of each edge, or of each state (then those of edges are none). */
interface SettledMarks {
  readonly marks: Int32Array;
  readonly stateMarks: Int32Array | null;
}

/** The edges of each state in the direction of the game: `edges[i]` leads to `other[i]`, for i from `from[s]` on. */
interface Direction {
  /** The states, those that others depend on first where there is no cycle: then one round settles most. */
  readonly order: Int32Array;
  readonly from: Int32Array;
  readonly edges: Int32Array;
  readonly other: Int32Array;
}

interface Game extends SettledMarks, Direction {
  readonly automaton: Automaton;
  readonly stopwatch: Stopwatch;
  /** The pairs to begin with: entry s · n + t is 1 while t may simulate s. It is changed in place. */
  readonly start: Uint8Array;
}

function directGame(automaton: Automaton, options: SimulationOptions): Game {
  const { stopwatch = new Stopwatch() } = options;
  const start = pairsByLetters(automaton, stopwatch);
  return { ...outgoing(automaton), ...settleMarks(automaton, options), automaton, stopwatch, start };
}

/** The greatest simulation: pairs are dropped until each that is left is justified by the others. */
function greatestSimulation(game: Game): Uint8Array {
  const { automaton, start: relation, stateMarks, from, other, order, stopwatch } = game;
  const n = automaton.stateCount;
  for (let s = 0; stateMarks !== null && s < n; s++) {
    for (let t = 0; t < n; t++) if ((stateMarks[s] & ~stateMarks[t]) !== 0) relation[s * n + t] = 0;
  }
  let changed = new Uint8Array(n).fill(1);
  for (let again = true; again; ) {
    again = false;
    const changing = new Uint8Array(n);
    for (const s of order) {
      let affected = false;
      for (let i = from[s]; i < from[s + 1] && !affected; i++) affected = changed[other[i]] === 1;
      if (!affected) continue;
      for (let t = 0; t < n; t++) {
        if (s === t || !relation[s * n + t]) continue;
        stopwatch.tick();
        if (matchesAll(game, relation, s, t)) continue;
        relation[s * n + t] = 0;
        changing[s] = changed[s] = 1;
        again = true;
      }
    }
    changed = changing;
  }
  return relation;
}

/** Whether each edge of s is covered by edges of t. */
function matchesAll(game: Game, relation: Uint8Array, s: number, t: number): boolean {
  const { automaton, from, edges, other, marks, stopwatch } = game;
  const { bdd, edgeLabel, stateCount: n } = automaton;
  for (let i = from[s]; i < from[s + 1]; i++) {
    stopwatch.tick(from[t + 1] - from[t]);
    let rest: BddRef = edgeLabel[edges[i]];
    const demanded = marks[edges[i]];
    const row = other[i] * n;
    for (let j = from[t]; j < from[t + 1] && rest !== bdd.false; j++) {
      if (relation[row + other[j]] && (demanded & ~marks[edges[j]]) === 0) {
        rest = bdd.difference(rest, edgeLabel[edges[j]]);
      }
    }
    if (rest !== bdd.false) return false;
  }
  return true;
}

function outgoing(automaton: Automaton): Direction {
  const edges = firstNumbers(automaton.edgeCount);
  return { from: automaton.edgeStart, edges, other: automaton.edgeTarget, order: successorsFirst(automaton) };
}

function incoming(automaton: Automaton): Direction {
  const { stateCount, edgeStart, edgeTarget, edgeCount } = automaton;
  const from = new Int32Array(stateCount + 1);
  for (const target of edgeTarget) from[target + 1]++;
  for (let s = 0; s < stateCount; s++) from[s + 1] += from[s];
  const next = from.slice(0, stateCount);
  const [edges, other] = [new Int32Array(edgeCount), new Int32Array(edgeCount)];
  for (let source = 0; source < stateCount; source++) {
    for (let e = edgeStart[source]; e < edgeStart[source + 1]; e++) {
      const at = next[edgeTarget[e]]++;
      edges[at] = e;
      other[at] = source;
    }
  }
  return { from, edges, other, order: successorsFirst(automaton).reverse() };
}

function successorsFirst(automaton: Automaton): Int32Array {
  const { states, of } = componentsOf(automaton);
  const order = new Int32Array(automaton.stateCount);
  order.set(states);
  if (states.length === order.length) return order;
  let at = states.length;
  for (let s = 0; s < order.length; s++) if (of[s] < 0) order[at++] = s;
  return order;
}

/** t can only simulate s if it reads every letter that s reads. */
function pairsByLetters(automaton: Automaton, stopwatch: Stopwatch): Uint8Array {
  const { bdd, stateCount: n, edgeStart, edgeLabel } = automaton;
  const letters = Array.from({ length: n }, (_, s) => bdd.orAll(edgeLabel.subarray(edgeStart[s], edgeStart[s + 1])));
  const pairs = new Uint8Array(n * n);
  for (let s = 0; s < n; s++) {
    stopwatch.tick();
    for (let t = 0; t < n; t++) if (bdd.isSubset(letters[s], letters[t])) pairs[s * n + t] = 1;
  }
  return pairs;
}

/** t can only simulate s backwards if it is initial wherever s is. */
function pairsByInitial(automaton: Automaton): Uint8Array {
  const n = automaton.stateCount;
  const pairs = new Uint8Array(n * n).fill(1);
  for (const s of automaton.initial) {
    for (let t = 0; t < n; t++) if (!automaton.initial.includes(t)) pairs[s * n + t] = 0;
  }
  return pairs;
}

/** The marks, with those that do not matter taken away or filled up. */
function settleMarks(automaton: Automaton, { marksOn = 'edges', idle = 'bare' }: SimulationOptions): SettledMarks {
  const { edgeMarks, edgeStart, stateCount, acceptance } = automaton;
  const filling = idle === 'full' ? allMarks(acceptance.setCount) : 0;
  const components = componentsOf(automaton);
  const facts = idle === 'full' ? componentFacts(automaton) : null;
  const fillingOf = (c: number): number => (facts?.[c].accepting && !facts[c].rejecting ? filling : 0);
  if (marksOn === 'states') {
    const stateMarks = new Int32Array(stateCount);
    for (let s = 0; s < stateCount; s++) {
      const own = edgeStart[s] < edgeStart[s + 1] ? edgeMarks[edgeStart[s]] : 0;
      const c = components.of[s];
      stateMarks[s] = isTrivial(automaton, components, s) ? filling : own | fillingOf(c);
    }
    return { marks: new Int32Array(automaton.edgeCount), stateMarks };
  }
  const marks = edgeMarks.slice();
  forEachEdge(automaton, components, (e, home, target) => {
    if (home !== target) marks[e] = filling;
    else marks[e] |= fillingOf(home);
  });
  return { marks, stateMarks: null };
}

/** Whether no cycle leads through the state. */
function isTrivial(automaton: Automaton, components: Components, state: number): boolean {
  const c = components.of[state];
  if (components.start[c + 1] - components.start[c] > 1) return false;
  return !automaton.edgeTarget.subarray(automaton.edgeStart[state], automaton.edgeStart[state + 1]).includes(state);
}

function forEachEdge(
  automaton: Automaton,
  components: Components,
  visit: (e: number, home: number, targetHome: number) => void,
): void {
  const { edgeStart, edgeTarget } = automaton;
  for (const state of components.states) {
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      visit(e, components.of[state], components.of[edgeTarget[e]]);
    }
  }
}

/** The smallest state that simulates and is simulated by each state; null if every state is alone. */
function classesOf(relation: Uint8Array, n: number): Int32Array | null {
  const representative = firstNumbers(n);
  let merged = false;
  for (let s = 1; s < n; s++) {
    for (let t = 0; t < s; t++) {
      if (relation[s * n + t] && relation[t * n + s]) {
        representative[s] = t;
        merged = true;
        break;
      }
    }
  }
  return merged ? representative : null;
}

/** The marks of the quotient; for marks on states, those of any member of the class. */
function quotientMarks({ automaton, marks, stateMarks }: Game, representative: Int32Array): Int32Array {
  if (stateMarks === null) return marks;
  const { stateCount, edgeStart } = automaton;
  const classMarks = new Int32Array(stateCount);
  for (let s = 0; s < stateCount; s++) classMarks[representative[s]] |= stateMarks[s];
  const edgeMarks = new Int32Array(automaton.edgeCount);
  for (let s = 0; s < stateCount; s++) edgeMarks.fill(classMarks[representative[s]], edgeStart[s], edgeStart[s + 1]);
  return edgeMarks;
}

/**
 * New labels without the letters for which another edge of the same state offers at least as much; null if nothing is
 * covered. Each step keeps the language, as the better edge stays.
 */
function pruneCovered({ automaton, marks, stopwatch }: Game, relation: Uint8Array): Int32Array | null {
  const { bdd, edgeStart, edgeTarget, stateCount: n } = automaton;
  const labels = automaton.edgeLabel.slice();
  let pruned = false;
  for (let s = 0; s < n; s++) {
    for (let e = edgeStart[s]; e < edgeStart[s + 1]; e++) {
      stopwatch.tick(edgeStart[s + 1] - edgeStart[s]);
      for (let f = edgeStart[s]; f < edgeStart[s + 1]; f++) {
        if (e === f || !relation[edgeTarget[e] * n + edgeTarget[f]] || (marks[e] & ~marks[f]) !== 0) continue;
        const rest = bdd.difference(labels[e], labels[f]);
        if (rest === labels[e]) continue;
        labels[e] = rest;
        pruned = true;
      }
    }
  }
  return pruned ? labels : null;
}
