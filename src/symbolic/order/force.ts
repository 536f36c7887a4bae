// FORCE: every edge pulls its vertices to its centre of gravity, vertices move to the mean of their edges' centres, and their new
// order is read off; repeated while the total span of the edges shrinks [AMS03].
import { Random } from '../../base/random.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Hypergraph } from './hypergraph.ts';

/** Pins visited in all rounds of all restarts together. */
const WORK = 3_000_000;
const MAX_RESTARTS = 20;

interface ForceOptions {
  readonly restarts: 'once' | 'several';
  readonly stopwatch?: Stopwatch;
}

/** The best order of a few restarts, the first from `start`, the others from shuffled orders; judged by the total span. */
export function forceOrder(graph: Hypergraph, start: Int32Array, options: ForceOptions): Int32Array {
  const { restarts, stopwatch = new Stopwatch() } = options;
  const force = new Force(graph, stopwatch);
  let best = force.run(start);
  if (restarts === 'once') return best.order;
  const random = new Random(1);
  for (let i = 1; i < MAX_RESTARTS && force.work < WORK; i++) {
    const result = force.run(Int32Array.from(random.shuffle([...start])));
    if (result.span < best.span) best = result;
  }
  return best.order;
}

interface Result {
  readonly order: Int32Array;
  readonly span: number;
}

class Force {
  /** Pins visited so far. */
  work = 0;
  private readonly graph: Hypergraph;
  private readonly stopwatch: Stopwatch;
  private readonly centres: Float64Array;
  private readonly positions: Int32Array;

  constructor(graph: Hypergraph, stopwatch: Stopwatch) {
    this.graph = graph;
    this.stopwatch = stopwatch;
    this.centres = new Float64Array(graph.edgeCount);
    this.positions = new Int32Array(graph.vertexCount);
  }

  run(start: Int32Array): Result {
    let best: Result = { order: start, span: this.arrange(start) };
    const patience = 5;
    // As many rounds as the logarithm of the size suggests, more while they pay.
    let left = patience + Math.ceil(Math.log2(1 + this.graph.vertexCount));
    for (let current = start; left > 0; left--) {
      current = this.move(current);
      const span = this.arrange(current);
      if (span >= best.span) continue;
      if (span < best.span * 0.99) left = Math.max(left, patience);
      best = { order: current, span };
      if (this.work > WORK) break;
    }
    return best;
  }

  /** Takes over the order: positions, centres of the edges. Returns the total span. */
  private arrange(order: Int32Array): number {
    const { edgeCount, edgeStart, pins } = this.graph;
    for (let i = 0; i < order.length; i++) this.positions[order[i]] = i;
    let total = 0;
    for (let e = 0; e < edgeCount; e++) {
      this.stopwatch.tick();
      let [sum, low, high] = [0, order.length, 0];
      for (let k = edgeStart[e]; k < edgeStart[e + 1]; k++) {
        const position = this.positions[pins[k]];
        sum += position;
        if (position < low) low = position;
        if (position > high) high = position;
      }
      this.centres[e] = sum / (edgeStart[e + 1] - edgeStart[e]);
      total += high - low;
    }
    this.work += pins.length;
    return total;
  }

  private move(order: Int32Array): Int32Array {
    const { vertexCount, vertexStart, edges } = this.graph;
    const wishes = new Float64Array(vertexCount);
    for (let v = 0; v < vertexCount; v++) {
      const degree = vertexStart[v + 1] - vertexStart[v];
      let sum = 0;
      for (let i = vertexStart[v]; i < vertexStart[v + 1]; i++) sum += this.centres[edges[i]];
      wishes[v] = degree === 0 ? this.positions[v] : sum / degree;
    }
    return order.slice().sort((a, b) => wishes[a] - wishes[b] || this.positions[a] - this.positions[b]);
  }
}
