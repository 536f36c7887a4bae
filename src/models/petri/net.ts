// A place/transition net as data: what the readers build, the writers print and `net-model.ts` turns into a model.
//
// Weights, markings and capacities are whole numbers up to 2^31 - 1. Arcs of one transition on the same place are merged
// by the builder, so that every consumer sees each place at most once on each side.
import { invariant } from '../../base/assert.ts';
import { StringTable } from '../../base/intern.ts';

/** Up to this many arcs are compared one by one. */
const FEW_ARCS = 8;

/** The largest weight, marking and capacity. */
export const MAX_TOKENS = 0x7fff_ffff;

export interface Place {
  /** Unique among the places. */
  readonly id: string;
  /** As its author calls it; often the id, not always unique. */
  readonly name: string;
  readonly initial: number;
  /** The place never holds more: a firing that would exceed it is disabled. Null when there is no capacity. */
  readonly capacity: number | null;
  /** A bound that the file promises, which may be wrong: a first guess, never relied on; null where there is none. */
  readonly promised: number | null;
  /** Module or level number of the textual format; without meaning for behaviour. */
  readonly level: number | null;
}

/** `weight` tokens taken from or put into `place`; positive. */
export interface Arc {
  readonly place: number;
  readonly weight: number;
}

/** The transition is enabled only while `place` holds fewer than `below` tokens. */
export interface InhibitorArc {
  readonly place: number;
  readonly below: number;
}

export interface Transition {
  /** Unique among the transitions. */
  readonly id: string;
  readonly name: string;
  readonly inputs: readonly Arc[];
  readonly outputs: readonly Arc[];
  readonly inhibitors: readonly InhibitorArc[];
}

/** The instances that a node of a coloured net was unfolded into: what its own id stands for in formulas. */
export interface Families {
  readonly places: ReadonlyMap<string, readonly number[]>;
  readonly transitions: ReadonlyMap<string, readonly number[]>;
  readonly unmade: UnmadeInstances;
  /**
   * The class of each place: what transitions can do depends only on how many tokens the places of a class hold together, as far as one
   * instance of a transition is as good as another. Null where each place has its own.
   */
  readonly alike: readonly number[] | null;
}

/** Recognises the instances that a net was not given: places that are never marked, transitions that never fire or are like another. */
export interface UnmadeInstances {
  /** Whether a place that the net does not have is an instance of a coloured one. */
  isPlace(name: string): boolean;
  /** The id of the instance that a transition is like, which is itself when it never fires; null when there is no such instance. */
  likeOf(transition: string): string | null;
}

export interface Net {
  readonly name: string;
  readonly places: readonly Place[];
  readonly transitions: readonly Transition[];
  /** Present for nets unfolded from coloured ones. */
  readonly families: Families | null;
}

/** What a place may be given besides its id. */
export interface PlaceOptions {
  readonly name?: string;
  readonly initial?: number;
  readonly capacity?: number | null;
  readonly promised?: number | null;
  readonly level?: number | null;
}

/** The surroundings of a transition; arcs may repeat a place. */
export interface TransitionOptions {
  readonly name?: string;
  readonly inputs?: readonly Arc[];
  readonly outputs?: readonly Arc[];
  readonly inhibitors?: readonly InhibitorArc[];
}

/** Collects places and transitions; ids must be new (`hasPlace`, `hasTransition`), numbers within range. */
export class NetBuilder {
  private readonly placeIds = new StringTable();
  private readonly transitionIds = new StringTable();
  private readonly places: Place[] = [];
  private readonly transitions: Transition[] = [];

  /** Adds a place and returns its number. */
  place(id: string, options: PlaceOptions = {}): number {
    invariant(this.placeIds.indexOf(id) === -1, `place ${id} is added twice`);
    const { name = id, initial = 0, capacity = null, promised = null, level = null } = options;
    invariant(isTokenCount(initial) && isTokenCount(capacity ?? 0), `numbers of place ${id} are out of range`);
    this.places.push({ id, name, initial, capacity, promised, level });
    return this.placeIds.intern(id);
  }

  /** Adds a transition and returns its number. */
  transition(id: string, options: TransitionOptions = {}): number {
    invariant(this.transitionIds.indexOf(id) === -1, `transition ${id} is added twice`);
    const { name = id, inputs = [], outputs = [], inhibitors = [] } = options;
    this.transitions.push({
      id,
      name,
      inputs: mergeArcs(inputs),
      outputs: mergeArcs(outputs),
      inhibitors: mergeInhibitors(inhibitors),
    });
    return this.transitionIds.intern(id);
  }

  /** A transition that takes one token from each of `from` and puts one into each of `to`, by place ids. */
  move(id: string, from: readonly string[], to: readonly string[]): number {
    const arc = (place: string): Arc => ({ place: this.placeNamed(place), weight: 1 });
    return this.transition(id, { inputs: from.map(arc), outputs: to.map(arc) });
  }

  /** The number of a place, or -1. */
  placeNumber(id: string): number {
    return this.placeIds.indexOf(id);
  }

  hasTransition(id: string): boolean {
    return this.transitionIds.indexOf(id) !== -1;
  }

  get placeCount(): number {
    return this.places.length;
  }

  build(name: string, families: Families | null = null): Net {
    return { name, places: this.places, transitions: this.transitions, families };
  }

  private placeNamed(id: string): number {
    const place = this.placeIds.indexOf(id);
    invariant(place !== -1, `no place ${id}`);
    return place;
  }
}

/** A whole number that a place can hold. */
export function isTokenCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MAX_TOKENS;
}

/** The arcs with one for each place; the same list where that is so already. */
export function mergeArcs(arcs: readonly Arc[]): readonly Arc[] {
  if (arcs.length < 2 || (arcs.length <= FEW_ARCS && areDistinct(arcs))) return arcs;
  const weights = new Map<number, number>();
  for (const { place, weight } of arcs) weights.set(place, (weights.get(place) ?? 0) + weight);
  if (weights.size === arcs.length) return arcs;
  return [...weights].map(([place, weight]) => ({ place, weight }));
}

function areDistinct(arcs: readonly Arc[]): boolean {
  for (let i = 1; i < arcs.length; i++) {
    for (let k = 0; k < i; k++) if (arcs[k].place === arcs[i].place) return false;
  }
  return true;
}

/** The arcs with one for each place, which has the lowest of its thresholds. */
export function mergeInhibitors(arcs: readonly InhibitorArc[]): readonly InhibitorArc[] {
  if (arcs.length < 2) return arcs;
  const thresholds = new Map<number, number>();
  for (const { place, below } of arcs) thresholds.set(place, Math.min(thresholds.get(place) ?? below, below));
  return [...thresholds].map(([place, below]) => ({ place, below }));
}
