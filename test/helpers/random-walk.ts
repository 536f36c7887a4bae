// Nets with one token that walks over a random graph: each state is a place, so that a formula over places speaks of single states.
import type { Random } from '../../src/base/random.ts';
import type { Model } from '../../src/models/model.ts';
import { NetBuilder } from '../../src/models/petri/net.ts';
import { netModel } from '../../src/models/petri/net-model.ts';

export interface WalkOptions {
  readonly places: readonly [fewest: number, most: number];
  /** Steps out of each place; a place without any is a deadlock. */
  readonly steps: readonly [fewest: number, most: number];
}

/** Places `s0`, where the token starts, `s1` and so on. */
export function randomWalk(random: Random, { places, steps }: WalkOptions): Model {
  const net = new NetBuilder();
  const count = random.between(...places);
  for (let i = 0; i < count; i++) net.place(`s${i}`, { initial: i === 0 ? 1 : 0 });
  for (let i = 0; i < count; i++) {
    for (let n = random.between(...steps); n > 0; n--) {
      const to = random.below(count);
      net.transition(`t${i}.${n}`, { inputs: [{ place: i, weight: 1 }], outputs: [{ place: to, weight: 1 }] });
    }
  }
  return netModel(net.build('walk'));
}
