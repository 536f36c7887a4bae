// Models written in TypeScript: plain values as states, a function that gives the next ones.
import { UsageError } from '../../diagnostics/diagnostic.ts';
import type { ModelDefinition, ValueModel } from './definition.ts';
import { RuleStates } from './rule-states.ts';
import { NumberedValueModel } from './value-model.ts';

/** Makes a model of plain values; `check` and the simulator take it as any other. */
export function defineModel<S, P extends string = never>(definition: ModelDefinition<S, P>): ValueModel<S, P> {
  const { name = 'model', initial, next, guard } = definition;
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
  return new NumberedValueModel<S, P>(names, states);
}
