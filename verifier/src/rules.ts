// Nets made smaller by rules that a certificate names. The condition of each rule is checked here, so that every execution of the net has one
// of the smaller net with the same letters, up to repetitions where steps are joined (docs/certificates.md has the proofs).
//
//     ["implicit", p, v, [[q, y], …]]   place p never hinders: v · p - Σ y · q never falls, and is large enough
//     ["dead", t, [[q, y], …]]          Σ y · q never rises, and t would need more
//     ["like", t, u]                    u does the same as t, and can whenever t can
//     ["post", p]                       whoever fills p is followed at once by one of those that empty it, which need nothing else
//     ["pre", p]                        those that fill p, which do nothing else, wait for whoever empties it
//
// Places keep their numbers: what is removed is empty, and no arc leads there. A transition made of two comes behind all others.

import { refuseUnless } from './model.ts';
import { change, MOST, NetModel, type Place, type Transition, touched } from './petri.ts';

/** The model after the rules. Places that the formula has seen stay as they are; steps are joined unless the formula has X. */
export function applyRules(model: NetModel, log: readonly unknown[], steps: 'joined' | 'as they are'): NetModel {
  const net = new Reduction(model);
  for (const rule of log) {
    refuseUnless(Array.isArray(rule), 'a rule is damaged');
    const [name, first, second, third] = rule;
    if (name === 'implicit') net.implicit(first, second, weighted(third));
    else if (name === 'dead') net.dead(first, weighted(second));
    else if (name === 'like') net.like(first, second);
    else net.join(steps === 'joined' ? name : '', first);
  }
  return new NetModel(net.places, net.alive());
}

/** Sums of so many weights, each up to this number, times tokens are exact. */
const MOST_WEIGHTS = 1000;

/** Places with their weights, which are not negative. */
type Weights = ReadonlyMap<number, number>;

function weighted(list: unknown): Weights {
  const isWeight = (n: unknown): boolean => Number.isInteger(n) && (n as number) >= 0 && (n as number) <= MOST_WEIGHTS;
  const isWell = Array.isArray(list) && list.length <= MOST_WEIGHTS;
  refuseUnless(isWell && list.every((one) => Array.isArray(one) && isWeight(one[1])), 'a witness is damaged');
  return new Map(list as [number, number][]);
}

class Reduction {
  readonly places: Place[];
  /** Null for those that are gone. */
  private readonly transitions: (Transition | null)[];
  /** Places that the formula, an inhibitor or a capacity looks at. */
  private readonly seen: ReadonlySet<number>;

  constructor({ places, transitions, seen }: NetModel) {
    this.places = [...places];
    this.transitions = transitions.map((one) => {
      return { ...one, inputs: new Map(one.inputs), outputs: new Map(one.outputs) };
    });
    const limited = [...places.keys()].filter((p) => places[p].capacity !== null);
    this.seen = new Set([...seen, ...limited, ...transitions.flatMap(({ inhibitors }) => [...inhibitors.keys()])]);
  }

  implicit(place: number, factor: number, weights: Weights): void {
    this.refuseUnlessHidden(place);
    const isWell = Number.isInteger(factor) && factor > 0 && factor <= MOST_WEIGHTS && !weights.has(place);
    refuseUnless(isWell, 'the witness of an implicit place is none');
    const rest = (of: (p: number) => number): number => factor * of(place) - this.total(weights, of);
    for (const one of this.alive()) {
      const needs = (p: number): number => one.inputs.get(p) ?? 0;
      const suffices = needs(place) === 0 || rest(needs) <= rest((p) => this.places[p].initial);
      refuseUnless(rest((p) => change(one, p)) >= 0 && suffices, `the place ${this.places[place].id} may hinder`);
    }
    for (const { inputs, outputs } of this.alive()) for (const arcs of [inputs, outputs]) arcs.delete(place);
    this.places[place] = { ...this.places[place], initial: 0 };
  }

  dead(number: number, weights: Weights): void {
    const { inputs, id } = this.transition(number);
    const falls = this.alive().every((one) => this.total(weights, (p) => change(one, p)) <= 0);
    const lacks = this.total(weights, (p) => this.places[p].initial - (inputs.get(p) ?? 0)) < 0;
    refuseUnless(falls && lacks, `the transition ${id} may fire`);
    this.transitions[number] = null;
  }

