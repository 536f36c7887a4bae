// Whether stubborn sets promise anything, before code and tables for them are made and the search begins anew: the sets of some states of the
// product that the probe has found, made here, by rows that are made as they are asked for. Where little is left out in these, it is not
// tried: most searches in which the sets are of no use are known by that. Where facts that hold take longer to find, the first look guesses, and
// only what is promising then is looked at once more, later. Only counts decide.
import { InputError } from '../../diagnostics/diagnostic.ts';
import type { PartialOrderCounts } from '../emptiness/result.ts';
import type { ProductSpace } from '../kernel/product/product-space.ts';
import type { PlanSource, SetSource } from '../kernel/product/stubborn-tables.ts';
import type { StateSpace } from '../kernel/store/state-space.ts';
import { StubbornSets } from '../partial-order/stubborn-set.ts';
import type { SynchronisedProduct } from '../product/product.ts';

/**
 * States of the model that are looked at, and the share of transitions that must be left out. It is more than the trial asks for later: states of
 * the plain search leave out more than those of the reduced one do (bench/results/partial-order.md).
 */
const ASKED = 64;
const LEFT_OUT = 0.5;
/** So many of them are enough where they leave out next to nothing. */
const ASKED_FIRST = 16;
const LEFT_OUT_FIRST = 0.1;

interface Sample {
  readonly state: Int32Array;
  readonly letter: number;
  /** States of the property with which this one was visited. */
  readonly partners: readonly number[];
  readonly enabled: readonly number[];
}

export class StubbornLook {
  private readonly product: SynchronisedProduct;
  private readonly place: ProductSpace;
  private readonly space: StateSpace;
  private readonly plans: PlanSource;
  private readonly samples: Samples;

  constructor(product: SynchronisedProduct, place: ProductSpace, space: StateSpace, plans: PlanSource) {
    this.product = product;
    this.place = place;
    this.space = space;
    this.plans = plans;
    this.samples = new Samples(place, space);
  }

  /** `perhaps` where it is only a guess: then `isPromising` knows. */
  guess(): 'yes' | 'perhaps' | 'no' {
    const { hasty } = this.plans;
    if (!this.leavesOutEnough(hasty ?? this.plans)) return 'no';
    return hasty === null ? 'yes' : 'perhaps';
  }

  isPromising(): boolean {
    return this.leavesOutEnough(this.plans);
  }

  /** What was counted where the sets of all initial states of the product are empty: nothing accepted comes from there. Null otherwise. */
  emptyAtStart(): PartialOrderCounts | null {
    const { product, plans, place, space } = this;
    const { kripke, property } = product;
    const sets = new StubbornSets(plans.rows);
    const counts = { expanded: 0, full: 0, enabled: 0, followed: 0 };
    // Those of the source: the graph would make room for all states that were found since.
    for (const id of kripke.graph.states.initialStates()) {
      const sample = takeSample(place, space, id, property.initialStates(place.letter(id)));
      if (sample === null) return null;
      for (const q of sample.partners) {
        const followed = this.choose(sets, plans, sample, q);
        if (followed === null || followed.includes(1)) return null;
        counts.expanded++;
        counts.enabled += sample.enabled.length;
      }
    }
    return counts;
  }

  private leavesOutEnough(source: SetSource): boolean {
    const sets = new StubbornSets(source.rows);
    let [taken, all, leftOut] = [0, 0, 0];
    for (const sample of this.samples.all()) {
      if (taken++ === ASKED_FIRST && leftOut < LEFT_OUT_FIRST * all) return false;
      for (const q of sample.partners) {
        all += sample.enabled.length;
        leftOut += this.choose(sets, source, sample, q)?.reduce((sum, flag) => sum + 1 - flag, 0) ?? 0;
      }
    }
    return leftOut >= LEFT_OUT * all;
  }

  /** Which transitions are followed from the sample with this state of the property; null where all are. */
  private choose(
    sets: StubbornSets,
    source: SetSource,
    { state, letter, enabled }: Sample,
    q: number,
  ): Uint8Array | null {
    const { property } = this.product;
    if (property.reads === 'letter' && property.edges(q, letter, letter).length === 0) return null;
    const plan = source.of(q, letter);
    return plan && sets.choose(state, enabled, plan);
  }
}

/** States that the probe has found, each read when it is first asked for. */
class Samples {
  private readonly place: ProductSpace;
  private readonly space: StateSpace;
  private readonly known = new Map<number, Sample | null>();

  constructor(place: ProductSpace, space: StateSpace) {
    this.place = place;
    this.space = space;
  }

  /** Every fourth first: these are spread over all that was found, too. */
  *all(): Generator<Sample> {
    const { states } = this.space;
    const step = Math.max(1, Math.floor(states / ASKED));
    for (const first of [0, 2, 1, 3]) {
      for (let id = first * step; id < states; id += 4 * step) {
        let sample = this.known.get(id);
        sample ??= takeSample(this.place, this.space, id, this.place.partnersOf(id));
        this.known.set(id, sample);
        if (sample !== null) yield sample;
      }
    }
  }
}

function takeSample(place: ProductSpace, space: StateSpace, id: number, partners: readonly number[]): Sample | null {
  if (partners.length === 0) return null;
  const state = space.read(id);
  const enabled: number[] = [];
  try {
    space.model.successors(state, (_, group) => enabled.push(group));
  } catch (error) {
    // The search finds it, if it comes here.
    if (!(error instanceof InputError)) throw error;
    return null;
  }
  return enabled.length === 0 ? null : { state, letter: place.letter(id), partners, enabled };
}
