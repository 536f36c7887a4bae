// A counterexample for reading: the transitions by name, only what changes from state to state, the cycle marked, and which
// propositions of the formula hold at each moment.
import type { Counterexample, TraceStep } from '../check/counterexample.ts';
import type { Model, StateEntry } from '../models/model.ts';

/** The lines of the trace, without indentation. */
export function formatCounterexample(model: Model, counterexample: Counterexample): string[] {
  const { prefix, cycle } = counterexample;
  const steps = [...prefix, ...cycle];
  const lines: string[] = [];
  let before: readonly StateEntry[] | null = null;
  for (const [i, step] of steps.entries()) {
    if (i === prefix.length) lines.push('cycle, repeated for ever:');
    const now = model.describe(step.state);
    lines.push(`${String(i).padStart(4)}  ${changes(before, now)}${truths(step)}`);
    lines.push(`      ${arrow(step, i === steps.length - 1 ? ` back to ${prefix.length}` : '')}`);
    before = now;
  }
  return lines;
}

function arrow(step: TraceStep, suffix: string): string {
  return step.transition === null ? '── deadlock: the state repeats ──' : `── ${step.transition} ──▶${suffix}`;
}

/** All that is not plain in the first state, afterwards only what is different. */
function changes(before: readonly StateEntry[] | null, now: readonly StateEntry[]): string {
  const shown = before
    ? now.filter((entry, i) => entry.value !== before[i].value)
    : now.filter((entry) => !entry.plain);
  if (shown.length === 0) return before ? '(no change)' : '(everything is 0)';
  return shown.map(({ name, value }) => `${name} = ${value}`).join(', ');
}

function truths(step: TraceStep): string {
  return step.letter.size === 0 ? '' : `   [${[...step.letter].sort().join('; ')}]`;
}
