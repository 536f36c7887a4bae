// Colours of the places and transitions of a net: nodes that a symmetry could lead to each other have the same one. Colour refinement: in each
// round the colour of a node takes in those of its neighbours, until no more colours come about [CG70].
//
// Colours are hashes, so that colours of two refinements can be compared. Two nodes may have the same hash by accident: then a guess fails that
// is built on it, which is found when it is verified.
import type { Group } from '../model.ts';

/** A net as a graph: the arcs of transition t are the entries from `starts[t]` to `starts[t + 1]`. */
export interface NetGraph {
  readonly places: number;
  readonly transitions: number;
  readonly starts: Int32Array;
  readonly place: Int32Array;
  /** A hash of what the arc does. */
  readonly label: Int32Array;
}

/** How much may still be done, in arcs looked at; it is counted down. */
export interface Effort {
  left: number;
}

/** The graph of groups that move tokens; null where there is another one, or more arcs than these. */
export function netGraph(groups: readonly Group[], places: number, mostArcs: number): NetGraph | null {
  const starts = new Int32Array(groups.length + 1);
  const place: number[] = [];
  const label: number[] = [];
  for (const [t, { behaviour }] of groups.entries()) {
    if (behaviour.kind !== 'tokens') return null;
    for (const { variable, atLeast, below } of behaviour.conditions) {
      place.push(variable);
      label.push(scattered(mixed(mixed(1, atLeast), below ?? -1)));
    }
    for (const { variable, delta } of behaviour.changes) {
      place.push(variable);
      label.push(scattered(mixed(2, delta)));
    }
    if (place.length > mostArcs) return null;
    starts[t + 1] = place.length;
  }
  return {
    places,
    transitions: groups.length,
    starts,
    place: Int32Array.from(place),
    label: Int32Array.from(label),
  };
}

/** The colours of the places, begun with those given; null where the effort is too much. */
export function refineColours(graph: NetGraph, given: Int32Array, effort: Effort): Int32Array | null {
  const { starts, place, label } = graph;
  let ofPlaces = given.slice();
  const ofTransitions = new Int32Array(graph.transitions);
  let known = new Set(ofPlaces).size;
  for (;;) {
    effort.left -= place.length + graph.places;
    if (effort.left < 0) return null;
    const gathered = new Int32Array(graph.places);
    for (let t = 0; t < graph.transitions; t++) {
      ofTransitions[t] = scattered(mixed(ofTransitions[t], arcsOf(graph, t, ofPlaces)));
      for (let arc = starts[t]; arc < starts[t + 1]; arc++) {
        gathered[place[arc]] = (gathered[place[arc]] + scattered(ofTransitions[t] ^ label[arc])) | 0;
      }
    }
    ofPlaces = ofPlaces.map((colour, p) => scattered(mixed(colour, gathered[p])));
    const { size } = new Set(ofPlaces);
    if (size <= known) return ofPlaces;
    known = size;
  }
}

/** Transitions that a symmetry could lead to each other, by the colours of the places: lists that have each transition once. */
export function alikeTransitions(graph: NetGraph, ofPlaces: Int32Array): readonly (readonly number[])[] {
  const found = new Map<number, number[]>();
  for (let t = 0; t < graph.transitions; t++) {
    const colour = arcsOf(graph, t, ofPlaces);
    const alike = found.get(colour);
    if (alike === undefined) found.set(colour, [t]);
    else alike.push(t);
  }
  return [...found.values()];
}

/** A hash of the arcs of a transition, whatever their order. */
function arcsOf({ starts, place, label }: NetGraph, transition: number, ofPlaces: Int32Array): number {
  let sum = 0;
  for (let arc = starts[transition]; arc < starts[transition + 1]; arc++) {
    sum = (sum + scattered(ofPlaces[place[arc]] ^ label[arc])) | 0;
  }
  return sum;
}

function mixed(hash: number, value: number): number {
  return (Math.imul(hash ^ 0x5bd1e995, 0x9e3779b1) + value) | 0;
}

/** A hash of a whole number. */
export function scattered(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return hash ^ (hash >>> 16);
}
