// Small random nets with weights, capacities and inhibitor arcs; most have small state spaces.
import type { Random } from '../../src/base/random.ts';
import { type Arc, type Net, NetBuilder } from '../../src/models/petri/net.ts';
import { oddNamer } from './odd-names.ts';

/** A net of at most 6 places and 7 transitions; every place has a capacity, so that it is bounded. */
export function randomNet(random: Random): Net {
  const builder = new NetBuilder();
  const [placeName, transitionName] = [oddNamer(random), oddNamer(random)];
  const places = random.between(1, 6);
  for (let i = 0; i < places; i++) {
    const capacity = random.between(1, 3);
    const id = placeName(`p${i}`);
    const options = { initial: random.between(0, capacity), capacity };
    builder.place(id, random.chance(0.3) ? { ...options, name: `name ${i}`, level: i } : options);
  }
  const arcs = (most: number): Arc[] =>
    Array.from({ length: random.between(0, most) }, () => ({
      place: random.below(places),
      weight: random.chance(0.8) ? 1 : 2,
    }));
  for (let t = random.between(0, 7); t > 0; t--) {
    const inhibitors = random.chance(0.2) ? [{ place: random.below(places), below: random.between(0, 3) }] : [];
    builder.transition(transitionName(`t${t}`), { inputs: arcs(3), outputs: arcs(3), inhibitors });
  }
  return builder.build('random');
}

/** A net in which transitions only move tokens: within its first and its second half there are always as many. */
export function randomConservativeNet(random: Random): Net {
  const builder = new NetBuilder();
  const half = random.between(2, 4);
  const [placeName, transitionName] = [oddNamer(random), oddNamer(random)];
  for (let i = 0; i < 2 * half; i++) builder.place(placeName(`p${i}`), { initial: random.between(0, 2) });
  const move = (first: number): { from: Arc; to: Arc } => ({
    from: { place: first + random.below(half), weight: 1 },
    to: { place: first + random.below(half), weight: 1 },
  });
  for (let t = random.between(2, 7); t > 0; t--) {
    const moves = random.pick([[move(0)], [move(half)], [move(0), move(half)]]);
    const inhibitors = random.chance(0.2) ? [{ place: random.below(half), below: random.between(1, 3) }] : [];
    builder.transition(transitionName(`t${t}`), {
      inputs: moves.map(({ from }) => from),
      outputs: moves.map(({ to }) => to),
      inhibitors,
    });
  }
  return builder.build('conservative');
}

/** Numbers of tokens at the borders of what the engines use for them. */
const LARGE = [0, 1, 2, 255, 65_535, 65_536, 2 ** 30, 2 ** 31 - 9, 2 ** 31 - 2, 2 ** 31 - 1];

/** A net with very many tokens, in which at most four transitions happen one after another. */
export function randomLargeNet(random: Random): Net {
  const builder = new NetBuilder();
  const places = random.between(2, 4);
  const [placeName, transitionName] = [oddNamer(random), oddNamer(random)];
  builder.place('fuel', { initial: random.between(1, 4) });
  for (let i = 1; i < places; i++) builder.place(placeName(`p${i}`), { initial: random.pick(LARGE) });
  const arcs = (): Arc[] =>
    random.chance(0.6)
      ? [{ place: random.between(1, places - 1), weight: random.chance(0.5) ? 1 : Math.max(1, random.pick(LARGE)) }]
      : [];
  for (let t = random.between(1, 5); t > 0; t--) {
    const inhibitors = random.chance(0.2) ? [{ place: random.between(1, places - 1), below: random.pick(LARGE) }] : [];
    builder.transition(transitionName(`t${t}`), {
      inputs: [{ place: 0, weight: 1 }, ...arcs()],
      outputs: arcs(),
      inhibitors,
    });
  }
  return builder.build('large');
}
