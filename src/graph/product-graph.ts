// The product of a small model with the automaton of what must not happen, to be looked at: pairs of a state and an automaton state, with
// the marks of the edges.
import { Int32List } from '../base/growable.ts';
import { FormulaQuestion } from '../check/question.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import { Kripke } from '../explicit/product/kripke.ts';
import { ModelGraph } from '../explicit/product/model-graph.ts';
import { SynchronisedProduct } from '../explicit/product/product.ts';
import type { Formula } from '../formula/formula.ts';
import { evaluate } from '../models/expression/expression.ts';
import type { Model } from '../models/model.ts';
import { observe } from '../models/observation.ts';
import { requireFewer, type StateGraphOptions } from './state-graph.ts';

/** The kinds of automata whose edges carry marks. */
export type ProductKind = 'tgba' | 'ba' | 'tgta';

/** A pair of the product. */
export interface ProductState {
  readonly vector: Int32Array;
  readonly automatonState: number;
  /** The propositions of the formula that hold in the state. */
  readonly holds: readonly string[];
}

export interface ProductEdge {
  readonly source: number;
  readonly target: number;
  /** The acceptance sets of the edge. */
  readonly marks: readonly number[];
}

/** The reachable pairs. An infinite path that shows all acceptance sets again and again violates the formula. */
export interface ProductGraph {
  readonly model: Model;
  readonly formula: Formula;
  readonly kind: ProductKind;
  readonly acceptanceSets: number;
  readonly states: readonly ProductState[];
  readonly edges: readonly ProductEdge[];
  /** The number of initial pairs, which come first. */
  readonly initial: number;
}

/** All pairs of the product with the automaton of the negated formula; a deadlock repeats. Throws `LimitExceeded`. */
export function productGraph(
  model: Model,
  formula: Formula,
  { kind = 'tgba', limits }: { readonly kind?: ProductKind } & Pick<StateGraphOptions, 'limits'> = {},
): ProductGraph {
  const stopwatch = Stopwatch.over(limits);
  const question = new FormulaQuestion(formula, observe(model, formula));
  const graph = new ModelGraph(model, { deadlock: 'stutter', source: 'plain' });
  const { names, predicates } = question.observation;
  const kripke = new Kripke(graph, question.observationFor(kind).predicates);
  const product = new SynchronisedProduct(kripke, question.property(kind, kripke.letters, stopwatch));
  const initial = new Set(product.initialStates()).size;
  const edges: ProductEdge[] = [];
  const found = new Int32List();
  for (let source = 0; source < product.size; source++) {
    stopwatch.look();
    requireFewer(product.size, stopwatch);
    found.clear();
    product.expand(source, found);
    for (let e = 0; e < found.length; e += 2)
      edges.push({ source, target: found.get(e), marks: bitsOf(found.get(e + 1)) });
  }
  const states = Array.from({ length: product.size }, (_, pair): ProductState => {
    const state = product.pairs.left.get(pair);
    const vector = new Int32Array(model.variables.length);
    graph.states.read(state, vector);
    const holds = names.filter((_, i) => evaluate(predicates[i], vector, () => graph.isDead(state)) !== 0);
    return { vector, automatonState: product.pairs.right.get(pair), holds };
  });
  return { model, formula, kind, acceptanceSets: bitsOf(product.modes[0].required).length, states, edges, initial };
}

function bitsOf(marks: number): number[] {
  return Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => (marks >>> bit) & 1);
}
