// Sets of events by number: equal sets are equal numbers.
import { clustersOf, raised } from './clusters.ts';
import type { EventTable, MddEvent } from './events.ts';
import type { Clusters } from './options.ts';

export class EventSets {
  private readonly table: EventTable;
  private readonly sets: MddEvent[][] = [];
  private readonly numbers = new Map<string, number>();
  private readonly reversedSets = new Map<number, number>();

  /** Set 0 is the one without events. */
  constructor(table: EventTable) {
    this.table = table;
    this.number([]);
  }

  /** The set of these events; order and repetition do not matter, nulls are left out. */
  number(list: Iterable<MddEvent | null>): number {
    const members: MddEvent[] = [];
    for (const event of new Set(list)) if (event !== null) members.push(event);
    members.sort((a, b) => this.table.top(a) - this.table.top(b) || a - b);
    const key = members.join();
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.sets.length);
    return this.sets.push(members) - 1;
  }

  /** The members of a set, those with low top levels first; the same array each time. */
  members(set: number): readonly MddEvent[] {
    return this.sets[set];
  }

  reversed(set: number): number {
    let reversed = this.reversedSets.get(set);
    if (reversed === undefined) {
      reversed = this.number(this.sets[set].map((event) => this.table.reverse(event)));
      this.reversedSets.set(set, reversed);
    }
    return reversed;
  }

  /** The members in clusters. */
  clusters(set: number, clusters: Clusters): readonly (readonly MddEvent[])[] {
    return clustersOf(this.table, this.sets[set], clusters);
  }

  /** The same events, each from the top of its cluster on. */
  raised(set: number, clusters: Clusters): number {
    return clusters === 'event' ? set : this.number(raised(this.table, this.sets[set], clusters));
  }
}
