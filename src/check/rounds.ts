// Several formulas under one time limit: rounds with growing slices of time, so that the easy ones are answered first and the hard
// ones share what is left. All checks share the explored part of the model. A rival thread works on the same formulas from the other end.
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import { ModelGraph } from '../explicit/product/model-graph.ts';
import type { Formula } from '../formula/formula.ts';
import type { Model } from '../models/model.ts';
import { resultWithoutSearch } from './auto.ts';
import { check } from './check.ts';
import { type CheckOptions, completeCheckOptions } from './options.ts';
import type { CheckResult } from './result.ts';
import { type Rival, type RivalAnswer, resultOfRival } from './rival.ts';

/** Seconds for each formula in the first round; each further round gives four times as much. */
const FIRST_SLICE = 0.4;
const GROWTH = 4;
/** Milliseconds between two looks at a rival that is waited for. */
const PATIENCE = 100;

export interface RoundsOptions extends Omit<CheckOptions, 'graph' | 'engine' | 'fairness'> {
  /** For all formulas together; without it each formula has all the time it needs. */
  readonly seconds?: number;
  readonly rival?: Rival;
}

/** Told of each formula by its number. */
export type OnResult = (index: number, result: CheckResult) => void;

/** Calls `onResult` with the number of each formula and its result, decided ones as soon as they are, the rest at the end. */
export function checkInRounds(
  model: Model,
  formulas: readonly Formula[],
  options: RoundsOptions,
  onResult: OnResult,
): void {
  new Rounds(model, formulas, options, onResult).run();
}

class Rounds {
  private readonly model: Model;
  private readonly formulas: readonly Formula[];
  private readonly options: Omit<RoundsOptions, 'seconds' | 'rival'>;
  private readonly rival: Rival | undefined;
  private readonly onResult: OnResult;
  private readonly deadline: number;
  private readonly stopwatch: Stopwatch;
  private readonly graph: ModelGraph;
  /** The formulas without an answer, with the last unknown result. */
  private readonly open = new Map<number, CheckResult | null>();
  /** What the rival still has to try in its present round. */
  private rivalQueue: number[] = [];
  private rivalSlice = FIRST_SLICE;

  constructor(model: Model, formulas: readonly Formula[], options: RoundsOptions, onResult: OnResult) {
    const { seconds = Number.POSITIVE_INFINITY, rival, ...rest } = options;
    this.model = model;
    this.formulas = formulas;
    this.options = rest;
    this.rival = rival;
    this.onResult = onResult;
    this.deadline = performance.now() + seconds * 1000;
    this.stopwatch = Stopwatch.over(rest.limits);
    const maxStates = this.stopwatch.limits.states;
    this.graph = new ModelGraph(model, { deadlock: rest.deadlock ?? 'stutter', maxStates });
    for (const index of formulas.keys()) this.open.set(index, null);
  }

  run(): void {
    const complete = completeCheckOptions(this.options);
    for (const [index, formula] of this.formulas.entries()) {
      const known = resultWithoutSearch(this.model, formula, complete);
      if (known !== null) this.settle(index, known);
    }
    let slice = FIRST_SLICE;
    for (let round = 0; this.open.size > 0 && this.left() > 0 && !this.isCancelled(); round++) {
      const before = this.open.size;
      const usable = this.round(slice, round);
      if (!usable && before === this.open.size) {
        if (this.rival !== undefined) this.waitForRival(this.rival);
        break;
      }
      if (round !== 0) slice *= GROWTH; // the second round is as short as the first, in another order
    }
    this.rival?.cancel();
    for (const [index, last] of this.open) this.onResult(index, last ?? this.attempt(index, 0.001, 0));
  }

  /** One slice for each open formula; false when more time would not help any of them. */
  private round(slice: number, round: number): boolean {
    let usable = false;
    const indices = [...this.open.keys()];
    for (const [position, index] of indices.entries()) {
      if (!this.open.has(index)) continue;
      if (this.left() <= 0 || this.isCancelled()) return usable;
      const fair = Math.min(slice, this.left() / (indices.length - position));
      const result = this.attempt(index, Math.max(fair, 0.001), round);
      if (!this.open.has(index)) continue; // the rival was faster
      if (result.verdict.outcome !== 'unknown') this.settle(index, result);
      else {
        this.open.set(index, result);
        usable ||= result.verdict.limit === 'time';
      }
    }
    return usable;
  }

  private attempt(index: number, seconds: number, round: number): CheckResult {
    const formula = this.formulas[index];
    const order = round === 1 ? { order: { seed: index + 1 } } : {};
    const isCancelled = (): boolean => {
      this.listen();
      return !this.open.has(index) || this.isCancelled();
    };
    const limits = this.stopwatch.part({ states: this.stopwatch.limits.states, seconds, isCancelled });
    const own = { ...this.options, graph: this.graph, ...order, limits };
    return check(this.model, formula, own);
  }

  private settle(index: number, result: CheckResult): void {
    this.open.delete(index);
    this.onResult(index, result);
  }

  /** Takes what the rival has found, and gives it the next question. */
  private listen(): void {
    if (this.rival === undefined) return;
    for (let heard = this.rival.poll(); heard !== null; heard = this.rival.poll()) this.hear(heard);
    if (!this.rival.busy) this.feed(this.rival);
  }

  private hear(heard: RivalAnswer): void {
    if (heard.found.outcome === 'unknown' || !this.open.has(heard.question)) return;
    const complete = completeCheckOptions(this.options);
    this.settle(heard.question, resultOfRival(this.model, this.formulas[heard.question], heard, complete));
  }

  private feed(rival: Rival): void {
    if (this.open.size === 0) return;
    this.rivalQueue = this.rivalQueue.filter((index) => this.open.has(index));
    if (this.rivalQueue.length === 0) {
      this.rivalQueue = [...this.open.keys()];
      this.rivalSlice *= GROWTH;
    }
    const index = this.rivalQueue.pop()!;
    rival.ask(index, this.formulas[index], Math.min(this.rivalSlice, this.left()));
  }

  private waitForRival(rival: Rival): void {
    while (this.open.size > 0 && this.left() > 0 && !this.isCancelled()) {
      this.listen();
      if (!rival.busy) return; // it takes no more questions
      const heard = rival.wait(PATIENCE);
      if (heard === null) continue;
      this.hear(heard);
      if (heard.found.outcome === 'unknown' && heard.found.limit !== 'time') return; // it cannot go on either
    }
  }

  private isCancelled(): boolean {
    return this.stopwatch.isCancelled;
  }

  private left(): number {
    return (this.deadline - performance.now()) / 1000;
  }
}
