// Safety by counting: where every violation shows in a finite beginning, it is enough to go through all states, of the model alone for an invariant
// and otherwise of the model with a monitor beside it. That needs no product, and takes less time and memory; several threads and further
// memories serve it as they serve any counting.
import { AutomatonProperty } from '../explicit/product/automaton-property.ts';
import { monitorOf } from '../explicit/product/monitor.ts';
import { MonitoredModel } from '../explicit/product/monitored-model.ts';
import type { SynchronisedProduct } from '../explicit/product/product.ts';
import type { Expression } from '../models/expression/expression.ts';
import { mentionsDead } from '../models/expression/walk.ts';
import { FairModel } from '../models/fair-model.ts';
import { FairPrograms } from '../models/fair-programs.ts';
import type { Model } from '../models/model.ts';
import type { Question } from './question.ts';

/** What is counted, and the condition to watch for. */
export interface CountingPlan {
  readonly model: Model;
  readonly watched: Expression;
  /** States of the monitor; null for an invariant, where there is none. */
  readonly monitorStates: number | null;
  /** Given where steps of the model are kept whoever finds them, and nothing is lost by counting first: how many of its states were counted. */
  readonly numbered?: (counted: number) => number;
}

/** How to count instead of searching a product with a terminal automaton where deadlocks repeat for ever; null where that cannot be. */
export function countingPlan(product: SynchronisedProduct, question: Question): CountingPlan | null {
  const { graph, expressions } = product.kripke;
  const { model, states, options } = graph;
  // A source that was given may have other states than the model: those of a quotient, or a part of them.
  const isNumbered = model.numbering !== undefined && options.source === undefined;
  const isCounted = isNumbered || states.space !== undefined;
  if (model instanceof FairModel || model instanceof FairPrograms || !isCounted) return null;
  const { forbidden } = question;
  if (forbidden !== null) {
    if (mentionsDead(forbidden)) return null;
    const plan = { model, watched: forbidden, monitorStates: null };
    return isNumbered ? { ...plan, numbered: (counted) => counted } : plan;
  }
  const { property } = product;
  if (!(property instanceof AutomatonProperty) || !property.weakness?.terminal) return null;
  if (!isNumbered && model.groups.some(({ behaviour }) => behaviour.kind === 'opaque')) return null;
  const conditions = property.variables.map((proposition) => expressions[proposition]);
  if (conditions.some(mentionsDead)) return null;
  const monitor = monitorOf(property.automaton, property.weakness.accepting);
  if (monitor === null) return null;
  const monitored = new MonitoredModel(model, { ...monitor, conditions });
  const plan = { model: monitored, watched: monitored.met, monitorStates: monitor.states };
  const { numbering } = monitored;
  return isNumbered && numbering ? { ...plan, numbered: () => numbering.below } : plan;
}
