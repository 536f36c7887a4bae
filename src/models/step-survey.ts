// What an exploration one by one tells an engine that works with sets: for which values its groups have steps. The explicit engine makes such surveys, the symbolic
// one asks for them; neither knows the other.
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Model } from './model.ts';

/** A search through the states of a model that can be continued. */
export interface StepSurvey {
  /**
   * Goes on until about so many states are known. `complete`: there are no others. `ended`: the memory is full, and there will be no more. Throws `LimitExceeded`
   * when the time is up, and the faults of the model.
   */
  explore(states: number): 'complete' | 'open' | 'ended';
  /** Once it is complete: the values before of the variables with which the groups have steps, each combination once. The array is the same each time. */
  forEachSource(groups: readonly SurveyedGroup[], visit: (group: SurveyedGroup, values: Int32Array) => void): void;
}

export interface SurveyedGroup {
  readonly group: number;
  /** On which its steps depend. */
  readonly variables: readonly number[];
}

/** Begins a survey; null where the model is no program, or there is no memory for it. */
export type OpenSurvey = (model: Model, stopwatch: Stopwatch) => StepSurvey | null;
