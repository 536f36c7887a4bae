// Random walks through a net to markings with a condition, for several conditions at once: nothing of a walk matters but where it comes to. So where places
// hold many tokens, a walk fires a transition many times in a row and looks around only then: one step at a time never moves thousands of tokens.
import { Random } from '../../base/random.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { compileExpression, type Evaluator } from '../../models/expression/closures.ts';
import type { Expression } from '../../models/expression/expression.ts';
import { collectReads } from '../../models/expression/support.ts';
import type { Model } from '../../models/model.ts';
import { hasManyTokens, leastFired, TokenGame } from '../../models/petri/token-game.ts';

interface GoalWalksOptions {
  readonly seed: number;
  /** Walks end when so many steps have met no condition. */
  readonly steps: number;
  readonly stopwatch: Stopwatch;
  /** Told of each condition once, by its number, with the transitions on the way from the initial marking. */
  readonly onFound: (goal: number, way: readonly number[]) => void;
}

interface Goal {
  readonly holds: Evaluator;
  /** The places that it reads. */
  readonly places: readonly number[];
}

/** Steps of the first walk, and of the longest; all numbers in the states of one run, which others may want to write out. */
const SHORTEST = 100;
const LONGEST = 5000;
const LONGEST_IN_ROWS = 200_000;
const MOST_NUMBERS = 20_000_000;
/** The longest row is shorter than this power of two. */
const LONGEST_ROW = 16;
/** Enabled transitions of which a walk that aims takes the best. */
const PICKS = 4;
/** So many times as many steps may meet nothing where most of them are in rows. */
const IN_ROWS = 20;

export class GoalWalks {
  private readonly game: TokenGame;
  private readonly goals: Map<number, Goal>;
  private readonly fired: Float64Array;
  private readonly hasRows: boolean;
  private readonly cap: number;
  private walks = 0;

  /** The conditions by number; none of them reads `dead`. Throws `LimitExceeded`. */
  constructor(model: Model, conditions: ReadonlyMap<number, Expression>, stopwatch: Stopwatch) {
    this.game = new TokenGame(model, stopwatch);
    this.fired = new Float64Array(this.game.transitionCount);
    this.hasRows = hasManyTokens(this.game.marking);
    this.cap = Math.min(this.hasRows ? LONGEST_IN_ROWS : LONGEST, MOST_NUMBERS / (model.variables.length + 1));
    this.goals = new Map();
    for (const [number, condition] of conditions) {
      const places = new Set<number>();
      collectReads(condition, places);
      this.goals.set(number, { holds: compileExpression(condition), places: [...places] });
    }
  }

  /** Walks until all conditions were met, or none for long. Throws `LimitExceeded` when the time is up. */
  search({ seed, steps, stopwatch, onFound }: GoalWalksOptions): void {
    const random = new Random(seed);
    const patience = steps * (this.hasRows ? IN_ROWS : 1);
    for (let dull = 0; this.goals.size > 0 && dull < patience; ) {
      const open = this.goals.size;
      const inRows = this.hasRows && this.walks % 4 !== 0;
      const length = Math.min(this.cap, SHORTEST * (inRows ? 100 : 1) * 2 ** Math.floor(this.walks / 4));
      this.walk({ random, length, inRows }, stopwatch, onFound);
      this.walks++;
      dull = this.goals.size < open ? 0 : dull + length;
    }
  }

  private walk(
    { random, length, inRows }: { readonly random: Random; readonly length: number; readonly inRows: boolean },
    stopwatch: Stopwatch,
    onFound: GoalWalksOptions['onFound'],
  ): void {
    const { game } = this;
    game.restart();
    const path: number[] = [];
    const look = (): void => {
      for (const [number, { holds }] of this.goals) {
        if (holds(game.marking) === 0) continue;
        this.goals.delete(number);
        onFound(number, path.slice());
      }
    };
    look();
    const aim = this.walks % 2 === 1 ? this.aim(random) : null;
    while (path.length < length && game.enabled.count > 0 && this.goals.size > 0) {
      stopwatch.tick();
      const t = aim === null ? this.pick(random) : this.aiming(aim, random);
      const row = Math.min(inRows ? 2 ** (random.unit() * LONGEST_ROW) : 1, length - path.length);
      for (let i = 0; i < row && game.enabled.has(t); i++) {
        if (game.fire(t) === false) return; // a fault of the model, which a search meets too
        path.push(t);
        this.fired[t]++;
      }
      look();
    }
  }

  /** Now one that fired least, now any. */
  private pick(random: Random): number {
    const { enabled } = this.game;
    if (this.walks % 4 < 2) return leastFired(this.game, this.fired, random);
    return enabled.members[random.below(enabled.count)];
  }

  /** A place that an open condition reads, and whether it is to have more tokens or fewer. */
  private aim(random: Random): { readonly place: number; readonly sign: 1 | -1 } | null {
    const goals = [...this.goals.values()];
    const { places } = goals[random.below(goals.length)];
    return places.length === 0
      ? null
      : { place: places[random.below(places.length)], sign: random.chance(0.75) ? 1 : -1 };
  }

  /** Of some enabled transitions the one that does most for the aim, or any that does no harm. */
  private aiming({ place, sign }: { readonly place: number; readonly sign: 1 | -1 }, random: Random): number {
    const { enabled } = this.game;
    let [best, gain] = [-1, Number.NEGATIVE_INFINITY];
    for (let i = 0; i < PICKS; i++) {
      const t = enabled.members[random.below(enabled.count)];
      let gains = 0;
      this.game.forEachChange(t, (changed, delta) => {
        if (changed === place) gains += sign * delta;
      });
      if (gains > gain) [best, gain] = [t, gains];
    }
    return best;
  }
}
