// Pictures as SVG. Graphviz, compiled to WebAssembly, does the layout; it is loaded only when something is drawn. Marks come
// out of it as characters, which not every font has, and are turned into real discs here.
import { InputError } from '../diagnostics/diagnostic.ts';
import type { Automaton } from './automaton.ts';
import { type DrawOptions, drawAutomaton } from './dot.ts';
import { pictureToDot } from './picture/dot.ts';
import { setOfGlyph } from './picture/marks.ts';
import type { Picture } from './picture/picture.ts';

/** Larger pictures take Graphviz minutes and nobody can read them. */
export const LARGEST_PICTURE = { nodes: 400, edges: 2000 } as const;

/** The automaton as an SVG document. Throws `InputError` when it is too large to be drawn. */
export function drawSvg(automaton: Automaton, options: DrawOptions = {}): Promise<string> {
  return renderSvg(drawAutomaton(automaton, options));
}

/** The picture as an SVG document. Throws `InputError` when it is too large to be drawn. */
export async function renderSvg(picture: Picture): Promise<string> {
  const { nodes, edges } = picture;
  if (nodes.length > LARGEST_PICTURE.nodes || edges.length > LARGEST_PICTURE.edges) {
    throw new InputError({
      code: 'AUT150',
      message: `${nodes.length} states and ${edges.length} edges are too many to be drawn`,
      hint: `pictures have at most ${LARGEST_PICTURE.nodes} states and ${LARGEST_PICTURE.edges} edges; reduce the automaton, or write DOT and lay it out yourself`,
    });
  }
  return centred(withDiscs(await layOut(pictureToDot(picture))));
}

/** How edges are drawn, in the order in which it is tried: Graphviz breaks down on some curves (seen with 16.1). */
const SPLINES = ['true', 'polyline', 'line'] as const;

async function layOut(dot: string): Promise<string> {
  const { instance } = await import('@viz-js/viz');
  for (const splines of SPLINES) {
    const viz = await instance(); // one that has broken down is of no further use
    try {
      return viz.renderString(dot, { format: 'svg', engine: 'dot', graphAttributes: { splines } });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
    }
  }
  throw new InputError({
    code: 'AUT151',
    message: 'Graphviz breaks down on this picture',
    hint: 'write DOT and lay it out with another version of Graphviz, or with another engine',
  });
}

const NODE = /<g id="[^"]*" class="node">[\s\S]*?<\/g>\n(?=<|$)/g;
const START = /(<text xml:space="preserve" text-anchor=)"start" x="[-\d.]+"/g;

/** Graphviz anchors HTML-like texts at their left; in another font than it reckoned with they would leave their node at the right. */
function centred(svg: string): string {
  return svg.replace(NODE, (node: string) => {
    const outline = /\b(?:d|points)="([^"]+)"/.exec(node)?.[1].matchAll(/([-\d.]+),[-\d.]+/g) ?? [];
    const xs = Array.from(outline, ([, x]) => Number(x));
    if (xs.length === 0) return node;
    const middle = ((Math.min(...xs) + Math.max(...xs)) / 2).toFixed(2);
    return node.replace(START, `$1"middle" x="${middle}"`);
  });
}

const PROLOGUE = /^[\s\S]*?(?=<svg)/;
const GLYPH =
  /<text ([^>]*?)text-anchor="(\w+)" x="([-\d.]+)" y="([-\d.]+)"([^>]*?)font-size="([\d.]+)"([^>]*?)fill="(#[0-9a-f]{6})"[^>]*>([^<]+)<\/text>/g;

/** Graphviz takes characters of three bytes to be this wide, in units of the font size. */
const GLYPH_WIDTH = 0.834;

/** The SVG element alone, with marks as discs that carry their number. */
function withDiscs(svg: string): string {
  return svg.replace(PROLOGUE, '').replace(GLYPH, (whole: string, ...groups: string[]) => {
    const [, anchor, x, y, , size, , colour, glyph] = groups;
    const set = setOfGlyph(glyph);
    if (set === null) return whole;
    const font = Number(size);
    const shift = anchor === 'middle' ? 0 : (GLYPH_WIDTH * font) / 2;
    const [cx, cy] = [Number(x) + shift, Number(y) - 0.34 * font].map((value) => value.toFixed(2));
    const digit = `<text text-anchor="middle" x="${cx}" y="${(Number(cy) + 0.235 * font).toFixed(2)}" font-family="Helvetica,sans-serif" font-weight="bold" font-size="${(0.66 * font).toFixed(1)}" fill="white">${set}</text>`;
    return `<g class="mark"><circle cx="${cx}" cy="${cy}" r="${(0.4 * font).toFixed(2)}" fill="${colour}"/>${digit}</g>`;
  });
}
