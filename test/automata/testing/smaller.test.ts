// Small testing automata by hand: which states are dropped as useless, and which are merged.
import { describe, expect, it } from 'vitest';
import { mergeBisimilar } from '../../../src/automata/testing/bisimulation.ts';
import { EdgeList, sortedBySource } from '../../../src/automata/testing/edge-list.ts';
import { pruneTesting } from '../../../src/automata/testing/prune.ts';
import { TestingAutomaton } from '../../../src/automata/testing/testing-automaton.ts';
import { Bdd } from '../../../src/dd/bdd.ts';
import { Stopwatch } from '../../../src/diagnostics/stopwatch.ts';

interface Edge {
  readonly from: number;
  readonly to: number;
  /** The propositions, a and b, that change. */
  readonly on: string;
  readonly marks?: number;
}

interface Small {
  readonly states: number;
  readonly edges: readonly Edge[];
  readonly sets?: number;
  /** A GTA with these livelock-accepting states; without, a TGTA. */
  readonly livelock?: readonly number[];
}

/** An automaton over a and b that begins in state 0; states are called by their numbers. */
function automatonOf({ states, edges, sets = 1, livelock }: Small): TestingAutomaton {
  const bdd = new Bdd();
  const list = new EdgeList();
  for (const { from, to, on, marks = 0 } of edges) {
    const change = bdd.and(bdd.literal(0, on.includes('a')), bdd.literal(1, on.includes('b')));
    list.push(from, change, marks, to);
  }
  const numbers = Array.from({ length: states }, (_, state) => state);
  return new TestingAutomaton({
    kind: livelock === undefined ? 'tgta' : 'gta',
    propositions: ['a', 'b'],
    bdd,
    stateCount: states,
    initial: [{ state: 0, letters: bdd.true }],
    setCount: sets,
    accepting: null,
    livelock: livelock === undefined ? null : Uint8Array.from(numbers, (state) => Number(livelock.includes(state))),
    stateNames: numbers.map(String),
    ...sortedBySource(bdd, states, list),
  });
}

describe('states that no accepting run needs are dropped', () => {
  const kept = (small: Small): string[] => [...pruneTesting(automatonOf(small)).stateNames];
  it.each<{ what: string; small: Small; names: string[] }>([
    {
      what: 'a cycle whose mark is on the way out alone',
      small: {
        states: 2,
        edges: [
          { from: 0, to: 0, on: 'a' },
          { from: 0, to: 1, on: 'b', marks: 1 },
        ],
      },
      names: [],
    },
    {
      what: 'a cycle that has one of two marks, beside one that has both',
      small: {
        states: 3,
        sets: 2,
        edges: [
          { from: 0, to: 1, on: 'a', marks: 3 },
          { from: 1, to: 1, on: 'a', marks: 1 },
          { from: 0, to: 2, on: 'b' },
          { from: 2, to: 2, on: 'a', marks: 1 },
          { from: 2, to: 2, on: 'b', marks: 2 },
        ],
      },
      names: ['0', '2'],
    },
    {
      what: 'a state that is not reached',
      small: {
        states: 2,
        edges: [
          { from: 0, to: 0, on: 'a', marks: 1 },
          { from: 1, to: 0, on: 'a', marks: 1 },
        ],
      },
      names: ['0'],
    },
    {
      what: 'what lies behind a livelock-accepting state, not the state itself',
      small: {
        states: 3,
        livelock: [1],
        edges: [
          { from: 0, to: 1, on: 'a' },
          { from: 1, to: 2, on: 'b', marks: 1 },
        ],
      },
      names: ['0', '1'],
    },
    {
      what: 'a state without any edge, though no marks are asked for',
      small: { states: 1, sets: 0, edges: [] },
      names: [],
    },
  ])('$what', ({ small, names }) => {
    expect(kept(small)).toEqual(names);
  });
});

describe('states that do the same are merged', () => {
  const loop = (state: number): Edge => ({ from: state, to: state, on: '', marks: 1 });
  const classes = (small: Small): string[] => [...mergeBisimilar(automatonOf(small), new Stopwatch()).stateNames];
  /** Two states behind the first: what they do besides going round. */
  const twins = (...more: Edge[]): Small => ({
    states: 3,
    edges: [{ from: 0, to: 1, on: 'a' }, { from: 0, to: 2, on: 'b' }, loop(1), loop(2), ...more],
  });
  it.each<{ what: string; small: Small; count: number }>([
    { what: 'both only go round', small: twins(), count: 2 },
    {
      what: 'each leads to the other',
      small: twins({ from: 1, to: 2, on: 'a' }, { from: 2, to: 1, on: 'a' }),
      count: 2,
    },
    {
      what: 'one leads to itself, one to the other',
      small: twins({ from: 1, to: 1, on: 'a' }, { from: 2, to: 1, on: 'a' }),
      count: 2,
    },
    { what: 'one has an edge more', small: twins({ from: 1, to: 2, on: 'a' }), count: 3 },
    { what: 'one has an edge more, on two changes at once', small: twins({ from: 1, to: 2, on: 'ab' }), count: 3 },
    {
      what: 'one has an edge with a mark',
      small: twins({ from: 1, to: 1, on: 'a' }, { from: 2, to: 2, on: 'a', marks: 1 }),
      count: 3,
    },
    {
      what: 'the marks of two changes at once differ',
      small: twins({ from: 1, to: 1, on: 'ab' }, { from: 2, to: 2, on: 'ab', marks: 1 }),
      count: 3,
    },
    {
      what: 'they change other propositions',
      small: twins({ from: 1, to: 1, on: 'a' }, { from: 2, to: 2, on: 'b' }),
      count: 3,
    },
    {
      what: 'they lead to states that differ',
      small: twins({ from: 1, to: 0, on: 'a' }, { from: 2, to: 2, on: 'a' }),
      count: 3,
    },
  ])('$what: $count left', ({ small, count }) => {
    expect(classes(small)).toHaveLength(count);
  });

  it('but not where one is livelock-accepting', () => {
    expect(classes({ ...twins(), livelock: [1] })).toHaveLength(3);
    expect(classes({ ...twins(), livelock: [1, 2] })).toHaveLength(2);
  });

  it('along a way of any length', () => {
    // two chains of equal length, one of which ends in a mark
    const length = 6;
    const chain = (start: number, marks: number): Edge[] =>
      Array.from({ length }, (_, i) => ({
        from: start + i,
        to: start + Math.min(i + 1, length - 1),
        on: 'ab',
        marks: i === length - 1 ? marks : 0,
      }));
    const small = (marks: number): Small => ({
      states: 2 * length + 1,
      edges: [
        { from: 0, to: 1, on: 'a' },
        { from: 0, to: 1 + length, on: 'b' },
        ...chain(1, 1),
        ...chain(1 + length, marks),
      ],
    });
    expect(classes(small(1))).toHaveLength(length + 1);
    expect(classes(small(0))).toHaveLength(length + 2); // the chain without a mark goes round as one state
  });
});
