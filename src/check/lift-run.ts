// Between lassos and runs of nets: the transitions of a lasso, and the lasso that a net goes through when it fires some.
import { invariant } from '../base/assert.ts';
import type { Model } from '../models/model.ts';
import type { NetModel } from '../models/petri/net-model.ts';
import { type StateLasso, sameVector } from '../models/state-lasso.ts';
import type { LiftedRun } from '../reductions/reduced-net.ts';
import type { TransitionRun } from '../reductions/rule.ts';

/** A run was found above that cannot be written out on the model below, because it would be too long. */
export class LiftGivenUp extends Error {
  override name = 'LiftGivenUp';
}

/** The steps of a lasso by their transitions; no cycle where a deadlock repeats, or a path ends. */
export function transitionsOf(model: Model, { prefix, cycle, groups }: StateLasso): TransitionRun {
  const steps = groups ?? groupsOf(model, { prefix, cycle });
  const isStep = (group: number | null): group is number => group !== null;
  return { prefix: steps.slice(0, prefix.length).filter(isStep), cycle: steps.slice(prefix.length).filter(isStep) };
}

/** The group of each step; null where there is none. */
function groupsOf(model: Model, { prefix, cycle }: StateLasso): (number | null)[] {
  const states = [...prefix, ...cycle];
  return states.map((state, i) => {
    const next: Int32Array | undefined = i + 1 < states.length ? states[i + 1] : cycle[0];
    if (next === undefined) return null;
    let found: number | null = null;
    let degree = 0;
    model.successors(state, (target, group) => {
      degree++;
      if (found === null && sameVector(target, next)) found = group;
    });
    invariant(found !== null || degree === 0, 'a lasso of a reduced net has a step that the net does not have');
    return found;
  });
}

/** What the net goes through when it fires the run. Without a cycle it is a path, or ends in a deadlock that repeats. */
export function lassoOf(net: NetModel, run: LiftedRun, end: 'path' | 'lasso'): StateLasso {
  const [state] = net.initialStates();
  const walk = (part: readonly number[]): Int32Array[] =>
    part.map((transition) => {
      const before = state.slice();
      fire(net, transition, state);
      return before;
    });
  const prefix = walk(run.prefix);
  if (end === 'path') return { prefix: [...prefix, state.slice()], cycle: [], groups: run.prefix };
  const isDeadlock = run.cycle.length === 0;
  const cycle = isDeadlock ? [state.slice()] : walk(run.cycle);
  return {
    prefix,
    cycle,
    groups: [...run.prefix, ...(isDeadlock ? [null] : run.cycle)],
    ...(run.grows.length > 0 && { grows: run.grows.map(({ place, by }) => ({ variable: place, by })) }),
  };
}

function fire(net: NetModel, transition: number, state: Int32Array): void {
  const { inputs, outputs } = net.net.transitions[transition];
  for (const { place, weight } of inputs) state[place] -= weight;
  for (const { place, weight } of outputs) state[place] += weight;
}
