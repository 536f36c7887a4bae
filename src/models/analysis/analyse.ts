// What can be known of a model before its states are explored, as a step of its own behind the readers: they give what the file says,
// and a reduction in between is seen.
//
//  - nets: sums of tokens that stay constant, and bounds of the places by them (`sums.ts`);
//  - programs: bounds of the variables by interval analysis (`ranges.ts`).
// All else is left as it is, also a model whose groups have become opaque by a layer around it: analyse before such a layer.
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { LinearInvariant, Model, Variable } from '../model.ts';
import type { EliminationBudget } from './elimination.ts';
import { isProgramModel, tightenBounds } from './ranges.ts';
import { findSums, isTokenModel } from './sums.ts';

export interface AnalysisOptions {
  /** Whether to look for sums of tokens, which takes up to a second on large nets (by default: find). Decision diagrams do without. */
  readonly sums?: 'find' | 'skip';
  /** What the search for sums may use; where it runs out, there are fewer bounds. */
  readonly budget?: EliminationBudget;
  /** Ends the analysis, and the run, with `LimitExceeded`. */
  readonly stopwatch?: Stopwatch;
}

/**
 * The model with tighter bounds of its variables (`lower`, `upper`), and with its invariants; the same model where nothing new was found.
 * A model that has been analysed already is left alone.
 */
export function analyse<M extends Model>(model: M, options: AnalysisOptions = {}): M {
  const { sums = 'find', budget = {}, stopwatch = new Stopwatch() } = options;
  if (model.invariants !== undefined) return model;
  if (isTokenModel(model)) {
    const found = sums === 'skip' ? null : findSums(model, budget, stopwatch);
    return found === null ? model : withFindings(model, found);
  }
  if (!isProgramModel(model)) return model;
  return withFindings(model, { variables: tightenBounds(model, stopwatch), invariants: [] });
}

interface Findings {
  readonly variables: readonly Variable[];
  readonly invariants: readonly LinearInvariant[];
}

/**
 * The same model but for what was found. It inherits from the model, so that whatever a format offers besides (the net of a net
 * model) is there, and nothing is copied.
 */
function withFindings<M extends Model>(model: M, findings: Findings): M {
  return Object.assign(Object.create(model) as M, findings);
}
