// The tokens that a term stands for under a binding. One multiset is used again for all terms of an unfolding: they are many, and most have
// one token.
import { colourOf } from './guard.ts';
import type { Domain } from './sorts.ts';
import type { Summand } from './terms.ts';

/** Up to this many colours are compared one by one. */
const FEW = 8;

/** Colours, each as one number in the mixed radix of its domain, and how many tokens there are of each (perhaps 0 or less). */
export class Multiset {
  readonly colours: number[] = [];
  readonly counts: number[] = [];
  /** Where each colour is, once there are many. */
  private places: Map<number, number> | null = null;

  get size(): number {
    return this.colours.length;
  }

  clear(): void {
    this.colours.length = 0;
    this.counts.length = 0;
    this.places = null;
  }

  /**
   * Becomes the sum of the summands, colours in the order in which they first occur. Returns how many combinations of choices there are; where
   * these are more than `budget`, that is all it does.
   */
  fill(summands: readonly Summand[], domain: Domain, binding: ArrayLike<number>, budget: number): number {
    this.clear();
    let tried = 0;
    for (const summand of summands) {
      tried += combinations(summand);
      if (tried > budget) return tried;
      this.addProduct(summand, domain, binding);
    }
    return tried;
  }

  private addProduct({ count, components }: Summand, domain: Domain, binding: ArrayLike<number>): void {
    if (count === 0) return;
    if (components.every(({ length }) => length === 1)) {
      this.addOne(count, components, domain, binding);
      return;
    }
    let colours = [0];
    let counts = [count];
    for (let i = 0; i < components.length; i++) {
      const sort = domain[i];
      const choices = components[i];
      if (choices.length === 1) {
        const colour = colourOf(choices[0], sort, binding);
        for (let k = 0; k < colours.length; k++) {
          colours[k] = colours[k] * sort.size + colour;
          counts[k] *= choices[0].count;
        }
        continue;
      }
      const longer: number[] = [];
      const more: number[] = [];
      for (let k = 0; k < colours.length; k++) {
        for (const choice of choices) {
          longer.push(colours[k] * sort.size + colourOf(choice, sort, binding));
          more.push(counts[k] * choice.count);
        }
      }
      [colours, counts] = [longer, more];
    }
    for (let k = 0; k < colours.length; k++) this.add(colours[k], counts[k]);
  }

  private addOne(factor: number, components: Summand['components'], domain: Domain, binding: ArrayLike<number>): void {
    let colour = 0;
    let count = factor;
    for (let i = 0; i < components.length; i++) {
      const [choice] = components[i];
      colour = colour * domain[i].size + colourOf(choice, domain[i], binding);
      count *= choice.count;
    }
    this.add(colour, count);
  }

  private add(colour: number, count: number): void {
    const at = this.places === null ? this.colours.indexOf(colour) : (this.places.get(colour) ?? -1);
    if (at !== -1) {
      this.counts[at] += count;
      return;
    }
    this.places?.set(colour, this.size);
    this.colours.push(colour);
    this.counts.push(count);
    if (this.places === null && this.size > FEW) this.places = new Map(this.colours.map((known, i) => [known, i]));
  }
}

/** How much there is to multiply out. */
function combinations({ count, components }: Summand): number {
  if (count === 0) return 0;
  let tried = 1;
  let partial = 1;
  if (components.every((choices) => choices.length === 1)) return tried;
  for (const choices of components) {
    partial *= choices.length;
    tried += partial;
  }
  return tried;
}
