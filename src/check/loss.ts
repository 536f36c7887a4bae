// Where a formula is lost: the automaton of the formula, reduced to states from which something is accepted, follows a finite word with all
// its runs at once. When no run is left, no infinite word that begins so satisfies the formula [AS87; KV01].
import type { Automaton } from '../automata/automaton.ts';
import { safetyClosure } from '../automata/operations/safety-closure.ts';
import { translate } from '../automata/translate/translate.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Formula } from '../formula/formula.ts';
import type { Letter } from '../formula/word.ts';

/** The set of runs that is empty. */
export const LOST = -1;

/** States of the automaton before it is reduced, and looks at the stopwatch, which are hundreds of steps apart. */
const MOST_STATES = 2000;
const MOST_LOOKS = 400;

/** Runs of the automaton of a formula, all at once; sets of them are numbers. */
export class LossDetector {
  private readonly automaton: Automaton;
  private readonly sets: Int32Array[] = [];
  private readonly numbers = new Map<string, number>();
  /** For each set, the next one by letter. */
  private readonly known: Map<string, number>[] = [];
  readonly start: number;

  private constructor(automaton: Automaton) {
    this.automaton = automaton;
    this.start = this.numberOf([...automaton.initial]);
  }

  /** Null where the automaton would take too long: after a fixed amount of work, or at a limit. */
  static of(formula: Formula, stopwatch: Stopwatch): LossDetector | null {
    let looks = 0;
    const limits = { states: MOST_STATES, isCancelled: () => ++looks > MOST_LOOKS };
    const automaton = stopwatch.attempt(limits, (part) => safetyClosure(translate(formula, { limits: part }), part));
    return automaton === null ? null : new LossDetector(automaton);
  }

  /** The runs after one more letter. */
  step(set: number, letter: Letter): number {
    if (set === LOST) return LOST;
    const { propositions, bdd, edgeStart, edgeLabel, edgeTarget } = this.automaton;
    const shown = propositions.map((name) => (letter.has(name) ? '1' : '0')).join('');
    const known = this.known[set].get(shown);
    if (known !== undefined) return known;
    const targets = new Set<number>();
    for (const state of this.sets[set]) {
      for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
        if (bdd.evaluate(edgeLabel[e], (variable) => shown[variable] === '1')) targets.add(edgeTarget[e]);
      }
    }
    const next = this.numberOf([...targets]);
    this.known[set].set(shown, next);
    return next;
  }

  /** The length of the shortest beginning after which no run is left, at least 1; null when there is none. */
  lostAfter(letters: readonly Letter[]): number | null {
    let set = this.start;
    for (const [i, letter] of letters.entries()) {
      set = this.step(set, letter);
      if (set === LOST) return i + 1;
    }
    return null;
  }

  private numberOf(states: number[]): number {
    if (states.length === 0) return LOST;
    const sorted = Int32Array.from(states).sort();
    const key = sorted.join();
    const number = this.numbers.get(key) ?? this.sets.length;
    if (number === this.sets.length) {
      this.numbers.set(key, number);
      this.sets.push(sorted);
      this.known.push(new Map());
    }
    return number;
  }
}
