// Expressions that are watched along a run: numbers and truth values over the names of a model, in the language of its propositions
// (`expression/predicate.ts`). What a described state names can be watched too: a location, the content of a channel, a member of a state in
// TypeScript. Such a name has the value that is shown for it.
import { type Diagnostic, InputError, type Parsed } from '../diagnostics/diagnostic.ts';
import { EvaluationFault, evaluate } from './expression/expression.ts';
import { parseValue, type Value } from './expression/predicate.ts';
import type { Model, Names, StateEntry } from './model.ts';

/** What an expression is in one state; null where it has no value there. */
export type WatchedValue = number | boolean | string | null;

/** An expression that is watched. */
export interface Watch {
  readonly text: string;
  valueIn(state: ArrayLike<number>): WatchedValue;
}

/** The expressions over the names of the model. Throws `InputError` with everything that is wrong with them. */
export function watchExpressions(model: Model, texts: readonly string[]): readonly Watch[] {
  const problems: Diagnostic[] = [];
  const watches: Watch[] = [];
  const described = texts.length === 0 ? [] : model.initialStates().flatMap((state) => [...model.describe(state)]);
  for (const text of texts) {
    const { value, diagnostics } = watchOf(model, text, described);
    if (value === null) problems.push(...diagnostics);
    else watches.push(value);
  }
  if (problems.length > 0) throw new InputError(problems);
  return watches;
}

/** The values of all expressions in a state, by their texts. */
export function watchedIn(watches: readonly Watch[], state: ArrayLike<number>): Readonly<Record<string, WatchedValue>> {
  return Object.fromEntries(watches.map((watch) => [watch.text, watch.valueIn(state)]));
}

/** An expression and its value on one line. */
export function formatWatched(text: string, value: WatchedValue): string {
  return `${text}: ${value === null ? '(no value)' : String(value)}`;
}

function watchOf(model: Model, text: string, initial: readonly StateEntry[]): Parsed<Watch> {
  const name = text.trim();
  if (isShown(model, name, initial)) {
    const valueIn = (state: ArrayLike<number>): WatchedValue => shownValue(model.describe(state), name);
    return { value: { text: name, valueIn }, diagnostics: [] };
  }
  const parsed = parseValue(text, withDescribed(model.names, initial));
  if (parsed.value === null) return { value: null, diagnostics: parsed.diagnostics };
  const value = parsed.value;
  return { value: { text: name, valueIn: (state) => evaluated(model, value, state) }, diagnostics: [] };
}

/** Whether a name stands for what is shown of it, rather than for a truth value or number of the model. */
function isShown(model: Model, name: string, initial: readonly StateEntry[]): boolean {
  if (initial.some((entry) => entry.name === name)) return true;
  if (model.names.truth(name) !== null) return false;
  // In TypeScript the parts of states are numbers only where they happen to be.
  const isPart = model.format === 'typescript' && PATH.test(name) && model.names.value(name) !== null;
  return isPart || partsOf(initial, name).length > 0;
}

/** The path of a part of a state: `queue[0].at`. */
const PATH = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*|\[[^[\]]*\])*$/u;

/** Beyond are numbers that stand for texts (`typescript/value-names.ts`). */
const LARGEST = 2 ** 40;

function evaluated(model: Model, { kind, expression }: Value, state: ArrayLike<number>): WatchedValue {
  try {
    const value = evaluate(expression, state, () => isDeadIn(model, state));
    if (kind === 'truth') return value !== 0;
    return Math.abs(value) < LARGEST ? value : null; // and not where a part is missing, which is no number
  } catch (error) {
    if (error instanceof EvaluationFault) return null;
    throw error;
  }
}

function isDeadIn(model: Model, state: ArrayLike<number>): boolean {
  let isDead = true;
  model.successors(Int32Array.from(state), () => (isDead = false));
  return isDead;
}

/** The names of the model, and for hints those of its described states. */
function withDescribed(names: Names, initial: readonly StateEntry[]): Names {
  return {
    value: (reference) => names.value(reference),
    truth: (reference) => names.truth(reference),
    valueNamed: (reference, value) => names.valueNamed(reference, value),
    fireable: (transition) => names.fireable(transition),
    references: () => new Set([...names.references(), ...initial.map(({ name }) => name)]),
    transitions: () => names.transitions(),
  };
}

/** The value that is shown for a name, or for all its parts. */
function shownValue(entries: readonly StateEntry[], name: string): WatchedValue {
  const whole = entries.find((entry) => entry.name === name);
  if (whole !== undefined) return plainValue(whole.value);
  const parts = partsOf(entries, name);
  if (parts.length === 0) return null;
  const isList = parts.every((part, i) => part.name === `${name}[${i}]`);
  if (isList) return `[${parts.map(({ value }) => value).join(', ')}]`;
  return `{${parts.map((part) => `${part.name.slice(name.length).replace(/^\./, '')}: ${part.value}`).join(', ')}}`;
}

function partsOf(entries: readonly StateEntry[], name: string): readonly StateEntry[] {
  return entries.filter((entry) => entry.name.startsWith(name) && /^[.[]/.test(entry.name.slice(name.length)));
}

function plainValue(text: string): WatchedValue {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  return text === 'true' || text === 'false' ? text === 'true' : text;
}
