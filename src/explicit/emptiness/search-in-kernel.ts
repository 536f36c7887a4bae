// An emptiness check inside the compiled kernel. Where the kernel cannot carry it out (no compiled model, no room, acceptance that the check
// does not know there) the answer is null, and the check decides in TypeScript.
import { MemoryRefused } from '../../base/wasm-host.ts';
import { LimitExceeded } from '../../diagnostics/limit.ts';
import { CYCLE } from '../kernel/protocol.ts';
import type { AcceptanceMode, SynchronisedProduct } from '../product/product.ts';
import { type Interruption, KernelSearch } from '../search/kernel-search.ts';
import type { EmptinessCheck, KernelWay } from './check.ts';
import { type EmptinessResult, type ProductAgain, type SearchOptions, Settled, type StubbornChoice } from './result.ts';

/** The result of the check, or null when the kernel cannot carry it out, or stubborn sets that were tried save too little. */
export function searchInKernel(
  product: SynchronisedProduct,
  check: EmptinessCheck,
  options: SearchOptions = {},
): EmptinessResult | null {
  const { kernel: way } = check;
  const { space } = product.kripke.graph.states;
  if (space === undefined || way === null || !knows(way, product.modes)) return null;
  const stubborn = choiceFor(check, options);
  for (const marks of ['coded', 'wide'] as const) {
    const search = new KernelSearch(product, space, { ...options, stubborn }, marks);
    const result = search.place.misfit === null ? probeThenSearch(way, search, options) : 'misfit';
    if (typeof result !== 'string') return result;
    if (search.place.misfit !== 'too many marks') break;
  }
  return null;
}

function knows({ modes: known }: KernelWay, modes: readonly AcceptanceMode[]): boolean {
  if (modes.some(({ required, forbidden }) => ((required | forbidden) & CYCLE) !== 0)) return false;
  return known === 'any' || (modes.length === 1 && modes[0].forbidden === 0);
}

function choiceFor(check: EmptinessCheck, { stubborn, ...others }: SearchOptions): StubbornChoice | undefined {
  if (stubborn?.use !== 'auto') return stubborn;
  return { ...stubborn, search: () => searchAgain(check, stubborn.again, others) };
}

/** The search with stubborn sets in memory of its own; null where they do not pay, or there is no room: the search that waits knows its limits. */
function searchAgain(
  check: EmptinessCheck,
  again: () => ProductAgain,
  { goal, onProgress, limits: given }: SearchOptions,
): EmptinessResult | null {
  try {
    const { product, plans, limits = given } = again();
    const found = searchInKernel(product, check, {
      goal,
      onProgress,
      limits,
      probeStates: 0,
      stubborn: { plans, use: 'trial' },
    });
    return found && { ...found, product };
  } catch (error) {
    if (error instanceof LimitExceeded || error instanceof MemoryRefused) return null;
    throw error;
  }
}

/** A short search depth-first, then one that treats hopeless states by themselves. */
function probeThenSearch(
  way: KernelWay,
  search: KernelSearch,
  { onProgress }: SearchOptions,
): EmptinessResult | Interruption {
  try {
    let result = way.search(search);
    while (result === 'probe ended') {
      search.startAgain();
      if (search.place.misfit !== null) return 'misfit';
      result = way.search(search);
    }
    return result;
  } catch (error) {
    if (error instanceof Settled) return error.result;
    throw error;
  } finally {
    onProgress?.(search.progress());
  }
}
