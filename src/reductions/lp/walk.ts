// Short random walks through a net, to see what can happen before asking what cannot: a condition that was true and false needs no proof
// that it always is the one or the other. Transitions that fired least are preferred, so that the walks come around.
import { Random } from '../../base/random.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Model } from '../../models/model.ts';
import { MAX_TOKENS } from '../../models/petri/net.ts';

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
/** Enabled transitions among which the one that fired least is taken. */
const PICKS = 3;

/** Walks through a model of tokens; the same on every machine. Throws `LimitExceeded`. */
export function walkAround(model: Model, stopwatch: Stopwatch): Sightings {
  return new TokenGame(model, stopwatch).walk(stopwatch);
}

/** The conditions and changes of a net in flat arrays, and the way from a place to the conditions on it. */
class TokenGame {
  private readonly initial: Int32Array;
  private readonly conditionStart: Int32Array;
  private readonly conditionPlace: Int32Array;
  private readonly atLeast: Float64Array;
  private readonly below: Float64Array;
  private readonly changeStart: Int32Array;
  private readonly changePlace: Int32Array;
  private readonly delta: Float64Array;
  private readonly watcherStart: Int32Array;
  /** Conditions on each place, and the transition of each condition. */
  private readonly watchers: Int32Array;
  private readonly owner: Int32Array;
  private readonly fired: Float64Array;

  constructor(model: Model, stopwatch: Stopwatch) {
    const { groups, variables } = model;
    [this.initial] = model.initialStates();
    this.fired = new Float64Array(groups.length);
    this.conditionStart = new Int32Array(groups.length + 1);
    this.changeStart = new Int32Array(groups.length + 1);
    const [conditionPlace, atLeast, below, owner]: number[][] = [[], [], [], []];
    const [changePlace, delta]: number[][] = [[], []];
    this.watcherStart = new Int32Array(variables.length + 1);
    for (const [t, { behaviour }] of groups.entries()) {
      stopwatch.tick();
      if (behaviour.kind !== 'tokens') continue;
      for (const condition of behaviour.conditions) {
        conditionPlace.push(condition.variable);
        atLeast.push(condition.atLeast);
        below.push(condition.below ?? Number.POSITIVE_INFINITY);
        owner.push(t);
        this.watcherStart[condition.variable + 1]++;
      }
      for (const change of behaviour.changes) {
        changePlace.push(change.variable);
        delta.push(change.delta);
      }
      this.conditionStart[t + 1] = conditionPlace.length;
      this.changeStart[t + 1] = changePlace.length;
    }
    this.conditionPlace = Int32Array.from(conditionPlace);
    this.atLeast = Float64Array.from(atLeast);
    this.below = Float64Array.from(below);
    this.owner = Int32Array.from(owner);
    this.changePlace = Int32Array.from(changePlace);
    this.delta = Float64Array.from(delta);
    for (let place = 0; place < variables.length; place++) this.watcherStart[place + 1] += this.watcherStart[place];
    this.watchers = new Int32Array(owner.length);
    const next = this.watcherStart.slice();
    for (let k = 0; k < owner.length; k++) this.watchers[next[this.conditionPlace[k]]++] = k;
  }

  walk(stopwatch: Stopwatch): Sightings {
    const random = new Random(1);
    const work = Math.min(MOST_WORK, BASE_WORK + WORK_PER_ARC * (this.owner.length + this.delta.length));
    const count = Math.max(WALKS, Math.min(MOST_MARKINGS, Math.floor(MOST_NUMBERS / (this.initial.length + 1))));
    const markings = [this.initial.slice()];
    for (let round = 0; round < WALKS; round++)
      this.walkOnce(random, stopwatch, { markings, every: work / count, work: work / WALKS });
    return { markings, fired: this.fired };
  }

  /** Keeps a marking whenever `every` work has been done. */
  private walkOnce(
    random: Random,
    stopwatch: Stopwatch,
    { markings, every, work }: { markings: Int32Array[]; every: number; work: number },
  ): void {
    const marking = this.initial.slice();
    const enabled = new EnabledSet(this.fired.length);
    const unmet = new Int32Array(this.fired.length);
    for (let k = 0; k < this.owner.length; k++) if (!this.isMet(k, marking)) unmet[this.owner[k]]++;
    for (let t = 0; t < unmet.length; t++) if (unmet[t] === 0) enabled.add(t);
    let done = 0;
    let kept = 0;
    while (enabled.count > 0 && done < work) {
      stopwatch.tick();
      const t = this.pick(enabled, random);
      this.fired[t]++;
      done++;
      for (let c = this.changeStart[t]; c < this.changeStart[t + 1]; c++) {
        const place = this.changePlace[c];
        if (marking[place] + this.delta[c] > MAX_TOKENS) return; // a fault of the model
        done += this.change(place, this.delta[c], { marking, unmet, enabled });
      }
      if (done < (kept + 1) * every) continue;
      kept = Math.floor(done / every);
      markings.push(marking.slice());
    }
    markings.push(marking);
  }

  private pick(enabled: EnabledSet, random: Random): number {
    let best = enabled.members[random.below(enabled.count)];
    for (let i = 1; i < PICKS; i++) {
      const other = enabled.members[random.below(enabled.count)];
      if (this.fired[other] < this.fired[best]) best = other;
    }
    return best;
  }

  /** Changes the tokens of a place, and what that enables and disables; gives the work. */
  private change(
    place: number,
    delta: number,
    { marking, unmet, enabled }: { marking: Int32Array; unmet: Int32Array; enabled: EnabledSet },
  ): number {
    const before = marking[place];
    const after = before + delta;
    marking[place] = after;
    const end = this.watcherStart[place + 1];
    for (let k = this.watcherStart[place]; k < end; k++) {
      const condition = this.watchers[k];
      const wasMet = before >= this.atLeast[condition] && before < this.below[condition];
      const isMet = after >= this.atLeast[condition] && after < this.below[condition];
      if (wasMet === isMet) continue;
      const t = this.owner[condition];
      unmet[t] += isMet ? -1 : 1;
      if (unmet[t] === 0) enabled.add(t);
      else enabled.remove(t);
    }
    return 1 + end - this.watcherStart[place];
  }

  private isMet(condition: number, marking: Int32Array): boolean {
    const tokens = marking[this.conditionPlace[condition]];
    return tokens >= this.atLeast[condition] && tokens < this.below[condition];
  }
}

class EnabledSet {
  readonly members: Int32Array;
  private readonly position: Int32Array;
  count = 0;

  constructor(size: number) {
    this.members = new Int32Array(size);
    this.position = new Int32Array(size).fill(-1);
  }

  add(member: number): void {
    if (this.position[member] !== -1) return;
    this.position[member] = this.count;
    this.members[this.count++] = member;
  }

  remove(member: number): void {
    const at = this.position[member];
    if (at === -1) return;
    const last = this.members[--this.count];
    this.members[at] = last;
    this.position[last] = at;
    this.position[member] = -1;
  }
}
