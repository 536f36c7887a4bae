// A piece of the product, pair by pair: states of the model with states of the automaton, found from the initial ones on. Pairs are
// expanded from both ends of the list of those found: the oldest, which keeps the way to a violation short, or more often the newest,
// which closes cycles early.
import { VectorTable } from '../../base/intern.ts';
import { type Expression, evaluate } from '../../models/expression/expression.ts';
import type { Model } from '../../models/model.ts';
import type { PairAutomaton } from './pair-automaton.ts';
import type { PairGraph } from './pair-graph.ts';

/** Every how many turns the oldest pair is expanded. */
const OLDEST_EACH = 4;
/** What a step costs besides the vector that it leads to. */
const STEP_WORK = 30;

export interface FragmentSource {
  readonly model: Model;
  readonly automaton: PairAutomaton;
  /** What the propositions of the automaton stand for. */
  readonly predicates: readonly Expression[];
  /** Whether a state without successors repeats for ever. */
  readonly deadlock: 'stutter' | 'drop';
}

export class Fragment {
  /** What was computed so far: entries of state vectors, and steps of pairs. */
  work = 0;
  private readonly source: FragmentSource;
  private readonly states: VectorTable;
  private readonly letters: (number | undefined)[] = [];
  private readonly successors: (readonly number[] | undefined)[] = [];
  private readonly numbers = new Map<number, number>();
  private readonly stateOf: number[] = [];
  private readonly automatonStateOf: number[] = [];
  private readonly targets: (number[] | undefined)[] = [];
  private readonly marks: number[][] = [];
  private readonly initialCount: number;
  private readonly newest: number[] = [];
  private oldest = 0;
  private turn = 0;
  private steps = 0;

  constructor(source: FragmentSource) {
    this.source = source;
    this.states = new VectorTable(source.model.variables.length, source.model.identity);
    for (const vector of source.model.initialStates()) {
      const state = this.states.intern(vector);
      for (const q of source.automaton.initial(this.letterOf(state))) this.pair(state, q);
    }
    this.initialCount = this.stateOf.length;
  }

  get pairCount(): number {
    return this.stateOf.length;
  }

  get stepCount(): number {
    return this.steps;
  }

  get stateCount(): number {
    return this.states.size;
  }

  /** Expands pairs until `work` passes the bound, breadth-first or also from the other end; false when all were expanded before. */
  grow(bound: number, ends: 'oldest' | 'both'): boolean {
    while (this.work <= bound) {
      const pair = this.next(ends);
      if (pair === -1) return false;
      this.expand(pair);
    }
    return true;
  }

  /** The pairs and steps so far; pairs that were not expanded have no steps. */
  graph(): PairGraph {
    const edgeStart = new Int32Array(this.pairCount + 1);
    for (let pair = 0; pair < this.pairCount; pair++)
      edgeStart[pair + 1] = edgeStart[pair] + (this.targets[pair]?.length ?? 0);
    const edgeTarget = new Int32Array(edgeStart[this.pairCount]);
    const edgeMarks = new Int32Array(edgeTarget.length);
    for (let pair = 0; pair < this.pairCount; pair++) {
      edgeTarget.set(this.targets[pair] ?? [], edgeStart[pair]);
      edgeMarks.set(this.marks[pair] ?? [], edgeStart[pair]);
    }
    const { initialCount, source } = this;
    return {
      stateCount: this.pairCount,
      edgeStart,
      edgeTarget,
      edgeMarks,
      initialCount,
      allMarks: source.automaton.allMarks,
    };
  }

  /** The model's state of a pair. */
  vectorOf(pair: number): Int32Array {
    return this.states.get(this.stateOf[pair]);
  }

  /** The pair to expand next, or -1. */
  private next(ends: 'oldest' | 'both'): number {
    if (ends === 'both' && this.turn++ % OLDEST_EACH !== 0) {
      for (let pair = this.newest.pop(); pair !== undefined; pair = this.newest.pop()) {
        if (this.targets[pair] === undefined) return pair;
      }
    }
    while (this.oldest < this.pairCount && this.targets[this.oldest] !== undefined) this.oldest++;
    return this.oldest < this.pairCount ? this.oldest : -1;
  }

  private expand(pair: number): void {
    const { automaton, deadlock } = this.source;
    const from = this.stateOf[pair];
    const letter = this.letterOf(from);
    const successors = this.successorsOf(from);
    const isDead = successors.length === 0 && deadlock === 'stutter';
    const targets: number[] = [];
    const marks: number[] = [];
    this.targets[pair] = targets;
    this.marks[pair] = marks;
    for (const state of isDead ? [from] : successors) {
      const edges = automaton.edges(this.automatonStateOf[pair], letter, this.letterOf(state));
      for (const edge of edges) {
        targets.push(this.pair(state, edge.to));
        marks.push(edge.marks);
      }
      this.work += 1 + edges.length;
    }
    this.steps += targets.length;
  }

  private pair(state: number, q: number): number {
    const key = q * 2 ** 32 + state;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.stateOf.push(state) - 1;
      this.automatonStateOf.push(q);
      this.numbers.set(key, number);
      this.newest.push(number);
    }
    return number;
  }

  private letterOf(state: number): number {
    return (this.letters[state] ??= this.evaluate(state));
  }

  private evaluate(state: number): number {
    const { predicates } = this.source;
    const vector = this.states.get(state);
    const isDead = (): boolean => this.successorsOf(state).length === 0;
    let letter = 0;
    for (let i = 0; i < predicates.length; i++) if (evaluate(predicates[i], vector, isDead) !== 0) letter |= 1 << i;
    this.work += predicates.length;
    return letter;
  }

  /** The states after this one, without repetition; none for a dead state. */
  private successorsOf(state: number): readonly number[] {
    return (this.successors[state] ??= this.findSuccessors(state));
  }

  private findSuccessors(state: number): readonly number[] {
    const { model } = this.source;
    const found = new Set<number>();
    model.successors(this.states.get(state), (target) => {
      found.add(this.states.intern(target));
      this.work += STEP_WORK + target.length;
    });
    this.work += model.groups.length;
    return [...found];
  }
}
