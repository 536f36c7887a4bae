// Merging states that no simulation relates both ways, with the complement as the judge. Giving two states one state with
// the edges of both can only add words; so can sending the edges into p to q instead, if the language from q includes
// that from p and q does not lead to p (otherwise words of q may have relied on p). If what results still has no word in
// common with the complement, nothing was added.
//
// Most attempts are refused without trying them: after a finite word that leads to p, and the complement to c, the words
// from q become possible, so the words from q and c must be disjoint. For redirection that is also enough.
import { firstNumbers } from '../../base/first-numbers.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Automaton } from '../automaton.ts';
import type { Budget } from './budget.ts';
import { areDisjoint } from './disjoint.ts';
import { type Joint, joinAutomata } from './joint.ts';
import { rebuild } from './rebuild.ts';
import { directSimulation, type MarksOn } from './simulation.ts';

interface AbsorbOptions {
  readonly marksOn?: MarksOn;
  /** How many edges of products may be visited, roughly; what is not decided within it stays as it is. */
  readonly merges: { left: number };
  /** What all of it may take besides. */
  readonly budget?: Budget;
  /** Applied after each success. */
  readonly tidy: (automaton: Automaton) => Automaton;
  readonly stopwatch?: Stopwatch;
}

/** Every pair of states is compared on every state of the complement; beyond this it takes too long. */
const MAX_COMPARISONS = 5_000_000;

/** A smaller automaton with the same language, given an automaton of the complement over the same manager. */
export function absorbStates(automaton: Automaton, complement: Automaton, options: AbsorbOptions): Automaton {
  let current = automaton;
  if (automaton.stateCount ** 2 * complement.stateCount > MAX_COMPARISONS) return automaton;
  const { budget, stopwatch = new Stopwatch() } = options;
  while (options.merges.left > current.edgeCount * complement.edgeCount) {
    const one = (watch: Stopwatch): Automaton | null =>
      absorbOne(current, complement, { ...options, stopwatch: watch });
    const next = budget === undefined ? one(stopwatch) : budget.attempt(current.bdd, stopwatch, one);
    if (next === null) break;
    current = options.tidy(next);
  }
  return current;
}

/** Merges or redirects one state, if the language allows: first those that another one simulates, then any pair. */
function absorbOne(automaton: Automaton, complement: Automaton, options: AbsorbOptions): Automaton | null {
  const { merges, marksOn, stopwatch = new Stopwatch() } = options;
  const n = automaton.stateCount;
  const joint = joinAutomata(automaton, complement, stopwatch);
  merges.left -= joint.cost;
  const relation = directSimulation(automaton, { marksOn, stopwatch });
  const reaches = reachability(automaton, stopwatch);
  for (let p = n - 1; p >= 0; p--) {
    for (let q = 0; q < n; q++) {
      stopwatch.tick();
      if (p === q || !relation[p * n + q] || reaches[q * n + p] || !mayReplace(joint, p, q)) continue;
      return redirect(automaton, p, q);
    }
  }
  for (let p = n - 1; p >= 0; p--) {
    for (let q = 0; q < p && merges.left > 0; q++) {
      stopwatch.tick();
      if (!mayReplace(joint, p, q) || !mayReplace(joint, q, p)) continue;
      const merged = merge(automaton, p, q, options);
      merges.left -= joint.cost;
      if (areDisjoint(merged, complement, { stopwatch }) === 'yes') return merged;
    }
  }
  return null;
}

/** Whether the complement shares no word with q in any state that it can be in when the automaton is in p. */
function mayReplace({ reached, common, width }: Joint, p: number, q: number): boolean {
  for (let c = 0; c < width; c++) if (reached[p * width + c] && common[q * width + c]) return false;
  return true;
}

/** Sends the edges into p to q. */
function redirect(automaton: Automaton, p: number, q: number): Automaton {
  const representative = firstNumbers(automaton.stateCount);
  representative[p] = q;
  const labels = automaton.edgeLabel.slice();
  labels.fill(automaton.bdd.false, automaton.edgeStart[p], automaton.edgeStart[p + 1]);
  return rebuild(automaton, { representative, labels, merged: 'other' });
}

/** Gives p and q one state with the edges of both. */
function merge(automaton: Automaton, p: number, q: number, options: AbsorbOptions): Automaton {
  const representative = firstNumbers(automaton.stateCount);
  representative[p] = q;
  const marks = options.marksOn === 'states' ? unitedMarks(automaton, p, q) : automaton.edgeMarks;
  return rebuild(automaton, { representative, marks, merged: 'other' });
}

/** Entry s · n + t is 1 if a path of at least one edge leads from s to t. */
function reachability(automaton: Automaton, stopwatch: Stopwatch): Uint8Array {
  const { stateCount: n, edgeStart, edgeTarget } = automaton;
  const reaches = new Uint8Array(n * n);
  for (let s = 0; s < n; s++) {
    stopwatch.tick();
    const stack = [s];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      for (let e = edgeStart[at]; e < edgeStart[at + 1]; e++) {
        if (reaches[s * n + edgeTarget[e]]) continue;
        reaches[s * n + edgeTarget[e]] = 1;
        stack.push(edgeTarget[e]);
      }
    }
  }
  return reaches;
}

/** For marks on states: both states get the marks of either. */
function unitedMarks(automaton: Automaton, s: number, t: number): Int32Array {
  const { edgeStart, edgeMarks } = automaton;
  const marks = edgeMarks.slice();
  const own = (state: number): number => (edgeStart[state] < edgeStart[state + 1] ? edgeMarks[edgeStart[state]] : 0);
  for (const state of [s, t]) marks.fill(own(s) | own(t), edgeStart[state], edgeStart[state + 1]);
  return marks;
}
