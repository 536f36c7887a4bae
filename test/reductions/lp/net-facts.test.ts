// What the state equation says of nets: dead transitions fire in no reachable marking, and without the implicit places, whichever of them, the net
// has the same steps.
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { Stopwatch } from '../../../src/diagnostics/stopwatch.ts';
import { type Net, NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { netFacts } from '../../../src/reductions/lp/net-facts.ts';
import { randomReducibleNet } from '../../helpers/random-reducible-net.ts';
import { roundsOf, seedFrom } from '../../helpers/shared.ts';

const ROUNDS = roundsOf({ usual: 300, long: 20_000 });
const MOST_STATES = 300;

function factsOf(net: Net, dead: 'removed' | 'kept' = 'removed') {
  return netFacts(net, { stopwatch: new Stopwatch(), seconds: 60, isRemoved: () => dead === 'removed' })!;
}

describe('the state equation of a net', () => {
  it('shows that a resource cannot be taken twice, and that its complement never blocks alone', () => {
    const builder = new NetBuilder();
    builder.place('free', { initial: 1 });
    builder.place('used');
    builder.place('working');
    builder.place('idle', { initial: 1 });
    builder.place('twice');
    builder.move('take', ['free', 'idle'], ['used', 'working']);
    builder.move('give', ['used', 'working'], ['free', 'idle']);
    builder.move('take twice', ['free', 'used'], ['twice']);
    const net = builder.build('resource');
    const { dead, implicit } = factsOf(net);
    expect(dead.map((t) => net.transitions[t].id)).toEqual(['take twice']);
    // `idle` follows from `free`, and `working` from `used`, or the other way round; never both of a pair.
    expect(implicit).toHaveLength(2);
    expect(new Set(implicit.map((place) => place % 3))).toHaveLength(2);
  });

  it('says nothing of a place whose capacity blocks', () => {
    const builder = new NetBuilder();
    builder.place('source', { initial: 3 });
    builder.place('narrow', { capacity: 1 });
    builder.place('wide');
    builder.place('end');
    builder.move('in', ['source'], ['narrow', 'wide']);
    builder.move('out', ['narrow', 'wide'], ['end']);
    const net = builder.build('narrow');
    expect(factsOf(net).implicit.map((place) => net.places[place].id)).toEqual(['wide']);
  });

  it('does not free a dead transition that stays from what blocks it', () => {
    const builder = new NetBuilder();
    builder.place('three', { initial: 3 });
    builder.transition('two', { inputs: [{ place: 0, weight: 2 }], outputs: [{ place: 0, weight: 2 }] });
    builder.transition('four', { inputs: [{ place: 0, weight: 4 }], outputs: [{ place: 0, weight: 4 }] });
    const net = builder.build('three');
    expect(factsOf(net, 'removed')).toEqual({ dead: [1], implicit: [0] });
    expect(factsOf(net, 'kept')).toEqual({ dead: [1], implicit: [] });
  });

  it('takes like transitions for dead together or not at all, however little may be calculated', () => {
    const builder = new NetBuilder();
    const parts = 6;
    for (let i = 0; i < parts; i++) {
      builder.place(`free${i}`, { initial: 1 });
      builder.place(`used${i}`);
      builder.place(`both${i}`);
      builder.move(`take${i}`, [`free${i}`], [`used${i}`]);
      builder.move(`give${i}`, [`used${i}`], [`free${i}`]);
      builder.move(`twice${i}`, [`free${i}`, `used${i}`], [`both${i}`]);
    }
    const net = builder.build('parts');
    const found = new Set<number>();
    for (let work = 1; work < 10_000_000; work = Math.ceil(work * 1.3)) {
      const facts = netFacts(net, { stopwatch: new Stopwatch(), seconds: 60, work, isRemoved: () => true });
      found.add(facts!.dead.length);
    }
    expect([...found].sort((a, b) => a - b)).toEqual([0, parts]);
  });

  it(`is right about ${ROUNDS} random nets`, () => {
    const random = new Random(seedFrom(61));
    const found = { dead: 0, implicit: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const net = randomReducibleNet(random);
      const behaviour = explore(net);
      if (behaviour === null) continue;
      const kept = round % 2 === 0;
      const { dead, implicit } = factsOf(net, kept ? 'kept' : 'removed');
      const context = JSON.stringify(net);
      for (const t of dead) expect(behaviour.fired.has(t), context).toBe(false);
      const dropped = implicit.filter(() => random.chance(0.7));
      const never = { inputs: [{ place: 0, weight: 1_000_000 }], outputs: [] }; // as good as removed; the others keep their numbers
      const transitions = net.transitions.map((t, i) =>
        kept || !dead.includes(i) ? withoutPlaces(t, dropped) : { ...t, ...never },
      );
      const without = explore({ ...net, transitions });
      expect(without?.runs, context).toEqual(behaviour.runs);
      found.dead += dead.length;
      found.implicit += dropped.length;
    }
    expect(Math.min(found.dead, found.implicit)).toBeGreaterThan(ROUNDS / 60);
  });
});

/** The net without the arcs at these places, which then keep their tokens. */
function withoutPlaces(transition: Net['transitions'][number], dropped: readonly number[]): Net['transitions'][number] {
  const left = <T extends { readonly place: number }>(arcs: readonly T[]): T[] =>
    arcs.filter(({ place }) => !dropped.includes(place));
  return { ...transition, inputs: left(transition.inputs), outputs: left(transition.outputs) };
}

/** All words of transitions up to a length, and what fires at all; null where the net is too large. */
function explore(net: Net): { readonly fired: ReadonlySet<number>; readonly runs: readonly string[] } | null {
  const model = netModel(net);
  const fired = new Set<number>();
  const seen = new Map(model.initialStates().map((state) => [state.join(), state]));
  for (const state of seen.values()) {
    if (seen.size > MOST_STATES) return null;
    model.successors(state, (target, group) => {
      fired.add(group);
      if (!seen.has(target.join())) seen.set(target.join(), target.slice());
    });
  }
  let layer = model.initialStates().map((state) => ({ word: '', state }));
  const runs: string[] = [];
  for (let length = 0; length < 4; length++) {
    const next: typeof layer = [];
    for (const { word, state } of layer) {
      model.successors(state, (target, group) => next.push({ word: `${word} ${group}`, state: target.slice() }));
    }
    runs.push(...next.map(({ word }) => word));
    layer = next;
  }
  return { fired, runs: runs.sort() };
}
