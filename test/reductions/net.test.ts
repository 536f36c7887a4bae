import { describe, expect, it } from 'vitest';
import { type Net, NetBuilder } from '../../src/models/petri/net.ts';
import { ReducibleNet } from '../../src/reductions/net.ts';
import { sequence, step, times, transitionsOf } from '../../src/reductions/word.ts';

function chain(): Net {
  const builder = new NetBuilder();
  builder.place('a', { initial: 5 });
  builder.place('b');
  builder.place('c', { capacity: 3 });
  builder.transition('t', { inputs: [{ place: 0, weight: 2 }], outputs: [{ place: 1, weight: 4 }] });
  builder.transition('u', { inputs: [{ place: 1, weight: 4 }], outputs: [{ place: 2, weight: 1 }] });
  return builder.build('chain');
}

describe('a net that is being reduced', () => {
  it('knows both sides of every arc', () => {
    const net = ReducibleNet.of(chain());
    expect([...net.producers(1)]).toEqual([0]);
    expect([...net.consumers(1)]).toEqual([1]);
    expect([net.effect(0, 0), net.effect(0, 1), net.effect(1, 1)]).toEqual([-2, 4, -4]);
    net.removeTransition(0);
    expect([...net.producers(1)]).toEqual([]);
    expect([net.transitionCount, net.arcCount]).toEqual([1, 2]);
  });

  it('holds a place with a capacity, its transitions and their places', () => {
    const net = ReducibleNet.of(chain());
    expect([...net.heldPlaces]).toEqual([0, 1, 1]);
    expect([net.isHeldTransition(0), net.isHeldTransition(1)]).toEqual([false, true]);
  });

  it('tells what the tokens of a given place are, whatever was done to it', () => {
    const net = ReducibleNet.of(chain());
    net.dividePlace(0, 2);
    expect(net.marking[0]).toBe(2);
    expect(net.meaningOf(0)).toEqual({ place: 0, factor: 2, offset: 1 });
    net.removePlace(0, { place: 1, factor: 3, offset: 4 });
    expect(net.meaningOf(0)).toEqual({ place: 1, factor: 6, offset: 9 });
    net.dividePlace(1, 4);
    expect(net.meaningOf(0)).toEqual({ place: 1, factor: 24, offset: 9 });
    net.removePlace(1, { place: null, factor: 0, offset: 2 });
    expect(net.meaningOf(0)).toEqual({ place: null, factor: 0, offset: 57 });
  });

  it('is not changed by what is done to a copy', () => {
    const net = ReducibleNet.of(chain());
    const copy = net.clone();
    copy.removePlace(0, null);
    expect([net.placeCount, net.inputs(0).length, copy.placeCount, copy.inputs(0).length]).toEqual([3, 1, 2, 0]);
  });
});

it('writes out words whose parts are shared', () => {
  const word = times(sequence(step(1), times(step(2), 2)), 2);
  expect(word.length).toBe(6);
  expect([...transitionsOf(word)]).toEqual([1, 2, 2, 1, 2, 2]);
});
