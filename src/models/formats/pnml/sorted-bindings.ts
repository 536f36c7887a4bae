// The bindings of a transition in the order in which their instances are numbered: by colours, where slots that take
// few colours come first. Instances that differ in such a slot alone are then far apart, and those that belong together stand together.
import type { Int32List } from '../../../base/growable.ts';
import type { BasicSort } from './sorts.ts';

/** Visits each of `count` bindings, which lie one after another in `flat`. */
export function* sortedBindings(
  flat: Int32List,
  count: number,
  slots: readonly BasicSort[],
): IterableIterator<Int32Array> {
  const width = slots.length;
  const data = flat.data;
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i * width;
  const priority = byColours(data, count, slots);
  order.sort((a, b) => {
    for (const slot of priority) {
      const difference = data[a + slot] - data[b + slot];
      if (difference !== 0) return difference;
    }
    return 0;
  });
  for (const start of order) yield data.subarray(start, start + width);
}

/** The slots, those with the fewest colours in all bindings first. */
function byColours(data: Int32Array, count: number, slots: readonly BasicSort[]): number[] {
  const distinct = slots.map((_, slot) => {
    const colours = new Set<number>();
    for (let i = 0; i < count; i++) colours.add(data[i * slots.length + slot]);
    return colours.size;
  });
  return [...slots.keys()].sort((a, b) => distinct[a] - distinct[b] || a - b);
}
