// Acceptance modes with forbidden marks in several passes: the first sees the whole product, and a further one for each such mode only
// the edges without its forbidden marks, from the states that the first pass saw to have one.
import { Int32List } from '../../base/growable.ts';
import type { AcceptanceMode, Product } from '../product/product.ts';
import {
  addStatistics,
  type EmptinessResult,
  type EmptinessSearch,
  type SearchOptions,
  withStopwatch,
} from './result.ts';

/** Where a further pass starts, and whether it is left out where the first one saw no edge that it could follow. */
export interface FurtherPasses {
  readonly where: 'livelocks' | 'everywhere';
  readonly when: 'seen' | 'always';
}

/**
 * Whether the product has a cycle that one of its modes accepts. The given search has to be exact for modes without forbidden
 * marks; of the others it may find some.
 */
export function searchInPasses(
  product: Product,
  given: SearchOptions,
  search: EmptinessSearch,
  { where, when }: FurtherPasses = { where: 'livelocks', when: 'seen' },
): EmptinessResult {
  const options = withStopwatch(given);
  if (product.modes.every(({ forbidden }) => forbidden === 0)) return search(product, options);
  const watched = new ObservedProduct(product);
  let result = search(watched, options);
  for (const [index, mode] of product.modes.entries()) {
    const seen = watched.starts[index];
    if (result.accepting !== null) break;
    if (mode.forbidden === 0 || (when === 'seen' && seen.length === 0)) continue;
    const filtered = new FilteredProduct(product, mode, {
      starts: where === 'livelocks' ? seen : watched.visited,
    });
    const { accepting, statistics } = search(filtered, continued(options, result.statistics));
    result = {
      accepting: accepting && { ...accepting, mode, visited: () => true }, // the first pass has visited all there is
      statistics: addStatistics(result.statistics, where === 'livelocks' ? statistics : wholePass(statistics, watched)),
    };
  }
  return result;
}

/** A pass that walks the whole product looks at every edge, also at those that it does not follow. */
function wholePass(
  statistics: EmptinessResult['statistics'],
  { edgeCount }: ObservedProduct,
): EmptinessResult['statistics'] {
  return { ...statistics, exploredEdges: edgeCount };
}

/** The options of a further pass: what the passes before it visited is added to its progress. */
export function continued(options: SearchOptions, before: EmptinessResult['statistics']): SearchOptions {
  const { onProgress } = options;
  if (onProgress === undefined) return options;
  return {
    ...options,
    onProgress: ({ states, edges, depth, passes }) =>
      onProgress({
        states: before.exploredStates + states,
        edges: before.exploredEdges + edges,
        depth,
        passes: before.passes + passes,
      }),
  };
}

/** Notes for each mode with forbidden marks the states that have an edge without them: a further pass starts there. */
class ObservedProduct implements Product {
  readonly modes: readonly AcceptanceMode[];
  readonly starts: readonly Int32List[];
  readonly visited = new Int32List();
  edgeCount = 0;
  private readonly product: Product;

  constructor(product: Product) {
    this.product = product;
    this.modes = product.modes;
    this.starts = product.modes.map(() => new Int32List());
  }

  get size(): number {
    return this.product.size;
  }

  initialStates(): readonly number[] {
    return this.product.initialStates();
  }

  expand(state: number, edges: Int32List): void {
    const first = edges.length;
    this.product.expand(state, edges);
    this.visited.push(state);
    this.edgeCount += (edges.length - first) / 2;
    for (let mode = 0; mode < this.modes.length; mode++) {
      const { forbidden } = this.modes[mode];
      if (forbidden === 0) continue;
      for (let i = first; i < edges.length; i += 2) {
        if ((edges.get(i + 1) & forbidden) !== 0) continue;
        this.starts[mode].push(state);
        break;
      }
    }
  }
}

/** Where a part of a product begins, and how far it goes. */
interface PartOfProduct {
  readonly starts: Int32List;
  /** Everywhere unless given. */
  readonly within?: (state: number) => boolean;
}

/** The product without the edges that carry a mark that the mode forbids, entered at the given states. */
export class FilteredProduct implements Product {
  readonly modes: readonly AcceptanceMode[];
  private readonly product: Product;
  private readonly forbidden: number;
  private readonly part: PartOfProduct;
  private readonly all = new Int32List();

  constructor(product: Product, { required, forbidden }: AcceptanceMode, part: PartOfProduct) {
    this.product = product;
    this.forbidden = forbidden;
    this.modes = [{ required, forbidden: 0 }];
    this.part = part;
  }

  get size(): number {
    return this.product.size;
  }

  initialStates(): readonly number[] {
    return Array.from(this.part.starts.toArray());
  }

  expand(state: number, edges: Int32List): void {
    const { all, forbidden, part } = this;
    all.clear();
    this.product.expand(state, all);
    for (let i = 0; i < all.length; i += 2) {
      if ((all.get(i + 1) & forbidden) !== 0 || part.within?.(all.get(i)) === false) continue;
      edges.push(all.get(i));
      edges.push(all.get(i + 1));
    }
  }
}
