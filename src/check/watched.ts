// A counterexample with the values of watched expressions at each step.
import { type Watch, watchedIn } from '../models/watch.ts';
import type { Counterexample, TraceStep } from './counterexample.ts';

export function watched(counterexample: Counterexample, watches: readonly Watch[]): Counterexample {
  if (watches.length === 0) return counterexample;
  const added = (step: TraceStep): TraceStep => ({ ...step, watched: watchedIn(watches, step.state) });
  return { ...counterexample, prefix: counterexample.prefix.map(added), cycle: counterexample.cycle.map(added) };
}
