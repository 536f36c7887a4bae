// A net's marking and transitions as a set and events, one level per place in the order given.
import type { Mdd } from '../../src/dd/mdd/index.ts';
import type { Net } from '../../src/models/petri/net.ts';

/** The initial marking and the transitions; `levels[place]` is the level of a place. */
export function netEvents(mdd: Mdd, net: Net, levels: readonly number[]): { initial: number; events: number } {
  const events = net.transitions.map(({ inputs, outputs }) => {
    const shifts = new Map<number, { level: number; min: number; delta: number }>();
    const at = (place: number): { level: number; min: number; delta: number } => {
      const shift = shifts.get(place) ?? { level: levels[place], min: 0, delta: 0 };
      shifts.set(place, shift);
      return shift;
    };
    for (const { place, weight } of inputs) {
      at(place).min = weight;
      at(place).delta -= weight;
    }
    for (const { place, weight } of outputs) at(place).delta += weight;
    return mdd.event([...shifts.values()]);
  });
  const initial: number[] = new Array(levels.length);
  net.places.forEach((place, i) => {
    initial[levels[i]] = place.initial;
  });
  return { initial: mdd.singleton(initial), events: mdd.events(events) };
}
