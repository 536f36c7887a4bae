// Walks through a net that follow plans: how often transitions are to fire, in any order. Where the plan cannot go on, a few other steps are taken, rather
// such that put tokens where they are missing, and there is a new plan from there.
import { Random } from '../../base/random.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Model } from '../../models/model.ts';
import { TokenGame } from '../../models/petri/token-game.ts';

/** Makes plans for one goal. */
interface Planner {
  /** The kind of each transition, -1 for none: a plan does not tell transitions of one kind apart. */
  readonly kindOf: Int32Array;
  /** How often transitions of each kind are to fire from the marking on; null where no plan is found. */
  plan(marking: Int32Array): Float64Array | null;
}

interface PlannedWalkOptions {
  readonly seed: number;
  readonly stopwatch: Stopwatch;
  /** Called at the beginning, and after each row of firings; whether the walk has come to its end. */
  readonly look: (marking: Int32Array, path: readonly number[]) => boolean;
}

/** Plans of a walk, and numbers in all its states. */
const PLANS = 10;
const MOST_NUMBERS = 20_000_000;
const LONGEST = 400_000;
/** Enabled transitions that are compared where the plan cannot go on. */
const PICKS = 12;

export class PlannedWalks {
  private readonly model: Model;
  private readonly game: TokenGame;
  private readonly longest: number;
  private walks = 0;

  /** Throws `LimitExceeded`. */
  constructor(model: Model, stopwatch: Stopwatch) {
    this.model = model;
    this.game = new TokenGame(model, stopwatch);
    this.longest = Math.min(LONGEST, MOST_NUMBERS / (model.variables.length + 1));
  }

  /** One walk from the initial marking; whether there was a plan for it at all. Throws `LimitExceeded`. */
  walk(planner: Planner, { seed, stopwatch, look }: PlannedWalkOptions): boolean {
    const { game } = this;
    game.restart();
    const random = new Random(seed + this.walks);
    const path: number[] = [];
    if (look(game.marking, path)) return true;
    const walk: Walk = { path, random, stopwatch, look, isInRows: this.walks++ % 3 < 2 };
    for (let leg = 0; leg < PLANS && path.length < this.longest; leg++) {
      const left = planner.plan(game.marking);
      if (left === null) return leg > 0;
      if (this.follow(planner.kindOf, left, walk)) return true;
      const missing = this.missing(planner.kindOf, left);
      for (let detour = 1 + random.below(2 ** Math.min(leg + 1, 6)); detour > 0; detour--) {
        if (game.enabled.count === 0 || !this.fire(this.helper(missing, random), walk)) return true;
        if (look(game.marking, path)) return true;
      }
    }
    return true;
  }

  /** Fires what the plan still has until nothing of that is enabled; whether the walk is over. */
  private follow(kindOf: Int32Array, left: Float64Array, walk: Walk): boolean {
    const { game } = this;
    const { random, path, look, stopwatch } = walk;
    const { members } = game.enabled;
    for (;;) {
      let [chosen, count] = [-1, 0];
      for (let i = 0; i < game.enabled.count; i++) {
        const kind = kindOf[members[i]];
        if (kind !== -1 && left[kind] > 0 && random.below(++count) === 0) chosen = members[i];
      }
      if (chosen === -1) return false;
      const kind = kindOf[chosen];
      const row = walk.isInRows ? Math.ceil(left[kind] * (random.chance(0.5) ? 1 : random.unit())) : 1;
      for (let i = 0; i < row && game.enabled.has(chosen); i++) {
        stopwatch.tick();
        if (path.length >= this.longest || !this.fire(chosen, walk)) return true;
        left[kind]--;
      }
      if (look(game.marking, path)) return true;
    }
  }

  /** False at a fault of the model, which a search meets too. */
  private fire(transition: number, { path }: Walk): boolean {
    if (this.game.fire(transition) === false) return false;
    path.push(transition);
    return true;
  }

  /** Places that lack tokens for what the plan still has. */
  private missing(kindOf: Int32Array, left: Float64Array): ReadonlySet<number> {
    const places = new Set<number>();
    for (const [t, { behaviour }] of this.model.groups.entries()) {
      if (kindOf[t] === -1 || left[kindOf[t]] <= 0 || behaviour.kind !== 'tokens') continue;
      for (const { variable, atLeast } of behaviour.conditions) {
        if (this.game.marking[variable] < atLeast) places.add(variable);
      }
    }
    return places;
  }

  /** Of some enabled transitions one that puts tokens where they are missing, if there is one. */
  private helper(missing: ReadonlySet<number>, random: Random): number {
    const { enabled } = this.game;
    let [best, gain] = [-1, Number.NEGATIVE_INFINITY];
    for (let i = 0; i < PICKS; i++) {
      const t = enabled.members[random.below(enabled.count)];
      let gains = random.unit();
      this.game.forEachChange(t, (place, delta) => {
        if (missing.has(place)) gains += delta;
      });
      if (gains > gain) [best, gain] = [t, gains];
    }
    return best;
  }
}

interface Walk extends Pick<PlannedWalkOptions, 'look' | 'stopwatch'> {
  readonly path: number[];
  readonly random: Random;
  readonly isInRows: boolean;
}
