// Whether two automata with generalized Büchi acceptance have no word in common: their product, searched for a component
// that sees all marks of both. For use inside reductions; the automata share a manager and propositions.
import { invariant } from '../../base/assert.ts';
import { Int32List } from '../../base/growable.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { allMarks } from '../acceptance.ts';
import type { Automaton } from '../automaton.ts';
import { strongComponents } from '../scc.ts';

interface DisjointOptions {
  /** Start from these pairs of states instead of the initial ones. */
  readonly from?: readonly (readonly [number, number])[];
  /** Answer 'unknown' when the product has more states. */
  readonly maxStates?: number;
  readonly stopwatch?: Stopwatch;
}

/** 'yes' if no word is accepted by both, 'no' if some is, 'unknown' if the product is larger than allowed. */
export function areDisjoint(a: Automaton, b: Automaton, options: DisjointOptions = {}): 'yes' | 'no' | 'unknown' {
  invariant(a.bdd === b.bdd, 'the automata share a manager');
  const product = buildProduct(a, b, options);
  if (product === null) return 'unknown';
  const { stateCount, edgeStart, edgeTarget, marksA, marksB, roots } = product;
  const components = strongComponents({ stateCount, edgeStart, edgeTarget }, roots);
  const cyclic = new Uint8Array(components.count);
  const [seenA, seenB] = [new Int32Array(components.count), new Int32Array(components.count)];
  for (let state = 0; state < stateCount; state++) {
    const c = components.of[state];
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      if (components.of[edgeTarget[e]] !== c) continue;
      cyclic[c] = 1;
      seenA[c] |= marksA[e];
      seenB[c] |= marksB[e];
    }
  }
  const [allA, allB] = [allMarks(a.acceptance.setCount), allMarks(b.acceptance.setCount)];
  return cyclic.some((one, c) => one === 1 && seenA[c] === allA && seenB[c] === allB) ? 'no' : 'yes';
}

interface Product {
  readonly stateCount: number;
  readonly edgeStart: Int32Array;
  readonly edgeTarget: Int32Array;
  readonly marksA: Int32Array;
  readonly marksB: Int32Array;
  readonly roots: readonly number[];
}

/** The pairs of states reachable together, with the marks of both sides on each edge. */
function buildProduct(a: Automaton, b: Automaton, options: DisjointOptions): Product | null {
  const { bdd } = a;
  const { stopwatch = new Stopwatch(), maxStates = Number.POSITIVE_INFINITY } = options;
  const width = b.stateCount;
  const number = new Map<number, number>();
  const [pairs, edgeStart, edgeTarget] = [new Int32List(), new Int32List(), new Int32List()];
  const [marksA, marksB] = [new Int32List(), new Int32List()];
  const visit = (s: number, t: number): number => {
    const key = s * width + t;
    let known = number.get(key);
    if (known === undefined) {
      number.set(key, (known = pairs.length));
      pairs.push(key);
    }
    return known;
  };
  const start = options.from ?? a.initial.flatMap((s) => b.initial.map((t) => [s, t] as const));
  const roots = start.map(([s, t]) => visit(s, t));
  for (let i = 0; i < pairs.length; i++) {
    if (pairs.length > maxStates) return null;
    stopwatch.tick();
    edgeStart.push(edgeTarget.length);
    const [s, t] = [Math.floor(pairs.get(i) / width), pairs.get(i) % width];
    for (let e = a.edgeStart[s]; e < a.edgeStart[s + 1]; e++) {
      for (let f = b.edgeStart[t]; f < b.edgeStart[t + 1]; f++) {
        if (bdd.isDisjoint(a.edgeLabel[e], b.edgeLabel[f])) continue;
        edgeTarget.push(visit(a.edgeTarget[e], b.edgeTarget[f]));
        marksA.push(a.edgeMarks[e]);
        marksB.push(b.edgeMarks[f]);
      }
    }
  }
  edgeStart.push(edgeTarget.length);
  return {
    stateCount: pairs.length,
    edgeStart: edgeStart.toArray(),
    edgeTarget: edgeTarget.toArray(),
    marksA: marksA.toArray(),
    marksB: marksB.toArray(),
    roots,
  };
}
