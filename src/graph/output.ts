// Graphs for others to read: JSON, DOT and SVG.
import { pictureToDot } from '../automata/picture/dot.ts';
import { renderSvg } from '../automata/svg.ts';
import { printFormula } from '../formula/print/print.ts';
import { productGraphPicture, stateGraphPicture } from './picture.ts';
import type { ProductGraph } from './product-graph.ts';
import type { StateGraph } from './state-graph.ts';
import { stateValue } from './test-paths.ts';

/** A state graph, or a product, in JSON; states are named by their place in the list. */
export interface GraphJson {
  readonly model: string;
  /** Of a product: the formula, and the kind of the automaton of its negation. */
  readonly formula?: string;
  readonly automaton?: string;
  readonly acceptanceSets?: number;
  readonly initial: readonly number[];
  readonly states: readonly {
    readonly state: unknown;
    /** The propositions that hold. */
    readonly holds: readonly string[];
    readonly automatonState?: number;
  }[];
  readonly edges: readonly {
    readonly source: number;
    readonly target: number;
    readonly action?: string;
    readonly marks?: readonly number[];
  }[];
}

export function graphToJson({ model, states, steps, initial }: StateGraph): GraphJson {
  return {
    model: model.name,
    initial: Array.from({ length: initial }, (_, i) => i),
    states: states.map(({ vector, holds }) => ({ state: stateValue(model, vector), holds })),
    edges: steps,
  };
}

export function productToJson(graph: ProductGraph): GraphJson {
  const { model, formula, kind, acceptanceSets, states, edges, initial } = graph;
  return {
    model: model.name,
    formula: printFormula(formula),
    automaton: kind,
    acceptanceSets,
    initial: Array.from({ length: initial }, (_, i) => i),
    states: states.map(({ vector, holds, automatonState }) => ({
      state: stateValue(model, vector),
      holds,
      automatonState,
    })),
    edges,
  };
}

const pictureOf = (graph: StateGraph | ProductGraph) =>
  'steps' in graph ? stateGraphPicture(graph) : productGraphPicture(graph);

/** More states are drawn in layers. */
const LARGEST_CIRCLE = 14;

/** The graph as DOT, without a final newline. */
export function printGraph(graph: StateGraph | ProductGraph): string {
  return pictureToDot(pictureOf(graph));
}

/** The graph as an SVG document. Throws `InputError` when it is too large to be drawn. */
export async function drawGraph(graph: StateGraph | ProductGraph): Promise<string> {
  const picture = pictureOf(graph);
  // what happens in a step is said beside its arrow, and states by their values inside: a table has room for neither
  return (await renderSvg(picture, picture.nodes.length > LARGEST_CIRCLE ? 'layers' : 'drawing')).trimEnd();
}
