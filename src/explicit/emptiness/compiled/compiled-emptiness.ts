// Emptiness checks inside the compiled kernel, by name. Where the kernel cannot do it (no compiled model, no room, acceptance that the
// check does not know) the answer is null, and the checks of `emptiness/` decide.

import { TooManyCodes, UnfitProduct } from '../../kernel/product/property-tables.ts';
import type { StateSpace } from '../../kernel/store/state-space.ts';
import type { SynchronisedProduct } from '../../product/product.ts';
import { CompiledSearch, OutOfPatience } from '../../search/compiled-search.ts';
import type { EmptinessName } from '../names.ts';
import { type EmptinessResult, type SearchOptions, withStopwatch } from '../result.ts';
import { searchComponents } from './components.ts';
import { searchByLowlinks } from './lowlinks.ts';
import { searchNested, searchReachable, searchWeakly } from './paths.ts';

/** In the marks of a component: it has a cycle. The marks of a property may not use this bit. */
const CYCLE = 1 << 31;

type Search = (search: CompiledSearch) => EmptinessResult;

const searches: Readonly<Record<EmptinessName, Search>> = {
  couvreur: searchComponents,
  'two-pass': searchComponents,
  ndfs: searchNested,
  reachability: searchReachable,
  tarjan: searchByLowlinks,
  weak: searchWeakly,
};

/** The result of the named check, or null when the kernel cannot carry it out. */
export function compiledEmptiness(
  product: SynchronisedProduct,
  name: EmptinessName,
  options: SearchOptions = {},
): EmptinessResult | null {
  const { space } = product.kripke.graph.states;
  const search = searches[name];
  if (space === undefined || !canSearch(product, name)) return null;
  try {
    return searchIn(product, space, withStopwatch(options), search);
  } catch (error) {
    if (error instanceof UnfitProduct) return null;
    throw error;
  }
}

function canSearch({ modes }: SynchronisedProduct, name: EmptinessName): boolean {
  if (modes.some(({ required, forbidden }) => ((required | forbidden) & CYCLE) !== 0)) return false;
  return name === 'couvreur' || name === 'two-pass' || (modes.length === 1 && modes[0].forbidden === 0);
}

function searchIn(
  product: SynchronisedProduct,
  space: StateSpace,
  options: SearchOptions,
  search: Search,
): EmptinessResult {
  for (const marks of ['coded', 'wide'] as const) {
    const run = new CompiledSearch(product, space, options, marks);
    try {
      return searchPatiently(run, search);
    } catch (error) {
      if (!(error instanceof TooManyCodes)) throw error;
    } finally {
      options.onProgress?.(run.progress());
    }
  }
  throw new UnfitProduct('too many combinations of marks');
}

/** A short search depth-first, then one that treats hopeless states by themselves. */
function searchPatiently(run: CompiledSearch, search: Search): EmptinessResult {
  try {
    return search(run);
  } catch (error) {
    if (!(error instanceof OutOfPatience)) throw error;
  }
  run.startAgain();
  return search(run);
}
