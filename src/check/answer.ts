// What an engine answers: data that can be sent between threads. Nothing in it has been confirmed yet.
import { type LimitReached, limitText } from '../diagnostics/limit.ts';
import type { EmptinessName } from '../explicit/emptiness/checks.ts';
import type { StateLasso } from '../models/state-lasso.ts';
import type { SingleEngine } from './options.ts';
import type { CheckStatistics } from './result.ts';

export type Found =
  | { readonly outcome: 'holds' }
  | {
      readonly outcome: 'violated';
      readonly lasso: StateLasso;
      /** Where a shortest one was asked for: whether this is one, or a limit came first. */
      readonly shortest?: 'proved' | 'not proved';
    }
  | Unknown;

/** No answer: the limit that was reached, as data and in words. */
export interface Unknown extends LimitReached {
  readonly outcome: 'unknown';
  readonly reason: string;
}

export function unknownFor(reached: LimitReached): Unknown {
  return { outcome: 'unknown', ...reached, reason: limitText(reached) };
}

export interface EngineAnswer {
  readonly found: Found;
  /** The engine with all its choices. */
  readonly engine: SingleEngine;
  /** The emptiness check that ran; null when it did not come to one. */
  readonly emptiness: EmptinessName | null;
  readonly statistics: CheckStatistics;
}
