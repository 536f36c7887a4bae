// Random walks through a net, for counterexamples to several formulas at once: three quarters of the questions that people ask are violated, and the
// first runs that come along often show it, on nets of any size. Nothing is remembered of other walks, and nothing is believed: what looks like a
// counterexample is judged here by the rule of the one who asks, and confirmed like any other.
//
// A walk ends at a deadlock, which may repeat for ever, or after some steps. On the way it closes cycles: where a marking comes back, and where a few steps
// that undo each other lead back at once (tokens that a step has put somewhere are taken from there by the next). Of each formula that is still open the
// letters along the walk are kept.
import { Random } from '../../base/random.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Word } from '../../formula/word.ts';
import type { Model } from '../../models/model.ts';
import { hasManyTokens, leastFired, TokenGame } from '../../models/petri/token-game.ts';
import type { StateLasso } from '../../models/state-lasso.ts';
import { LettersAlong, type Observed } from './letters-along.ts';
import { lassoOfSteps, pathOfSteps } from './steps-as-run.ts';

/** A formula whose violations are looked for. */
export interface Target extends Observed {
  /** Whether a run with this word is a counterexample. */
  isViolation(word: Word): boolean;
  /** Whether a path with these letters is one whatever follows, and how much of it is needed; absent where paths do not count. */
  readonly lostAfter?: (letters: Word['prefix'], watch: Stopwatch) => number | null;
}

interface WalkOptions {
  /** Whether a deadlock repeats for ever, or is no execution. */
  readonly deadlock: 'repeats' | 'ends';
  readonly seed: number;
  readonly stopwatch: Stopwatch;
  /** Told of a run of the model; whether it is enough: the target is not looked at again then. */
  readonly onFound: (target: Target, lasso: StateLasso) => boolean;
}

/** The first walk is short, later ones longer; all numbers in the states of one run. */
const SHORTEST = 100;
const LONGEST = 5000;
const MOST_NUMBERS = 20_000_000;
/** Of walks that fire a transition many times in a row. */
const SHORTEST_IN_ROWS = 2000;
const LONGEST_IN_ROWS = 50_000;
/** Places on a walk at which steps back are tried, how often at each, and how many steps. */
const STOPS = 8;
const TRIES = 6;
const LONGEST_RETURN = 40;
/** Steps after the one with which a formula is lost: the one that was asked, of which it is a smaller form, may be lost later. */
const AFTERWARDS = 16;
/** Cycles of a walk that are judged for each formula. */
const MOST_JUDGED = 24;

/** A cycle of the walk: the steps after those of the prefix; none where a deadlock repeats. */
interface Cycle {
  readonly from: number;
  readonly steps: readonly number[];
}

export class RandomWalks {
  private readonly model: Model;
  private readonly game: TokenGame;
  private readonly fired: Float64Array;
  private readonly weights: Int32Array;
  private walks = 0;
  private readonly hasManyTokens: boolean;
  /** How often the last transition is to fire again. */
  private again = 0;
  /** Steps on all walks. */
  steps = 0;

  /** Throws `LimitExceeded`. */
  constructor(model: Model, stopwatch: Stopwatch) {
    this.model = model;
    this.game = new TokenGame(model, stopwatch);
    this.fired = new Float64Array(this.game.transitionCount);
    const random = new Random(4711);
    this.hasManyTokens = hasManyTokens(this.game.marking);
    this.weights = Int32Array.from(this.game.marking, () => random.between(-0x8000_0000, 0x7fff_ffff));
  }

  /** Walks until all targets are found, and at least once. Throws `LimitExceeded` when the time is up. */
  search(targets: readonly Target[], options: WalkOptions): void {
    const open = new Set(targets);
    const random = new Random(options.seed);
    const letters = new LettersAlong(targets);
    while (open.size > 0) {
      const [shortest, longest] = this.isInRows ? [SHORTEST_IN_ROWS, LONGEST_IN_ROWS] : [SHORTEST, LONGEST];
      const cap = Math.min(longest, MOST_NUMBERS / (this.model.variables.length + 1));
      const length = Math.max(1, Math.min(cap, shortest * 2 ** Math.floor(this.walks / 3)));
      this.walk(open, letters, { random, length }, options);
      this.walks++;
    }
  }

