// R7, places with equal futures: it makes no difference in which of them a token is.
//
// Condition: invisible places p, q, …; every arc out of them has weight 1; the consumers of each, seen without the place itself, are the
// same. Effect: one place stays, which gets the tokens of all; the consumers of the others are removed.
//
// Proof: relate a marking of the large net to the one of the small net in which their tokens are added up. A consumer of the place that stays
// can fire in the small net if and only if it or one of its twins can in the large one, and related markings result; all other steps are
// the same. That is a bisimulation which keeps letters and deadlocks. Back: of the twins, one that has a token is fired; a cycle is gone
// round until the tokens lie as they did before. [TM20]
import type { Arc } from '../../models/petri/net.ts';
import type { ReducibleNet } from '../net.ts';
import type { Rule, StageLifting, TransitionRun } from '../rule.ts';

/** Rounds of a cycle until the tokens must lie as before. */
const MOST_ROUNDS = 64;
/** Places with more consumers are not compared. */
const MOST_CONSUMERS = 64;

export const equalFutures: Rule<'futures'> = {
  name: 'futures',
  preserves: 'all',
  apply(net, { places, newStage, stopwatch }) {
    const classes = classesOf(net, places, () => stopwatch.tick());
    if (classes.length === 0) return 0;
    const distribution = new Distribution(net, classes);
    newStage(distribution.lift);
    let applied = 0;
    for (const [first, ...others] of classes) {
      for (const { place } of others) {
        fuse(net, first.place, place);
        applied++;
      }
    }
    return applied;
  },
};

/** A place with its consumers, in the order in which those of the other places of its class are their twins. */
interface Member {
  readonly place: number;
  readonly consumers: readonly number[];
}

/** Classes of two or more; no transition is a consumer in two of them. */
function classesOf(net: ReducibleNet, touched: readonly number[], tick: () => void): Member[][] {
  const byFuture = new Map<string, Member[]>();
  const candidates = new Set<number>();
  // A touched place is compared with all that have a consumer of the same outputs: those are near it.
  for (const place of touched) {
    if (net.hasPlace(place)) candidates.add(place);
    for (const t of net.producers(place)) for (const arc of net.inputs(t)) candidates.add(arc.place);
  }
  for (const place of candidates) {
    tick();
    const member = memberOf(net, place);
    if (member === null) continue;
    const others = byFuture.get(member.future);
    if (others === undefined) byFuture.set(member.future, [member]);
    else others.push(member);
  }
  const used = new Set<number>();
  const classes: Member[][] = [];
  for (const found of byFuture.values()) {
    const consumers = found.flatMap((member) => member.consumers);
    if (found.length < 2 || consumers.some((t) => used.has(t))) continue;
    for (const t of consumers) used.add(t);
    classes.push(found);
  }
  return classes;
}

/** The place with its future: what its consumers need besides, and what they put; null where the rule does not apply. */
function memberOf(net: ReducibleNet, place: number): (Member & { readonly future: string }) | null {
  const { size } = net.consumers(place);
  if (net.visible[place] === 1 || net.heldPlaces[place] === 1 || size === 0 || size > MOST_CONSUMERS) return null;
  const futures: { t: number; future: string }[] = [];
  for (const t of net.consumers(place)) {
    if (net.taken(t, place) !== 1) return null;
    const others = net.inputs(t).filter((arc) => arc.place !== place);
    futures.push({ t, future: `${textOf(others)}>${textOf(net.outputs(t))}` });
  }
  futures.sort((a, b) => (a.future < b.future ? -1 : Number(a.future > b.future)));
  return { place, consumers: futures.map(({ t }) => t), future: futures.map(({ future }) => future).join(';') };
}

function textOf(arcs: readonly Arc[]): string {
  return arcs.map(({ place, weight }) => `${place}:${weight}`).join();
}

function fuse(net: ReducibleNet, stays: number, goes: number): void {
  for (const t of [...net.consumers(goes)]) net.removeTransition(t);
  for (const t of [...net.producers(goes)]) {
    const weight = net.put(t, goes) + net.put(t, stays);
    const outputs = net.outputs(t).filter(({ place }) => place !== goes && place !== stays);
    outputs.push({ place: stays, weight });
    net.setArcs(t, { inputs: net.inputs(t), outputs: outputs.sort((a, b) => a.place - b.place) });
  }
  net.setMarking(stays, net.marking[stays] + net.marking[goes]);
  net.removePlace(goes, null);
}

/** In which of the places the tokens are while a run is lifted. */
class Distribution {
  private readonly initial = new Map<number, number>();
  /** For a transition that stayed: itself and its twins, with the place from which each takes its token. */
  private readonly twins = new Map<number, { readonly place: number; readonly transition: number }[]>();
  /** What each transition puts into the places of a class. */
  private readonly outputs = new Map<number, Arc[]>();

  constructor(net: ReducibleNet, classes: readonly (readonly Member[])[]) {
    for (const members of classes) {
      for (const { place, consumers } of members) {
        this.initial.set(place, net.marking[place]);
        for (const t of net.producers(place)) {
          const arc = { place, weight: net.put(t, place) };
          this.outputs.set(t, [...(this.outputs.get(t) ?? []), arc]);
        }
        for (const [i, transition] of consumers.entries()) {
          const stays = members[0].consumers[i];
          this.twins.set(stays, [...(this.twins.get(stays) ?? []), { place, transition }]);
        }
      }
    }
  }

  readonly lift: StageLifting = ({ prefix, cycle }): TransitionRun | null => {
    const tokens = new Map(this.initial);
    const first: number[] = [];
    if (!this.fireAll(prefix, tokens, first)) return null;
    if (cycle.length === 0) return { prefix: first, cycle };
    const starts: Map<number, number>[] = [];
    const rounds: number[][] = [];
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const since = starts.findIndex((start) => [...start].every(([place, before]) => tokens.get(place)! >= before));
      if (since !== -1)
        return { prefix: [...first, ...rounds.slice(0, since).flat()], cycle: rounds.slice(since).flat() };
      starts.push(new Map(tokens));
      rounds.push([]);
      if (!this.fireAll(cycle, tokens, rounds[round])) return null;
    }
    return null;
  };

  private fireAll(run: readonly number[], tokens: Map<number, number>, word: number[]): boolean {
    for (const t of run) {
      let fired = t;
      const twins = this.twins.get(t);
      if (twins !== undefined) {
        const twin = twins.find(({ place }) => tokens.get(place)! > 0);
        if (twin === undefined) return false;
        fired = twin.transition;
        tokens.set(twin.place, tokens.get(twin.place)! - 1);
      }
      word.push(fired);
      for (const { place, weight } of this.outputs.get(fired) ?? []) tokens.set(place, tokens.get(place)! + weight);
    }
    return true;
  }
}
