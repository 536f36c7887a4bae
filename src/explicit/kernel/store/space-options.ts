// How a state space is kept and explored.
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { Expression } from '../../../models/expression/expression.ts';
import type { Order } from '../kernel.ts';
import type { TableParts } from '../layout.ts';
import type { FieldPlan } from '../packing/field-plan.ts';
import type { HelpersOptions } from '../threads/helpers.ts';
import type { ThreadHost } from '../threads/thread-host.ts';
import type { SelectedStates } from './select-states.ts';

export interface StateSpaceOptions {
  readonly order?: Order;
  /** Predicates whose values are kept with every state. */
  readonly predicates?: readonly Expression[];
  /** A search in slices ends where a state satisfies this, or it has no value there. Not for models without code, and never about `dead`. */
  readonly watched?: Expression;
  /** Bytes that all memories together may use; one full memory when absent. */
  readonly memoryBytes?: number;
  /**
   * `numbered` states have ids (needed for `read`, `successors` and labels); `counted` ones need not, which is faster for
   * small states.
   */
  readonly states?: 'numbered' | 'counted';
  /** Tree compression: from the start, never, or when memory runs short (the default). */
  readonly fold?: 'always' | 'never' | 'when-short';
  /** Variables that follow from invariants are left out of states: always, never, or where it pays (the default). */
  readonly implied?: 'always' | 'never' | 'when-better';
  /** Counted states of one word lie in the table itself, many to an entry: always, never, or where it pays (the default). */
  readonly leaves?: 'always' | 'never' | 'when-better';
  /** Successors from generated code (the default) or from the model's own function. */
  readonly expansion?: 'compiled' | 'model';
  /** The largest single memory; smaller ones serve tests. */
  readonly largestMemory?: number;
  /** How successors are spread over a large table; other ways serve tests. */
  readonly parts?: TableParts;
  /** Where further threads come from, for counted states; and when they are called, for tests. */
  readonly threads?: ThreadHost;
  readonly helpers?: HelpersOptions;
  /**
   * States that the space begins with, in place of the initial ones of the model; it packs them as is said there.
   * @internal
   */
  readonly starts?: SelectedStates;
  /**
   * How states are packed, where that is known from another space of the model.
   * @internal
   */
  readonly plan?: FieldPlan | undefined;
  /**
   * Memory is set aside for products with property automata: a share of all, or so many bytes. `apart`: a memory of its own from the start, as
   * otherwise only when one does not hold both; for tests.
   */
  readonly product?: 'reserved' | 'apart' | { readonly bytes: number };
  /**
   * Ends what is done before the first state is found, which may take long in large models, with `LimitExceeded`; then the first `watch` of the
   * space.
   */
  readonly watch?: Stopwatch;
}

/** The part of a memory that is set aside for products where nothing else is said. */
export const PRODUCT_SHARE = 0.45;

/** The part of a memory of so many bytes that is set aside for products. */
export function productShare({ product }: StateSpaceOptions, memoryBytes: number): number {
  if (product === undefined) return 0;
  return typeof product === 'string' ? PRODUCT_SHARE : product.bytes / memoryBytes;
}
