// What a coloured transition needs of its input places, in the form in which the search for bindings can use it.
import type { ColouredArc, ColouredTransition } from './coloured-net.ts';
import type { Choice } from './sorts.ts';
import type { Summand } from './terms.ts';

/** A summand of several choices is taken apart into at most this many patterns. */
const FEW = 4;

/** One token that a binding needs: a choice for each component of the place's domain. */
export interface Pattern {
  readonly place: number;
  readonly choices: readonly Choice[];
}

export interface Needs {
  /** The tokens are the same for every binding. */
  readonly constant: readonly ColouredArc[];
  /** Each must be matched by a colour that its place can hold. */
  readonly patterns: readonly Pattern[];
  /** What they need is more than the patterns say, and is known only when the binding is. */
  readonly checked: readonly ColouredArc[];
}

/** Sorts the input arcs of a transition by what can be known of them. */
export function needsOf({ inputs }: ColouredTransition): Needs {
  const constant: ColouredArc[] = [];
  const checked: ColouredArc[] = [];
  const patterns = new Map<string, Pattern>();
  for (const arc of inputs) {
    if (isConstant(arc)) constant.push(arc);
    else if (arc.summands.some(takesAway)) checked.push(arc);
    else if (!addPatterns(arc, patterns)) checked.push(arc);
  }
  return { constant, patterns: [...patterns.values()], checked };
}

/** Whether the arc moves the same tokens under every binding. */
export function isConstant({ summands }: ColouredArc): boolean {
  return summands.every(({ components }) => components.every((choices) => choices.every(({ slot }) => slot === -1)));
}

/** Whether something is subtracted: what a summand adds need not be there then. */
function takesAway({ count, components }: Summand): boolean {
  return count < 0 || components.some((choices) => choices.some((choice) => choice.count < 0));
}

/** False when the patterns do not say all. */
function addPatterns({ place, summands }: ColouredArc, patterns: Map<string, Pattern>): boolean {
  let complete = true;
  for (const { count, components } of summands) {
    const present = components.map((choices) => choices.filter((choice) => choice.count > 0));
    if (count === 0 || present.some((choices) => choices.length === 0)) continue;
    const isFew = present.reduce((product, { length }) => product * length, 1) <= FEW;
    if (!isFew) complete = false;
    let combinations: Choice[][] = [[]];
    for (const choices of present) {
      const taken = isFew ? choices : choices.slice(0, 1);
      combinations = combinations.flatMap((left) => taken.map((right) => [...left, right]));
    }
    for (const choices of combinations) {
      const key = `${place}:${choices.map(({ slot, value }) => `${slot}+${value}`).join()}`;
      patterns.set(key, { place, choices });
    }
  }
  return complete;
}
