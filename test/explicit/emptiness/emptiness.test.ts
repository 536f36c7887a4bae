import { describe, expect, it } from 'vitest';
import type { Int32List } from '../../../src/base/growable.ts';
import { Random } from '../../../src/base/random.ts';
import { LimitExceeded } from '../../../src/diagnostics/limit.ts';
import type { EmptinessCheck } from '../../../src/explicit/emptiness/check.ts';
import { suitableChecks } from '../../../src/explicit/emptiness/checks.ts';
import { couvreur } from '../../../src/explicit/emptiness/couvreur.ts';
import { searchInPasses } from '../../../src/explicit/emptiness/passes.ts';
import { twoPass } from '../../../src/explicit/emptiness/two-pass.ts';
import type { AcceptanceMode, Product } from '../../../src/explicit/product/product.ts';
import { findLasso } from '../../../src/explicit/search/lasso-search.ts';

interface Edge {
  readonly source: number;
  readonly target: number;
  readonly marks: number;
}

/** A product given edge by edge, in the order of the list. */
function listed(edges: readonly Edge[], modes: readonly AcceptanceMode[], initial: readonly number[] = [0]): Product {
  return {
    modes,
    size: 1 + Math.max(...initial, ...edges.flatMap(({ source, target }) => [source, target])),
    initialStates: () => initial,
    expand: (state: number, out: Int32List) => {
      for (const edge of edges) {
        if (edge.source !== state) continue;
        out.push(edge.target);
        out.push(edge.marks);
      }
    },
  };
}

/** The textbook answer: for some mode, the edges without forbidden marks have a reachable component with all required ones. */
function hasAcceptingCycle(
  edges: readonly Edge[],
  modes: readonly AcceptanceMode[],
  initial: readonly number[] = [0],
): boolean {
  const reach = (from: Iterable<number>, among: readonly Edge[]): Set<number> => {
    const seen = new Set(from);
    for (const state of seen) for (const edge of among) if (edge.source === state) seen.add(edge.target);
    return seen;
  };
  const reachable = reach(initial, edges);
  return modes.some(({ required, forbidden }) => {
    const kept = edges.filter((edge) => (edge.marks & forbidden) === 0 && reachable.has(edge.source));
    return [...reachable].some((state) => {
      const after = reach([state], kept);
      const inside = kept.filter(
        (e) => after.has(e.source) && after.has(e.target) && reach([e.target], kept).has(state),
      );
      return inside.length > 0 && (inside.reduce((marks, edge) => marks | edge.marks, 0) & required) === required;
    });
  });
}

function randomEdges(random: Random, states: number, marks: number): Edge[] {
  return Array.from({ length: random.between(1, states * 3) }, () => ({
    source: random.below(states),
    target: random.below(states),
    marks: random.below(1 << marks) & random.below(1 << marks),
  }));
}

function expectLasso(edges: readonly Edge[], product: Product, result: ReturnType<typeof twoPass>): void {
  const { prefix, cycle } = findLasso(product, result.accepting!);
  const states = [...prefix, ...cycle, cycle[0]];
  expect(product.initialStates()).toContain(states[0]);
  let seen = 0;
  const { required, forbidden } = result.accepting!.mode;
  for (let i = 0; i + 1 < states.length; i++) {
    const steps = edges.filter((edge) => edge.source === states[i] && edge.target === states[i + 1]);
    const inCycle = i >= prefix.length;
    const usable = inCycle ? steps.filter((edge) => (edge.marks & forbidden) === 0) : steps;
    expect(usable.length).toBeGreaterThan(0);
    if (inCycle) seen |= usable.reduce((marks, edge) => marks | edge.marks, 0);
  }
  expect(seen & required).toBe(required);
}

/** The checks that decide products with these modes, whatever the automaton is. */
function checksFor(modes: readonly AcceptanceMode[]): readonly EmptinessCheck[] {
  return suitableChecks(listed([], modes), 'stutter');
}

