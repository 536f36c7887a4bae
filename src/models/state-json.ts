// The values of a described state as JSON has them: numbers, truth values, null and texts are what they are in the model.
import type { StateEntry } from './model.ts';

/** What the value of an entry is in JSON. Empty lists and objects are themselves; what JSON cannot write is its text. */
export type StateJsonValue = string | number | boolean | null | readonly never[] | Readonly<Record<string, never>>;

export function jsonValueOf({ value, raw }: Pick<StateEntry, 'value' | 'raw'>): StateJsonValue {
  return raw === undefined ? jsonValue(value) : raw;
}

/** A described state as an object. */
export function stateToJson(entries: readonly StateEntry[]): Record<string, StateJsonValue> {
  return Object.fromEntries(entries.map((entry) => [entry.name, jsonValueOf(entry)]));
}

/** The JSON value that a text stands for where nothing else is said: whole numbers that are exact everywhere are numbers. */
export function jsonValue(text: string): string | number {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}
