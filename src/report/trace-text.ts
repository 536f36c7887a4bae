// A counterexample for reading: the transitions by name, only what changes from state to state, the cycle marked, which propositions
// of the formula hold at each moment, and why the formula fails.
import type { TraceView, TraceViewStep } from './trace-view.ts';

/** The lines of the trace, without indentation. */
export function formatCounterexample({ steps, cycleStart, why }: TraceView): string[] {
  const lines: string[] = [];
  for (const [i, step] of steps.entries()) {
    if (i === cycleStart) lines.push('cycle, repeated for ever:');
    lines.push(`${String(i).padStart(4)}  ${changesText(step, i)}${truths(step)}`);
    lines.push(`      ${arrow(step, i === steps.length - 1 ? ` back to ${cycleStart}` : '')}`);
  }
  if (why.length === 1) return [...lines, `why: ${why[0]}`];
  return [...lines, 'why:', ...why.map((line) => `  ${line}`)];
}

function arrow({ transition }: TraceViewStep, suffix: string): string {
  return transition === null ? '── deadlock: the state repeats ──' : `── ${transition} ──▶${suffix}`;
}

/** The changes of a step on one line. */
export function changesText({ changes }: TraceViewStep, index: number): string {
  if (changes.length === 0) return index > 0 ? '(no change)' : '(everything is 0)';
  return changes.map(({ name, value }) => `${name} = ${value}`).join(', ');
}

function truths({ holds }: TraceViewStep): string {
  return holds.length === 0 ? '' : `   [${holds.join('; ')}]`;
}
