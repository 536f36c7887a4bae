// A counterexample for reading: the transitions by name, only what changes from state to state, the cycle marked, which propositions
// of the formula hold at each moment, and why the formula fails.
import { nothingShown } from '../models/describe.ts';
import type { TraceView, TraceViewStep } from './trace-view.ts';
import { FIRM_SPACE, wrapped } from './wrap.ts';

/** Said of a run that ends where the formula is lost. */
export const CUT = 'shown up to the step where it is lost';

const INDENT = ' '.repeat(6);
const NARROWEST = 30;

/** The lines of the trace, without indentation; states in lines of at most `width` letters, unless that is too narrow for them. */
export function formatCounterexample({ why, ...run }: TraceView, width?: number): string[] {
  const lines = formatRun(run, width);
  if (run.cycleStart === null) lines.push(CUT);
  if (why.length === 1) return [...lines, `why: ${why[0]}`];
  return [...lines, 'why:', ...why.map((line) => `  ${line}`)];
}

/** The lines of a run alone. */
export function formatRun(
  { steps, cycleStart }: Pick<TraceView, 'steps' | 'cycleStart'>,
  width = Number.POSITIVE_INFINITY,
): string[] {
  const lines: string[] = [];
  const room = Math.max(NARROWEST, width - INDENT.length);
  for (const [i, step] of steps.entries()) {
    if (i === cycleStart) lines.push('cycle, repeated for ever:');
    const [first, ...more] = wrapped(`${firmChangesText(step, i)}${truths(step)}`, room);
    lines.push(`${String(i).padStart(4)}  ${first}`, ...more.map((line) => INDENT + line));
    if (step.watched.length > 0) {
      const [begin, ...rest] = wrapped(`watch ${step.watched.map(firm).join('; ')}`, room);
      lines.push(INDENT + begin, ...rest.map((line) => INDENT + line));
    }
    const isLast = i === steps.length - 1;
    if (!isLast || cycleStart !== null) lines.push(`      ${arrow(step, isLast ? ` back to ${cycleStart}` : '')}`);
  }
  return lines;
}

function arrow({ transition }: TraceViewStep, suffix: string): string {
  return transition === null ? '── deadlock: the state repeats ──' : `── ${transition} ──▶${suffix}`;
}

/** The changes of a step on one line, which is to be broken between them only: other spaces are firm. */
export function firmChangesText({ changes, state }: TraceViewStep, index: number): string {
  if (changes.length === 0) return index > 0 ? '(no change)' : `(${nothingShown(state)})`;
  return changes.map(({ name, value }) => firm(`${name} = ${value}`)).join(', ');
}

function truths({ holds }: TraceViewStep): string {
  return holds.length === 0 ? '' : `${FIRM_SPACE}  [${holds.map(firm).join('; ')}]`;
}

function firm(text: string): string {
  return text.replaceAll(' ', FIRM_SPACE);
}
