// How many processes there are at a time. Without `run` there are never more than at the beginning. Otherwise the model is looked at for a
// while, in depth and at random from a fixed seed, in a vector that grows with what is met; some more places than that are kept.
import { Random } from '../../../base/random.ts';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import { EvaluationFault } from '../../expression/expression.ts';
import { MAX_PROCESSES } from './declare.ts';
import { Layout } from './layout.ts';
import { Machine } from './machine.ts';
import type { Program } from './program.ts';
import { PlacesExceeded } from './steps.ts';

/** States that are looked at in depth, random runs and steps of each, and places that are kept beyond the most that were met. */
const STATES = 5_000;
const RUNS = 8;
const STEPS = 1_000;
const SPARE = 2;

/** The number of places for processes. */
export function findPlaces(program: Program, stopwatch: Stopwatch): number {
  if (program.started.size === 0) return program.initial.length;
  let places = Math.min(MAX_PROCESSES, program.initial.length + 8);
  for (;;) {
    const met = mostProcesses(program, places, stopwatch);
    if (met !== null) return Math.min(places, met + SPARE);
    if (places === MAX_PROCESSES) return MAX_PROCESSES;
    places = Math.min(MAX_PROCESSES, 2 * places);
  }
}

/** The most processes that random runs met; null where the places were not enough. */
function mostProcesses(program: Program, places: number, stopwatch: Stopwatch): number | null {
  const layout = new Layout(program, places, 'ignored');
  const machine = new Machine(layout);
  let most = program.initial.length;
  try {
    const seen = new Set<string>();
    const stack = [machine.initialState()];
    for (let state = stack.pop(); state !== undefined && seen.size < STATES; state = stack.pop()) {
      stopwatch.tick();
      const key = state.join();
      if (seen.has(key)) continue;
      seen.add(key);
      most = Math.max(most, state[layout.processes]);
      const next: Int32Array[] = [];
      machine.successors(state, (target) => next.push(target.slice()));
      stack.push(...next.reverse());
    }
    if (stack.length === 0) return most;
    for (let run = 0; run < RUNS; run++) {
      const random = new Random(run + 1);
      let state = machine.initialState();
      for (let i = 0; i < STEPS; i++) {
        stopwatch.tick();
        const next: Int32Array[] = [];
        machine.successors(state, (target) => next.push(target.slice()));
        if (next.length === 0) break;
        // every other run takes what starts processes first
        const growing =
          run % 2 === 0 ? next.filter((target) => target[layout.processes] > state[layout.processes]) : [];
        const choices = growing.length > 0 ? growing : next;
        state = choices[random.below(choices.length)];
        most = Math.max(most, state[layout.processes]);
      }
    }
  } catch (error) {
    if (error instanceof PlacesExceeded) return null;
    if (!(error instanceof EvaluationFault)) throw error; // the exploration will meet it again, and say so
  }
  return most;
}
