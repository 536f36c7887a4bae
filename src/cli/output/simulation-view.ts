// How a simulation looks: the state, what a step changed, what can be done next.
import { visibleLine } from '../../diagnostics/index.ts';
import { formatWatched, plainWords, type Simulation, type StateEntry, type Watch } from '../../models/index.ts';
import { stdoutColours, writeLine } from './terminal.ts';

/** Longer lists are cut, and told how to be seen whole. */
const LIST_LIMIT = 40;

/** The state, an entry per line, short or whole. */
export function showState(simulation: Simulation, extent: 'short' | 'all'): void {
  const { state, model } = simulation;
  if (state === null) return;
  const entries = model.describe(state);
  const shown = extent === 'all' ? entries : entries.filter((entry) => !entry.plain);
  for (const line of columns(shown)) writeLine(`  ${line}`);
  const hidden = entries.filter((entry) => !shown.includes(entry));
  if (hidden.length > 0) writeLine(stdoutColours.dim(`  (${hidden.length} not shown: ${plainWords(hidden)})`));
}

/** The last step and what it changed. */
export function showStep(simulation: Simulation): void {
  const last = simulation.steps.at(-1);
  if (last === undefined) return;
  writeLine(`${stdoutColours.dim(`${simulation.length}.`)} ${stdoutColours.bold(visibleLine(last.name))}`);
  const changes = simulation.changes();
  if (changes.length === 0 && simulation.length > 0) writeLine(stdoutColours.dim('  (nothing changes)'));
  for (const { name, before, after } of changes) {
    const [old, now] = [visibleLine(before), visibleLine(after)];
    writeLine(`  ${visibleLine(name)}: ${stdoutColours.dim(old)} → ${stdoutColours.green(now)}`);
  }
}

/** The values of watched expressions in the present state. */
export function showWatched({ state }: Simulation, watches: readonly Watch[]): void {
  if (state === null) return;
  for (const watch of watches) {
    const line = formatWatched(watch.text, watch.valueIn(state));
    writeLine(`  ${stdoutColours.dim('watch')} ${visibleLine(line)}`);
  }
}

/** The steps that can be taken, numbered. */
export function showChoices(simulation: Simulation, extent: 'short' | 'all' = 'short'): void {
  const choices = simulation.choices();
  if (choices.length === 0) writeLine(stdoutColours.yellow('Nothing is enabled: a deadlock.'));
  const limit = extent === 'all' ? choices.length : LIST_LIMIT;
  const width = String(Math.min(limit, choices.length)).length;
  for (const [i, { name }] of choices.slice(0, limit).entries()) {
    writeLine(`  ${stdoutColours.cyan(String(i + 1).padStart(width))}  ${visibleLine(name)}`);
  }
  if (choices.length > limit) writeLine(stdoutColours.dim(`  (${choices.length - limit} more: list all)`));
}

/** The names of all steps so far. */
export function showTrace(simulation: Simulation): void {
  if (simulation.length === 0) writeLine('No step yet.');
  for (const [i, { name }] of simulation.steps.entries())
    if (i > 0) writeLine(`${stdoutColours.dim(`${i}.`)} ${visibleLine(name)}`);
}

function columns(entries: readonly StateEntry[]): string[] {
  const width = Math.min(30, Math.max(0, ...entries.map(({ name }) => name.length)));
  return entries.map(({ name, value }) => visibleLine(`${name.padEnd(width)} = ${value}`));
}
