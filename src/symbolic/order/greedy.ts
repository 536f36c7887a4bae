// Greedy open-hyperedge cut: vertices are placed one after another, always the one that opens the fewest new edges (less those
// that it closes); among equals the one whose edges are already placed for the larger part, then the one touched last.
//
// An edge is opened once and loses its last but one vertex once, so that the changes of the first key are linear in the size of the
// hypergraph; the second key is kept up to date for small edges only.
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { cutCost, type Hypergraph } from './hypergraph.ts';

/** Edges with more vertices than this do not count for ties: they would cost the square of their size. */
const SMALL_EDGE = 32;
/** Orders are tried from several first vertices while vertices and pins together stay below this number of steps. */
const WORK = 60_000;
const MAX_STARTS = 6;
/** In graphs with more vertices and pins the first start that gains nothing is the last. */
const LARGE = 4_000;

/** The best greedy order that a few starts give, judged by the sum of squared cuts. */
export function greedyOrder(graph: Hypergraph, stopwatch: Stopwatch = new Stopwatch()): Int32Array {
  const size = graph.vertexCount + graph.pins.length;
  const starts = Math.max(2, Math.min(MAX_STARTS, Math.floor(WORK / (size + 1))));
  let best = new Placement(graph, stopwatch).run(peripheralVertex(graph));
  let cost = cutCost(graph, best);
  let start = best[best.length - 1];
  for (let i = 1; i < starts && graph.vertexCount > 1; i++) {
    const order = new Placement(graph, stopwatch).run(start);
    const orderCost = cutCost(graph, order);
    // The far end of this run, and later a vertex from its middle, are the next starts.
    start = order[i % 2 === 1 ? order.length - 1 : (order.length * i) >>> 3];
    if (orderCost >= cost && size > LARGE) break;
    if (orderCost >= cost) continue;
    best = order;
    cost = orderCost;
  }
  return best;
}

/** A vertex in the fewest edges: likely at a rim. */
function peripheralVertex({ vertexCount, vertexStart }: Hypergraph): number {
  let best = 0;
  for (let v = 1; v < vertexCount; v++) {
    if (vertexStart[v + 1] - vertexStart[v] < vertexStart[best + 1] - vertexStart[best]) best = v;
  }
  return best;
}

class Placement {
  private readonly graph: Hypergraph;
  private readonly stopwatch: Stopwatch;
  /** Edges that the vertex would open, less those that it would close. */
  private readonly gain: Int32Array;
  /** Sum over its small edges of the share that is placed. */
  private readonly share: Float64Array;
  private readonly touched: Int32Array;
  private readonly placed: Uint8Array;
  private readonly placedPins: Int32Array;
  private readonly heap: VertexHeap;
  private clock = 0;

  constructor(graph: Hypergraph, stopwatch: Stopwatch) {
    this.graph = graph;
    this.stopwatch = stopwatch;
    this.gain = new Int32Array(graph.vertexCount);
    for (let v = 0; v < graph.vertexCount; v++) this.gain[v] = graph.vertexStart[v + 1] - graph.vertexStart[v];
    this.share = new Float64Array(graph.vertexCount);
    this.touched = new Int32Array(graph.vertexCount);
    this.placed = new Uint8Array(graph.vertexCount);
    this.placedPins = new Int32Array(graph.edgeCount);
    const { gain, share, touched } = this;
    this.heap = new VertexHeap(graph.vertexCount, (a, b) => {
      if (gain[a] !== gain[b]) return gain[a] < gain[b];
      if (share[a] !== share[b]) return share[a] > share[b];
      return touched[a] !== touched[b] ? touched[a] > touched[b] : a < b;
    });
  }

  run(start: number): Int32Array {
    const { vertexCount } = this.graph;
    const order = new Int32Array(vertexCount);
    let rest: Int32Array | null = null;
    let nextRest = 0;
    for (let i = 0; i < vertexCount; i++) {
      let vertex = i === 0 ? start : this.heap.pop();
      if (vertex === -1) {
        // nothing placed has an unplaced neighbour: another part of the graph begins
        rest ??= this.byDegree();
        while (this.placed[rest[nextRest]] === 1) nextRest++;
        vertex = rest[nextRest];
      }
      order[i] = vertex;
      this.place(vertex);
      this.stopwatch.tick();
    }
    return order;
  }

  private byDegree(): Int32Array {
    const { vertexCount, vertexStart } = this.graph;
    const degree = (v: number): number => vertexStart[v + 1] - vertexStart[v];
    return Int32Array.from({ length: vertexCount }, (_, v) => v).sort((a, b) => degree(a) - degree(b));
  }

  private place(vertex: number): void {
    const { vertexStart, edges, edgeStart } = this.graph;
    this.placed[vertex] = 1;
    this.clock++;
    for (let i = vertexStart[vertex]; i < vertexStart[vertex + 1]; i++) {
      const edge = edges[i];
      const size = edgeStart[edge + 1] - edgeStart[edge];
      const count = ++this.placedPins[edge];
      const opens = count === 1;
      const nearlyClosed = count === size - 1;
      if (opens || nearlyClosed || size <= SMALL_EDGE) this.updatePins(edge, (opens ? 1 : 0) + (nearlyClosed ? 1 : 0));
    }
  }

  private updatePins(edge: number, decrease: number): void {
    const { edgeStart, pins } = this.graph;
    const size = edgeStart[edge + 1] - edgeStart[edge];
    const share = size <= SMALL_EDGE ? 1 / size : 0;
    for (let k = edgeStart[edge]; k < edgeStart[edge + 1]; k++) {
      const vertex = pins[k];
      if (this.placed[vertex] === 1) continue;
      this.gain[vertex] -= decrease;
      this.share[vertex] += share;
      this.touched[vertex] = this.clock;
      this.heap.improve(vertex);
    }
  }
}

/** A binary heap of vertices whose keys only ever improve. */
class VertexHeap {
  private readonly items: Int32Array;
  /** Where a vertex is in `items`, or -1. */
  private readonly positions: Int32Array;
  private readonly before: (a: number, b: number) => boolean;
  private size = 0;

  constructor(capacity: number, before: (a: number, b: number) => boolean) {
    this.items = new Int32Array(capacity);
    this.positions = new Int32Array(capacity).fill(-1);
    this.before = before;
  }

  /** The first vertex, removed; -1 when there is none. */
  pop(): number {
    if (this.size === 0) return -1;
    const first = this.items[0];
    this.positions[first] = -1;
    const last = this.items[--this.size];
    if (this.size > 0) this.sink(last);
    return first;
  }

  /** Adds the vertex, or moves it up after its key improved. */
  improve(vertex: number): void {
    let at = this.positions[vertex];
    if (at === -1) at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      const above = this.items[parent];
      if (!this.before(vertex, above)) break;
      this.items[at] = above;
      this.positions[above] = at;
      at = parent;
    }
    this.items[at] = vertex;
    this.positions[vertex] = at;
  }

  private sink(vertex: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && this.before(this.items[child + 1], this.items[child])) child++;
      if (!this.before(this.items[child], vertex)) break;
      this.items[at] = this.items[child];
      this.positions[this.items[at]] = at;
      at = child;
    }
    this.items[at] = vertex;
    this.positions[vertex] = at;
  }
}
