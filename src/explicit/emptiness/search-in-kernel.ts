// An emptiness check inside the compiled kernel. Where the kernel cannot carry it out (no compiled model, no room, acceptance that the check
// does not know there) the answer is null, and the check decides in TypeScript.
import { CYCLE } from '../kernel/protocol.ts';
import type { AcceptanceMode, SynchronisedProduct } from '../product/product.ts';
import { type Interruption, KernelSearch } from '../search/kernel-search.ts';
import type { EmptinessCheck, KernelWay } from './check.ts';
import type { EmptinessResult, SearchOptions } from './result.ts';

/** The result of the check, or null when the kernel cannot carry it out. */
export function searchInKernel(
  product: SynchronisedProduct,
  { kernel: way }: EmptinessCheck,
  options: SearchOptions = {},
): EmptinessResult | null {
  const { space } = product.kripke.graph.states;
  if (space === undefined || way === null || !knows(way, product.modes)) return null;
  for (const marks of ['coded', 'wide'] as const) {
    const search = new KernelSearch(product, space, options, marks);
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

/** A short search depth-first, then one that treats hopeless states by themselves, and one without stubborn sets where these save little. */
function probeThenSearch(
  way: KernelWay,
  search: KernelSearch,
  { onProgress }: SearchOptions,
): EmptinessResult | Interruption {
  try {
    let result = way.search(search);
    while (result === 'probe ended' || result === 'little saved') {
      search.startAgain(result);
      if (search.place.misfit !== null) return 'misfit';
      result = way.search(search);
    }
    return result === 'nothing follows' ? search.nothingFollows() : result;
  } finally {
    onProgress?.(search.progress());
  }
}
