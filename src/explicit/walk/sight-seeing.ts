// Random walks through a net that note what comes along: the largest and smallest sums of tokens, transitions that fire, deadlocks. A step costs what it
// touches. Now and then a walk prefers steps that make a sum larger, so that bounds are met.
import { Random } from '../../base/random.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Model } from '../../models/model.ts';
import { type NetSightings, sumIn } from '../../models/petri/net-sightings.ts';
import { hasManyTokens, leastFired, TokenGame } from '../../models/petri/token-game.ts';

interface SightSeeingOptions {
  readonly seed: number;
  /** Steps of all walks together. */
  readonly steps: number;
  readonly stopwatch: Stopwatch;
}

const SHORTEST = 200;
const LONGEST = 20_000;
/** Where places hold many tokens, three of four walks fire a transition many times in a row: at most so many steps, in rows shorter than this power of two. */
const LONGEST_IN_ROWS = 200_000;
const LONGEST_ROW = 16;
/** All numbers in the states of one such walk. */
const MOST_NUMBERS = 20_000_000;
/** So many times the steps are taken, and may be dull, where most of them are in rows. */
const IN_ROWS = 20;
/** Walks end when so many steps, and so many for each transition, have shown nothing new. */
const DULL_STEPS = 20_000;
const DULL_PER_TRANSITION = 20;
/** Enabled transitions of which a walk that climbs takes the best. */
const PICKS = 4;

export class SightSeeing {
  private readonly game: TokenGame;
  private readonly seen: NetSightings;
  private readonly fired: Float64Array;
  private readonly now: Float64Array;
  private readonly initial: Float64Array;
  /** By place, the sums that it is in, and its coefficients. */
  private readonly sumsAt: readonly (readonly { readonly sum: number; readonly coefficient: number }[])[];
  private readonly hasRows: boolean;
  private walks = 0;

  /** Throws `LimitExceeded`. */
  constructor(model: Model, seen: NetSightings, stopwatch: Stopwatch) {
    this.game = new TokenGame(model, stopwatch);
    this.seen = seen;
    this.hasRows = hasManyTokens(this.game.marking);
    this.fired = new Float64Array(this.game.transitionCount);
    this.initial = Float64Array.from(seen.sums, (sum) => sumIn(sum, this.game.marking));
    this.now = this.initial.slice();
    const sumsAt: { sum: number; coefficient: number }[][] = model.variables.map(() => []);
    for (const [sum, { terms }] of seen.sums.entries()) {
      for (const { place, coefficient } of terms) sumsAt[place].push({ sum, coefficient });
    }
    this.sumsAt = sumsAt;
  }

  /** Where the last walk has ended. */
  get marking(): Int32Array {
    return this.game.marking;
  }

  /** Walks from the initial marking again and again. Throws `LimitExceeded`. */
  walk({ seed, steps, stopwatch }: SightSeeingOptions): void {
    const random = new Random(seed);
    const factor = this.hasRows ? IN_ROWS : 1;
    const patience = factor * (DULL_STEPS + DULL_PER_TRANSITION * this.game.transitionCount);
    const longestInRows = Math.min(LONGEST_IN_ROWS, MOST_NUMBERS / this.game.marking.length);
    let news = this.seen.news;
    for (let [left, dull] = [factor * steps, 0]; left > 0 && dull < patience; ) {
      const inRows = this.hasRows && this.walks % 4 !== 0;
      const [shortest, longest] = inRows ? [100 * SHORTEST, longestInRows] : [SHORTEST, LONGEST];
      const length = Math.min(left, longest, shortest * 2 ** Math.floor(this.walks / 4));
      this.walkOnce({ length, inRows }, random, stopwatch);
      this.walks++;
      left -= length;
      dull = news === this.seen.news ? dull + length : 0;
      news = this.seen.news;
    }
  }

  private walkOnce(
    { length, inRows }: { readonly length: number; readonly inRows: boolean },
    random: Random,
    stopwatch: Stopwatch,
  ): void {
    const { game, seen } = this;
    game.restart();
    this.now.set(this.initial);
    const path: number[] = [];
    let [last, again] = [-1, 0];
    const climbs = this.walks % 4 === 3 && seen.sums.length > 0 ? random.below(seen.sums.length) : null;
    for (let step = 0; step < length; step++) {
      stopwatch.tick();
      if (game.enabled.count === 0) {
        seen.noteDeadlock(path);
        return;
      }
      if (again-- <= 0 || !game.enabled.has(last)) {
        last = climbs === null ? this.pick(random) : this.climbing(climbs, random);
        again = inRows ? 2 ** (random.unit() * LONGEST_ROW) : 0;
      }
      const t = last;
      seen.noteFiring(t);
      path.push(t);
      if (game.fire(t) === false) return; // a fault of the model, which a search meets too
      this.fired[t]++;
      game.forEachChange(t, (place, delta) => {
        for (const { sum, coefficient } of this.sumsAt[place]) this.now[sum] += coefficient * delta;
      });
      // Only now: a step may move tokens within a sum.
      game.forEachChange(t, (place) => {
        for (const { sum } of this.sumsAt[place]) seen.noteValue(sum, this.now[sum]);
      });
    }
  }

  /** Now one that fired least, now any. */
  private pick(random: Random): number {
    const { enabled } = this.game;
    if (this.walks % 2 === 0) return leastFired(this.game, this.fired, random);
    return enabled.members[random.below(enabled.count)];
  }

  /** Of some enabled transitions the one that adds most to the sum, or any that takes nothing away. */
  private climbing(sum: number, random: Random): number {
    const { enabled } = this.game;
    let best = -1;
    let gain = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < PICKS; i++) {
      const t = enabled.members[random.below(enabled.count)];
      let adds = 0;
      this.game.forEachChange(t, (place, delta) => {
        for (const one of this.sumsAt[place]) if (one.sum === sum) adds += one.coefficient * delta;
      });
      if (adds > gain) [best, gain] = [t, adds];
    }
    return best;
  }
}
