import { describe, expect, it } from 'vitest';
import type { Int32List } from '../../../src/base/growable.ts';
import type { Product } from '../../../src/explicit/product/product.ts';
import { findLasso } from '../../../src/explicit/search/lasso-search.ts';

/** One cycle through all states; its last edge carries the mark. */
function ring(size: number): Product {
  return {
    modes: [{ required: 1, forbidden: 0 }],
    size,
    initialStates: () => [0],
    expand: (state: number, out: Int32List) => {
      out.push((state + 1) % size);
      out.push(state === size - 1 ? 1 : 0);
    },
  };
}

describe('a lasso', () => {
  // so many items are too many arguments of a call: the walk was put together by one
  it('may be longer than a call has room for arguments', () => {
    const size = 300_000;
    const everywhere = () => true;
    const component = { contains: everywhere, visited: everywhere, mode: { required: 1, forbidden: 0 } };
    const { prefix, cycle } = findLasso(ring(size), component);
    expect(prefix).toEqual([]);
    expect([cycle.length, cycle[0], cycle[size - 1]]).toEqual([size, 0, size - 1]);
  });
});
