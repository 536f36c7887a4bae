// Random walks through a net to markings with a condition, for several conditions at once: nothing of a walk matters but where it comes to. So where places
// hold many tokens, a walk fires a transition many times in a row and looks around only then: one step at a time never moves thousands of tokens.
import { Random } from '../../base/random.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { compileExpression, type Evaluator } from '../../models/expression/closures.ts';
import type { Expression } from '../../models/expression/expression.ts';
import { collectReads } from '../../models/expression/support.ts';
import type { Model } from '../../models/model.ts';
import { hasManyTokens, leastFired, TokenGame } from '../../models/petri/token-game.ts';
import type { StateLasso } from '../../models/state-lasso.ts';
import { pathOfSteps } from './steps-as-run.ts';

interface GoalWalksOptions {
  readonly seed: number;
  readonly stopwatch: Stopwatch;
  /** Told of each condition once, by its number, with a path from the initial marking. */
  readonly onFound: (goal: number, path: StateLasso) => void;
}

interface Goal {
  readonly holds: Evaluator;
  /** The places that it reads. */
  readonly places: readonly number[];
}

/** A place, and whether it is to have more tokens or fewer. */
interface Aim {
  readonly place: number;
  readonly sign: 1 | -1;
}

/** Steps of the first walk, and of the longest; all numbers in the states of one path. */
const SHORTEST = 100;
const LONGEST = 5000;
const SHORTEST_IN_ROWS = 10_000;
const LONGEST_IN_ROWS = 200_000;
const MOST_NUMBERS = 20_000_000;
/** The longest row is shorter than this power of two. */
const LONGEST_ROW = 16;
/** Enabled transitions of which a walk that aims takes the best. */
const PICKS = 4;
/** Walks end when so many steps have met no condition; so many times as many where most of them are in rows. */
const DULL_STEPS = 400_000;
const IN_ROWS = 20;

export class GoalWalks {
  private readonly model: Model;
  private readonly game: TokenGame;
  private readonly fired: Float64Array;
  private readonly hasRows: boolean;
  private walks = 0;

  /** Throws `LimitExceeded`. */
  constructor(model: Model, stopwatch: Stopwatch) {
    this.model = model;
    this.game = new TokenGame(model, stopwatch);
    this.fired = new Float64Array(this.game.transitionCount);
    this.hasRows = hasManyTokens(this.game.marking);
  }

  /** Walks until all conditions were met, or none for long; none of them reads `dead`. Throws `LimitExceeded` when the time is up. */
  search(conditions: ReadonlyMap<number, Expression>, options: GoalWalksOptions): void {
    const goals = new Map<number, Goal>();
    for (const [number, condition] of conditions) {
      const places = new Set<number>();
      collectReads(condition, places);
      goals.set(number, { holds: compileExpression(condition), places: [...places] });
    }
    const random = new Random(options.seed);
    const patience = DULL_STEPS * (this.hasRows ? IN_ROWS : 1);
    const most = MOST_NUMBERS / (this.model.variables.length + 1);
    for (let dull = 0; goals.size > 0 && dull < patience; ) {
      const inRows = this.hasRows && this.walks % 4 !== 0;
      const [shortest, longest] = inRows ? [SHORTEST_IN_ROWS, LONGEST_IN_ROWS] : [SHORTEST, LONGEST];
      const length = Math.max(1, Math.min(longest, most, shortest * 2 ** Math.floor(this.walks / 4)));
      const open = goals.size;
      this.walk(goals, { random, length, inRows }, options);
      this.walks++;
      dull = goals.size < open ? 0 : dull + length;
    }
  }

  private walk(
    goals: Map<number, Goal>,
    { random, length, inRows }: { readonly random: Random; readonly length: number; readonly inRows: boolean },
    { stopwatch, onFound }: GoalWalksOptions,
  ): void {
    const { game } = this;
    game.restart();
    const path: number[] = [];
    const look = (): void => {
      for (const [number, { holds }] of goals) {
        if (holds(game.marking) === 0) continue;
        goals.delete(number);
        onFound(number, pathOfSteps(this.model, game, path.slice()));
      }
    };
    look();
    const aim = this.walks % 2 === 1 ? aimAt(goals, random) : null;
    while (path.length < length && game.enabled.count > 0 && goals.size > 0) {
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

  /** Of some enabled transitions the one that does most for the aim, or any that does no harm. */
  private aiming({ place, sign }: Aim, random: Random): number {
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

/** Something about a place that an open condition reads. */
function aimAt(goals: ReadonlyMap<number, Goal>, random: Random): Aim | null {
  if (goals.size === 0) return null;
  const { places } = random.pick([...goals.values()]);
  return places.length === 0 ? null : { place: random.pick(places), sign: random.chance(0.75) ? 1 : -1 };
}
