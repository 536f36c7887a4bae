// A product under weak fairness, without a state more: an assumption is one more acceptance set, whose mark is on the steps of those whom
// it speaks of, and on all steps out of states in which none of them can move. A cycle with all these marks is fair, and only such a one.
//
//     FG enabled → GF taken,  that is  GF(¬enabled ∨ taken)
//
// The fair model (models/fair-model.ts) has who moved last in its states, of which there are then several times as many. Its states tell
// the steps of a counterexample; here it is only told whether there is one.
import { Int32List } from '../../base/growable.ts';
import type { StateNumbering } from '../../models/model.ts';
import type { AcceptanceMode, Product, SynchronisedProduct } from './product.ts';

/** Marks fit the bits of a positive number. */
const MOST_MARKS = 30;

/** Weak fairness of a model that numbers its states; its vectors begin with the number. */
export interface WeakFairness {
  readonly numbering: StateNumbering;
  /** The bits of each group: one for each assumption about it. */
  readonly bits: Int32Array;
  /** The number of assumptions. */
  readonly count: number;
}

export class FairProduct implements Product {
  readonly modes: readonly AcceptanceMode[];
  readonly weakness = null;
  private readonly product: SynchronisedProduct;
  private readonly fairness: WeakFairness;
  /** The marks of fairness come after those of the automaton. */
  private readonly shift: number;
  private readonly every: number;
  /** The marks of the steps of the graph, plus one; 0 where they are not known yet. */
  private readonly marks = new Int32List(64);
  private readonly vector: Int32Array;

  /** The product under fairness; null where there are too many marks, or the automaton also accepts by what it shows finitely often. */
  static over(product: SynchronisedProduct, fairness: WeakFairness): FairProduct | null {
    const shift = marksOf(product.modes);
    if (shift + fairness.count > MOST_MARKS || product.modes.some(({ forbidden }) => forbidden !== 0)) return null;
    return new FairProduct(product, fairness, shift);
  }

  private constructor(product: SynchronisedProduct, fairness: WeakFairness, shift: number) {
    this.product = product;
    this.fairness = fairness;
    this.shift = shift;
    this.every = 2 ** fairness.count - 1;
    this.modes = product.modes.map((mode) => ({ ...mode, required: mode.required | (this.every << shift) }));
    this.vector = new Int32Array(product.kripke.graph.model.variables.length);
  }

  get size(): number {
    return this.product.size;
  }

  initialStates(): readonly number[] {
    return this.product.initialStates();
  }

  expand(state: number, edges: Int32List): void {
    const { kripke, property, pairs } = this.product;
    const { graph } = kripke;
    const source = pairs.left.data[state];
    const from = pairs.right.data[state];
    const letter = kripke.letter(source);
    const isByLetter = property.reads === 'letter';
    let matching = property.edges(from, letter, letter);
    if (isByLetter && matching.length === 0) return; // the automaton is stuck: the model need not be expanded
    const degree = graph.expand(source);
    const start = graph.startOf(source);
    if (degree > 0) this.markSteps(source, start, degree);
    for (let i = start; i < start + degree; i++) {
      const target = graph.targets.data[i];
      const fair = (this.marks.data[i] - 1) << this.shift;
      if (!isByLetter) matching = property.edges(from, letter, kripke.letter(target));
      for (let e = 0; e < matching.length; e += 2) {
        edges.push(pairs.intern(target, matching[e]));
        edges.push(matching[e + 1] | fair);
      }
    }
  }

  /** Finds the marks of the steps out of a state, unless they are known. */
  private markSteps(source: number, start: number, degree: number): void {
    const { marks, every } = this;
    const { numbering, bits } = this.fairness;
    if (start + degree > marks.data.length) {
      marks.length = marks.data.length;
      marks.reserve(start + degree);
    }
    if (marks.data[start] !== 0) return;
    this.product.kripke.graph.states.read(source, this.vector, []);
    const number = this.vector[0];
    const count = numbering.find(number);
    const steps = numbering.steps.data;
    const first = numbering.startOf(number);
    let enabled = 0;
    for (let i = 0; i < count; i++) enabled |= bits[steps[first + 2 * i + 1]];
    const idle = every & ~enabled;
    // A deadlock that repeats has a step in the graph alone, and enables nothing.
    for (let i = 0; i < degree; i++) {
      marks.data[start + i] = 1 + (count === 0 ? every : idle | bits[steps[first + 2 * i + 1]]);
    }
  }
}

/** The marks that modes speak of are below this number. */
function marksOf(modes: readonly AcceptanceMode[]): number {
  return 32 - Math.clz32(modes.reduce((marks, { required, forbidden }) => marks | required | forbidden, 0));
}
