// The names of a model of plain values: its propositions, and the parts of its states as traces show them (`a.at = idle`, `queue[0]`).
//
// Which parts there are, and what values they have, is known only from states: the first ones are looked at when a name is asked for
// that is not a proposition. What none of them has is unknown, except for elements and keys that later states may bring.
import type { Parsed } from '../../diagnostics/diagnostic.ts';
import { binary, constant } from '../expression/build.ts';
import type { Expression } from '../expression/expression.ts';
import { parsePredicate } from '../expression/predicate.ts';
import type { Model, Names, StateEntry } from '../model.ts';
import { jsonValueOf } from '../state-json.ts';
import { Describer } from './describe-value.ts';
import { partOf, segmentsOf } from './value-path.ts';

/** What is asked of the model. */
type StateSource = Pick<Model, 'initialStates' | 'successors'> & {
  stateOf(vector: ArrayLike<number>): unknown;
};

/** States that are looked at. */
const MOST_STATES = 1000;

/** Numbers of values that are not 32-bit integers begin here. */
const FIRST_CODE = 2 ** 40;

/** The parts of the states that were looked at. */
interface Seen {
  /** The values of each part by their texts, as numbers. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Whether there are no other states. */
  readonly complete: boolean;
}

export class ValueNames implements Names {
  private readonly propositions: Names;
  private readonly source: StateSource;
  private readonly describer = new Describer();
  private readonly codes = new Map<string, number>();
  private seen: Seen | null = null;

  constructor(propositions: Names, source: StateSource) {
    this.propositions = propositions;
    this.source = source;
  }

  /** The predicate of a text: a condition, or exactly what a trace shows. */
  predicate(text: string): Parsed<Expression> {
    const parsed = parsePredicate(text, this);
    if (parsed.value !== null) return parsed;
    const at = text.lastIndexOf(' = ');
    const part = at < 0 ? null : this.part(text.slice(0, at).trim());
    if (part === null) return parsed;
    const shown = text.slice(at + 3).trim();
    const code = this.look().values.get(text.slice(0, at).trim())?.get(shown);
    return code === undefined ? parsed : { value: binary('==', part, constant(code)), diagnostics: [] };
  }

  value(reference: string): Expression | null {
    return this.propositions.value(reference) ?? this.part(reference);
  }

  truth(reference: string): Expression | null {
    return this.propositions.truth(reference);
  }

  valueNamed(reference: string, value: string): number | null {
    const known = this.propositions.valueNamed(reference, value);
    if (known !== null || this.propositions.value(reference) !== null || this.part(reference) === null) return known;
    const { values, complete } = this.look();
    const found = values.get(reference);
    const code = found?.get(value);
    if (code !== undefined || /^-?\d+$/.test(value) || this.propositions.value(value) !== null) return code ?? null;
    // That a part never has some text is a property too; but numbers and truth values are no texts.
    const mayBeText = found === undefined ? !complete : [...found.values()].some((number) => number >= FIRST_CODE);
    return mayBeText ? this.codeOf(value) : null;
  }

  fireable(transition: string): Expression | null {
    return this.propositions.fireable(transition);
  }

  /** The propositions; and once a part was asked for, all parts that were seen. */
  *references(): Iterable<string> {
    yield* this.propositions.references();
    if (this.seen !== null) yield* this.seen.values.keys();
  }

  transitions(): Iterable<string> {
    return this.propositions.transitions();
  }

  /** The part of the states with this path, as a number; null where there is none. */
  private part(path: string): Expression | null {
    const segments = segmentsOf(path);
    if (segments === null) return null;
    const { values, complete } = this.look();
    if (!values.has(path)) {
      // A longer list, or a key that comes later, may still have it.
      const isOpen =
        !complete && /\[[^\]]*\]$/.test(path) && [...values.keys()].some((key) => key.startsWith(segments[0]));
      if (!isOpen) return null;
    }
    const of = (number: number): number => this.numberOf(partOf(this.source.stateOf([number]), segments));
    return { kind: 'lookup', variable: 0, of };
  }

  /** The value of a part as a number; nothing equals a part that is not there. */
  private numberOf(value: unknown): number {
    if (value === undefined) return Number.NaN;
    if (typeof value === 'number' && (value | 0) === value) return value;
    if (typeof value === 'boolean') return value ? 1 : 0;
    const [entry] = this.describer.describe(value);
    return this.codeOf(entry === undefined ? '' : textOf(entry));
  }

  private codeOf(text: string): number {
    let code = this.codes.get(text);
    if (code === undefined) {
      code = FIRST_CODE + this.codes.size;
      this.codes.set(text, code);
    }
    return code;
  }

  private look(): Seen {
    if (this.seen !== null) return this.seen;
    const { source } = this;
    const values = new Map<string, Map<string, number>>();
    const pending: Int32Array[] = [];
    const known = new Set<number>();
    const add = (state: Int32Array): void => {
      if (known.has(state[0])) return;
      known.add(state[0]);
      pending.push(state.slice());
    };
    for (const state of source.initialStates()) add(state);
    let count = 0;
    for (; count < pending.length && count < MOST_STATES; count++) {
      const value = source.stateOf(pending[count]);
      for (const entry of this.describer.describe(value)) this.note(values, entry, value);
      if (known.size <= MOST_STATES) source.successors(pending[count], add);
    }
    this.seen = { values, complete: count === known.size };
    return this.seen;
  }

  private note(values: Map<string, Map<string, number>>, entry: StateEntry, state: unknown): void {
    const segments = segmentsOf(entry.name);
    if (segments === null) return;
    const number = this.numberOf(partOf(state, segments));
    const found = values.get(entry.name) ?? new Map<string, number>();
    values.set(entry.name, found.set(entry.value, number).set(textOf(entry), number));
  }
}

/** The value of an entry as a proposition may write it: strings without quotes. */
function textOf(entry: StateEntry): string {
  const value = jsonValueOf(entry);
  return typeof value === 'string' ? value : entry.value;
}