describe.each(checksFor([{ required: 1, forbidden: 0 }]))('$name', ({ name, search: check }) => {
  it('agrees with the textbook on random products with 0 to 3 acceptance sets, and its lassos are accepting', () => {
    const random = new Random(11);
    let accepting = 0;
    for (let round = 0; round < 1500; round++) {
      const sets = round % 4;
      const edges = randomEdges(random, random.between(1, 8), sets);
      const modes = [{ required: (1 << sets) - 1, forbidden: 0 }];
      const initial = random.chance(0.3) ? [0, 1] : [0];
      const product = listed(edges, modes, initial);
      const result = check(product);
      const context = JSON.stringify({ edges, initial });
      expect(result.accepting !== null, context).toBe(hasAcceptingCycle(edges, modes, initial));
      if (result.accepting) {
        accepting++;
        expectLasso(edges, product, result);
      }
    }
    expect(accepting).toBeGreaterThan(300);
    expect(accepting).toBeLessThan(1200);
  });

  it('has seen every state and edge where it finds nothing', () => {
    const random = new Random(14);
    let empty = 0;
    for (let round = 0; round < 400; round++) {
      const edges = randomEdges(random, random.between(1, 8), 1);
      const modes = [{ required: 1, forbidden: 0 }];
      if (hasAcceptingCycle(edges, modes)) continue;
      empty++;
      const reachable = new Set([0]);
      for (const state of reachable) for (const e of edges) if (e.source === state) reachable.add(e.target);
      const { exploredStates, exploredEdges, passes } = check(listed(edges, modes)).statistics;
      const context = JSON.stringify(edges);
      const followed = edges.filter(({ source }) => reachable.has(source)).length;
      // the red search of a nested one sees some of them again
      const most = name === 'ndfs' ? 2 : 1;
      expect(exploredStates >= reachable.size && exploredStates <= most * reachable.size, context).toBe(true);
      expect(exploredEdges >= followed && exploredEdges <= most * followed, context).toBe(true);
      expect(passes, context).toBe(1);
    }
    expect(empty).toBeGreaterThan(100);
  });

  it('says on its way how far it is, and looks at its limits then', () => {
    const length = 100_000;
    const product: Product = {
      modes: [{ required: 1, forbidden: 0 }],
      size: length,
      initialStates: () => [0],
      expand: (state, out) => {
        out.push((state + 1) % length);
        out.push(0);
      },
    };
    const seen: number[] = [];
    check(product, { onProgress: ({ states }) => seen.push(states) });
    expect(seen.length).toBeGreaterThan(4);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(length);
    // the first looks are at the start
    let looks = 0;
    const isCancelled = (): boolean => ++looks > 3;
    expect(() => check(product, { limits: { isCancelled } })).toThrow(LimitExceeded);
    expect(looks).toBe(4);
  });

  it('walks a path of 300,000 states without overflowing the stack', () => {
    const length = 300_000;
    const product: Product = {
      modes: [{ required: 1, forbidden: 0 }],
      size: length,
      initialStates: () => [0],
      expand: (state, out) => {
        out.push((state + 1) % length);
        out.push(state === 7 ? 1 : 0);
      },
    };
    const result = check(product);
    expect(result.accepting).not.toBeNull();
    expect(result.statistics.maximalDepth).toBe(length);
  });
});

