// The result of a check, as data: what was asked, the answer, how it was found and what it cost.
import type { MddStatistics } from '../dd/mdd/index.ts';
import type { LimitKind } from '../diagnostics/limit.ts';
import type { Formula } from '../formula/formula.ts';
import type { Model } from '../models/model.ts';
import type { HullAlgorithm } from '../symbolic/emptiness/hull.ts';
import type { OrderName } from '../symbolic/order/orders.ts';
import type { Counterexample } from './counterexample.ts';
import type { CompleteCheckOptions, EmptinessName } from './options.ts';

export type Verdict =
  | { readonly outcome: 'holds' }
  | { readonly outcome: 'violated'; readonly counterexample: Counterexample }
  | { readonly outcome: 'unknown'; readonly limit: LimitKind; readonly reason: string };

export interface CheckStatistics {
  readonly automatonStates: number;
  readonly automatonEdges: number;
  readonly modelStates: number;
  readonly productStates: number;
  readonly productTransitions: number;
  readonly passes: number;
  readonly seconds: number;
  /** Of a symbolic check that came to an end; the counts above are then rounded. */
  readonly diagrams?: DiagramStatistics;
}

/** What a symbolic check tells besides: counts without bound, and the work of the diagrams. */
export interface DiagramStatistics extends MddStatistics {
  readonly modelStates: bigint;
  readonly productStates: bigint;
  readonly order: OrderName;
  readonly hull: HullAlgorithm;
  readonly iterations: number;
}

export interface CheckResult {
  readonly model: Model;
  readonly formula: Formula;
  readonly verdict: Verdict;
  readonly options: CompleteCheckOptions;
  /** The emptiness check that ran; null when it did not come to one. */
  readonly emptiness: EmptinessName | null;
  readonly statistics: CheckStatistics;
}
