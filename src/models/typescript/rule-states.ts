// The states of a model that is given by rules on whole values: each state is numbered by its structure and kept as the value that was
// found first. A rule is called once for each state that is expanded, and now and then twice: see `guard`.
import { Int32List } from '../../base/growable.ts';
import { InputError } from '../../diagnostics/diagnostic.ts';
import { Step, type Successors } from './definition.ts';
import { Guard, type GuardLevel } from './guard.ts';
import { changesArgument, notDeterministic, notPlain, problem, shown, thrown } from './problems.ts';
import { NotPlain, ValueCodes } from './value-codes.ts';
import type { Asking, ValueStates } from './value-states.ts';

/** More successors of one state are taken for an endless generator. */
const MAX_SUCCESSORS = 1_000_000;

/** A rule, and how messages call it. */
export interface Rule<S> {
  readonly title: string;
  readonly next: (state: S) => Successors<S>;
}

interface RuleStatesOptions<S> {
  readonly initial: S | (() => Iterable<S>);
  readonly rules: readonly Rule<S>[];
  readonly propositions: readonly ((state: S) => boolean)[];
  readonly guard?: GuardLevel;
}

export class RuleStates<S> implements ValueStates<S> {
  private readonly options: RuleStatesOptions<S>;
  private readonly guard: Guard;
  private readonly codes = new ValueCodes();
  /** The state of each part that is one, plus one. */
  private readonly stateOfPart = new Int32List();
  /** The same for values that are no parts: strings, numbers, … */
  private readonly stateOfCode = new Map<number, number>();
  private readonly values: S[] = [];
  private readonly codeOfState = new Int32List();

  constructor(options: RuleStatesOptions<S>) {
    this.options = options;
    this.guard = new Guard(options.guard);
  }

  get size(): number {
    return this.values.length;
  }

  get bytes(): number {
    return this.codes.parts.bytes + 4 * (this.stateOfPart.data.length + this.codeOfState.data.length);
  }

  initial(): readonly number[] {
    const { initial } = this.options;
    if (typeof initial !== 'function') return [this.number(initial as S, 'the initial state')];
    try {
      return Array.from((initial as () => Iterable<S>)(), (state) => this.number(state, 'an initial state'));
    } catch (error) {
      throw error instanceof InputError ? error : thrown('`initial`', error);
    }
  }

  numberOf(value: S): number {
    return this.number(value, 'a successor');
  }

  successorsOf(value: S): readonly S[] {
    return this.options.rules.flatMap((_, rule) =>
      this.call(rule, value).map((next) => (next instanceof Step ? next.to : next)),
    );
  }

  holdsFor(proposition: number, value: S): boolean {
    return this.options.propositions[proposition](value);
  }

  successors(
    state: number,
    found: Int32List,
    tick: () => void,
    _asking?: Asking,
    form: (value: S) => S = (target) => target,
  ): void {
    const { rules } = this.options;
    const value = this.values[state];
    const code = this.codeOfState.data[state];
    const guarded = this.guard.isDue();
    for (let rule = 0; rule < rules.length; rule++) {
      const steps = this.call(rule, value);
      if (guarded) this.checkAgain(rule, state, steps);
      for (let i = 0; i < steps.length; i++) {
        const next = steps[i];
        const [what, target] = next instanceof Step ? [next.name, next.to] : ['a successor', next];
        found.push(this.number(form(target), what, value, code));
        found.push(rule);
        tick();
      }
    }
  }

  value(state: number): S {
    return this.values[state];
  }

  holds(proposition: number, state: number): boolean {
    return this.options.propositions[proposition](this.values[state]);
  }

  stepNames(rule: number, from: number, to: number): ReadonlySet<string> {
    const names = new Set<string>();
    for (const next of this.call(rule, this.values[from])) {
      if (next instanceof Step && this.targetOf(next) === to) names.add(next.name);
    }
    return names;
  }

  private targetOf(next: S | Step<S>): number {
    return next instanceof Step ? this.number(next.to, next.name) : this.number(next, 'a successor');
  }

  /** The number of a state; parts that it has in common with the state before need not be looked at. */
  private number(value: S, what: string, before?: S, codeBefore?: number): number {
    let code: number;
    try {
      code = this.codes.codeOf(value, before, codeBefore);
    } catch (error) {
      if (!(error instanceof NotPlain)) throw error;
      throw notPlain(what, error.message, value);
    }
    const known = this.stateOf(code);
    if (known >= 0) return known;
    const state = this.values.length;
    this.values.push(value);
    this.codeOfState.push(code);
    if (code >= 0) this.stateOfCode.set(code, state);
    else this.stateOfPart.data[~code] = state + 1;
    return state;
  }

  /** The number of the state with this code, or -1; makes room for it. */
  private stateOf(code: number): number {
    if (code >= 0) return this.stateOfCode.get(code) ?? -1;
    const { stateOfPart } = this;
    if (~code >= stateOfPart.data.length) {
      stateOfPart.length = stateOfPart.data.length;
      stateOfPart.reserve(~code + 1);
    }
    return stateOfPart.data[~code] - 1;
  }

  /** The successors by one rule, as an array. */
  private call(rule: number, value: S): readonly (S | Step<S>)[] {
    const { title, next } = this.options.rules[rule];
    let result: unknown;
    try {
      result = next(value);
      if (Array.isArray(result)) return result as (S | Step<S>)[];
      if (isIterable(result)) return gather(result as Successors<S>);
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw thrown(title, error, `in the state ${shown(value)}`);
    }
    const kind = typeof result === 'object' ? 'an object' : `a ${typeof result}`;
    const found = result instanceof Promise ? 'a promise' : result === undefined ? 'nothing' : kind;
    const hint = `it was called with the state ${shown(value)}; for no successors return []`;
    throw problem('TSM802', `${title} must return the successors as an array or iterable, not ${found}`, hint);
  }

  /** Calls the rule a second time: it must say the same, and the state must still be what it was. */
  private checkAgain(rule: number, state: number, first: readonly (S | Step<S>)[]): void {
    const { title } = this.options.rules[rule];
    const value = this.values[state];
    this.checkUnchanged(title, state);
    const names = (steps: readonly (S | Step<S>)[]): string =>
      steps.map((next) => `${this.targetOf(next)} ${next instanceof Step ? next.name : ''}`).join('\n');
    const before = names(first);
    const after = names(this.call(rule, value));
    this.checkUnchanged(title, state);
    if (before !== after) throw notDeterministic(title, value);
  }

  private checkUnchanged(title: string, state: number): void {
    const value = this.values[state];
    if (this.codes.codeOf(value) !== this.codeOfState.get(state)) throw changesArgument(title, value);
  }
}

function gather<S>(successors: Successors<S>): (S | Step<S>)[] {
  const found: (S | Step<S>)[] = [];
  for (const next of successors) {
    found.push(next);
    if (found.length > MAX_SUCCESSORS) {
      throw problem(
        'TSM802',
        `\`next\` gives more than ${MAX_SUCCESSORS} successors of one state`,
        'does it ever end?',
      );
    }
  }
  return found;
}

function isIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}
