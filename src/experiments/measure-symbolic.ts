// One symbolic check with what TACAS'14 measures of it: time and memory.
import { UsageError } from '../diagnostics/diagnostic.ts';
import type { Formula } from '../formula/formula.ts';
import type { Model } from '../models/model.ts';
import type { SymbolicApproach } from './approaches.ts';
import type { Measured, MeasureOptions } from './measure.ts';

/** Checks the formula in decision diagrams. */
export function measureSymbolic(
  _model: Model,
  _formula: Formula,
  approach: SymbolicApproach,
  _options: MeasureOptions = {},
): Measured {
  throw new UsageError(`there is no symbolic check yet for ${approach.label}`);
}
