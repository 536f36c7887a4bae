// Guesses are verified: only what leads the transitions of a net to themselves is one of its automorphisms.
import { describe, expect, it } from 'vitest';
import { TokenAutomorphisms } from '../../../src/explicit/symmetry/token-automorphisms.ts';
import { type Net, NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';

/** Two places a and b, each with one transition; `other` is what that of b has besides. */
function pair(other: (builder: NetBuilder) => Parameters<NetBuilder['transition']>[1]): Net {
  const builder = new NetBuilder();
  const [a, b, shared] = ['a', 'b', 'shared'].map((id) => builder.place(id));
  const plain = (place: number): Parameters<NetBuilder['transition']>[1] => ({
    inputs: [{ place, weight: 1 }],
    outputs: [{ place: shared, weight: 1 }],
    inhibitors: [{ place: shared, below: 2 }],
  });
  builder.transition('fromA', plain(a));
  builder.transition('fromB', { ...plain(b), ...other(builder) });
  return builder.build('pair');
}

function canSwap(net: Net, swaps: readonly (readonly [number, number])[]): boolean {
  const { groups, variables } = netModel(net);
  return new TokenAutomorphisms(groups, variables.length).isAutomorphism(swaps);
}

describe('automorphisms of a net', () => {
  it('exchange places whose transitions do the same', () => {
    const net = pair(() => ({}));
    expect(canSwap(net, [[0, 1]])).toBe(true);
    expect(canSwap(net, [[0, 2]])).toBe(false);
  });

  it('do not exchange places that differ in a weight, a threshold or an arc', () => {
    expect(
      canSwap(
        pair(() => ({ inputs: [{ place: 1, weight: 2 }] })),
        [[0, 1]],
      ),
    ).toBe(false);
    expect(
      canSwap(
        pair(() => ({ outputs: [{ place: 2, weight: 2 }] })),
        [[0, 1]],
      ),
    ).toBe(false);
    expect(
      canSwap(
        pair(() => ({ inhibitors: [{ place: 2, below: 3 }] })),
        [[0, 1]],
      ),
    ).toBe(false);
    expect(
      canSwap(
        pair(() => ({ inhibitors: [] })),
        [[0, 1]],
      ),
    ).toBe(false);
  });

  it('count transitions that do the same', () => {
    const twice = pair((builder) => {
      builder.transition('again', { inputs: [{ place: 0, weight: 3 }] });
      builder.transition('andAgain', { inputs: [{ place: 0, weight: 3 }] });
      builder.transition('once', { inputs: [{ place: 1, weight: 3 }] });
      return {};
    });
    expect(canSwap(twice, [[0, 1]])).toBe(false);
  });

  it('do not exchange places of different capacity that somebody fills', () => {
    const builder = new NetBuilder();
    const places = [1, 2].map((capacity) => builder.place(`p${capacity}`, { capacity }));
    for (const place of places) builder.transition(`fill${place}`, { outputs: [{ place, weight: 1 }] });
    expect(canSwap(builder.build('capacities'), [[0, 1]])).toBe(false);
  });
});
