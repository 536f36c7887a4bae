// Two models over the same variables that should have the same steps, such as a Promela model and its programs.
import { InputError } from '../../src/diagnostics/diagnostic.ts';
import { Stopwatch } from '../../src/diagnostics/stopwatch.ts';
import type { Model } from '../../src/models/model.ts';

/** The model in programs, or null. */
export function programsOf(model: Model): Model | null {
  return model.asPrograms!(new Stopwatch());
}

/** A state in which the steps of the models differ, among the first ones, or null. */
export function stepsThatDiffer(one: Model, other: Model, most = 2_000): string | null {
  const seen = new Set<string>();
  const waiting = [...one.initialStates()];
  for (const state of waiting) seen.add(state.join());
  for (const state of waiting.values()) {
    if (seen.size > most) return null;
    const expected = targets(one, state);
    const found = targets(other, state);
    if (JSON.stringify(expected) !== JSON.stringify(found)) {
      const shown = one.describe(state).map(({ name, value }) => `${name} = ${value}`);
      return `${shown.join(', ')}: ${JSON.stringify(expected)} and ${JSON.stringify(found)}`;
    }
    if (typeof expected === 'string') return null;
    for (const target of expected) {
      if (seen.has(target)) continue;
      seen.add(target);
      waiting.push(Int32Array.from(target.split(','), Number));
    }
  }
  return null;
}

/** The successors in the order of their texts, duplicates included; or the message of a fault. */
function targets(model: Model, state: Int32Array): string[] | string {
  const found: string[] = [];
  try {
    model.successors(state, (target) => found.push(target.join()));
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return found.sort();
}
