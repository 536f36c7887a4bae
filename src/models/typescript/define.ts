// Models written in TypeScript: plain values as states, a function that gives the next ones.
import { UsageError } from '../../diagnostics/diagnostic.ts';
import type { ModelDefinition, Successors, ValueModel } from './definition.ts';
import type { Next, NextLike, RuleNames } from './next.ts';
import { RuleStates } from './rule-states.ts';
import { NumberedValueModel } from './value-model.ts';

/**
 * Makes a model of plain values; `check` and the simulator take it as any other. The types are inferred: that of the states from `initial`
 * (write `as State` where it is one of several literals). `defineModel<State>()({ … })` gives the type of states, and the names of propositions
 * and transitions are still inferred; `defineModel<State>({ … })` leaves those names open.
 */
export function defineModel<S>(): <P extends string = string, N extends NextLike<S> = Next<S>>(
  definition: ModelDefinition<S, P, N>,
) => ValueModel<S, P, RuleNames<N>>;
export function defineModel<S, P extends string = string, N extends NextLike<S> = Next<S>>(
  definition: ModelDefinition<S, P, N>,
): ValueModel<S, P, RuleNames<N>>;
export function defineModel<S, P extends string>(definition?: ModelDefinition<S, P>): unknown {
  return definition === undefined ? modelOf : modelOf(definition);
}

function modelOf<S, P extends string>(definition: ModelDefinition<S, P>): ValueModel<S, P> {
  const { name = 'model', initial, guard } = definition;
  const next = definition.next as Rules<S>;
  if (typeof next !== 'function' && (typeof next !== 'object' || next === null)) {
    throw new UsageError('defineModel: `next` must be a function, or an object of functions');
  }
  if (!('initial' in definition)) throw new UsageError('defineModel: `initial` is missing');
  const isOne = typeof next === 'function';
  const rules = isOne ? [['next', next] as const] : Object.entries(next);
  const propositions = (definition.propositions ?? {}) as Readonly<Record<P, (state: S) => boolean>>;
  const states = new RuleStates<S>({
    initial,
    rules: rules.map(([rule, of]) => ({ title: isOne ? '`next`' : `the rule \`${rule}\``, next: of })),
    propositions: Object.values(propositions),
    guard,
  });
  const names = { name, rules: rules.map(([rule]) => rule), propositions: Object.keys(propositions) as P[] };
  const { symmetric } = definition;
  const sets = symmetric && { sets: symmetric, ...(guard && { guard }) };
  return new NumberedValueModel<S, P>(names, states, sets);
}

type Rules<S> = ((state: S) => Successors<S>) | Readonly<Record<string, (state: S) => Successors<S>>>;
