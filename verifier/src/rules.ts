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
import { MOST, NetModel, type Place, type Transition } from './petri.ts';
import { refuseUnless } from './problem.ts';

/** The model after the rules. Places that are `seen` stay as they are; steps are joined unless the formula has X. */
export function applyRules(
  model: NetModel,
  log: readonly unknown[],
  seen: ReadonlySet<number>,
  steps: 'joined' | 'as they are',
): NetModel {
  const net = new Reduction(model, seen);
  for (const rule of log) {
    refuseUnless(Array.isArray(rule), 'a rule is damaged');
    const [name, first, second, third] = rule;
    if (name === 'implicit') net.implicit(first, second, third);
    else if (name === 'dead') net.dead(first, second);
    else if (name === 'like') net.like(first, second);
    else {
      refuseUnless(
        (name === 'post' || name === 'pre') && steps === 'joined',
        `the rule ${name} is not known, or not for this formula`,
      );
      net.join(name, first);
    }
  }
  return net.result();
}

/** Sums of so many weights, each up to this number, times tokens are exact. */
const MOST_WEIGHTS = 1000;

class Reduction {
  private readonly places: Place[];
  /** Null for those that are gone. */
  private readonly transitions: (Transition | null)[];
  /** Places that the formula or an inhibitor looks at. */
  private readonly seen: ReadonlySet<number>;

  constructor(model: NetModel, seen: ReadonlySet<number>) {
    this.places = [...model.places];
    this.transitions = model.transitions.map((one) => ({
      ...one,
      inputs: new Map(one.inputs),
      outputs: new Map(one.outputs),
    }));
    this.seen = new Set([...seen, ...model.transitions.flatMap(({ inhibitors }) => [...inhibitors.keys()])]);
  }

  result(): NetModel {
    return new NetModel(this.places, this.alive());
  }

  implicit(place: number, factor: number, weights: unknown): void {
    this.refuseUnlessHidden(place);
    const sum = weighted(weights);
    const isWell = Number.isInteger(factor) && factor > 0 && factor <= MOST_WEIGHTS && !sum.has(place);
    refuseUnless(isWell, 'the witness of an implicit place is none');
    const total = this.total(sum);
    const slack = factor * this.places[place].initial - total((q) => this.places[q].initial);
    for (const one of this.alive()) {
      const rises = factor * change(one, place) >= total((q) => change(one, q));
      const needed = one.inputs.get(place) ?? 0;
      const suffices = needed === 0 || factor * needed <= total((q) => one.inputs.get(q) ?? 0) + slack;
      refuseUnless(rises && suffices, `the place ${this.places[place].id} may hinder`);
      one.inputs.delete(place);
      one.outputs.delete(place);
    }
    this.places[place] = { ...this.places[place], initial: 0 };
  }

