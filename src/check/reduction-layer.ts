// Structural reductions as a layer: the model above is a smaller net, propositions are about what is left of their places, and a lasso is
// brought back by firing on the given net what its steps stand for.
import { type NetModel, netModel } from '../models/petri/net-model.ts';
import type { ReducedNet } from '../reductions/reduced-net.ts';
import { substitute } from '../reductions/substitute.ts';
import { type Layer, type Preserved, sizeOf } from './layer.ts';
import { LiftGivenUp, lassoOf, transitionsOf } from './lift-run.ts';
import { FormulaQuestion } from './question.ts';

export function reductionLayer(below: NetModel, reduced: ReducedNet, formulas: Preserved['formulas']): Layer {
  const above = netModel(reduced.net, below.format);
  return {
    model: above,
    observe: ({ formula, observation: { names, predicates }, asked }) => {
      const told = predicates.map((predicate) => substitute(predicate, (place) => reduced.meaningOf(place)));
      return new FormulaQuestion(formula, { names, predicates: told }, asked);
    },
    lift: (lasso) => {
      const isPath = lasso.cycle.length === 0;
      const run = reduced.lift(transitionsOf(above, lasso), isPath ? 'anywhere' : 'deadlock');
      if (run === null) throw new LiftGivenUp('the counterexample of the reduced net cannot be written out');
      return lassoOf(below, run, isPath ? 'path' : 'lasso');
    },
    preserves: { deadlocks: true, formulas },
    summary: { name: 'reductions', below: sizeOf(below), above: sizeOf(above), rules: reduced.reports },
  };
}
