// Small random nets to which reductions apply: weights, tests, deadlocks, several tokens; chains, and places side by side.
import type { Random } from '../../src/base/random.ts';
import { type Arc, type Net, NetBuilder } from '../../src/models/petri/net.ts';

/** A net of at most 10 places; few have capacities or inhibitor arcs, some have no bound. The first places are good ones to look at. */
export function randomReducibleNet(random: Random): Net {
  const builder = new NetBuilder();
  const places = random.between(2, 8);
  const heavy = random.chance(0.3);
  const scale = Array.from({ length: places }, () => (random.chance(0.1) ? 2 : 1));
  const special = random.chance(0.15);
  for (let i = 0; i < places; i++) {
    const capacity = special && random.chance(0.2) ? random.between(1, 3) : null;
    const initial = random.chance(0.6) ? 0 : random.between(1, 3);
    builder.place(`p${i}`, { initial: Math.min(initial, capacity ?? initial), capacity });
  }
  const arc = (place = random.below(places)): Arc => ({
    place,
    weight: scale[place] * (heavy && random.chance(0.4) ? random.between(2, 3) : 1),
  });
  const arcs = (counts: readonly number[]): Arc[] => Array.from({ length: random.pick(counts) }, () => arc());
  let made: { inputs: Arc[]; outputs: Arc[] }[] = [];
  // A way through some places, with what else each step needs or gives.
  if (random.chance(0.7)) {
    const way = Array.from({ length: random.between(2, 5) }, () => random.below(places));
    if (random.chance(0.4)) way.push(way[0]);
    for (let i = 1; i < way.length; i++) {
      const inputs = [arc(way[i - 1])];
      const outputs = [arc(way[i])];
      if (random.chance(0.2)) inputs.push(arc());
      if (random.chance(0.2)) outputs.push(arc());
      if (random.chance(0.9)) made.push({ inputs, outputs });
      if (random.chance(0.15)) made.push({ inputs: [arc(way[i])], outputs: [arc(way[i - 1])] });
    }
  }
  // Something that is prepared at one place, used together with another, and perhaps comes back.
  if (random.chance(0.4)) {
    const own = random.chance(0.7); // nobody else comes there
    const [from, ready] = own ? [places, places + 1] : [random.below(places), random.below(places)];
    if (own) {
      builder.place(`p${from}`, { initial: random.between(0, 3) });
      builder.place(`p${ready}`, { initial: random.chance(0.7) ? 0 : random.between(1, 2) });
      scale.push(1, 1);
    }
    const beside = random.chance(0.2) ? [arc()] : [];
    made.push({ inputs: random.chance(0.9) ? [arc(from)] : [], outputs: [arc(ready), ...beside] });
    if (random.chance(0.2)) made.push({ inputs: [arc(from)], outputs: [arc()] });
    if (random.chance(0.2)) made.push({ inputs: [arc(from)], outputs: [arc(from)] });
    made.push({ inputs: [arc(ready), arc()], outputs: random.chance(0.5) ? [arc(from)] : [arc(), arc()] });
  }
  // Two places with like futures.
  if (random.chance(0.25)) {
    const weight = random.chance(0.3) ? 2 : 1;
    const outputs = random.chance(0.8) ? [arc()] : [arc(), arc()];
    for (let i = 0; i < 2; i++) made.push({ inputs: [{ place: random.below(places), weight }], outputs });
  }
  const count = random.between(0, 5);
  for (let t = 0; t < count; t++) {
    const from = made.length === 0 || random.chance(0.8) ? null : random.pick(made);
    // Now and then one like another: with more needs, from another place, or into another.
    if (from !== null) {
      const inputs = random.chance(0.5) ? [...from.inputs] : [arc(), ...from.inputs.slice(1)];
      const outputs = random.chance(0.5) ? [...from.outputs] : [arc(), ...from.outputs.slice(1)];
      if (random.chance(0.3)) {
        const test = arc();
        inputs.push(test);
        outputs.push(test);
      }
      made.push({ inputs, outputs });
    } else if (random.chance(0.6)) made.push({ inputs: [arc()], outputs: [arc()] });
    else {
      const inputs = arcs([0, 1, 1, 1, 2, 2]);
      made.push({ inputs, outputs: inputs.length === 0 ? arcs([0, 1]) : arcs([0, 1, 1, 2, 2]) });
    }
  }
  // Without sources a net is more often bounded.
  if (random.chance(0.7)) made = made.filter(({ inputs }) => inputs.length > 0);
  for (const [t, { inputs, outputs }] of made.entries()) {
    const inhibitors =
      special && random.chance(0.2) ? [{ place: random.below(places), below: random.between(1, 2) }] : [];
    builder.transition(`t${t}`, { inputs, outputs, inhibitors });
  }
  return builder.build('random');
}
