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
  const names = new DescribedNames(model, initial);
  const isOwn = model.names.truth(name) !== null || model.names.value(name) !== null;
  if (initial.some((entry) => entry.name === name) || (!isOwn && names.isDescribed(name))) {
    const valueIn = (state: ArrayLike<number>): WatchedValue => shownValue(model.describe(state), name);
    return { value: { text: name, valueIn }, diagnostics: [] };
  }
  const parsed = parseValue(text, names);
  if (parsed.value === null) return { value: null, diagnostics: parsed.diagnostics };
  const expression = parsed.value;
  return {
    value: { text: name, valueIn: (state) => evaluated(expression, names.extended(state), isDeadIn(model, state)) },
    diagnostics: [],
  };
}

function evaluated({ kind, expression }: Value, state: Extended, isDead: () => boolean): WatchedValue {
  if (state.isPartial || (kind === 'number' && state.hasTexts)) return null;
  try {
    const value = evaluate(expression, state.vector, isDead);
    return kind === 'truth' ? value !== 0 : value;
  } catch (error) {
    if (error instanceof EvaluationFault) return null;
    throw error;
  }
}

function isDeadIn(model: Model, state: ArrayLike<number>): () => boolean {
  return () => {
    let isDead = true;
    model.successors(Int32Array.from(state), () => (isDead = false));
    return isDead;
  };
}

/** A state with the values of described names behind its own. */
interface Extended {
  readonly vector: readonly number[];
  /** Whether one of the names has no value here. */
  readonly isPartial: boolean;
  /** Whether one of the values is no number. */
  readonly hasTexts: boolean;
}

/** Stands for texts, so that they can be compared: far from all numbers that models count with. */
const FIRST_TEXT = -0x7fff_ffff;

/** The names of the model and, as further variables, those of its described states. */
class DescribedNames implements Names {
  private readonly model: Model;
  /** The values of the initial states, by their names. */
  private readonly described: ReadonlyMap<string, string>;
  /** The names that the expression reads, in the order of their variables. */
  private readonly read: string[] = [];
  private readonly texts: string[] = [];

  constructor(model: Model, initial: readonly StateEntry[]) {
    this.model = model;
    this.described = new Map(initial.map(({ name, value }) => [name, value]));
  }

  /** Whether a described state has the name, for a value or for a whole, or may have it later. */
  isDescribed(name: string): boolean {
    if (this.described.has(name) || this.hasParts(name, /^[.[]/)) return true;
    return this.model.format === 'typescript' && this.mayCome(name);
  }

  /** `queue[0]`, `queue[0].at`: of what is empty in the initial states, or of a list. */
  private mayCome(name: string): boolean {
    for (let end = name.length - 1; end > 0; end--) {
      const [whole, part] = [name.slice(0, end), name.slice(end)];
      if (!/^[.[]/.test(part) || !isPath(part)) continue;
      if (EMPTY.test(this.described.get(whole) ?? '')) return true;
      if (part.startsWith('[') && this.hasParts(whole, /^\[/)) return true;
    }
    return false;
  }

  private hasParts(name: string, part: RegExp): boolean {
    return [...this.described.keys()].some((known) => known.startsWith(name) && part.test(known.slice(name.length)));
  }

  value(reference: string): ReturnType<Names['value']> {
    const own = this.model.names.value(reference);
    if (own !== null || !this.isDescribed(reference)) return own;
    if (!this.read.includes(reference)) this.read.push(reference);
    return { kind: 'variable', variable: this.model.variables.length + this.read.indexOf(reference) };
  }

  truth(reference: string): ReturnType<Names['truth']> {
    return this.model.names.truth(reference);
  }

  /** Any other text may be a value of a described name: which ones it has is not known. */
  valueNamed(reference: string, value: string): number | null {
    const own = this.model.names.valueNamed(reference, value);
    const isOwn = own !== null || this.model.names.value(reference) !== null || !this.isDescribed(reference);
    if (isOwn || this.isDescribed(value) || /^-?\d+$/.test(value)) return own;
    return this.numberOf(value);
  }

  fireable(transition: string): ReturnType<Names['fireable']> {
    return this.model.names.fireable(transition);
  }

  *references(): Iterable<string> {
    const seen = new Set(this.model.names.references());
    yield* seen;
    for (const name of this.described.keys()) if (!seen.has(name)) yield name;
  }

  transitions(): Iterable<string> {
    return this.model.names.transitions();
  }

  extended(state: ArrayLike<number>): Extended {
    if (this.read.length === 0) return { vector: Array.from(state), isPartial: false, hasTexts: false };
    const entries = this.model.describe(state);
    const values = this.read.map((name) => shownValue(entries, name));
    const numbers = values.map((value) => (typeof value === 'string' ? this.numberOf(value) : Number(value)));
    return {
      vector: [...Array.from(state), ...numbers],
      isPartial: values.includes(null),
      hasTexts: values.some((value) => typeof value === 'string'),
    };
  }

  private numberOf(text: string): number {
    if (text === 'true' || text === 'false') return text === 'true' ? 1 : 0;
    if (!this.texts.includes(text)) this.texts.push(text);
    return FIRST_TEXT + this.texts.indexOf(text);
  }
}

/** How a value is shown that may have parts later. */
const EMPTY = /^(?:\[\]|\{\}|null|undefined)$/;

/** What may follow the name of a whole in that of its part. */
function isPath(text: string): boolean {
  return /^(?:\.[\p{L}_$][\p{L}\p{N}_$]*|\[[^[\]]*\])+$/u.test(text);
}

/** The value that is shown for a name, or for all its parts. */
function shownValue(entries: readonly StateEntry[], name: string): WatchedValue {
  const whole = entries.find((entry) => entry.name === name);
  if (whole !== undefined) return plainValue(whole.value);
  const parts = entries.filter((entry) => entry.name.startsWith(name) && /^[.[]/.test(entry.name.slice(name.length)));
  if (parts.length === 0) return null;
  const isList = parts.every((part, i) => part.name === `${name}[${i}]`);
  if (isList) return `[${parts.map(({ value }) => value).join(', ')}]`;
  return `{${parts.map((part) => `${part.name.slice(name.length).replace(/^\./, '')}: ${part.value}`).join(', ')}}`;
}

function plainValue(text: string): WatchedValue {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  return text === 'true' || text === 'false' ? text === 'true' : text;
}
