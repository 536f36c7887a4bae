// What all runs of a model show at their first moments: the states that can be reached in 0, 1, … steps, as long as they are few, and the
// propositions that have one value in all of them. A deadlock is taken to repeat; where it ends a run instead, that only adds words.
import { VectorTable } from '../../base/intern.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { EvaluationFault, evaluate } from '../../models/expression/expression.ts';
import type { Model } from '../../models/model.ts';
import type { Observation } from '../../models/observation.ts';
import type { KnownLetter } from './first-letters.ts';

/** Moments that are looked at, states at one of them, and states times transitions at all of them. */
const MOMENTS = 4;
const MOST_STATES = 200;
const MOST_WORK = 300_000;
/** Numbers in the states of a moment. */
const MOST_NUMBERS = 1_000_000;

/** The states at the first moments of all runs; made once for a model. */
export class FirstMoments {
  private readonly model: Model;
  /** For each moment its states, with whether each is a deadlock. */
  private readonly moments: readonly (readonly Moment[])[];

  constructor(model: Model, stopwatch: Stopwatch) {
    this.model = model;
    this.moments = this.explore(stopwatch);
  }

  /** What is known of the letter at each moment; nothing more is known after the last. */
  letters({ names, predicates }: Observation): KnownLetter[] {
    return this.moments.map((states) => {
      const known = new Map<string, boolean>();
      for (const [i, name] of names.entries()) {
        const holds = ({ state, isDead }: Moment): boolean => evaluate(predicates[i], state, () => isDead) !== 0;
        const first = holds(states[0]);
        if (states.every((moment) => holds(moment) === first)) known.set(name, first);
      }
      return known;
    });
  }

  private explore(stopwatch: Stopwatch): Moment[][] {
    const moments: Moment[][] = [];
    let work = MOST_WORK;
    let states: readonly Int32Array[] = this.model.initialStates();
    while (moments.length < MOMENTS && states.length > 0 && states.length <= MOST_STATES) {
      work -= states.length * this.model.groups.length;
      if (work < 0 && moments.length > 0) break;
      const expanded = this.expand(states, stopwatch);
      if (expanded === null) break;
      moments.push(expanded.moment);
      states = expanded.next;
    }
    return moments;
  }

  /** The states with what is known of them, and all that can be there a step later, none if too many; null where the model has a fault. */
  private expand(
    states: readonly Int32Array[],
    stopwatch: Stopwatch,
  ): { moment: Moment[]; next: readonly Int32Array[] } | null {
    const { variables, identity } = this.model;
    const next = new VectorTable(variables.length, identity);
    const most = Math.min(MOST_STATES, MOST_NUMBERS / variables.length);
    const moment: Moment[] = [];
    try {
      for (const state of states) {
        stopwatch.look();
        let degree = 0;
        this.model.successors(state, (target) => {
          degree++;
          if (next.size <= most) next.intern(target);
        });
        if (degree === 0 && next.size <= most) next.intern(state);
        moment.push({ state, isDead: degree === 0 });
      }
    } catch (error) {
      if (error instanceof EvaluationFault) return null;
      throw error;
    }
    return { moment, next: next.size > most ? [] : Array.from({ length: next.size }, (_, id) => next.get(id)) };
  }
}

interface Moment {
  readonly state: Int32Array;
  readonly isDead: boolean;
}
