// Nets with infinitely many states. There is no end to a diagram of them, nor to a list, unless the obligations are met soon; but facts, or rules that
// certificates do without, may have decided the formula at once.
import { LimitExceeded } from '../diagnostics/limit.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Model } from '../models/model.ts';
import { isNetModel, type NetModel } from '../models/petri/net-model.ts';

/** The markings that are looked at: bounded nets without invariants should not pay much for it. */
const MOST_MARKINGS = 500;

/** Whether a short search shows that the model, which has been analysed, has infinitely many states. */
export function isInfinite(model: Model, stopwatch: Stopwatch): boolean {
  if (!isNetModel(model) || model.variables.every(({ upper }) => upper !== null)) return false;
  return new Growth(model, stopwatch).isFound();
}

export function infinitelyMany(): LimitExceeded {
  return new LimitExceeded('states', 'there are infinitely many states');
}

/**
 * A depth-first search for a marking that exceeds one on the way to it [Mur89, coverability tree]: what led there can be done again and again, since more tokens disable
 * nothing. Where they might, in places that inhibit or have a capacity, the two must agree.
 */
class Growth {
  private readonly model: NetModel;
  private readonly stopwatch: Stopwatch;
  private readonly mayHinder: readonly boolean[];
  private readonly seen = new Set<string>();
  /** The markings on the way, and those that are left to go on to from each. */
  private readonly path: { readonly marking: Int32Array; readonly next: Int32Array[] }[] = [];

  constructor(model: NetModel, stopwatch: Stopwatch) {
    this.model = model;
    this.stopwatch = stopwatch;
    const { places, transitions } = model.net;
    const inhibiting = new Set(transitions.flatMap(({ inhibitors }) => inhibitors.map(({ place }) => place)));
    this.mayHinder = places.map(({ capacity }, place) => capacity !== null || inhibiting.has(place));
  }

  isFound(): boolean {
    for (const initial of this.model.initialStates()) this.enter(Int32Array.from(initial));
    while (this.path.length > 0 && this.seen.size < MOST_MARKINGS) {
      const marking = this.path[this.path.length - 1].next.pop();
      if (marking === undefined) this.path.pop();
      else if (!this.seen.has(marking.join())) {
        if (this.path.some(({ marking: earlier }) => this.exceeds(marking, earlier))) return true;
        this.enter(marking);
      }
    }
    return false;
  }

  private enter(marking: Int32Array): void {
    this.stopwatch.tick();
    this.seen.add(marking.join());
    const next: Int32Array[] = [];
    this.model.successors(marking, (target) => void next.push(Int32Array.from(target)));
    this.path.push({ marking, next });
  }

  private exceeds(later: Int32Array, earlier: Int32Array): boolean {
    return later.every((tokens, place) => {
      return this.mayHinder[place] ? tokens === earlier[place] : tokens >= earlier[place];
    });
  }
}
