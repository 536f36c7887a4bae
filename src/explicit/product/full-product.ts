// The size of the whole product, as the papers' tables give it beside what the emptiness check had to explore.
import { Int32List } from '../../base/growable.ts';
import { StateNumbers } from '../emptiness/depth-first-path.ts';
import { ProgressReporter, type SearchOptions } from '../emptiness/result.ts';
import type { Product } from './product.ts';

export interface ProductSize {
  readonly states: number;
  readonly transitions: number;
}

/** Counts all reachable states and edges; throws `LimitExceeded` when a limit comes first. */
export function countProduct(product: Product, options: SearchOptions = {}): ProductSize {
  const watch = new ProgressReporter(options);
  const seen = new StateNumbers();
  const queue = new Int32List();
  const edges = new Int32List();
  const enter = (state: number): void => {
    if (seen.get(state) !== 0) return;
    seen.set(state, 1);
    queue.push(state);
  };
  let transitions = 0;
  for (const state of product.initialStates()) enter(state);
  for (let head = 0; head < queue.length; head++) {
    edges.clear();
    product.expand(queue.get(head), edges);
    for (let i = 0; i < edges.length; i += 2) {
      transitions++;
      watch.tick(queue.length, transitions, 0);
      enter(edges.get(i));
    }
  }
  return { states: queue.length, transitions };
}
