// Faults that a kernel met: the model or a predicate is let run into them again, which gives the message.
import { InternalError } from '../../../base/assert.ts';
import { type Expression, evaluate } from '../../../models/expression/expression.ts';
import type { Model } from '../../../models/model.ts';

/** Lets the model run into the fault that expanding the state had. */
export function meetFault(model: Model, state: Int32Array): never {
  model.successors(state, () => undefined);
  throw new InternalError('the kernel met a fault that the model does not have');
}

/** Lets the predicates run into the fault that one of them had in one of the states. */
export function meetLabelFault(
  space: { readonly states: number; read(id: number): Int32Array },
  predicates: readonly Expression[],
): never {
  for (let id = 0; id < space.states; id++) {
    const state = space.read(id);
    for (const predicate of predicates) evaluate(predicate, state, () => false);
  }
  throw new InternalError('the kernel met a fault that no predicate has');
}
