// States in words.
import type { StateEntry, Variable } from './model.ts';

/** One entry per variable; enumerations by the names of their values, and never plain. */
export function describeVariables(variables: readonly Variable[], state: ArrayLike<number>): StateEntry[] {
  return variables.map(({ name, values }, number) => {
    const value = state[number];
    return { name, value: values?.[value] ?? String(value), plain: values === undefined && value === 0 };
  });
}

/** Said of a state in which everything is plain. */
export function nothingShown(entries: readonly StateEntry[]): string {
  return `everything is ${plainWords(entries)}`;
}

/** What plain entries are, in words. */
export function plainWords(entries: readonly StateEntry[]): string {
  return entries.every(({ value }) => value === '0') ? '0' : '0, false or empty';
}

/** The entries on one line, the plain ones left out. */
export function shownState(entries: readonly StateEntry[]): string {
  const shown = entries.filter((entry) => !entry.plain).map(({ name, value }) => `${name} = ${value}`);
  if (shown.length === 0) return `where ${nothingShown(entries)}`;
  return shown.join(', ') + (shown.length < entries.length ? ', all else 0' : '');
}
