// Monitors: deterministic automata that read the letters of an execution until what must not happen has happened, whatever follows. A terminal
// automaton accepts exactly the words with such a beginning [KV01], so the subset construction on it is enough; equivalent states are merged.
// A model with the state of a monitor beside its own variables has the states of the product, and is explored like any other model.
import type { Automaton } from '../../automata/automaton.ts';

/** What a monitor reads and does. Its states are 0, where it starts, to `states` - 1; from the last one on everything has happened. */
export interface MonitorTable {
  readonly states: number;
  /** The state in which what must not happen has happened: it is kept for ever. */
  readonly met: number;
  /** Propositions of the automaton that letters have bits for. */
  readonly letterBits: number;
  /** The next state for each state and letter, at `state << letterBits | letter`; LOST where it can no longer happen. */
  readonly next: Uint8Array;
}

/** No continuation is looked for: nothing that follows is accepted. */
export const LOST = 255;

/** More propositions, or steps of subsets with letters, are not tried. */
const MOST_BITS = 10;
const MOST_STEPS = 1 << 14;
/** With more subsets than so many, or so many times the states of the automaton, the product may be smaller. */
const MOST_STATES = 100;
const MOST_GROWTH = 4;

/**
 * The monitor of a terminal automaton, whose states in accepting components are given; null where it would be large, or the automaton accepts
 * everything from the start.
 */
export function monitorOf(automaton: Automaton, accepting: Uint8Array): MonitorTable | null {
  const { propositions, stateCount, initial } = automaton;
  const letterBits = propositions.length;
  if (letterBits > MOST_BITS || initial.some((state) => accepting[state] === 1)) return null;
  const most = Math.min(MOST_STATES, 2 + stateCount * MOST_GROWTH, MOST_STEPS >> letterBits);
  const subsets = new Subsets(initial);
  /** For each subset and letter a subset, MET or NONE. */
  const rows: Int32Array[] = [];
  for (let i = 0; i < subsets.all.length; i++) {
    if (subsets.all.length > most) return null;
    rows.push(stepsOf(automaton, accepting, subsets, i));
  }
  return minimised(rows, letterBits);
}

const MET = -1;
const NONE = -2;

/** Sets of states of the automaton by number. */
class Subsets {
  readonly all: (readonly number[])[] = [];
  private readonly numbers = new Map<string, number>();

  constructor(initial: readonly number[]) {
    this.numberOf(new Set(initial));
  }

  numberOf(states: ReadonlySet<number>): number {
    const sorted = [...states].sort((a, b) => a - b);
    const key = sorted.join(' ');
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.all.length);
    this.all.push(sorted);
    return this.all.length - 1;
  }
}

/** Where a subset leads with each letter. */
function stepsOf(automaton: Automaton, accepting: Uint8Array, subsets: Subsets, subset: number): Int32Array {
  const { bdd, edgeStart, edgeLabel, edgeTarget, propositions } = automaton;
  return Int32Array.from({ length: 1 << propositions.length }, (_, letter) => {
    const targets = new Set<number>();
    const holds = (proposition: number): boolean => ((letter >>> proposition) & 1) === 1;
    for (const state of subsets.all[subset]) {
      for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
        if (targets.has(edgeTarget[e]) || !bdd.evaluate(edgeLabel[e], holds)) continue;
        if (accepting[edgeTarget[e]] === 1) return MET;
        targets.add(edgeTarget[e]);
      }
    }
    return targets.size === 0 ? NONE : subsets.numberOf(targets);
  });
}

/** The same with equivalent states merged (Moore's refinement); those from which nothing is ever met are left out. */
function minimised(rows: readonly Int32Array[], letterBits: number): MonitorTable {
  let classes = new Int32Array(rows.length);
  for (let count = 1; ; ) {
    const numbers = new Map<string, number>();
    const classOf = (target: number): number => (target < 0 ? target : classes[target]);
    const next = Int32Array.from(rows, (row, i) => {
      const key = `${classes[i]}:${Array.from(row, classOf).join(' ')}`;
      const known = numbers.get(key) ?? numbers.size;
      numbers.set(key, known);
      return known;
    });
    classes = next;
    if (numbers.size === count) break;
    count = numbers.size;
  }
  const lost = lostStates(rows);
  // Numbers in the order of their first state, so that the first subset has number 0.
  const numbers = new Map<number, number>();
  const live = rows.filter((_, i) => {
    if ((lost[i] === 1 && i > 0) || numbers.has(classes[i])) return false;
    numbers.set(classes[i], numbers.size);
    return true;
  });
  const met = live.length;
  const next = new Uint8Array((met + 1) << letterBits).fill(met);
  const codeOf = (target: number): number => {
    if (target === MET) return met;
    return target === NONE || lost[target] === 1 ? LOST : numbers.get(classes[target])!;
  };
  for (const [state, row] of live.entries()) {
    for (const [letter, target] of row.entries()) next[(state << letterBits) | letter] = codeOf(target);
  }
  return { states: met + 1, met, letterBits, next };
}

/** 1 for the subsets from which nothing is met with any letters. */
function lostStates(rows: readonly Int32Array[]): Uint8Array {
  const lost = new Uint8Array(rows.length).fill(1);
  for (let changed = true; changed; ) {
    changed = false;
    rows.forEach((row, i) => {
      if (lost[i] === 0 || !row.some((target) => target === MET || (target >= 0 && lost[target] === 0))) return;
      lost[i] = 0;
      changed = true;
    });
  }
  return lost;
}
