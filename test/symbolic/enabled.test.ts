import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { analyse } from '../../src/models/analysis/analyse.ts';
import { explore } from '../../src/models/explore.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import type { Model } from '../../src/models/model.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { deadFilter, levelSizes } from '../../src/symbolic/enabled.ts';
import { FilterStore, NEVER } from '../../src/symbolic/filter.ts';
import { exploreSymbolically } from '../../src/symbolic/race.ts';
import { randomNet } from '../helpers/random-net.ts';
import { SMALL_MODELS } from './small-models.ts';

/** Compares the predicate with what the plain explorer finds, state by state. */
function compare(model: Model, guardNodes: number): void {
  const { table, states } = explore(model);
  for (const property of ['top', 'bottom', 1] as const) {
    const { space } = exploreSymbolically(model, { property });
    const store = new FilterStore(levelSizes(space));
    const filter = deadFilter(store, space, guardNodes);
    for (let id = 0; id < states; id++) {
      const state = table.get(id);
      let isDead = true;
      model.successors(state, () => {
        isDead = false;
      });
      expect(store.evaluate(filter, space.vectorOf(state))).toBe(isDead ? 1 : 0);
    }
  }
}

describe('where nothing can happen', () => {
  it.each([
    ['the guards', 1000],
    ['the dead states, when the guards need too many nodes', 0],
  ])('is told by %s', (_, guardNodes) => {
    const random = new Random(7);
    for (let round = 0; round < 15; round++) compare(netModel(randomNet(random)), guardNodes);
    for (const [name, text] of Object.entries(SMALL_MODELS))
      compare(analyse(loadModel(name, [text]).value!), guardNodes);
  });

  it('is nowhere in a model without deadlock, whatever the guards are', () => {
    const { space } = exploreSymbolically(
      analyse(loadModel('ring.net', ['#place p mk(<..>) #trans t in {p:<..>;} out {p:<..>;} #endtr']).value!),
    );
    expect(deadFilter(new FilterStore(levelSizes(space)), space)).toBe(NEVER);
  });
});
