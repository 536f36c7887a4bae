// What the state equation says of a net itself: transitions that never fire (R2), and places that are never the only ones to block (R5).
//
// A transition is dead if no solution of the state equation enables it. A place p is implicit if for each transition t that needs it no
// solution has what t needs everywhere but at p, and too little at p. Places are found one after the other, and those that were found before
// count as gone: p must be implied by what is left without them. So any of them may be dropped together. A dead transition needs no place where it is
// removed; where it stays, what blocks it must stay too.
//
// Transitions that look alike are asked about together, and where the work does not suffice for all of them, none of them counts as dead: a
// net that loses some of its like parts has fewer symmetries, and symmetries are worth more than a few transitions that never fire.
//
// Proof for places. By induction along a run of the net without the dropped places: until now it is a run of the whole net, so its marking
// there is a solution of the state equation, and a transition that is enabled without them has what it needs of the first dropped place, then of
// the second with the first, and so on. The effects are the same, so forgetting them is a bisimulation. [STC98; BDJ+19]
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { alikeTransitions, netGraph, refineColours } from '../../models/analysis/refine-colours.ts';
import type { Model } from '../../models/model.ts';
import type { Net } from '../../models/petri/net.ts';
import { netModel } from '../../models/petri/net-model.ts';
import { StateEquationFacts } from './decide.ts';
import type { Constraint } from './state-equation.ts';

interface NetFacts {
  /** Transitions that never fire. */
  readonly dead: readonly number[];
  /** Places that block nothing by themselves, if the earlier ones are gone. */
  readonly implicit: readonly number[];
}

/** Arcs that are looked at to tell which transitions are alike. */
const EFFORT = 4_000_000;
/** Places needed by more transitions are not asked about. */
const MOST_CONSUMERS = 30;

interface NetFactsOptions {
  readonly stopwatch: Stopwatch;
  /** Of the clock, for everything together. */
  readonly seconds: number;
  /** Steps of arithmetic; as many as suit the net unless given. */
  readonly work?: number;
  /** Whether a transition will be removed if it is dead. One that stays must not be set free by dropping a place. */
  readonly isRemoved: (transition: number) => boolean;
}

/** What can be found in the time; null where the net is not one to calculate with. Throws `LimitExceeded` when the whole run must end. */
export function netFacts(net: Net, { stopwatch, seconds, work, isRemoved }: NetFactsOptions): NetFacts | null {
  const dead: number[] = [];
  const implicit: number[] = [];
  const isDone = stopwatch.attempt({ seconds }, (part) => {
    const model = netModel(net);
    const facts = StateEquationFacts.of(model, { stopwatch: part, work });
    if (facts === null) return false;
    const isDead = net.transitions.map(() => false);
    for (const alike of likeTransitions(model)) {
      const found = alike.filter((t) => {
        const { inputs } = net.transitions[t];
        if (facts.hasFired(t) || inputs.length === 0) return false;
        return facts.excludes(
          inputs.map(({ place, weight }) => atLeast(place, weight)),
          part,
        );
      });
      if (facts.isSpent && found.length < alike.length) break;
      for (const t of found) {
        isDead[t] = true;
        dead.push(t);
      }
    }
    const consumers = consumersOf(net).map((list) => list.filter((t) => !(isDead[t] && isRemoved(t))));
    const isGone = new Uint8Array(net.places.length);
    const inhibits = new Set(net.transitions.flatMap(({ inhibitors }) => inhibitors.map(({ place }) => place)));
    for (let place = 0; place < net.places.length; place++) {
      if (net.places[place].capacity !== null || inhibits.has(place)) continue; // it blocks in other ways too
      if (consumers[place].length === 0 || consumers[place].length > MOST_CONSUMERS) continue;
      isGone[place] = 1;
      const blocks = consumers[place].map((t) => blockedBy(net, t, place, isGone));
      if (!blocks.some((block) => facts.hasSeen(block)) && blocks.every((block) => facts.excludes(block, part)))
        implicit.push(place);
      else isGone[place] = 0;
    }
    return true;
  });
  // What was found before the time was up stays true.
  return isDone === false ? null : { dead, implicit };
}

/** In lists; each by itself where it would take long to tell what is alike. */
function likeTransitions({ groups, variables }: Model): readonly (readonly number[])[] {
  const graph = netGraph(groups, variables.length, EFFORT);
  const colours = graph && refineColours(graph, new Int32Array(variables.length), { left: EFFORT });
  return graph === null || colours === null ? [...groups.keys()].map((t) => [t]) : alikeTransitions(graph, colours);
}

/** The markings in which the transition lacks tokens of the place, and of no other that is still there. */
function blockedBy({ transitions }: Net, transition: number, place: number, isGone: Uint8Array): Constraint[] {
  const constraints: Constraint[] = [];
  for (const arc of transitions[transition].inputs) {
    if (arc.place === place) constraints.push({ terms: [{ place, coefficient: -1 }], atLeast: 1 - arc.weight });
    else if (isGone[arc.place] === 0) constraints.push(atLeast(arc.place, arc.weight));
  }
  return constraints;
}

function atLeast(place: number, weight: number): Constraint {
  return { terms: [{ place, coefficient: 1 }], atLeast: weight };
}

function consumersOf({ places, transitions }: Net): number[][] {
  const consumers: number[][] = places.map(() => []);
  for (const [t, { inputs }] of transitions.entries()) for (const { place } of inputs) consumers[place].push(t);
  return consumers;
}
