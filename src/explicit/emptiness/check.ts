// What an emptiness check is: one object that says what it decides and how it searches, in TypeScript and inside the kernel. A new one is
// a file beside this one, a file in `assembly/`, and a line in `checks.ts`.
import type { DeadlockReading } from '../../models/deadlock.ts';
import type { Product } from '../product/product.ts';
import type { Interruption, KernelSearch } from '../search/kernel-search.ts';
import type { EmptinessResult, EmptinessSearch } from './result.ts';

/** An emptiness check by its name. */
export interface EmptinessCheck<Name extends string = string> {
  readonly name: Name;
  /** The automata that it decides, for help and documentation. */
  readonly decides: string;
  /** How it does so, likewise. */
  readonly how: string;
  /** Why it cannot decide the product, in words; null when it can. */
  readonly obstacle: (product: Product, deadlock: DeadlockReading) => string | null;
  /** Decides a product without obstacle. */
  readonly search: EmptinessSearch;
  /**
   * The same search inside the kernel; null when the kernel has none.
   * @internal
   */
  readonly kernel: KernelWay | null;
}

/** How a check runs inside the kernel. */
export interface KernelWay {
  /** The acceptance modes that it knows: a single one without forbidden marks, or any. */
  readonly modes: 'simple' | 'any';
  /** Searches the product; ends early where the kernel has to start again, or cannot do it. */
  readonly search: (search: KernelSearch) => EmptinessResult | Interruption;
}
