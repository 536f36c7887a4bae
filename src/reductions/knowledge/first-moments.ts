// What all runs of a net show at their first moments: the states that can be reached in 0, 1, … steps, as long as they are few, and the
// propositions that have one value in all of them. A deadlock is taken to repeat; where it ends a run instead, that only adds words.
import { VectorTable } from '../../base/intern.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { type Expression, evaluate } from '../../models/expression/expression.ts';
import type { Model, TokenChange, TokenCondition } from '../../models/model.ts';
import type { Observation } from '../../models/observation.ts';
import { MAX_TOKENS } from '../../models/petri/net.ts';
import type { KnownLetter } from './first-letters.ts';
import type { MomentLetters } from './run-facts.ts';

/** Moments that are looked at, states at one of them, and states times transitions at all of them. */
const MOMENTS = 4;
const MOST_STATES = 200;
/** Of so many states at a moment all letters are told. */
const FEW_STATES = 24;
const MOST_WORK = 300_000;
/** Numbers in the states of a moment. */
const MOST_NUMBERS = 1_000_000;
/** Steps that lead to one state, at most on average: more are not looked at. */
const REPEATED = 4;

/** The states at the first moments of all runs of a model of tokens; made once for it. */
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
        const first = holds(predicates[i], states[0]);
        if (states.every((moment) => holds(predicates[i], moment) === first)) known.set(name, first);
      }
      return known;
    });
  }

  /** The letters of all states at each moment; none where these are many. */
  everyLetter({ predicates }: Observation): MomentLetters[] {
    return this.moments.map((states) =>
      states.length > FEW_STATES ? [] : states.map((moment) => predicates.map((predicate) => holds(predicate, moment))),
    );
  }

  private explore(stopwatch: Stopwatch): Moment[][] {
    const moments: Moment[][] = [];
    let work = MOST_WORK;
    let states: readonly Int32Array[] = this.model.initialStates();
    while (moments.length < MOMENTS && states.length > 0) {
      work -= states.length * this.model.groups.length;
      if (work < 0 && moments.length > 0) break;
      const steps = states.map((state) => this.enabled(state, stopwatch));
      moments.push(states.map((state, i) => ({ state, isDead: steps[i].length === 0 })));
      states = this.after(states, steps);
    }
    return moments;
  }

  /** The transitions that can fire. */
  private enabled(state: Int32Array, stopwatch: Stopwatch): Changes[] {
    const found: Changes[] = [];
    for (const { behaviour } of this.model.groups) {
      stopwatch.tick();
      if (behaviour.kind === 'tokens' && behaviour.conditions.every((condition) => isMet(condition, state))) {
        found.push(behaviour.changes);
      }
    }
    return found;
  }

  /** All that can be there a step later; nothing where that is too much, or a place has more tokens than can be counted. */
  private after(states: readonly Int32Array[], steps: readonly (readonly Changes[])[]): readonly Int32Array[] {
    const { length } = this.model.variables;
    const most = Math.min(MOST_STATES, MOST_NUMBERS / (length + 1));
    const count = steps.reduce((sum, { length: own }) => sum + Math.max(1, own), 0);
    if (count > REPEATED * most) return [];
    const next = new VectorTable(length);
    for (const [i, state] of states.entries()) {
      if (steps[i].length === 0) next.intern(state);
      for (const changes of steps[i]) {
        const target = state.slice();
        for (const { variable, delta } of changes) {
          if (target[variable] + delta > MAX_TOKENS) return [];
          target[variable] += delta;
        }
        next.intern(target);
      }
    }
    return next.size > most ? [] : Array.from({ length: next.size }, (_, id) => next.get(id));
  }
}

function holds(predicate: Expression, { state, isDead }: Moment): boolean {
  return evaluate(predicate, state, () => isDead) !== 0;
}

type Changes = readonly TokenChange[];

function isMet({ variable, atLeast, below }: TokenCondition, state: Int32Array): boolean {
  return state[variable] >= atLeast && (below === null || state[variable] < below);
}

interface Moment {
  readonly state: Int32Array;
  readonly isDead: boolean;
}
