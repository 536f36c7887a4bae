// How a model is read for a check.
import type { AnalysisOptions } from '../models/analysis/analyse.ts';
import type { LoadOptions } from '../models/formats/load.ts';
import type { CheckChoices } from './options.ts';

/**
 * What reading a model can leave out for these choices. Decision diagrams need no bounds, and look for invariants by themselves where these
 * help. Of transitions that do the same, one is enough for a verdict; fairness may name each.
 */
export function readingFor({
  engine,
  fairness,
}: Pick<CheckChoices, 'engine' | 'fairness'>): LoadOptions & AnalysisOptions {
  const kind = typeof engine === 'object' ? engine.kind : engine;
  return {
    sums: kind === 'symbolic' || kind === 'hybrid' ? 'skip' : 'find',
    bindings: fairness === undefined ? 'distinct' : 'all',
  };
}
