// Merged colours as a layer, the lowest one: the model above is a net unfolded from a coloured one in which colours that are not told apart are
// one (`src/reductions/colours/`). Propositions are read anew by their names: the id of a coloured place or transition stands for all
// colours on both sides.
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import { observe } from '../models/observation.ts';
import { type NetModel, netModel } from '../models/petri/net-model.ts';
import { MergedNet } from '../reductions/colours/merged-net.ts';
import { type Layer, sizeOf } from './layer.ts';
import { LiftGivenUp, lassoOf, transitionsOf } from './lift-run.ts';
import { FormulaQuestion } from './question.ts';

/** Null where there is nothing to merge. Throws `LimitExceeded`. */
export function colourLayer(below: NetModel, stopwatch: Stopwatch): Layer | null {
  const begun = performance.now();
  const merged = MergedNet.of(below.net, () => stopwatch.tick());
  if (merged === null) return null;
  const above = netModel(merged.net, below.format, stopwatch);
  const applied = below.net.places.length - merged.net.places.length;
  const rule = { rule: 'colours', applied, seconds: (performance.now() - begun) / 1000 } as const;
  return {
    model: above,
    observe: ({ formula, asked }) => new FormulaQuestion(formula, observe(above, formula), asked),
    lift: (lasso) => {
      const run = merged.lift(transitionsOf(above, lasso));
      if (run === null)
        throw new LiftGivenUp('the counterexample of the net with merged colours cannot be written out');
      return lassoOf(below, run, lasso.cycle.length === 0 ? 'path' : 'lasso');
    },
    preserves: { deadlocks: true, formulas: 'all' },
    summary: { name: 'colours', below: sizeOf(below), above: sizeOf(above), rules: [rule] },
  };
}
