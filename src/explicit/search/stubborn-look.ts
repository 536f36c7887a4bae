// Whether stubborn sets promise anything, before code and tables for them are made and the search begins anew: the sets of some states of the
// product that the probe has found, made here. Where next to nothing is left out in these, it is not tried: most searches in which the sets are
// of no use are known by that. Only counts decide.
import { InputError } from '../../diagnostics/diagnostic.ts';
import type { ProductSpace } from '../kernel/product/product-space.ts';
import type { PlanSource } from '../kernel/product/stubborn-tables.ts';
import type { StateSpace } from '../kernel/store/state-space.ts';
import { StubbornSets } from '../partial-order/stubborn-set.ts';
import type { SynchronisedProduct } from '../product/product.ts';

/** States of the model that are looked at, and the share of transitions that must be left out: less than the trial asks for later, as they are few. */
const ASKED = 64;
const LEFT_OUT = 0.25;

interface Sample {
  readonly state: Int32Array;
  readonly letter: number;
  /** States of the property with which this one was visited. */
  readonly partners: readonly number[];
  readonly enabled: readonly number[];
}

export function isPromising(
  product: SynchronisedProduct,
  place: ProductSpace,
  space: StateSpace,
  plans: PlanSource,
): boolean {
  const samples = takeSamples(place, space);
  const sets = new StubbornSets(plans.tablesFor(new Set(samples.flatMap(({ enabled }) => enabled))));
  let [all, leftOut] = [0, 0];
  for (const { state, letter, partners, enabled } of samples) {
    for (const q of partners) {
      all += enabled.length;
      const isLetter = product.property.reads === 'letter';
      if (isLetter && product.property.edges(q, letter, letter).length === 0) continue;
      const plan = plans.of(q, letter);
      const followed = plan && sets.choose(state, enabled, plan);
      leftOut += followed?.reduce((sum, flag) => sum + 1 - flag, 0) ?? 0;
    }
  }
  return leftOut >= LEFT_OUT * all;
}

function takeSamples(place: ProductSpace, space: StateSpace): Sample[] {
  const step = Math.max(1, Math.floor(space.states / ASKED));
  const samples: Sample[] = [];
  for (let id = 0; id < space.states; id += step) {
    const partners = place.partnersOf(id);
    if (partners.length === 0) continue;
    const state = space.read(id);
    const enabled: number[] = [];
    try {
      space.model.successors(state, (_, group) => enabled.push(group));
    } catch (error) {
      // The search finds it, if it comes here.
      if (!(error instanceof InputError)) throw error;
      continue;
    }
    if (enabled.length > 0) samples.push({ state, letter: place.letter(id), partners, enabled });
  }
  return samples;
}
