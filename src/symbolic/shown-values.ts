// The values of single variables that reachable states are known to have. Relations are built for all combinations of them (`factored-relation.ts`); when a
// closure shows more, they are built anew. Variables have few values, so that there are few rounds of it, whatever the number of combinations.
//
// Values come at first from single states, explored one by one: those that show a new value before others.
import { Random } from '../base/random.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Model } from '../models/model.ts';
import type { ValueCoding } from './coding.ts';
import { type FactoredPart, type FactoredProgram, openTests } from './factored-program.ts';
import { FAULT, type Residual, type ResidualStore } from './residual.ts';

/** Single states that are explored, and how many of them in a row may show nothing new. */
const STATES = 20_000;
const IDLE_STATES = 5000;
/** States that wait. */
const WAITING = 20_000;

/** Values that one variable may have, and how many nodes may be visited for those that one assignment gives. */
const MOST_VALUES = 128;
const MOST_VISITS = 20_000;

/** Groups that are taken apart would need too many rows: their tables are better learned. */
export class TooWide extends Error {
  override name = 'TooWide';
}

/** Codes and values of one variable, in the order in which they were found. */
class Values {
  readonly codes: number[] = [];
  readonly values: number[] = [];
  private readonly known = new Set<number>();

  add(code: number, coding: ValueCoding): boolean {
    if (this.known.has(code)) return false;
    if (this.codes.length === MOST_VALUES) throw new TooWide();
    this.known.add(code);
    this.codes.push(code);
    this.values.push(coding.decode(code));
    return true;
  }
}

export class ShownValues {
  private readonly codings: readonly ValueCoding[];
  private readonly variables: readonly number[];
  private readonly before: readonly Values[];
  /** Of these variables alone; one may be given several times. */
  constructor(codings: readonly ValueCoding[], variables: readonly number[]) {
    this.codings = codings;
    this.variables = [...new Set(variables)];
    this.before = codings.map(() => new Values());
  }

  values(variable: number): readonly number[] {
    return this.before[variable].values;
  }

  codes(variable: number): readonly number[] {
    return this.before[variable].codes;
  }

  /** Grows whenever more values of the variables are known. */
  version(variables: readonly number[]): number {
    return variables.reduce((sum, variable) => sum + this.before[variable].codes.length, 0);
  }

  /** Whether the code is new. */
  add(variable: number, code: number): boolean {
    return this.before[variable].add(code, this.codings[variable]);
  }

  /** Explores single states for the values that they show. */
  scout(model: Model, stopwatch: Stopwatch): void {
    const random = new Random(1);
    const seen = new Set<string>();
    const waiting: Int32Array[] = [];
    const meet = (state: Int32Array): boolean => {
      const key = state.join();
      if (seen.has(key)) return false;
      seen.add(key);
      const isNew = this.addState(state);
      if (waiting.length < WAITING) waiting.push(state.slice());
      else waiting[random.below(waiting.length)] = state.slice();
      return isNew;
    };
    for (const state of model.initialStates()) meet(Int32Array.from(state));
    for (let explored = 0, idle = 0; explored < STATES && idle < IDLE_STATES && waiting.length > 0; explored++) {
      stopwatch.tick();
      const place = explored % 2 === 0 ? waiting.length - 1 : random.below(waiting.length);
      const state = waiting[place];
      waiting[place] = waiting[waiting.length - 1];
      waiting.pop();
      let isNew = false;
      model.successors(state, (target) => {
        isNew = meet(target) || isNew;
      });
      idle = isNew ? 0 : idle + 1;
    }
  }

  /** Adds what the programs can write for the values shown, one step ahead of the states. */
  goAhead(store: ResidualStore, programs: readonly FactoredProgram[], stopwatch: Pick<Stopwatch, 'tick'>): void {
    const found: (readonly [variable: number, value: number])[] = [];
    for (const program of programs) {
      for (const part of program.parts(this)) {
        for (const variable of part.after.keys()) {
          for (const value of this.valuesAfter(store, part, variable, stopwatch)) found.push([variable, value]);
        }
      }
    }
    for (const [variable, value] of found) this.add(variable, this.codings[variable].encode(value));
  }

  /** The values that the part can give the variable, as far as the tests of what the value depends on tell. */
  valuesAfter(
    store: ResidualStore,
    { tests, after }: FactoredPart,
    variable: number,
    stopwatch: Pick<Stopwatch, 'tick'>,
  ): ReadonlySet<number> {
    const value = after.get(variable)!;
    const support = store.support(value);
    const found = new Set<number>();
    const seen = new Set<string>();
    const visit = (left: Residual, open: readonly Residual[]): void => {
      if (left === FAULT) return;
      const known = store.value(left);
      if (known !== null) {
        found.add(known);
        return;
      }
      const key = `${left}:${open.join()}`;
      if (seen.has(key)) return;
      seen.add(key);
      if (seen.size > MOST_VISITS) throw new TooWide();
      const [next] = store.support(left);
      for (const one of this.values(next)) {
        stopwatch.tick();
        const still = openTests(
          store,
          open.map((test) => store.substitute(test, next, one)),
        );
        if (still !== null) visit(store.substitute(left, next, one), still);
      }
    };
    visit(
      value,
      tests.filter((test) => store.support(test).every((one) => support.includes(one))),
    );
    return found;
  }

  private addState(state: ArrayLike<number>): boolean {
    let isNew = false;
    for (const variable of this.variables) {
      isNew = this.add(variable, this.codings[variable].encode(state[variable])) || isNew;
    }
    return isNew;
  }
}
