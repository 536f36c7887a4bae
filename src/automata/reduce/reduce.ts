// The reductions in the order in which they help each other, repeated while they do.
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Automaton } from '../automaton.ts';
import { reduceByBisimulation } from './bisimulation.ts';
import type { Budget } from './budget.ts';
import { reduceMarks } from './marks.ts';
import { pruneUseless } from './prune.ts';
import { type MarksOn, reduceByReverseSimulation, reduceBySimulation } from './simulation.ts';

export interface ReduceOptions {
  /** Marks on edges (TGBA) or on states (BA); edges by default. */
  readonly marksOn?: MarksOn;
  /** How often the loop may run; by default until nothing changes. */
  readonly rounds?: number;
  /** Whether to try simulations also with all marks where marks do not matter; it rarely helps. */
  readonly idle?: 'bare' | 'both';
  /** Simulations are quadratic; automata with more states are only pruned. */
  readonly maxStates?: number;
  readonly limits?: Limits | Stopwatch;
  /** What it may take; steps that take more are left out. Without one there is no end but the limits. */
  readonly budget?: Budget;
}

/** With more states the cheap quotient comes before the costly one. */
const BISIMULATE_FIRST = 50;

/** A smaller automaton with the same language, by pruning and simulations. Generalized Büchi acceptance only. */
export function reduce(automaton: Automaton, options: ReduceOptions = {}): Automaton {
  const stopwatch = Stopwatch.over(options.limits);
  return automaton.bdd.during(stopwatch, () => reduceRepeatedly(automaton, options, stopwatch));
}

function reduceRepeatedly(automaton: Automaton, options: ReduceOptions, stopwatch: Stopwatch): Automaton {
  const { marksOn = 'edges', rounds = Number.POSITIVE_INFINITY, maxStates = 1000, budget } = options;
  /** The automaton as it is where the step takes too much. */
  const within = (a: Automaton, step: (a: Automaton, watch: Stopwatch) => Automaton): Automaton =>
    budget === undefined ? step(a, stopwatch) : (budget.attempt(a.bdd, stopwatch, (part) => step(a, part)) ?? a);
  const clean = (a: Automaton): Automaton => {
    const pruned = pruneUseless(a, marksOn);
    return marksOn === 'edges' ? within(pruned, reduceMarks) : pruned;
  };
  let current = clean(automaton);
  if (current.stateCount > BISIMULATE_FIRST) current = within(current, reduceByBisimulation);
  if (current.stateCount > maxStates) budget?.markCut();
  const settled = new Map<string, Automaton>();
  for (let round = 0; round < rounds && current.stateCount <= maxStates; round++) {
    const before = current;
    for (const idle of options.idle === 'both' ? (['bare', 'full'] as const) : (['bare'] as const)) {
      const simulate: Step = (a) => within(a, (b, watch) => reduceBySimulation(b, { marksOn, idle, stopwatch: watch }));
      const reverse: Step = (a) =>
        within(a, (b, watch) => reduceByReverseSimulation(b, { marksOn, idle, stopwatch: watch }));
      for (const [name, step] of [
        [`direct ${idle}`, simulate],
        [`reverse ${idle}`, reverse],
      ] as const) {
        // What a step has left as it is, it leaves so again.
        if (settled.get(name) === current) continue;
        current = settle(current, step, clean, (fixed) => settled.set(name, fixed));
      }
    }
    if (current.stateCount === before.stateCount && current.edgeCount === before.edgeCount) break;
  }
  return current;
}

type Step = (automaton: Automaton) => Automaton;

/** Repeats a step, and the cleaning after it, until the automaton no longer shrinks; `onFixed` hears of one that the step left as it was. */
function settle(automaton: Automaton, step: Step, clean: Step, onFixed: (fixed: Automaton) => void): Automaton {
  let current = automaton;
  for (;;) {
    const next = step(current);
    if (next === current) {
      onFixed(current);
      return current;
    }
    const cleaned = clean(next);
    if (cleaned.stateCount === current.stateCount && cleaned.edgeCount >= current.edgeCount) return cleaned;
    current = cleaned;
  }
}
