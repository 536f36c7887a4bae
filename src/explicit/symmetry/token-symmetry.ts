// Markings up to permutations of parts of a net. Permutations are made of swaps of neighbours; the normal form is a marking that no swap of
// neighbours makes smaller. Where each place belongs to at most one member, that sorts the members, and the form is canonical: where places stand for
// two members or more, a marking may have several.
import type { Permutation, Symmetry } from '../../models/symmetry.ts';
import { type MemberSet, partners } from './member-sets.ts';
import type { Swaps } from './token-automorphisms.ts';

/** Some members of a set, by their numbers there. */
export interface ChosenMembers {
  readonly set: MemberSet;
  readonly members: readonly number[];
}

export class TokenSymmetry implements Symmetry {
  readonly sizes: readonly number[];
  /** For each member what swaps it with the next: pairs of places, one after another, in the order of comparison; null for the last of a set. */
  private readonly swaps: readonly (Int32Array | null)[];
  /** Whether a swap of two members may change how others compare. */
  private readonly isEntangled: boolean;
  private readonly content: Int32Array;

  private constructor(sizes: readonly number[], swaps: readonly (Int32Array | null)[], isEntangled: boolean) {
    this.sizes = sizes;
    this.swaps = swaps;
    this.isEntangled = isEntangled;
    this.content = new Int32Array(swaps.length);
  }

  /** Null where there is nothing to permute. Sets whose swaps do not fit together as permutations do are left out. */
  static of(chosen: readonly ChosenMembers[]): TokenSymmetry | null {
    const kept: Swaps[][] = [];
    for (const { set, members } of chosen) {
      const neighbours = members.slice(1).map((member, i) => set.swap(members[i], member));
      if (neighbours.length > 0 && actAsSwaps(neighbours) && kept.every((other) => commute(other, neighbours)))
        kept.push(neighbours);
    }
    if (kept.length === 0) return null;
    const rank = ranks(kept);
    const ordered = kept.flatMap((neighbours) => [...neighbours.map((swaps) => inOrder(swaps, rank)), null]);
    const sizes = kept.map(({ length }) => length + 1);
    return new TokenSymmetry(sizes, ordered, isEntangled(kept));
  }

  permute(state: Int32Array, permutation: Permutation): void {
    const goals = permutation.slice();
    for (let i = 0; i + 1 < goals.length; ) {
      const swaps = this.swaps[i];
      if (swaps === null || goals[i] < goals[i + 1]) {
        i++;
        continue;
      }
      exchange(state, swaps);
      [goals[i], goals[i + 1]] = [goals[i + 1], goals[i]];
      if (i > 0) i--;
    }
  }

  normalise(state: Int32Array, permutation?: Permutation): void {
    const { swaps, content } = this;
    for (let i = 0; i < content.length; i++) content[i] = i;
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      for (let i = 0; i + 1 < swaps.length; ) {
        const next = swaps[i];
        if (next === null || !isGreater(state, next)) {
          i++;
          continue;
        }
        exchange(state, next);
        const member = content[i];
        content[i] = content[i + 1];
        content[i + 1] = member;
        isChanged = true;
        if (i > 0) i--;
      }
      isChanged &&= this.isEntangled;
    }
    if (permutation !== undefined) for (let i = 0; i < content.length; i++) permutation[content[i]] = i;
  }

  /** Of a normal form. */
  orbit(state: Int32Array): number {
    let count = 1;
    let position = 0;
    let same = 1;
    for (const swaps of this.swaps) {
      position++;
      // The multinomial coefficient, factor by factor.
      count = (count * position) / same;
      if (swaps === null) {
        position = 0;
        same = 1;
      } else same = isSame(state, swaps) ? same + 1 : 1;
    }
    return count;
  }
}

function exchange(state: Int32Array, swaps: Int32Array): void {
  for (let k = 0; k < swaps.length; k += 2) {
    const tokens = state[swaps[k]];
    state[swaps[k]] = state[swaps[k + 1]];
    state[swaps[k + 1]] = tokens;
  }
}

