// Counting in decision diagrams; apart from count.ts, so that whoever counts one by one does not load the engine.
import { limitOf } from '../diagnostics/out-of-memory.ts';
import { openStepSurvey } from '../explicit/search/step-survey.ts';
import type { Model } from '../models/model.ts';
import { orderFromNames, type VariableOrder } from '../symbolic/order/orders.ts';
import { countStates } from '../symbolic/states.ts';
import type { CountOptions, StateCounts } from './count.ts';
import type { DiagramChoices } from './options.ts';

/** Counts in diagrams, without ever returning to the event loop. */
export function countInDiagrams(
  model: Model,
  { variables, strategy, clusters }: Pick<DiagramChoices, 'variables' | 'strategy' | 'clusters'>,
  { limits, tokens, onDiagrams }: CountOptions,
): StateCounts {
  const order = variableOrder(model, variables);
  try {
    const counted = countStates(model, {
      order,
      strategy,
      clusters,
      tokens,
      limits,
      survey: openStepSurvey,
      onProgress: onDiagrams,
    });
    return { kind: 'symbolic', complete: true, limit: null, ...counted };
  } catch (error) {
    const limit = limitOf(error);
    if (limit === null) throw error;
    return { kind: 'symbolic', complete: false, ...limit.reached, reason: limit.message };
  }
}

/** The order as the engine takes it. Throws `InputError` where a list names what the model does not have. */
export function variableOrder(
  model: Model,
  variables: DiagramChoices['variables'],
): VariableOrder | Exclude<DiagramChoices['variables'], object> {
  return typeof variables === 'object' ? orderFromNames(model, variables.text, variables.file) : variables;
}
