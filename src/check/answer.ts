// What an engine answers: data that can be sent between threads. Nothing in it has been confirmed yet.
import { type LimitExceeded, type LimitReached, limitText } from '../diagnostics/limit.ts';
import { limitOf } from '../diagnostics/out-of-memory.ts';
import type { EmptinessName } from '../explicit/emptiness/checks.ts';
import type { StateLasso } from '../models/state-lasso.ts';
import type { Growing } from '../models/typescript/growing.ts';
import type { SearchStrategy, SingleEngine } from './options.ts';
import { type CheckStatistics, NOTHING_EXPLORED } from './result.ts';

export type Found = { readonly outcome: 'holds' } | Violation | Unknown;

export interface Violation {
  readonly outcome: 'violated';
  readonly lasso: StateLasso;
  /** Where a shortest one was asked for: whether this is one, or a limit came first. */
  readonly shortest?: 'proved' | 'not proved';
}

/** No answer: the limit that was reached, as data and in words. */
export interface Unknown extends LimitReached {
  readonly outcome: 'unknown';
  readonly reason: string;
  /** For a model in code: what became larger and larger in the states that were seen. */
  readonly growing?: Growing;
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
  /** Where the engine does not say it. */
  readonly strategy?: Strategy;
}

/** What answered: one of the searches, or `facts`, what is known without one. */
export type Strategy = SearchStrategy | 'facts';

/** What the answer was found by; null where it is none. */
export function strategyOf({ found, engine, strategy }: EngineAnswer): Strategy | null {
  if (found.outcome === 'unknown') return null;
  if (strategy !== undefined) return strategy;
  if (engine.kind !== 'explicit') return 'diagrams';
  return engine.successors === 'model' ? 'search' : 'random';
}

/** No answer of this engine. */
export function unknownBy(engine: SingleEngine, reached: LimitReached): EngineAnswer {
  return { found: unknownFor(reached), engine, emptiness: null, statistics: NOTHING_EXPLORED };
}

/** What the work gives, or the other where a limit comes first, also one of the host. */
export function orLimit<T>(work: () => T, other: (limit: LimitExceeded) => T): T {
  try {
    return work();
  } catch (error) {
    const limit = limitOf(error);
    if (limit === null) throw error;
    return other(limit);
  }
}