/** Whether the swap makes it smaller: at the first pair that differs. */
function isGreater(state: Int32Array, swaps: Int32Array): boolean {
  for (let k = 0; k < swaps.length; k += 2) {
    const difference = state[swaps[k]] - state[swaps[k + 1]];
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function isSame(state: Int32Array, swaps: Int32Array): boolean {
  for (let k = 0; k < swaps.length; k += 2) if (state[swaps[k]] !== state[swaps[k + 1]]) return false;
  return true;
}

/** Whether swaps of neighbours act as those of a list do: (ab)³ = 1 for two that follow each other, ab = ba for others [Cox35]. */
function actAsSwaps(neighbours: readonly Swaps[]): boolean {
  const maps = neighbours.map(partners);
  for (let i = 0; i < maps.length; i++) {
    for (let j = i + 1; j < maps.length; j++) {
      const rounds = j === i + 1 ? 3 : 2;
      if (!isIdentityAfter(maps[i], maps[j], rounds)) return false;
    }
  }
  return true;
}

function commute(some: readonly Swaps[], others: readonly Swaps[]): boolean {
  const [left, right] = [some.map(partners), others.map(partners)];
  return left.every((a) => right.every((b) => isIdentityAfter(a, b, 2)));
}

/** Whether (a b) to the power `rounds` leaves every place where it is. */
function isIdentityAfter(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>, rounds: number): boolean {
  for (const moved of [a, b]) {
    for (const place of moved.keys()) {
      let at = place;
      for (let round = 0; round < rounds; round++) {
        at = a.get(at) ?? at;
        at = b.get(at) ?? at;
      }
      if (at !== place) return false;
    }
  }
  return true;
}

/** Whether some place moves with more than two swaps, those before and after its member. */
function isEntangled(sets: readonly (readonly Swaps[])[]): boolean {
  const count = new Map<number, number>();
  for (const place of sets.flat(3)) count.set(place, (count.get(place) ?? 0) + 1);
  return [...count.values()].some((swaps) => swaps > 2);
}

/**
 * The order in which places are compared. First those that belong to one member, kind by kind and for each kind member by member, so that a
 * marking that no swap makes smaller has its members sorted; then the others.
 */
function ranks(sets: readonly (readonly Swaps[])[]): ReadonlyMap<number, number> {
  const rank = new Map<number, number>();
  for (const neighbours of sets) {
    const maps = neighbours.map(partners);
    const movedBy = new Map<number, number[]>();
    for (const [i, map] of maps.entries()) {
      for (const place of map.keys()) movedBy.set(place, [...(movedBy.get(place) ?? []), i]);
    }
    for (const [place, by] of movedBy) {
      if (by.length !== 1 || by[0] !== 0) continue;
      const column = [place];
      for (const map of maps) column.push(map.get(column[column.length - 1]) ?? -1);
      const isColumn = column.every((member, i) => isMovedAround(movedBy.get(member), i, maps.length));
      if (isColumn) for (const member of column) if (!rank.has(member)) rank.set(member, rank.size);
    }
  }
  const others = sets.flat(3).filter((place) => !rank.has(place));
  for (const place of [...new Set(others)].sort((a, b) => a - b)) rank.set(place, rank.size);
  return rank;
}

/** Whether a place moves as member i of a list does: with the swaps before and after it. */
function isMovedAround(by: readonly number[] | undefined, i: number, swaps: number): boolean {
  const expected = [i - 1, i].filter((swap) => swap >= 0 && swap < swaps);
  return by !== undefined && by.length === expected.length && by.every((swap, k) => swap === expected[k]);
}

function inOrder(swaps: Swaps, rank: ReadonlyMap<number, number>): Int32Array {
  const rankOf = (place: number): number => rank.get(place)!;
  const pairs = swaps.map(([a, b]) => (rankOf(a) < rankOf(b) ? [a, b] : [b, a]));
  return Int32Array.from(pairs.sort(([a], [b]) => rankOf(a) - rankOf(b)).flat());
}
