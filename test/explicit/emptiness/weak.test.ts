// The searches for weak and terminal automata alone, on random products in layers: no cycle leaves its layer, and a layer accepts or does not.
import { describe, expect, it } from 'vitest';
import type { Int32List } from '../../../src/base/growable.ts';
import { Random } from '../../../src/base/random.ts';
import { reachabilityCheck } from '../../../src/explicit/emptiness/reachability.ts';
import { weakCheck } from '../../../src/explicit/emptiness/weak.ts';
import type { Product } from '../../../src/explicit/product/product.ts';
import { findLasso } from '../../../src/explicit/search/lasso-search.ts';

interface Layered {
  readonly product: Product;
  readonly targets: readonly (readonly number[])[];
  readonly isAccepting: (state: number) => boolean;
}

const LAYERS = 4;

/** Edges lead to the same layer or to later ones. Of a terminal product the last layer accepts alone, and every state goes on. */
function layered(random: Random, kind: 'weak' | 'terminal'): Layered {
  const count = random.between(2, 9);
  const layer = Array.from({ length: count }, (_, i) => (i === 0 ? 0 : random.below(LAYERS)));
  const accepting = Array.from({ length: LAYERS }, (_, i) =>
    kind === 'terminal' ? i === LAYERS - 1 : random.chance(0.4),
  );
  const isAccepting = (state: number): boolean => accepting[layer[state]];
  const targets = layer.map((from, state) => {
    const later = layer.flatMap((to, target) => (to >= from ? [target] : []));
    const found = later.filter(() => random.chance(1.2 / later.length));
    return found.length === 0 && kind === 'terminal' ? [state] : found;
  });
  const product: Product = {
    modes: [{ required: 1, forbidden: 0 }],
    size: count,
    weakness: { terminal: kind === 'terminal', isAccepting },
    initialStates: () => [0],
    expand: (state: number, out: Int32List) => {
      for (const target of targets[state]) {
        out.push(target);
        out.push(isAccepting(state) && isAccepting(target) ? 1 : 0);
      }
    },
  };
  return { product, targets, isAccepting };
}

/** What is reached by at least one step, or from the first state on. */
function reached(targets: readonly (readonly number[])[], from: readonly number[]): Set<number> {
  const seen = new Set(from);
  for (const state of seen) for (const target of targets[state]) seen.add(target);
  return seen;
}

describe.each([
  ['weak', weakCheck],
  ['terminal', weakCheck],
  ['terminal', reachabilityCheck],
] as const)('%s products', (kind, check) => {
  it(`are decided by ${check.name}, with lassos among what was visited, and all is counted where nothing is found`, () => {
    const random = new Random(31);
    const counts = { accepting: 0, empty: 0 };
    for (let round = 0; round < 800; round++) {
      const { product, targets, isAccepting } = layered(random, kind);
      const states = reached(targets, [0]);
      const isOnCycle = (state: number): boolean => reached(targets, targets[state]).has(state);
      const expected = [...states].some((state) => isAccepting(state) && isOnCycle(state));
      const context = JSON.stringify(targets);
      const { accepting, statistics } = check.search(product);
      expect(accepting !== null, context).toBe(expected);
      if (accepting === null) {
        counts.empty++;
        const exploredEdges = [...states].reduce((sum, state) => sum + targets[state].length, 0);
        expect(statistics, context).toMatchObject({ exploredStates: states.size, exploredEdges, passes: 1 });
        continue;
      }
      counts.accepting++;
      const { prefix, cycle } = findLasso(product, accepting);
      expect(cycle.every(isAccepting), context).toBe(true);
      expect(cycle.every(accepting.visited) && accepting.visited(0), context).toBe(true);
      expect(
        [...prefix, ...cycle, cycle[0]].slice(1).every((state, i) => targets[[...prefix, ...cycle][i]].includes(state)),
      ).toBe(true);
      expect(statistics.exploredStates).toBeGreaterThan(0);
      expect(statistics.exploredEdges).toBeGreaterThan(0);
    }
    expect(Math.min(counts.accepting, counts.empty)).toBeGreaterThan(100);
  });
});

describe('reachability', () => {
  it('ends with the state that decides where a decision is enough', () => {
    const random = new Random(32);
    let decided = 0;
    for (let round = 0; round < 200; round++) {
      const { product, targets, isAccepting } = layered(random, 'terminal');
      const { accepting, deciding } = reachabilityCheck.search(product, { goal: 'decision' });
      const states = [...reached(targets, [0])];
      expect(accepting).toBeNull();
      expect(deciding !== undefined).toBe(states.some(isAccepting));
      if (deciding === undefined) continue;
      decided++;
      const found = states.filter(deciding.contains);
      expect(found).toHaveLength(1);
      expect(isAccepting(found[0]) && deciding.visited(found[0])).toBe(true);
    }
    expect(decided).toBeGreaterThan(20);
  });
});
