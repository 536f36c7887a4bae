// The states of a model that is given by rules on whole values (`whole-values.ts`). A rule is called once for each state that is expanded,
// and now and then twice: see `guard`.
import type { Int32List } from '../../base/growable.ts';
import { InputError } from '../../diagnostics/diagnostic.ts';
import { Step, type Successors } from './definition.ts';
import { Guard, type GuardLevel } from './guard.ts';
import { changesArgument, notDeterministic, notPlain, problem, shown, thrown } from './problems.ts';
import { NotPlain } from './value-codes.ts';
import type { Asking, ValueStates } from './value-states.ts';
import { ValueStore } from './value-store.ts';

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
  private readonly whole: ValueStore;

  constructor(options: RuleStatesOptions<S>) {
    this.options = options;
    this.guard = new Guard(options.guard);
    this.whole = new ValueStore((options.guard ?? 'sample') === 'sample' ? 'made' : 'given');
  }

  get size(): number {
    return this.whole.size;
  }

  get bytes(): number {
    return this.whole.bytes;
  }

  initial(): readonly number[] {
    const { initial } = this.options;
    if (typeof initial !== 'function') return [this.held(initial as S, 'the initial state')];
    try {
      return Array.from((initial as () => Iterable<S>)(), (state) => this.held(state, 'an initial state'));
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

  successors(state: number, found: Int32List, tick: () => void, _asking?: Asking, form?: (value: S) => S): void {
    const { rules } = this.options;
    const value = this.value(state);
    const guarded = this.guard.isDue();
    for (let rule = 0; rule < rules.length; rule++) {
      const steps = this.call(rule, value);
      if (guarded) this.checkAgain(rule, state, value, steps);
      for (let i = 0; i < steps.length; i++) {
        const next = steps[i];
        const isNamed = next instanceof Step;
        const target = isNamed ? next.to : next;
        found.push(this.number(form === undefined ? target : form(target), isNamed ? next.name : 'a successor'));
        found.push(rule);
        tick();
      }
    }
  }

  value(state: number): S {
    return this.whole.value(state) as S;
  }

  holds(proposition: number, state: number): boolean {
    return this.options.propositions[proposition](this.value(state));
  }

  stepNames(rule: number, from: number, to: number): ReadonlySet<string> {
    const names = new Set<string>();
    for (const next of this.call(rule, this.value(from))) {
      if (next instanceof Step && this.targetOf(next) === to) names.add(next.name);
    }
    return names;
  }

  /** The number of a value that the user's functions may know again. */
  private held(value: S, what: string): number {
    const state = this.number(value, what);
    this.whole.hold(state, value);
    return state;
  }

  private targetOf(next: S | Step<S>): number {
    return next instanceof Step ? this.number(next.to, next.name) : this.number(next, 'a successor');
  }

  private number(value: S, what: string): number {
    try {
      return this.whole.number(value);
    } catch (error) {
      if (!(error instanceof NotPlain)) throw error;
      throw notPlain(what, error.message, value);
    }
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

  /** What the rule says of a copy; null where it throws. */
  private saysOf(copy: S, rule: number, said: (steps: readonly (S | Step<S>)[]) => string): string | null {
    try {
      return said(this.call(rule, copy));
    } catch {
      return null;
    }
  }

  /**
   * Calls the rule a second time, with a copy of the state where there is one: it must say the same, and the state must still be what it
   * was. If only the copy makes a difference, values are kept from now on: the rule compares states as objects. Those that it gives both times are
   * held in any case.
   */
  private checkAgain(rule: number, state: number, value: S, first: readonly (S | Step<S>)[]): void {
    const { title } = this.options.rules[rule];
    const { whole } = this;
    let isSecond = false;
    const said = (steps: readonly (S | Step<S>)[]): string =>
      steps
        .map((next, i) => {
          const target = this.targetOf(next);
          if (isSecond && i < first.length && given(next) === given(first[i])) whole.hold(target, given(next));
          return `${target} ${next instanceof Step ? next.name : ''}`;
        })
        .join('\n');
    const checkUnchanged = (argument: unknown): void => {
      if (!whole.isValueOf(argument, state)) throw changesArgument(title, argument);
    };
    checkUnchanged(value);
    const before = said(first);
    isSecond = true;
    const copy = whole.copy(state) as S | undefined;
    if (copy !== undefined && this.saysOf(copy, rule, said) === before) {
      checkUnchanged(copy);
      return;
    }
    const again = said(this.call(rule, value));
    checkUnchanged(value);
    if (before !== again || (copy !== undefined && !whole.keepAll())) throw notDeterministic(title, value);
  }
}

function given<S>(next: S | Step<S>): S {
  return next instanceof Step ? next.to : next;
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
