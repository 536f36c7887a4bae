// From an accepting component to a lasso of the product: a short path to the component, then a short cycle inside it
// that shows every mark. Breadth-first throughout; the product is walked again, and little further than the search has been.
import { append } from '../../base/append.ts';
import { invariant } from '../../base/assert.ts';
import { Int32List } from '../../base/growable.ts';
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { AcceptingComponent, StateGoal } from '../emptiness/result.ts';
import type { Product } from '../product/product.ts';

/** Product states: the prefix, then the cycle, after whose last state comes its first again. */
export interface ProductLasso {
  readonly prefix: readonly number[];
  readonly cycle: readonly number[];
}

/**
 * A lasso into the component and round a cycle there that its mode accepts. `explored` is the number of product states that the search
 * before it visited, if it was not this product that numbered them. Throws `LimitExceeded` at the limits.
 */
export function findLasso(
  product: Product,
  component: AcceptingComponent,
  explored = 0,
  limits?: Limits | Stopwatch,
): ProductLasso {
  const stopwatch = Stopwatch.over(limits);
  const { prefix: stem } = findPath(product, component, explored, stopwatch);
  return { prefix: stem.slice(0, -1), cycle: acceptingCycle(product, stem[stem.length - 1], component, stopwatch) };
}

/** A short path to one of the states, as a lasso without cycle. Throws `LimitExceeded` at the limits. */
export function findPath(product: Product, goal: StateGoal, explored = 0, limits?: Limits | Stopwatch): ProductLasso {
  const inside = product.initialStates().find(goal.contains);
  const path = inside === undefined ? pathToComponent(product, goal, explored, Stopwatch.over(limits)) : [inside];
  return { prefix: path, cycle: [] };
}

/** States that the kernel visits in the time that one takes here, roughly. */
const KERNEL_PACE = 16;

/**
 * A shortest path, if it is found with about the effort of the search before it; otherwise a shortest one among the states
 * that the search visited, which may be few among very many.
 */
function pathToComponent(
  product: Product,
  { contains: goal, visited }: StateGoal,
  explored: number,
  stopwatch: Stopwatch,
): number[] {
  const initial = product.initialStates();
  const budget = 1000 + Math.max(product.size, Math.floor(explored / KERNEL_PACE));
  const everywhere: PathQuery = { goal, within: () => true, forbidden: 0, budget, stopwatch };
  const path =
    stopwatch.attempt({}, () => shortestPath(product, initial, everywhere)) ??
    shortestPath(product, initial, { goal, within: visited, forbidden: 0, stopwatch });
  invariant(path !== null, 'the accepting component cannot be reached again');
  return path.states;
}

/** Collects the required marks by shortest paths, one after another from `start`, and returns to it. */
function acceptingCycle(
  product: Product,
  start: number,
  component: AcceptingComponent,
  stopwatch: Stopwatch,
): number[] {
  const { contains: within, mode } = component;
  const { forbidden } = mode;
  const walk: number[] = [start];
  let missing = mode.required;
  while (missing !== 0) {
    const step = shortestPath(product, walk.slice(-1), { marks: missing, within, forbidden, stopwatch });
    invariant(step !== null, 'an acceptance set is missing from its component');
    append(walk, step.states.slice(1));
    missing &= ~step.marks;
  }
  if (walk.length === 1 || walk[walk.length - 1] !== start) {
    const back = shortestPath(product, walk.slice(-1), {
      goal: (state) => state === start,
      within,
      forbidden,
      stopwatch,
    });
    invariant(back !== null, 'a component is not strongly connected');
    append(walk, back.states.slice(1));
  }
  return walk.slice(0, -1);
}

interface PathQuery {
  /** Stop at a state with this property … */
  readonly goal?: (state: number) => boolean;
  /** … or after an edge that carries one of these marks. */
  readonly marks?: number;
  readonly within: (state: number) => boolean;
  /** Edges with one of these marks do not count. */
  readonly forbidden: number;
  /** Give up after this many states. */
  readonly budget?: number;
  readonly stopwatch: Stopwatch;
}

interface Path {
  readonly states: number[];
  /** The marks of all its edges together. */
  readonly marks: number;
}

/** Not yet found, in a list of predecessors. */
const NEW = -2;
const SOURCE = -1;

/** A shortest path of at least one edge, or null: there is none, or not within the budget. */
function shortestPath(product: Product, sources: readonly number[], query: PathQuery): Path | null {
  const predecessors = new Int32List(product.size);
  const marksOf = new Int32List(product.size);
  const queue = new Int32List();
  const edges = new Int32List();
  const isNew = (state: number): boolean => {
    while (predecessors.length <= state) {
      predecessors.push(NEW);
      marksOf.push(0);
    }
    return predecessors.get(state) === NEW;
  };
  for (const source of sources) {
    if (!isNew(source)) continue;
    predecessors.set(source, SOURCE);
    queue.push(source);
  }
  const end = query.budget ?? Number.POSITIVE_INFINITY;
  for (let head = 0; head < queue.length && head < end; head++) {
    query.stopwatch.tick();
    const state = queue.get(head);
    edges.clear();
    product.expand(state, edges);
    for (let i = 0; i < edges.length; i += 2) {
      const target = edges.get(i);
      const marks = edges.get(i + 1);
      if (!query.within(target) || (marks & query.forbidden) !== 0) continue;
      if (query.goal?.(target) || (marks & (query.marks ?? 0)) !== 0) {
        return pathTo(state, target, marks, { predecessors, marksOf });
      }
      if (!isNew(target)) continue;
      predecessors.set(target, state);
      marksOf.set(target, marks);
      queue.push(target);
    }
  }
  return null;
}

function pathTo(
  last: number,
  target: number,
  lastMarks: number,
  found: { readonly predecessors: Int32List; readonly marksOf: Int32List },
): Path {
  const states = [target];
  let marks = lastMarks;
  for (let state = last; state !== SOURCE; state = found.predecessors.get(state)) {
    states.push(state);
    marks |= found.marksOf.get(state);
  }
  return { states: states.reverse(), marks };
}
