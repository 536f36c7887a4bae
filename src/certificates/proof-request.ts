// What a proof is asked for.
import type { CheckResult } from '../check/index.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { SearchOptions } from '../explicit/emptiness/result.ts';
import type { SourceKind } from '../explicit/product/state-source.ts';
import type { Formula } from '../formula/formula.ts';
import type { Observation } from '../models/observation.ts';

export interface ProofRequest {
  readonly result: CheckResult;
  /** What must not happen, in normal form. */
  readonly formula: Formula;
  /** Of the model that was given: the one that is searched has the same variables. */
  readonly observation: Observation;
  readonly search: SearchOptions & { readonly limits: Stopwatch };
  readonly source: SourceKind | undefined;
}
