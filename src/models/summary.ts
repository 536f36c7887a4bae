// What can be said about a model without exploring it, and what its propositions can name.
import type { Model } from './model.ts';
import { isNetModel } from './petri/net-model.ts';

export interface ModelSummary {
  readonly name: string;
  readonly format: Model['format'];
  readonly variables: number;
  /** Variables whose values are known to be bounded, and the widest range of these. */
  readonly bounded: number;
  readonly widestRange: number;
  readonly groups: number;
  readonly initialStates: number;
  /** Of nets: arcs of all kinds, tokens at the beginning, and whether bounds tell that no place ever holds two. */
  readonly arcs?: number;
  readonly initialTokens?: number;
  readonly oneSafe?: 'yes' | 'maybe';
}

/** The summary of a model. */
export function summarize(model: Model): ModelSummary {
  let bounded = 0;
  let widestRange = 0;
  for (const { lower, upper } of model.variables) {
    if (lower === null || upper === null) continue;
    bounded++;
    widestRange = Math.max(widestRange, upper - lower + 1);
  }
  const { name, format, variables, groups } = model;
  const initialStates = model.initialStates().length;
  const common = {
    name,
    format,
    variables: variables.length,
    bounded,
    widestRange,
    groups: groups.length,
    initialStates,
  };
  if (!isNetModel(model)) return common;
  let arcs = 0;
  for (const { inputs, outputs, inhibitors } of model.net.transitions) {
    arcs += inputs.length + outputs.length + inhibitors.length;
  }
  const initialTokens = model.net.places.reduce((sum, { initial }) => sum + initial, 0);
  const oneSafe = bounded === variables.length && widestRange <= 2 ? 'yes' : 'maybe';
  return { ...common, arcs, initialTokens, oneSafe };
}

export interface NamedProposition {
  /** What a formula may say: by itself where `kind` is `truth`, compared with a number or value name otherwise. */
  readonly text: string;
  readonly kind: 'truth' | 'number' | 'fireable';
}

/** Everything that propositions can name, in the order of the model. */
export function* namedPropositions(model: Model): IterableIterator<NamedProposition> {
  const { names } = model;
  for (const reference of names.references()) {
    yield { text: reference, kind: names.truth(reference) === null ? 'number' : 'truth' };
  }
  for (const transition of names.transitions()) yield { text: transition, kind: 'fireable' };
  yield { text: 'dead', kind: 'truth' };
}
