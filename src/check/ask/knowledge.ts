// What is known of a net so far, and what follows from it: markings that were seen say what can be, proofs what cannot. An answer is given when the
// two meet.

import type { NetModel } from '../../models/petri/net-model.ts';
import { type NetNode, placesOf, transitionsOf } from '../../models/petri/net-nodes.ts';
import { NetSightings, type TokenSum } from '../../models/petri/net-sightings.ts';
import type { LinearSum } from '../../reductions/lp/linear-sum.ts';
import type { ModelQuestion } from './question.ts';

/** What a technique may have decided. */
export type Decided = { readonly value: boolean | number; readonly node?: string } | null;

export class NetKnowledge {
  readonly model: NetModel;
  readonly places: readonly NetNode[];
  readonly transitions: readonly NetNode[];
  /** The sums that are asked for first, then one for each place where places are asked about. */
  readonly sums: readonly TokenSum[];
  readonly seen: NetSightings;
  /** Upper bounds of the sums. */
  readonly atMost: Float64Array;
  /** Places that always have as many tokens as at the beginning. */
  readonly stable = new Set<NetNode>();
  /** Places that do not, besides those that were seen so. */
  readonly changing = new Set<NetNode>();
  /** Transitions that can fire, besides those that were seen to; that never can; and one that some marking leaves behind for ever. */
  readonly firable = new Set<NetNode>();
  readonly dead = new Set<NetNode>();
  lost: NetNode | null = null;
  /** False once it is proved that every marking has a successor. */
  mayHaveDeadlock = true;
  /** Transitions that can fire again from every marking. */
  readonly live = new Set<NetNode>();
  private readonly firstPlace: number;

  constructor(model: NetModel, bounds: readonly LinearSum[], kinds: ReadonlySet<ModelQuestion['kind']>) {
    this.model = model;
    this.places = placesOf(model.net);
    this.transitions = transitionsOf(model.net);
    this.firstPlace = bounds.length;
    const ofPlaces = kinds.has('safe') || kinds.has('stable') ? this.places : [];
    this.sums = [
      ...bounds.map(({ constant, coefficients }) => ({
        constant,
        terms: [...coefficients].map(([place, coefficient]) => ({ place, coefficient })),
      })),
      ...ofPlaces.map(({ members }) => ({ constant: 0, terms: members.map((place) => ({ place, coefficient: 1 })) })),
    ];
    this.seen = new NetSightings(this.sums, model.initialStates()[0], model.groups.length);
    // What has no instance never has a token.
    this.atMost = Float64Array.from(this.sums, ({ constant, terms }) =>
      terms.length === 0 ? constant : Number.POSITIVE_INFINITY,
    );
    for (const place of this.places) if (place.members.length === 0) this.stable.add(place);
  }

  /** The sum of the tokens of a place, by its number among the places. */
  sumOfPlace(place: number): number {
    return this.firstPlace + place;
  }

  prove(sum: number, atMost: number): void {
    this.atMost[sum] = Math.min(this.atMost[sum], atMost);
  }

  hasFired(node: NetNode): boolean {
    return this.firable.has(node) || node.members.some((member) => this.seen.fired[member] === 1);
  }

  /** Places that may have more than one token, but were not seen with it. */
  unsafePlaces(): readonly NetNode[] {
    return this.places.filter((_, i) => this.atMost[this.sumOfPlace(i)] > 1);
  }

  /** Places that were not seen with other numbers of tokens, and may always have the same. */
  quietPlaces(): readonly number[] {
    return [...this.places.keys()].filter((i) => {
      const [place, sum] = [this.places[i], this.sumOfPlace(i)];
      return this.seen.least[sum] === this.seen.most[sum] && !this.stable.has(place) && !this.changing.has(place);
    });
  }

  /** Transitions that were not seen to fire, and may never do. */
  idleTransitions(): readonly NetNode[] {
    return this.transitions.filter((node) => !this.dead.has(node) && !this.hasFired(node));
  }

  /** All markings were seen. */
  noteAllSeen(): void {
    for (let i = 0; i < this.sums.length; i++) this.prove(i, this.seen.most[i]);
    if (this.firstPlace < this.sums.length) for (const i of this.quietPlaces()) this.stable.add(this.places[i]);
    for (const node of this.idleTransitions()) this.dead.add(node);
    this.mayHaveDeadlock = this.seen.hasDeadlock;
  }

  /** Of a bound by the number of its sum; null where it is open. */
  bound(sum: number): Decided {
    return this.atMost[sum] <= this.seen.most[sum] ? { value: this.seen.most[sum] } : null;
  }

  decide(kind: 'deadlock' | 'safe' | 'stable' | 'quasi-live' | 'live'): Decided {
    switch (kind) {
      case 'deadlock':
        // A run that leads there is wanted too.
        if (this.seen.wayToDeadlock !== null) return { value: true };
        return this.mayHaveDeadlock ? null : { value: false };
      case 'safe': {
        const unsafe = this.places.findIndex((_, i) => this.seen.most[this.sumOfPlace(i)] > 1);
        if (unsafe !== -1) return { value: false, node: this.places[unsafe].name };
        return this.unsafePlaces().length === 0 ? { value: true } : null;
      }
      case 'stable': {
        const [first] = this.stable;
        if (first !== undefined) return { value: true, node: first.name };
        return this.quietPlaces().length === 0 ? { value: false } : null;
      }
      case 'quasi-live': {
        const [first] = this.dead;
        if (first !== undefined) return { value: false, node: first.name };
        return this.idleTransitions().length === 0 ? { value: true } : null;
      }
      case 'live':
        return this.decideLive();
    }
  }

  private decideLive(): Decided {
    const [dead] = this.dead;
    const lost = this.lost ?? dead;
    if (lost !== undefined) return { value: false, node: lost.name };
    if (this.transitions.length > 0 && this.seen.hasDeadlock) return { value: false };
    return this.live.size === this.transitions.length ? { value: true } : null;
  }
}
