// How a step is called, wherever one is shown.
import type { Model } from './model.ts';

/** The step of `group`, and the states before and after it. */
interface ModelStep {
  readonly group: number;
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
}

/** What the model calls the step, or else its group. */
export function stepNameOf(model: Pick<Model, 'groups' | 'stepName'>, { group, from, to }: ModelStep): string {
  return model.stepName?.(group, from, to) ?? model.groups[group].name;
}
