// Structural reductions as a layer: the model above is a smaller net, propositions are about what is left of their places, and a lasso is
// brought back by firing on the given net what its steps stand for.
import { invariant } from '../base/assert.ts';
import type { Model } from '../models/model.ts';
import { type NetModel, netModel } from '../models/petri/net-model.ts';
import { type StateLasso, sameVector } from '../models/state-lasso.ts';
import type { ReducedNet } from '../reductions/reduced-net.ts';
import type { TransitionRun } from '../reductions/rule.ts';
import { substitute } from '../reductions/substitute.ts';
import { type Layer, type Preserved, sizeOf } from './layer.ts';
import { FormulaQuestion } from './question.ts';

/** A run was found in the reduced net that cannot be written out on the given one, because it would be too long. */
export class LiftGivenUp extends Error {
  override name = 'LiftGivenUp';
}

export function reductionLayer(below: NetModel, reduced: ReducedNet, formulas: Preserved['formulas']): Layer {
  const above = netModel(reduced.net, below.format);
  return {
    model: above,
    observe: ({ formula, observation: { names, predicates }, asked }) => {
      const told = predicates.map((predicate) => substitute(predicate, (place) => reduced.meaningOf(place)));
      return new FormulaQuestion(formula, { names, predicates: told }, asked);
    },
    lift: (lasso) => liftLasso(below, above, reduced, lasso),
    preserves: { deadlocks: true, formulas },
    summary: { name: 'reductions', below: sizeOf(below), above: sizeOf(above), rules: reduced.reports },
  };
}

function liftLasso(below: NetModel, above: Model, reduced: ReducedNet, lasso: StateLasso): StateLasso {
  const isPath = lasso.cycle.length === 0;
  const run = reduced.lift(transitionsOf(above, lasso), isPath ? 'anywhere' : 'deadlock');
  if (run === null) throw new LiftGivenUp('the counterexample of the reduced net cannot be written out');
  const [state] = below.initialStates();
  const walk = (part: readonly number[]): Int32Array[] =>
    part.map((transition) => {
      const before = state.slice();
      fire(below, transition, state);
      return before;
    });
  const prefix = walk(run.prefix);
  if (isPath) return { prefix: [...prefix, state.slice()], cycle: [], groups: run.prefix };
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

/** The steps of a lasso by their transitions; no cycle where a deadlock repeats, or a path ends. */
function transitionsOf(model: Model, { prefix, cycle }: StateLasso): TransitionRun {
  const states = [...prefix, ...cycle];
  const groups: (number | null)[] = states.map((state, i) => {
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
  const isStep = (group: number | null): group is number => group !== null;
  return { prefix: groups.slice(0, prefix.length).filter(isStep), cycle: groups.slice(prefix.length).filter(isStep) };
}
