// The token game of a net, step by step and back: which transitions are enabled is kept up to date, so that a step costs what it touches and not
// the size of the net.
import type { Random } from '../../base/random.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Model } from '../model.ts';
import { MAX_TOKENS } from './net.ts';

/** The conditions and changes of a model of tokens in flat arrays, and the way from a place to the conditions on it. */
export class TokenGame {
  /** The present marking; changed by `fire` and `unfire` alone. */
  readonly marking: Int32Array;
  readonly enabled: EnabledSet;
  readonly transitionCount: number;
  private readonly initial: Int32Array;
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
  /** Conditions of each transition that are not met. */
  private readonly unmet: Int32Array;

  /** At the initial marking. Throws `LimitExceeded`. */
  constructor(model: Model, stopwatch: Stopwatch) {
    const { groups, variables } = model;
    [this.initial] = model.initialStates();
    this.marking = this.initial.slice();
    this.transitionCount = groups.length;
    this.enabled = new EnabledSet(groups.length);
    this.unmet = new Int32Array(groups.length);
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
    this.restart();
  }

  /** Arcs, as it were: conditions and changes together. */
  get size(): number {
    return this.owner.length + this.delta.length;
  }

  /** Back to the initial marking. */
  restart(): void {
    this.marking.set(this.initial);
    this.unmet.fill(0);
    this.enabled.clear();
    for (let k = 0; k < this.owner.length; k++) {
      const tokens = this.marking[this.conditionPlace[k]];
      if (tokens < this.atLeast[k] || tokens >= this.below[k]) this.unmet[this.owner[k]]++;
    }
    for (let t = 0; t < this.unmet.length; t++) if (this.unmet[t] === 0) this.enabled.add(t);
  }

  /** Fires an enabled transition; gives the work that it was. False, and nothing done, where a place would overflow: a fault of the model. */
  fire(transition: number): number | false {
    for (let c = this.changeStart[transition]; c < this.changeStart[transition + 1]; c++) {
      if (this.marking[this.changePlace[c]] + this.delta[c] > MAX_TOKENS) return false;
    }
    return this.move(transition, 1);
  }

  /** Takes back the last step. */
  unfire(transition: number): void {
    this.move(transition, -1);
  }

  forEachChange(transition: number, visit: (place: number, delta: number) => void): void {
    for (let c = this.changeStart[transition]; c < this.changeStart[transition + 1]; c++) {
      visit(this.changePlace[c], this.delta[c]);
    }
  }

  /** The enabled transitions with a condition on the place. */
  forEachEnabledAt(place: number, visit: (transition: number) => void): void {
    for (let k = this.watcherStart[place]; k < this.watcherStart[place + 1]; k++) {
      const t = this.owner[this.watchers[k]];
      if (this.unmet[t] === 0) visit(t);
    }
  }

  private move(transition: number, direction: 1 | -1): number {
    let work = 1;
    for (let c = this.changeStart[transition]; c < this.changeStart[transition + 1]; c++) {
      work += this.change(this.changePlace[c], direction * this.delta[c]);
    }
    return work;
  }

  /** Changes the tokens of a place, and what that enables and disables; gives the work. */
  private change(place: number, delta: number): number {
    const before = this.marking[place];
    const after = before + delta;
    this.marking[place] = after;
    const end = this.watcherStart[place + 1];
    for (let k = this.watcherStart[place]; k < end; k++) {
      const condition = this.watchers[k];
      const wasMet = before >= this.atLeast[condition] && before < this.below[condition];
      const isMet = after >= this.atLeast[condition] && after < this.below[condition];
      if (wasMet === isMet) continue;
      const t = this.owner[condition];
      this.unmet[t] += isMet ? -1 : 1;
      if (this.unmet[t] === 0) this.enabled.add(t);
      else this.enabled.remove(t);
    }
    return 1 + end - this.watcherStart[place];
  }
}

/** From so many tokens in a place on, walks fire transitions many times in a row: one step at a time never moves that many. */
const MANY_TOKENS = 20;

export function hasManyTokens(marking: Int32Array): boolean {
  return marking.some((tokens) => tokens >= MANY_TOKENS);
}

/** Enabled transitions that are compared. */
const PICKS = 3;

/** Of some enabled transitions, of which there must be one, that which fired least. */
export function leastFired({ enabled }: TokenGame, fired: Float64Array, random: Random): number {
  let best = enabled.members[random.below(enabled.count)];
  for (let i = 1; i < PICKS; i++) {
    const other = enabled.members[random.below(enabled.count)];
    if (fired[other] < fired[best]) best = other;
  }
  return best;
}

class EnabledSet {
  /** The first `count` are those in the set. */
  readonly members: Int32Array;
  private readonly position: Int32Array;
  count = 0;

  constructor(size: number) {
    this.members = new Int32Array(size);
    this.position = new Int32Array(size).fill(-1);
  }

  has(member: number): boolean {
    return this.position[member] !== -1;
  }

  add(member: number): void {
    if (this.has(member)) return;
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

  clear(): void {
    for (let i = 0; i < this.count; i++) this.position[this.members[i]] = -1;
    this.count = 0;
  }
}
