// Short random walks through a net, to see what can happen before asking what cannot: a condition that was true and false needs no proof
// that it always is the one or the other. Transitions that fired least are preferred, so that the walks come around.
import { Random } from '../../base/random.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Model } from '../../models/model.ts';
import { leastFired, TokenGame } from '../../models/petri/token-game.ts';

/** What was seen on the walks. */
export interface Sightings {
  /** Reachable markings, the initial one first. */
  readonly markings: readonly Int32Array[];
  /** How often each transition fired. */
  readonly fired: Float64Array;
}

/** How often a walk begins at the initial marking. */
const WALKS = 4;
/** What is done on all walks (changes of tokens, and looks at conditions): some for every net, more for each arc, up to a limit. */
const BASE_WORK = 10_000;
const WORK_PER_ARC = 50;
const MOST_WORK = 1_000_000;
/** Markings that are kept, and numbers in all of them. */
const MOST_MARKINGS = 600;
const MOST_NUMBERS = 1_000_000;

/** Walks through a model of tokens; the same on every machine. Throws `LimitExceeded`. */
export function walkAround(model: Model, stopwatch: Stopwatch): Sightings {
  const game = new TokenGame(model, stopwatch);
  const fired = new Float64Array(game.transitionCount);
  const random = new Random(1);
  const work = Math.min(MOST_WORK, BASE_WORK + WORK_PER_ARC * game.size);
  const count = Math.max(WALKS, Math.min(MOST_MARKINGS, Math.floor(MOST_NUMBERS / (game.marking.length + 1))));
  const markings = [game.marking.slice()];
  const walk = { game, fired, random, markings, every: work / count, work: work / WALKS };
  for (let round = 0; round < WALKS; round++) walkOnce(walk, stopwatch);
  return { markings, fired };
}

interface Walk {
  readonly game: TokenGame;
  readonly fired: Float64Array;
  readonly random: Random;
  readonly markings: Int32Array[];
  /** A marking is kept whenever so much work has been done. */
  readonly every: number;
  readonly work: number;
}

function walkOnce({ game, fired, random, markings, every, work }: Walk, stopwatch: Stopwatch): void {
  game.restart();
  let done = 0;
  let kept = 0;
  while (game.enabled.count > 0 && done < work) {
    stopwatch.tick();
    const t = leastFired(game, fired, random);
    const cost = game.fire(t);
    if (cost === false) return;
    fired[t]++;
    done += cost;
    if (done < (kept + 1) * every) continue;
    kept = Math.floor(done / every);
    markings.push(game.marking.slice());
  }
  markings.push(game.marking.slice());
}