  private walk(
    open: Set<Target>,
    letters: LettersAlong,
    { random, length }: { readonly random: Random; readonly length: number },
    options: WalkOptions,
  ): void {
    const { game } = this;
    const { stopwatch, deadlock, onFound } = options;
    game.restart();
    const path: number[] = [];
    letters.begin(game.marking);
    const found = (target: Target, lasso: StateLasso): void => {
      if (onFound(target, lasso)) open.delete(target);
    };
    let judged = 0;
    const judge = (cycle: Cycle): void => {
      if (judged++ >= MOST_JUDGED) return;
      for (const target of open) {
        stopwatch.look();
        const word = { prefix: letters.upTo(target, cycle.from), cycle: this.lettersOf(target, letters, cycle) };
        if (target.isViolation(word))
          found(target, lassoOfSteps(this.model, game, { prefix: path.slice(0, cycle.from), cycle: cycle.steps }));
      }
    };
    const seen = new Map<number, number>([[0, 0]]);
    let hash = 0;
    const stride = Math.max(1, Math.floor(length / STOPS));
    while (path.length < length && open.size > 0) {
      stopwatch.tick();
      if (game.enabled.count === 0) {
        if (deadlock === 'repeats') judge({ from: path.length, steps: [] });
        break;
      }
      if (path.length % stride === 0) for (const steps of this.returns(random)) judge({ from: path.length, steps });
      const t = this.pick(random, path.at(-1));
      if (game.fire(t) === false) return; // a fault of the model, which a search meets too
      this.fired[t]++;
      this.steps++;
      path.push(t);
      game.forEachChange(t, (place, delta) => (hash = (hash + Math.imul(delta, this.weights[place])) | 0));
      letters.add(game.marking, (visit) => game.forEachChange(t, visit));
      const before = seen.get(hash);
      if (before !== undefined && this.comesBack(path, before)) judge({ from: before, steps: path.slice(before) });
      seen.set(hash, path.length);
    }
    for (const target of open) {
      stopwatch.look();
      const lost = target.lostAfter?.(letters.upTo(target, path.length + 1), stopwatch) ?? null;
      if (lost !== null) found(target, pathOfSteps(this.model, game, path.slice(0, lost - 1 + AFTERWARDS)));
    }
  }

  /** Whether this walk fires transitions many times in a row. */
  private get isInRows(): boolean {
    return this.hasManyTokens && this.walks % 4 === 3;
  }

  /** Now one that fired least, now any; where tokens are many, now and then the last one again, for rows of all lengths. */
  private pick(random: Random, last: number | undefined): number {
    const { enabled } = this.game;
    if (this.isInRows) {
      if (last !== undefined && this.again-- > 0 && enabled.has(last)) return last;
      this.again = 2 ** random.below(14);
    }
    if (this.walks % 2 === 0) return leastFired(this.game, this.fired, random);
    return enabled.members[random.below(enabled.count)];
  }

  /** Whether the steps since then change nothing together; hashes alone prove nothing. */
  private comesBack(path: readonly number[], since: number): boolean {
    const change = new Map<number, number>();
    for (let i = since; i < path.length; i++) {
      this.game.forEachChange(path[i], (place, delta) => change.set(place, (change.get(place) ?? 0) + delta));
    }
    for (const delta of change.values()) if (delta !== 0) return false;
    return true;
  }

  /** Short ways from the present marking back to it, and all of them one after the other; the marking is as before. */
  private returns(random: Random): (readonly number[])[] {
    const found: (readonly number[])[] = [];
    for (let i = 0; i < TRIES; i++) {
      const steps = this.wayBack(random);
      if (steps !== null) found.push(steps);
    }
    return found.length > 1 ? [...found, found.flat()] : found;
  }

  private wayBack(random: Random): readonly number[] | null {
    const { game } = this;
    const steps: number[] = [];
    /** What places have more, or less, than at the beginning. */
    const balance = new Map<number, number>();
    const step = (t: number): boolean => {
      if (game.fire(t) === false) return false;
      steps.push(t);
      game.forEachChange(t, (place, delta) => {
        const now = (balance.get(place) ?? 0) + delta;
        if (now === 0) balance.delete(place);
        else balance.set(place, now);
      });
      return true;
    };
    let next: number | null = game.enabled.members[random.below(game.enabled.count)];
    while (next !== null && steps.length < LONGEST_RETURN && step(next) && balance.size > 0) {
      next = this.nextBack(random, balance);
    }
    for (let i = steps.length - 1; i >= 0; i--) game.unfire(steps[i]);
    return steps.length > 0 && balance.size === 0 ? steps : null;
  }

  /** An enabled transition that takes from where there is too much; mostly one that leaves the least difference. */
  private nextBack(random: Random, balance: ReadonlyMap<number, number>): number | null {
    let best: number | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const [place, more] of balance) {
      if (more <= 0) continue;
      this.game.forEachEnabledAt(place, (t) => {
        let difference = random.chance(0.2) ? -2 : 0;
        let takes = false;
        this.game.forEachChange(t, (changed, delta) => {
          const now = balance.get(changed) ?? 0;
          difference += Math.abs(now + delta) - Math.abs(now);
          takes ||= changed === place && delta < 0;
        });
        difference += random.unit();
        if (!takes || difference >= least) return;
        best = t;
        least = difference;
      });
    }
    return best;
  }

  private lettersOf(target: Target, letters: LettersAlong, { from, steps }: Cycle): Word['cycle'] {
    if (steps.length === 0) return [letters.at(target, from)];
    // A part of the walk itself, or a way back from its end.
    if (from + steps.length <= letters.length - 1) return letters.between(target, from, from + steps.length);
    const { game } = this;
    const marking = game.marking.slice();
    const found = steps.map((t) => {
      const letter = letters.of(target, marking);
      game.forEachChange(t, (place, delta) => (marking[place] += delta));
      return letter;
    });
    return found;
  }
}
