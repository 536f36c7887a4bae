// A product whose edges come in another order. Verdicts do not depend on it; which counterexample is found, and after how much work, does.
import type { Int32List } from '../../base/growable.ts';
import { Random } from '../../base/random.ts';
import type { AcceptanceMode, Product } from './product.ts';

/** The product with its edges in the order of model and automaton, or shuffled by a stream that starts with the seed. */
export function orderedProduct(product: Product, order: 'model' | { readonly seed: number } = 'model'): Product {
  return order === 'model' ? product : new ShuffledProduct(product, order.seed);
}

class ShuffledProduct implements Product {
  readonly modes: readonly AcceptanceMode[];
  private readonly product: Product;
  private readonly random: Random;

  constructor(product: Product, seed: number) {
    this.product = product;
    this.modes = product.modes;
    this.random = new Random(seed);
  }

  get size(): number {
    return this.product.size;
  }

  get weakness(): Product['weakness'] {
    return this.product.weakness;
  }

  initialStates(): readonly number[] {
    return this.random.shuffle([...this.product.initialStates()]);
  }

  expand(state: number, edges: Int32List): void {
    const first = edges.length;
    this.product.expand(state, edges);
    const { data } = edges;
    for (let last = (edges.length - first) / 2 - 1; last > 0; last--) {
      const [a, b] = [first + 2 * last, first + 2 * this.random.below(last + 1)];
      const [target, marks] = [data[a], data[a + 1]];
      data[a] = data[b];
      data[a + 1] = data[b + 1];
      data[b] = target;
      data[b + 1] = marks;
    }
  }
}
