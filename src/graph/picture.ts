// State graphs and products as pictures. A state shows what is not plain in it, and the propositions that hold; the first of these gives its
// colour.
import type { Picture, PictureNode } from '../automata/picture/picture.ts';
import { printFormula } from '../formula/print/print.ts';
import type { Model } from '../models/model.ts';
import type { ProductGraph } from './product-graph.ts';
import type { StateGraph } from './state-graph.ts';

/** One for each proposition, in turn: light, so that the text can be read, and apart for most eyes. */
const COLOURS = ['#cfe8ff', '#ffe0b8', '#d3f2d0', '#f6d3ea', '#fff3a8', '#dcd6f7'];
/** Longer texts make the picture unreadable. */
const LONGEST_TEXT = 120;

/** The picture of a state graph; states without successors have two lines around them. */
export function stateGraphPicture(graph: StateGraph): Picture {
  const { model, propositions, states, steps, initial } = graph;
  const alive = new Set(steps.map(({ source }) => source));
  const nodes = states.map(({ vector, holds }, state): PictureNode => {
    const outline = alive.has(state) ? 'single' : 'double';
    return { text: textOf(model, vector), outline, marks: [], ...shown(holds, propositions) };
  });
  return {
    caption: [[model.name]],
    nodes,
    edges: steps.map(({ source, target, action }) => ({ source, target, text: action, marks: [] })),
    starts: Array.from({ length: initial }, (_, target) => ({ target })),
    direction: 'top-to-bottom',
  };
}

/** The picture of a product: each state with the automaton state beside it, acceptance sets as marks on edges. */
export function productGraphPicture(graph: ProductGraph): Picture {
  const { model, formula, kind, states, edges, initial } = graph;
  const names = [...new Set(states.flatMap(({ holds }) => holds))].sort();
  const nodes = states.map(({ vector, automatonState, holds }): PictureNode => {
    const text = `${textOf(model, vector)} | ${automatonState}`;
    return { text, outline: 'single', marks: [], ...shown(holds, names) };
  });
  return {
    caption: [[model.name], [`with the ${kind.toUpperCase()} of the negation of ${printFormula(formula)}`]],
    nodes,
    edges: edges.map(({ source, target, marks }) => ({ source, target, text: '', marks })),
    starts: Array.from({ length: initial }, (_, target) => ({ target })),
    direction: 'top-to-bottom',
  };
}

function shown(holds: readonly string[], propositions: readonly string[]): Pick<PictureNode, 'note' | 'fill'> {
  if (holds.length === 0) return {};
  return { note: holds.join(', '), fill: COLOURS[propositions.indexOf(holds[0]) % COLOURS.length] };
}

function textOf(model: Model, vector: Int32Array): string {
  const entries = model.describe(vector).filter(({ plain }) => !plain);
  const text = entries.map(({ name, value }) => `${name} = ${value}`).join(', ');
  if (text === '') return '∅';
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)} …` : text;
}