describe.each(checksFor([{ required: 1, forbidden: 2 }]))('$name with forbidden marks', ({ search: check }) => {
  it('agrees with the textbook on random products, with one mode without forbidden marks, several, or none', () => {
    const random = new Random(12);
    let accepting = 0;
    for (let round = 0; round < 2000; round++) {
      const edges = randomEdges(random, random.between(1, 8), 4);
      const forbidding = { required: 0b0100 & random.below(8), forbidden: 0b1010 };
      const simple = [
        { required: 0b0011, forbidden: 0 },
        { required: 0b1100, forbidden: 0 },
      ].slice(0, round % 3);
      const modes = round % 2 === 0 ? [...simple, forbidding] : [forbidding, ...simple, { required: 0, forbidden: 1 }];
      const product = listed(edges, modes);
      const result = check(product);
      expect(result.accepting !== null, JSON.stringify({ edges, modes })).toBe(hasAcceptingCycle(edges, modes));
      if (result.accepting) expectLasso(edges, product, result);
      if (result.accepting) accepting++;
    }
    expect(accepting).toBeGreaterThan(300);
    expect(accepting).toBeLessThan(1900);
  });
});

describe('twoPass', () => {
  it('finds in its second pass what the first alone would have missed, and needs it less with a look at the path', () => {
    const random = new Random(12);
    const secondPasses = { plain: 0, closer: 0 };
    for (let round = 0; round < 1000; round++) {
      const product = listed(randomEdges(random, random.between(1, 8), 4), [
        { required: 0b0011, forbidden: 0 },
        { required: 0, forbidden: 0b1010 },
      ]);
      const [plain, closer] = [searchInPasses(product, {}, couvreur), twoPass(product)];
      expect(closer.accepting === null).toBe(plain.accepting === null);
      if (plain.accepting && plain.statistics.passes > 1) secondPasses.plain++;
      if (closer.accepting && closer.statistics.passes > 1) secondPasses.closer++;
    }
    expect(secondPasses.closer).toBeGreaterThan(0);
    expect(secondPasses.plain).toBeGreaterThan(secondPasses.closer);
  });

  it('misses the livelock of [BDK12, Fig. 10] in the first pass alone when t1 comes before t2, and not as a whole', () => {
    // states 0 = (0,0), 1 = (1,0), 2 = (2,1), 3 = (3,1); mark 1 = the step changes the letter, mark 2 = not livelock-accepting
    const t1 = { source: 3, target: 0, marks: 0b01 };
    const t2 = { source: 3, target: 2, marks: 0b00 };
    const path = [
      { source: 0, target: 1, marks: 0b10 },
      { source: 1, target: 2, marks: 0b11 },
      { source: 2, target: 3, marks: 0b00 },
    ];
    const livelock = [{ required: 0, forbidden: 0b11 }];
    const bad = listed([...path, t1, t2], livelock);
    expect(couvreur(bad).accepting).toBeNull();
    const whole = searchInPasses(bad, {}, couvreur);
    expect(whole.accepting).not.toBeNull();
    expect(whole.statistics.passes).toBe(2);
    const closer = twoPass(bad);
    expect(closer.statistics.passes).toBe(1);
    expect(findLasso(bad, closer.accepting!).cycle.toSorted((a, b) => a - b)).toEqual([2, 3]);
    expect(findLasso(bad, whole.accepting!).cycle.toSorted((a, b) => a - b)).toEqual([2, 3]);
    expect(couvreur(listed([...path, t2, t1], livelock)).accepting).not.toBeNull();
  });

  it('accepts a livelock in the first pass where the property has no way out', () => {
    const edges = [
      { source: 0, target: 1, marks: 0b01 },
      { source: 1, target: 0, marks: 0b01 },
      { source: 1, target: 2, marks: 0b01 },
      { source: 2, target: 3, marks: 0b00 },
      { source: 3, target: 2, marks: 0b00 },
    ];
    const { accepting, statistics } = twoPass(listed(edges, [{ required: 0, forbidden: 0b11 }]));
    expect(accepting).not.toBeNull();
    expect(statistics.passes).toBe(1);
  });

  it('leaves the second pass out when no edge could belong to a livelock', () => {
    const edges = [
      { source: 0, target: 1, marks: 0b01 },
      { source: 1, target: 0, marks: 0b10 },
    ];
    expect(twoPass(listed(edges, [{ required: 0, forbidden: 0b11 }])).statistics.passes).toBe(1);
  });
});
