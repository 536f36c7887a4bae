// Parts of a net that can change places: sets of members, any two of which some automorphism of the net swaps and leaves the others alone.
//
// Colour refinement says which places might be led to each other. For a class of such places, each gets a colour of its own, then the first
// and another one exchange theirs: where refinement then gives the same colours to other places, these are what the swap has to move. It is a
// guess until the net is seen to stay the same (`token-automorphisms.ts`), so that nothing rests on hashes.
import {
  type Effort,
  type NetGraph,
  netGraph,
  refineColours,
  scattered,
} from '../../models/analysis/refine-colours.ts';
import type { Group } from '../../models/model.ts';
import { type Swaps, TokenAutomorphisms } from './token-automorphisms.ts';

/** Members 0 … size - 1; each is swapped with the first by an automorphism of the net. */
export class MemberSet {
  /** That of member i is at i - 1. */
  private readonly withFirst: readonly Swaps[];

  constructor(withFirst: readonly Swaps[]) {
    this.withFirst = withFirst;
  }

  get size(): number {
    return this.withFirst.length + 1;
  }

  /** What exchanges two members, by way of the first: an automorphism, because it is composed of automorphisms. */
  swap(i: number, j: number): Swaps {
    const [low, high] = i < j ? [i, j] : [j, i];
    if (low === 0) return this.withFirst[high - 1];
    const first = partners(this.withFirst[low - 1]);
    const moved = (place: number): number => first.get(place) ?? place;
    return this.withFirst[high - 1].map(([a, b]) => [moved(a), moved(b)]);
  }
}

export function partners(swaps: Swaps): ReadonlyMap<number, number> {
  return new Map(swaps.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
}

/** Places of one class, and how many guesses may fail before the class is left. */
const MOST_MEMBERS = 256;
const MOST_FAILURES = 8;
/** Places that are told apart by force to complete a guess. */
const MOST_TIES = 16;

interface SearchOptions {
  readonly groups: readonly Group[];
  readonly places: number;
  readonly mostArcs: number;
  readonly effort: Effort;
}

/** The sets that are found with this effort; places belong to different ones only where they must. */
export function findMemberSets({ groups, places, mostArcs, effort }: SearchOptions): readonly MemberSet[] {
  const graph = netGraph(groups, places, mostArcs);
  if (graph === null) return [];
  const colours = refineColours(graph, new Int32Array(places), effort);
  if (colours === null) return [];
  const classes = [...placesByColour(colours).values()].filter(({ length }) => length > 1 && length <= MOST_MEMBERS);
  if (classes.length === 0) return [];
  classes.sort((a, b) => a.length - b.length || a[0] - b[0]);
  const search = new SwapSearch(graph, colours, new TokenAutomorphisms(groups, places), effort);
  const found: MemberSet[] = [];
  const moved = new Set<number>();
  for (const members of classes) {
    for (let rest: readonly number[] = members; rest.length > 1 && effort.left > 0; ) {
      if (rest.some((place) => moved.has(place))) break;
      const { set, others } = search.setOf(rest);
      if (set.size === 1) break;
      found.push(set);
      for (let i = 1; i < set.size; i++) for (const place of set.swap(0, i).flat()) moved.add(place);
      rest = others;
    }
  }
  return found;
}

class SwapSearch {
  private readonly graph: NetGraph;
  private readonly colours: Int32Array;
  private readonly net: TokenAutomorphisms;
  private readonly effort: Effort;

  constructor(graph: NetGraph, colours: Int32Array, net: TokenAutomorphisms, effort: Effort) {
    this.graph = graph;
    this.colours = colours;
    this.net = net;
    this.effort = effort;
  }

  /** The places that can change places with the first one, and the others. */
  setOf(members: readonly number[]): { readonly set: MemberSet; readonly others: readonly number[] } {
    const given = this.colours.slice();
    for (const [i, place] of members.entries()) given[place] = scattered(given[place] + i + 1);
    const first = refineColours(this.graph, given, this.effort);
    const withFirst: Swaps[] = [];
    const others: number[] = [];
    for (let i = 1; i < members.length && first !== null; i++) {
      const isHopeless = withFirst.length === 0 && others.length >= MOST_FAILURES;
      const swaps = isHopeless || this.effort.left < 0 ? null : this.guess(first, given, members[0], members[i]);
      if (swaps !== null && this.net.isAutomorphism(swaps)) withFirst.push(swaps);
      else others.push(members[i]);
    }
    return { set: new MemberSet(withFirst), others };
  }

  /** What has to move when two places change places; null where nothing fits. */
  private guess(first: Int32Array, given: Int32Array, a: number, b: number): Swaps | null {
    const exchanged = given.slice();
    exchanged[a] = given[b];
    exchanged[b] = given[a];
    const second = refineColours(this.graph, exchanged, this.effort);
    if (second === null) return null;
    // Other parts that could change places are first tried where they are: led anywhere, they would seldom be led back by the same guess.
    const [left, right] = [this.pinned(first, second, first), this.pinned(first, second, second)];
    return this.completed(left, right) ?? this.completed(first, second);
  }

  /** `colours` with one of its own for each of the places that are alike, and the same ones left and right. */
  private pinned(left: Int32Array, right: Int32Array, colours: Int32Array): Int32Array | null {
    const given = colours.slice();
    const [of, to] = [placesByColour(left), placesByColour(right)];
    for (const [colour, places] of of) {
      if (places.length === 1 || !isSame(places, to.get(colour) ?? [])) continue;
      for (const [i, place] of places.entries()) given[place] = scattered(colour + i + 1);
    }
    return refineColours(this.graph, given, this.effort);
  }

  /** The swaps between places of the same colour, of which some are told apart until none is left to choose. */
  private completed(first: Int32Array | null, second: Int32Array | null): Swaps | null {
    let [left, right] = [first, second];
    for (let tie = 0; tie < MOST_TIES && left !== null && right !== null; tie++) {
      const match = matched(left, right);
      if (!('tied' in match)) return match.swaps;
      const { tied } = match;
      left = this.toldApart(left, tied[0], tie);
      right = this.toldApart(right, tied[1], tie);
    }
    return null;
  }

  private toldApart(colours: Int32Array, place: number, tie: number): Int32Array | null {
    const given = colours.slice();
    given[place] = scattered(given[place] + tie + 1);
    return refineColours(this.graph, given, this.effort);
  }
}

/** Places with the same colours left and right; or two that stand for several which are not the same. */
function matched(
  left: Int32Array,
  right: Int32Array,
): { readonly swaps: Swaps | null } | { readonly tied: readonly [number, number] } {
  const [of, to] = [placesByColour(left), placesByColour(right)];
  const image = new Map<number, number>();
  for (const [colour, from] of of) {
    const places = to.get(colour);
    if (places?.length !== from.length) return { swaps: null };
    if (isSame(from, places)) continue;
    if (from.length > 1) return { tied: [from[0], places[0]] };
    image.set(from[0], places[0]);
  }
  const swaps: [number, number][] = [];
  for (const [place, other] of image) {
    if (image.get(other) !== place) return { swaps: null };
    if (place < other) swaps.push([place, other]);
  }
  return { swaps };
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((place, i) => place === b[i]);
}

/** In ascending order. */
function placesByColour(colours: Int32Array): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (let place = 0; place < colours.length; place++) {
    const same = found.get(colours[place]);
    if (same === undefined) found.set(colours[place], [place]);
    else same.push(place);
  }
  return found;
}