  like(number: number, other: number): void {
    const [gone, kept] = [this.transition(number), this.transition(other)];
    const isSame = this.places.every((_, p) => change(gone, p) === change(kept, p));
    const needsLess = [...kept.inputs].every(([p, weight]) => weight <= (gone.inputs.get(p) ?? 0));
    const isAsFree = [...kept.inhibitors].every(([p, below]) => (gone.inhibitors.get(p) ?? Infinity) <= below);
    refuseUnless(gone !== kept && isSame && needsLess && isAsFree, `${gone.id} is not like ${kept.id}`);
    this.transitions[number] = null;
  }

  /** Joins each transition that fills the place with each that empties it. */
  join(way: string, place: number): void {
    refuseUnless(way === 'post' || way === 'pre', 'a rule is not known, or not for this formula');
    this.refuseUnlessHidden(place);
    const at = this.alive().filter((one) => touched(one).includes(place));
    const [fill, empty] = [at.filter((one) => one.outputs.has(place)), at.filter((one) => !one.outputs.has(place))];
    const isPlain = this.places[place].initial === 0 && fill.length > 0 && empty.length > 0;
    const isOne = at.every(({ inputs, outputs }) => (inputs.get(place) ?? 0) + (outputs.get(place) ?? 0) === 1);
    const mayMove = way === 'post' ? empty.every((f) => this.mayFollow(f)) : fill.every((h) => this.mayWait(h, fill));
    refuseUnless(isPlain && isOne && mayMove, `the steps at ${this.places[place].id} cannot be joined`);
    for (const one of at) this.transitions[this.transitions.indexOf(one)] = null;
    for (const h of fill)
      for (const f of empty) this.transitions.push(this.joined(way === 'post' ? h : f, h, f, place));
  }

  /** The transition needs one place alone, and what it does can be done earlier: nobody sees it, and nobody is hindered. */
  private mayFollow({ inputs, outputs, inhibitors }: Transition): boolean {
    return inputs.size === 1 && inhibitors.size === 0 && [...outputs.keys()].every((p) => !this.seen.has(p));
  }

  /** The transition fills one place alone, and what it does can be done later: nobody sees it, and nobody else wants what it takes. */
  private mayWait({ inputs, outputs, inhibitors }: Transition, fill: readonly Transition[]): boolean {
    const isOwn = (p: number): boolean => this.alive().every((one) => !one.inputs.has(p) || fill.includes(one));
    const isWell = inputs.size > 0 && outputs.size === 1 && inhibitors.size === 0;
    return isWell && [...inputs.keys()].every((p) => !this.seen.has(p) && isOwn(p));
  }

  /** One transition that does what both do, and is inhibited as `like` is. */
  private joined(like: Transition, fill: Transition, empty: Transition, place: number): Transition {
    const [inputs, outputs] = (['inputs', 'outputs'] as const).map((kind) => {
      const sum = new Map(fill[kind]);
      for (const [p, weight] of empty[kind]) sum.set(p, (sum.get(p) ?? 0) + weight);
      refuseUnless(Math.max(0, ...sum.values()) <= MOST, 'joined steps have an arc of a weight above 2^31 - 1');
      sum.delete(place);
      return sum;
    });
    return { ...like, id: `#${this.transitions.length}`, inputs, outputs };
  }

  private refuseUnlessHidden(place: number): void {
    const isHidden = this.isPlace(place) && !this.seen.has(place);
    refuseUnless(isHidden, 'a rule takes a place away that is needed');
  }

  private isPlace(place: number): boolean {
    return Number.isInteger(place) && this.places[place] !== undefined;
  }

  private transition(number: number): Transition {
    const found = (Number.isInteger(number) && this.transitions[number]) || null;
    refuseUnless(found !== null, 'a rule names a transition that is not there');
    return found;
  }

  alive(): Transition[] {
    return this.transitions.filter((one) => one !== null);
  }

  private total(weights: Weights, of: (place: number) => number): number {
    const areThere = [...weights.keys()].every((q) => this.isPlace(q));
    refuseUnless(areThere, 'a witness names a place that is not there');
    return [...weights].reduce((sum, [q, weight]) => sum + weight * of(q), 0);
  }
}
