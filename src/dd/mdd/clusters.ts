// Which events act as one. A cluster is the union of its events: chaining goes on with what a whole cluster found, and saturation fires
// it at the level where the cluster begins, that is at the highest one that any of its events touches. Clusters of one top level, or of one support,
// begin where each of their events does: they make no difference to saturation.
import type { EventTable, MddEvent } from './events.ts';
import type { Clusters } from './options.ts';

/** The events in clusters, both in the order of the list (which is by top level). */
export function clustersOf(table: EventTable, events: readonly MddEvent[], clusters: Clusters): MddEvent[][] {
  const lists = new Map<string | number, MddEvent[]>();
  for (const event of events) {
    const key = keyOf(table, event, clusters);
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [event]);
    else list.push(event);
  }
  return [...lists.values()];
}

function keyOf(table: EventTable, event: MddEvent, clusters: Clusters): string | number {
  switch (clusters) {
    case 'event':
      return event;
    case 'support':
      return table.support(event).join();
    case 'top':
      return table.top(event);
    case 'all':
      return 0;
  }
}

/** The events that saturation fires in place of these: each from the top of its cluster on. */
export function raised(table: EventTable, events: readonly MddEvent[], clusters: Clusters): MddEvent[] {
  return clustersOf(table, events, clusters).flatMap((cluster) => {
    const top = table.top(cluster[cluster.length - 1]);
    return cluster.map((event) => table.raise(event, top));
  });
}
