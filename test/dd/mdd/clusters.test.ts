import { describe, expect, it } from 'vitest';
import { clustersOf, raised } from '../../../src/dd/mdd/clusters.ts';
import { EventTable, IDENTITY } from '../../../src/dd/mdd/events.ts';

describe('clusters of events', () => {
  const table = new EventTable();
  const low = table.shift({ level: 0, delta: 1 }, IDENTITY)!;
  const alone = table.shift({ level: 2, delta: 1 }, IDENTITY)!;
  const more = table.shift({ level: 2, delta: 1 }, low)!;
  const less = table.shift({ level: 2, delta: -1 }, low)!;
  const rows = table.table(2, [
    { from: 0, to: 1, next: low },
    { from: 1, to: 0 },
  ])!;
  const all = [low, alone, more, less, rows];

  it('are of one event, of equal levels, of an equal highest level, or one', () => {
    expect(clustersOf(table, all, 'event')).toEqual([[low], [alone], [more], [less], [rows]]);
    expect(clustersOf(table, all, 'support')).toEqual([[low], [alone], [more, less, rows]]);
    expect(clustersOf(table, all, 'top')).toEqual([[low], [alone, more, less, rows]]);
    expect(clustersOf(table, all, 'all')).toEqual([all]);
  });

  it('begin at the highest level of their events', () => {
    for (const clusters of ['event', 'support', 'top'] as const) expect(raised(table, all, clusters)).toEqual(all);
    const [first, ...others] = raised(table, all, 'all');
    expect(others).toEqual(all.slice(1));
    expect(first).not.toBe(low);
    expect(table.top(first)).toBe(2);
    expect(table.raise(low, 2)).toBe(first);
    expect(table.reverse(first)).toBe(table.reverse(low));
  });
});
