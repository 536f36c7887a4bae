// How far tokens are away: for each place an estimate of the steps after which it has one token more, as if steps took nothing away and each thing that a
// step needs had to be made by steps of its own (the additive heuristic of planning [BG01, Sect. 4]). Too much or too little, never exact: it guides
// a search and decides nothing.
import { Int32List } from '../../base/growable.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Model } from '../../models/model.ts';

/** Larger estimates count as this. */
export const FAR = 1 << 20;

/** Estimates for one marking after the other. */
export class TokenDistance {
  /** By place: steps to one token more; `FAR` where none comes. */
  readonly gain: Int32Array;
  private readonly conditionStart: Int32Array;
  private readonly conditionPlace: Int32Array;
  private readonly atLeast: Float64Array;
  private readonly producedStart: Int32Array;
  private readonly produced: Int32Array;
  /** By place: the conditions on it, and who takes from it. */
  private readonly watchers: readonly Int32Array[];
  private readonly owner: Int32Array;
  private readonly takers: readonly Int32Array[];
  /** By transition, for the present marking: conditions that nothing is known to meet, and the steps for the others and itself. */
  private readonly unmet: Int32Array;
  private readonly steps: Int32Array;
  private readonly waiting: Int32List[] = [];

  /** Throws `LimitExceeded`. */
  constructor({ groups, variables }: Model, stopwatch: Stopwatch) {
    const [conditionPlace, atLeast, owner, produced]: number[][] = [[], [], [], []];
    const watchers: number[][] = variables.map(() => []);
    const takers: number[][] = variables.map(() => []);
    this.conditionStart = new Int32Array(groups.length + 1);
    this.producedStart = new Int32Array(groups.length + 1);
    for (const [t, { behaviour }] of groups.entries()) {
      stopwatch.tick();
      if (behaviour.kind === 'tokens') {
        for (const condition of behaviour.conditions) {
          if (condition.atLeast <= 0) continue;
          watchers[condition.variable].push(owner.length);
          conditionPlace.push(condition.variable);
          atLeast.push(condition.atLeast);
          owner.push(t);
        }
        for (const { variable, delta } of behaviour.changes) {
          if (delta > 0) produced.push(variable);
          else takers[variable].push(t);
        }
      }
      this.conditionStart[t + 1] = owner.length;
      this.producedStart[t + 1] = produced.length;
    }
    this.conditionPlace = Int32Array.from(conditionPlace);
    this.atLeast = Float64Array.from(atLeast);
    this.owner = Int32Array.from(owner);
    this.produced = Int32Array.from(produced);
    this.watchers = watchers.map((list) => Int32Array.from(list));
    this.takers = takers.map((list) => Int32Array.from(list));
    this.gain = new Int32Array(variables.length);
    this.unmet = new Int32Array(groups.length);
    this.steps = new Int32Array(groups.length);
  }

  /** Estimates for this marking; `gain` and `loss` speak of it from now on. */
  measure(marking: Int32Array): void {
    const { gain, unmet, steps, waiting } = this;
    gain.fill(FAR);
    for (let t = 0; t < unmet.length; t++) {
      let missing = 0;
      for (let k = this.conditionStart[t]; k < this.conditionStart[t + 1]; k++) {
        if (marking[this.conditionPlace[k]] < this.atLeast[k]) missing++;
      }
      unmet[t] = missing;
      steps[t] = 1;
      if (missing === 0) this.fire(t);
    }
    for (let distance = 0; distance < waiting.length; distance++) {
      const places = waiting[distance];
      for (let i = 0; i < places.length; i++)
        if (gain[places.data[i]] === distance) this.reach(places.data[i], marking);
      places.clear();
    }
  }

  /** Steps until the place has a token less; `FAR` where nobody takes one. */
  loss(place: number): number {
    let least = FAR;
    for (const t of this.takers[place]) if (this.unmet[t] === 0) least = Math.min(least, this.steps[t]);
    return least;
  }

  /** Something comes to a place: conditions on it are met that many steps later. */
  private reach(place: number, marking: Int32Array): void {
    const { unmet, steps } = this;
    for (const condition of this.watchers[place]) {
      const missing = this.atLeast[condition] - marking[place];
      if (missing <= 0) continue;
      const t = this.owner[condition];
      steps[t] = Math.min(FAR, steps[t] + this.gain[place] + missing - 1);
      if (--unmet[t] === 0) this.fire(t);
    }
  }

  private fire(transition: number): void {
    const { gain, waiting } = this;
    const distance = this.steps[transition];
    if (distance > MOST_STEPS) return;
    for (let k = this.producedStart[transition]; k < this.producedStart[transition + 1]; k++) {
      const place = this.produced[k];
      if (gain[place] <= distance) continue;
      gain[place] = distance;
      while (waiting.length <= distance) waiting.push(new Int32List());
      waiting[distance].push(place);
    }
  }
}

/** What is farther away is not looked at. */
const MOST_STEPS = 10_000;
