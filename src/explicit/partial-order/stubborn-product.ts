// A product in which only the transitions of a stubborn set are followed (docs/adr/011, docs/adr/014 for automata that read changes, docs/adr/015 for programs). It accepts something exactly if the whole
// product does, and each of its runs is one of the whole product.
import { invariant } from '../../base/assert.ts';
import type { Int32List } from '../../base/growable.ts';
import type { PartialOrderCounts } from '../emptiness/result.ts';
import { AutomatonProperty } from '../product/automaton-property.ts';
import type { AcceptanceMode, Product, SynchronisedProduct } from '../product/product.ts';
import { TestingProperty } from '../product/testing-property.ts';
import { hasValueEverywhere } from './atoms.ts';
import { StubbornSets } from './stubborn-set.ts';
import { WaitingPlans } from './waiting-plans.ts';

/** Why no stubborn sets are there for the product, in words; null where there are. */
export function stubbornObstacle({ property, kripke }: SynchronisedProduct): string | null {
  const { groups } = kripke.graph.model;
  const isNet = groups.every(({ behaviour }) => behaviour.kind === 'tokens');
  if (!isNet && groups.some(({ behaviour }) => behaviour.kind !== 'program'))
    return 'the model is neither a net nor made of guarded programs';
  if (!(property instanceof AutomatonProperty || property instanceof TestingProperty))
    return 'the automaton is made while it is searched';
  if (!kripke.expressions.every(hasValueEverywhere)) {
    return isNet ? 'a proposition is not about tokens alone' : 'a proposition is not about variables alone';
  }
  return null;
}

export class StubbornProduct implements Product {
  readonly modes: readonly AcceptanceMode[];
  private readonly product: SynchronisedProduct;
  private readonly plans: WaitingPlans;
  private readonly sets: StubbornSets;
  private readonly vector: Int32Array;
  private readonly count = { expanded: 0, full: 0, enabled: 0, followed: 0 };

  /** For a product without obstacle. */
  constructor(product: SynchronisedProduct, plans: WaitingPlans = new WaitingPlans(product)) {
    this.product = product;
    this.modes = product.modes;
    this.plans = plans;
    this.sets = new StubbornSets(this.plans.rows);
    this.vector = new Int32Array(product.kripke.graph.model.variables.length);
  }

  get counts(): PartialOrderCounts {
    return this.count;
  }

  get size(): number {
    return this.product.size;
  }

  get weakness(): Product['weakness'] {
    return this.product.weakness;
  }

  initialStates(): readonly number[] {
    return this.product.initialStates();
  }

  expand(state: number, edges: Int32List): void {
    const { product } = this;
    const [source, q] = [product.pairs.left.get(state), product.pairs.right.get(state)];
    const first = edges.length;
    if (product.property.reads === 'change') {
      this.expandByChange(state, edges);
      return;
    }
    product.expand(state, edges);
    const followed = this.chosen(source, q);
    if (followed === null) return;
    // One run of edges for each transition that is enabled, in their order.
    const length = (edges.length - first) / followed.length;
    let to = first;
    followed.forEach((isFollowed, i) => {
      if (isFollowed === 0) return;
      edges.data.copyWithin(to, first + i * length, first + (i + 1) * length);
      to += length;
    });
    edges.length = to;
  }

  /** Each transition has as many edges as match its change. */
  private expandByChange(state: number, edges: Int32List): void {
    const { kripke, property, pairs } = this.product;
    const [source, q] = [pairs.left.get(state), pairs.right.get(state)];
    const { graph } = kripke;
    const degree = graph.expand(source);
    const followed = this.chosen(source, q);
    const start = graph.startOf(source);
    const letter = kripke.letter(source);
    for (let i = 0; i < degree; i++) {
      if (followed?.[i] === 0) continue;
      const target = graph.targets.data[start + i];
      const matching = property.edges(q, letter, kripke.letter(target));
      for (let e = 0; e < matching.length; e += 2) {
        edges.push(pairs.intern(target, matching[e]));
        edges.push(matching[e + 1]);
      }
    }
  }

  /** For each enabled transition whether it is followed; null where all are. */
  private chosen(source: number, q: number): Uint8Array | null {
    const { kripke, property } = this.product;
    const letter = kripke.letter(source);
    if (property.reads === 'letter' && property.edges(q, letter, letter).length === 0) return null;
    kripke.graph.states.read(source, this.vector);
    const enabled: number[] = [];
    kripke.graph.model.successors(this.vector, (_, group) => enabled.push(group));
    const plan = enabled.length === 0 ? null : this.plans.of(q, letter);
    const followed = plan && this.sets.choose(this.vector, enabled, plan);
    invariant(
      enabled.length === 0 || enabled.length === kripke.graph.expand(source),
      'there is one successor for each enabled transition',
    );
    this.count.expanded++;
    this.count.enabled += enabled.length;
    this.count.full += followed === null ? 1 : 0;
    this.count.followed += followed === null ? enabled.length : followed.reduce((sum, flag) => sum + flag, 0);
    return followed;
  }
}
