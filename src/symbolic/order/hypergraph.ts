// The hypergraph that static variable orders look at: vertices are the variables of a model, edges the supports of its
// transition groups, and for nets the supports of place invariants too. Stored as two flat incidence lists.

import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { semiflowSupports } from '../../models/analysis/sums.ts';
import type { Model } from '../../models/model.ts';

/** Edges of at least two vertices over the vertices 0 … vertexCount - 1. */
export interface Hypergraph {
  readonly vertexCount: number;
  readonly edgeCount: number;
  /** Edge e has the vertices `pins[edgeStart[e]]` … `pins[edgeStart[e + 1] - 1]`, ascending. */
  readonly edgeStart: Int32Array;
  readonly pins: Int32Array;
  /** Vertex v is in the edges `edges[vertexStart[v]]` … `edges[vertexStart[v + 1] - 1]`. */
  readonly vertexStart: Int32Array;
  readonly edges: Int32Array;
}

/** Work of the search for invariants: about 50 ms; what is not found by then is left out. */
const INVARIANT_WORK = 150_000;

/** The places of each invariant: of those found when the model was analysed, or of a short search. */
export function invariantSupports(model: Model): number[][] {
  if (model.invariants !== undefined) {
    return model.invariants.map(({ terms }) => terms.map(({ variable }) => variable).sort((a, b) => a - b));
  }
  return semiflowSupports(model, { work: INVARIANT_WORK }, new Stopwatch());
}

/** The hypergraph with these edges; edges of fewer than two vertices say nothing and are dropped, as are repetitions. */
export function hypergraph(vertexCount: number, supports: readonly (readonly number[])[]): Hypergraph {
  const distinct = new Map<string, readonly number[]>();
  for (const support of supports) if (support.length > 1) distinct.set(support.join(), support);
  const kept = [...distinct.values()];
  const edgeStart = new Int32Array(kept.length + 1);
  const vertexStart = new Int32Array(vertexCount + 1);
  for (const [e, support] of kept.entries()) {
    edgeStart[e + 1] = edgeStart[e] + support.length;
    for (const vertex of support) vertexStart[vertex + 1]++;
  }
  for (let v = 0; v < vertexCount; v++) vertexStart[v + 1] += vertexStart[v];
  const pins = new Int32Array(edgeStart[kept.length]);
  const edges = new Int32Array(pins.length);
  const next = vertexStart.slice(0, vertexCount);
  for (const [e, support] of kept.entries()) {
    pins.set(support, edgeStart[e]);
    for (const vertex of support) edges[next[vertex]++] = e;
  }
  return { vertexCount, edgeCount: kept.length, edgeStart, pins, vertexStart, edges };
}

/** Sum of the squares of the numbers of open edges after each vertex: what an order is judged by. */
export function cutCost(graph: Hypergraph, order: Int32Array): number {
  const seen = new Int32Array(graph.edgeCount);
  let open = 0;
  let cost = 0;
  for (const vertex of order) {
    for (let i = graph.vertexStart[vertex]; i < graph.vertexStart[vertex + 1]; i++) {
      const edge = graph.edges[i];
      if (seen[edge]++ === 0) open++;
      if (seen[edge] === graph.edgeStart[edge + 1] - graph.edgeStart[edge]) open--;
    }
    cost += open * open;
  }
  return cost;
}

/** The variables that each group reads or writes, ascending. */
export function groupSupports(model: Model): number[][] {
  return model.groups.map(({ reads, writes }) => mergeAscending(reads, writes));
}

function mergeAscending(a: readonly number[], b: readonly number[]): number[] {
  const merged: number[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const next = j === b.length || (i < a.length && a[i] <= b[j]) ? a[i] : b[j];
    if (a[i] === next) i++;
    if (b[j] === next) j++;
    merged.push(next);
  }
  return merged;
}
