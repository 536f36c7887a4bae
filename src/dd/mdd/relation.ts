// A relation given by its pairs as an event: a tree of tables, branching on the values of the topmost level first.
import { type EventTable, IDENTITY, type MddEvent } from './events.ts';

/** The values of some levels before and after an event, in the same order. */
export type ValuePair = readonly [before: readonly number[], after: readonly number[]];

/**
 * The event that relates, at the given levels (ascending), the values before with the values after, and touches no other
 * level; null when there are no pairs. Recurses over the levels of the relation only.
 */
export function relationEvent(
  table: EventTable,
  levels: readonly number[],
  pairs: readonly ValuePair[],
): MddEvent | null {
  const build = (last: number, group: readonly ValuePair[]): MddEvent => {
    if (last < 0) return IDENTITY;
    const groups = new Map<string, ValuePair[]>();
    for (const pair of group) {
      const key = `${pair[0][last]} ${pair[1][last]}`;
      const same = groups.get(key);
      if (same) same.push(pair);
      else groups.set(key, [pair]);
    }
    const rows = Array.from(groups.values(), (same) => ({
      from: same[0][0][last],
      to: same[0][1][last],
      next: build(last - 1, same),
    }));
    return table.table(levels[last], rows)!;
  };
  return pairs.length === 0 ? null : build(levels.length - 1, pairs);
}
