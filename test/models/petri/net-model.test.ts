import { describe, expect, it } from 'vitest';
import { EvaluationFault } from '../../../src/models/expression/expression.ts';
import { NetBuilder, type TransitionOptions } from '../../../src/models/petri/net.ts';
import { type NetModel, netModel } from '../../../src/models/petri/net-model.ts';

/** A net with places p, q (capacity 3) and one transition t. */
function small(marking: readonly [number, number], options: TransitionOptions): NetModel {
  const net = new NetBuilder();
  net.place('p', { initial: marking[0] });
  net.place('q', { initial: marking[1], capacity: 3 });
  net.transition('t', options);
  return netModel(net.build('small'));
}

function fired(model: NetModel): number[] | null {
  let result: number[] | null = null;
  model.successors(model.initialStates()[0], (target) => {
    result = [...target];
  });
  return result;
}

describe('a net as a model', () => {
  it('fires with weights, and only with enough tokens', () => {
    const options = { inputs: [{ place: 0, weight: 2 }], outputs: [{ place: 1, weight: 3 }] };
    expect(fired(small([2, 0], options))).toEqual([0, 3]);
    expect(fired(small([1, 0], options))).toBeNull();
  });

  it('obeys capacities after the firing', () => {
    const options = { outputs: [{ place: 1, weight: 2 }] };
    expect(fired(small([0, 1], options))).toEqual([0, 3]);
    expect(fired(small([0, 2], options))).toBeNull();
    const swap = { inputs: [{ place: 1, weight: 3 }], outputs: [{ place: 1, weight: 3 }] };
    expect(fired(small([0, 3], swap))).toEqual([0, 3]);
  });

  it('obeys inhibitor arcs, the strictest of several', () => {
    const options = {
      inhibitors: [
        { place: 0, below: 5 },
        { place: 0, below: 2 },
      ],
      outputs: [{ place: 0, weight: 1 }],
    };
    expect(fired(small([1, 0], options))).toEqual([2, 0]);
    expect(fired(small([2, 0], options))).toBeNull();
  });

  it('adds up repeated arcs', () => {
    const options = {
      inputs: [
        { place: 0, weight: 1 },
        { place: 0, weight: 2 },
      ],
    };
    expect(fired(small([3, 0], options))).toEqual([0, 0]);
    expect(fired(small([2, 0], options))).toBeNull();
  });

  it('describes groups by conditions and changes, without the places that keep their tokens', () => {
    const model = small([1, 0], {
      inputs: [{ place: 0, weight: 1 }],
      outputs: [
        { place: 0, weight: 1 },
        { place: 1, weight: 1 },
      ],
    });
    expect(model.groups[0]).toEqual({
      name: 't',
      reads: [0, 1],
      writes: [1],
      behaviour: {
        kind: 'tokens',
        conditions: [
          { variable: 0, atLeast: 1, below: null },
          { variable: 1, atLeast: 0, below: 3 },
        ],
        changes: [{ variable: 1, delta: 1 }],
      },
    });
    expect(model.variables[1]).toEqual({ name: 'q', lower: 0, upper: 3 });
  });

  it('faults instead of wrapping around beyond 2^31 - 1 tokens', () => {
    const model = small([0x7fff_ffff, 0], { outputs: [{ place: 0, weight: 1 }] });
    expect(() => fired(model)).toThrow(EvaluationFault);
    expect(fired(small([0x7fff_fffe, 0], { outputs: [{ place: 0, weight: 1 }] }))).toEqual([0x7fff_ffff, 0]);
  });

  it('lets a visitor ask for successors itself', () => {
    const net = new NetBuilder();
    net.place('p', { initial: 2 });
    net.transition('t', { inputs: [{ place: 0, weight: 1 }] });
    net.transition('u', { inputs: [{ place: 0, weight: 2 }] });
    const model = netModel(net.build('nested'));
    const seen: number[] = [];
    model.successors(Int32Array.of(2), (outer) => {
      model.successors(Int32Array.from(outer), () => {});
      seen.push(outer[0]);
    });
    expect(seen).toEqual([1, 0]);
  });
});
