// Whether a permutation of the places is an automorphism of the net: it leads every transition to one that does the same with the places that the
// permutation makes of its own. The initial marking does not matter (docs/adr/016).
import type { Group } from '../../models/model.ts';

/** The pairs of places that change places; no other place moves. */
export type Swaps = readonly (readonly [number, number])[];

export class TokenAutomorphisms {
  /** What each transition does, in order, as a text; and how many do that. */
  private readonly texts: readonly string[];
  private readonly counts = new Map<string, number>();
  private readonly groups: readonly Group[];
  /** The transitions at each place. */
  private readonly at: readonly (readonly number[])[];

  constructor(groups: readonly Group[], places: number) {
    this.groups = groups;
    const stay = (place: number): number => place;
    this.texts = groups.map((group) => textOf(group, stay));
    for (const text of this.texts) this.counts.set(text, (this.counts.get(text) ?? 0) + 1);
    const at = Array.from({ length: places }, (): number[] => []);
    for (const [t, group] of groups.entries()) for (const place of placesOf(group)) at[place].push(t);
    this.at = at;
  }

  /** The transitions at these places. */
  private around(swaps: Swaps): ReadonlySet<number> {
    return new Set(swaps.flatMap(([a, b]) => [...this.at[a], ...this.at[b]]));
  }

  isAutomorphism(swaps: Swaps): boolean {
    const partner = new Map(swaps.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
    const moved = (place: number): number => partner.get(place) ?? place;
    // Transitions without such a place stay what they are; the others must become each other.
    const made = new Map<string, number>();
    for (const t of this.around(swaps)) {
      const text = textOf(this.groups[t], moved);
      made.set(text, (made.get(text) ?? 0) + 1);
    }
    for (const [text, count] of made) if (this.counts.get(text) !== count) return false;
    return true;
  }
}

function placesOf({ behaviour }: Group): ReadonlySet<number> {
  if (behaviour.kind !== 'tokens') return new Set();
  return new Set([...behaviour.conditions, ...behaviour.changes].map(({ variable }) => variable));
}

/** What a transition does, with other places: the same text for the same. */
function textOf({ behaviour }: Group, moved: (place: number) => number): string {
  if (behaviour.kind !== 'tokens') return '';
  const conditions = behaviour.conditions.map(
    ({ variable, atLeast, below }) => `${moved(variable)}:${atLeast}:${below ?? ''}`,
  );
  const changes = behaviour.changes.map(({ variable, delta }) => `${moved(variable)}:${delta}`);
  return `${conditions.sort().join()};${changes.sort().join()}`;
}
