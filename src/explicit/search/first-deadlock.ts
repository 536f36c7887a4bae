// Models that must have no deadlock (the reading `error`): all reachable states are looked through for one, breadth-first, before
// anything else is asked of the model. So it is the same deadlock whatever is asked and whoever searches, and a search need not know of
// deadlocks. Nothing is done twice for several questions: a graph keeps what was explored.
import { LimitExceeded } from '../../diagnostics/limit.ts';
import { ProgressReporter, type SearchOptions } from '../emptiness/result.ts';
import { NO_ID } from '../kernel/protocol.ts';
import type { StateSpace } from '../kernel/store/state-space.ts';
import type { ModelGraph } from '../product/model-graph.ts';
import { Pace } from './pace.ts';

/** Milliseconds between two looks at the limits. */
const BETWEEN_LOOKS = 8;

/** A reachable state without successors, or null when the model has none. Throws `LimitExceeded`, which says what is then not known. */
export function firstDeadlock(graph: ModelGraph, options: SearchOptions = {}): number | null {
  const { space } = graph.states;
  const watch = new ProgressReporter(options);
  try {
    graph.initialStates();
    return space === undefined ? walk(graph, watch) : explore(graph, space, watch);
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    throw error.therefore('it is not known whether the model has a deadlock');
  }
}

/** One state after the other, in the order in which they are found. */
function walk(graph: ModelGraph, watch: ProgressReporter): number | null {
  let edges = 0;
  for (let state = 0; state < graph.states.size; state++) {
    if (graph.isDead(state)) return state;
    for (let i = graph.expand(state); i > 0; i--) watch.tick(graph.states.size, ++edges, 0);
  }
  return null;
}

/** In the kernel, whose breadth-first search goes on where an earlier call has left it. */
function explore({ model, options }: ModelGraph, space: StateSpace, watch: ProgressReporter): number | null {
  const { maxStates = Number.POSITIVE_INFINITY } = options;
  const pace = new Pace(model.groups.length);
  for (let looked = performance.now(); ; ) {
    const begun = performance.now();
    const room = (maxStates - space.states) / Math.max(1, space.kernel.compiled.mostSuccessors);
    const result = space.slice(Math.max(1, Math.floor(Math.min(pace.states, room))));
    const found = space.kernel.core.firstDeadlock.value >>> 0;
    if (found !== NO_ID) return found;
    if (result === 'done') return null;
    if (result === 'full') throw new LimitExceeded('memory', 'the memory is full');
    if (space.states > maxStates) throw new LimitExceeded('states', undefined, { value: maxStates });
    const now = performance.now();
    pace.adapt(now - begun);
    if (now - looked < BETWEEN_LOOKS) continue; // slices are very short where the limit of states is near
    looked = now;
    watch.look({ states: space.states, edges: space.transitions, depth: space.depth, passes: 1 });
  }
}