  dead(number: number, weights: unknown): void {
    const { inputs, id } = this.transition(number);
    const total = this.total(weighted(weights));
    const falls = this.alive().every((one) => total((q) => change(one, q)) <= 0);
    const lacks = total((q) => this.places[q].initial) < total((q) => inputs.get(q) ?? 0);
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
  join(way: 'post' | 'pre', place: number): void {
    this.refuseUnlessHidden(place);
    const { id, initial } = this.places[place];
    const numbers = this.transitions.flatMap((one, i) => (one !== null && touches(one, place) ? [i] : []));
    const [fill, empty] = [true, false].map((fills) => {
      return numbers.map((i) => this.transition(i)).filter(({ outputs }) => outputs.has(place) === fills);
    });
    const isPlain = initial === 0 && fill.length > 0 && empty.length > 0;
    const isOne = ({ inputs, outputs }: Transition): boolean =>
      (inputs.get(place) ?? 0) + (outputs.get(place) ?? 0) === 1;
    const mayMove = way === 'post' ? empty.every((f) => this.mayFollow(f)) : fill.every((h) => this.mayWait(h, fill));
    refuseUnless(isPlain && [...fill, ...empty].every(isOne) && mayMove, `the steps at ${id} cannot be joined`);
    for (const i of numbers) this.transitions[i] = null;
    for (const h of fill)
      for (const f of empty) this.transitions.push({ ...joined(way, h, f, place), id: `#${this.transitions.length}` });
  }

  /** The transition needs one place alone, and what it does can be done earlier: nobody sees it, and nobody is hindered. */
  private mayFollow({ inputs, outputs, inhibitors }: Transition): boolean {
    return inputs.size === 1 && inhibitors.size === 0 && [...outputs.keys()].every((p) => this.isHidden(p));
  }

  /** The transition fills one place alone, and what it does can be done later: nobody sees it, and nobody else wants what it takes. */
  private mayWait({ inputs, outputs, inhibitors }: Transition, fill: readonly Transition[]): boolean {
    const isOwn = (p: number): boolean => this.alive().every((one) => !one.inputs.has(p) || fill.includes(one));
    const isWell = inputs.size > 0 && outputs.size === 1 && inhibitors.size === 0;
    return isWell && [...inputs.keys()].every((p) => this.isHidden(p) && isOwn(p));
  }

  /** Whether neither the formula nor an inhibitor nor a capacity looks at the place. */
  private isHidden(place: number): boolean {
    return this.places[place].capacity === null && !this.seen.has(place);
  }

  private isPlace(place: unknown): boolean {
    return Number.isInteger(place) && this.places[place as number] !== undefined;
  }

  private refuseUnlessHidden(place: number): void {
    refuseUnless(this.isPlace(place) && this.isHidden(place), 'a rule takes a place away that is needed');
  }

  private transition(number: number): Transition {
    const found = (Number.isInteger(number) && this.transitions[number]) || null;
    refuseUnless(found !== null, 'a rule names a transition that is not there');
    return found;
  }

  private alive(): Transition[] {
    return this.transitions.filter((one) => one !== null);
  }

  private total(weights: ReadonlyMap<number, number>): (of: (place: number) => number) => number {
    refuseUnless(
      [...weights.keys()].every((q) => this.isPlace(q)),
      'a witness names a place that is not there',
    );
    return (of) => [...weights].reduce((sum, [q, weight]) => sum + weight * of(q), 0);
  }
}

/** Places with their weights, which are not negative. */
function weighted(list: unknown): ReadonlyMap<number, number> {
  const isWeight = (n: unknown): boolean => Number.isInteger(n) && (n as number) >= 0 && (n as number) <= MOST_WEIGHTS;
  const isWell =
    Array.isArray(list) && list.length <= MOST_WEIGHTS && list.every((one) => Array.isArray(one) && isWeight(one[1]));
  refuseUnless(isWell, 'a witness is damaged');
  return new Map(list as [number, number][]);
}

function touches({ inputs, outputs }: Transition, place: number): boolean {
  return inputs.has(place) || outputs.has(place);
}

function change({ inputs, outputs }: Transition, place: number): number {
  return (outputs.get(place) ?? 0) - (inputs.get(place) ?? 0);
}

/** One transition that does what both do. */
function joined(way: 'post' | 'pre', fill: Transition, empty: Transition, place: number): Transition {
  const sum = (a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): Map<number, number> => {
    const all = new Map(a);
    for (const [p, weight] of b) all.set(p, (all.get(p) ?? 0) + weight);
    const isWell = [...all.values()].every((weight) => weight <= MOST);
    refuseUnless(isWell, 'steps that are joined have an arc of a weight above 2^31 - 1');
    all.delete(place);
    return all;
  };
  const { inhibitors } = way === 'post' ? fill : empty;
  return {
    ...fill,
    inputs: sum(fill.inputs, empty.inputs),
    outputs: sum(fill.outputs, empty.outputs),
    inhibitors,
  };
}
