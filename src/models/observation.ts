// What a formula observes of a model: the predicates that its propositions stand for.
import { InputError, type Parsed } from '../diagnostics/diagnostic.ts';
import type { Formula } from '../formula/formula.ts';
import { propositionsOf } from '../formula/traverse.ts';
import type { Expression } from './expression/expression.ts';
import type { Model } from './model.ts';

/** The propositions of a formula with the predicates that they stand for. */
export interface Observation {
  readonly names: readonly string[];
  readonly predicates: readonly Expression[];
}

/** The predicates that the propositions of the formula stand for in the model; all complaints at once. */
export function observe(model: Model, formula: Formula): Observation {
  return observeNames(model, propositionsOf(formula));
}

/** The predicates that the names stand for in the model; all complaints at once. */
export function observeNames(model: Model, names: readonly string[]): Observation {
  const parsed = names.map((name): Parsed<Expression> => model.predicate(name));
  const diagnostics = parsed.flatMap((predicate) => (predicate.value === null ? predicate.diagnostics : []));
  if (diagnostics.length > 0) throw new InputError(diagnostics);
  return { names, predicates: parsed.map((predicate) => predicate.value!) };
}
