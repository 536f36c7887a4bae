// Pictures as SVG. Graphviz, compiled to WebAssembly, does the layout; it is loaded only when something is drawn. Marks come
// out of it as characters, which not every font has, and are turned into real discs here. Texts are placed so that they fit in any font.
import { InputError } from '../diagnostics/diagnostic.ts';
import type { Automaton } from './automaton.ts';
import { type DrawOptions, drawAutomaton } from './dot.ts';
import { collisions } from './picture/collisions.ts';
import { FONT_SCALE, pictureToDot } from './picture/dot.ts';
import { candidates, withOneArrow } from './picture/legible.ts';
import { setOfGlyph } from './picture/marks.ts';
import type { Picture, PictureForm } from './picture/picture.ts';
import { drawTable } from './picture/table.ts';
import { textWidth } from './picture/text-width.ts';
import { drawWheel, hasRoom, isDense } from './picture/wheel.ts';

/** Larger pictures take Graphviz minutes and nobody can read them. */
export const LARGEST_PICTURE = { nodes: 400, edges: 2000 } as const;

export interface DrawSvgOptions extends DrawOptions {
  /** `auto` unless given. */
  readonly form?: PictureForm;
}

/** The automaton as an SVG document. Throws `InputError` when it is too large to be drawn. */
export function drawSvg(automaton: Automaton, options: DrawSvgOptions = {}): Promise<string> {
  return renderSvg(drawAutomaton(automaton, options), options.form);
}

/** The picture as an SVG document. Throws `InputError` when it is too large to be drawn. */
export async function renderSvg(picture: Picture, form: PictureForm = 'auto'): Promise<string> {
  const { nodes, edges } = picture;
  if (nodes.length > LARGEST_PICTURE.nodes || edges.length > LARGEST_PICTURE.edges) {
    throw new InputError({
      code: 'AUT150',
      message: `${nodes.length} states and ${edges.length} edges are too many to be drawn`,
      hint: `pictures have at most ${LARGEST_PICTURE.nodes} states and ${LARGEST_PICTURE.edges} edges; reduce the automaton, or write DOT and lay it out yourself`,
    });
  }
  const plain = withOneArrow(picture);
  if (form === 'table') return drawTable(picture);
  if (form !== 'layers' && isDense(plain)) {
    return form === 'auto' && !hasRoom(plain) ? drawTable(picture) : drawWheel(plain);
  }
  let best = { svg: '', collisions: Number.POSITIVE_INFINITY };
  for (const { picture: way, ...options } of candidates(picture)) {
    const { svg, json } = await layOut(pictureToDot(way, { room: 'ample', ...options }));
    const drawn = withTexts(svg, textWidths(json));
    const found = { svg: drawn, collisions: collisions(drawn) };
    if (found.collisions < best.collisions) best = found;
    if (best.collisions === 0) break;
  }
  return withLabelsOnTop(withDiscs(best.svg));
}

const FONTS = "Helvetica,Arial,'Liberation Sans',sans-serif";

/** How edges are drawn, in the order in which it is tried: Graphviz breaks down on some curves (seen with 16.1). */
const SPLINES = ['true', 'polyline', 'line'] as const;

/** The laid out graph as SVG, and as JSON, which has the widths of texts. */
async function layOut(dot: string): Promise<{ readonly svg: string; readonly json: string }> {
  const { instance } = await import('@viz-js/viz');
  for (const splines of SPLINES) {
    const viz = await instance(); // one that has broken down is of no further use
    try {
      const result = viz.renderFormats(dot, ['svg', 'json'], { engine: 'dot', graphAttributes: { splines } });
      if (result.status === 'success') return { svg: result.output.svg, json: result.output.json };
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

const placeOf = (x: number, y: number): string => `${x} ${y}`;

const DRAWN_TEXT = /"op":\s*"T",\s*"pt":\s*\[([-\d.]+),\s*([-\d.]+)\],\s*"align":\s*"\w",\s*"width":\s*([\d.]+)/g;

/** The width that Graphviz has reserved for each text, by its place. It writes control characters into JSON, so that it cannot be parsed. */
function textWidths(json: string): ReadonlyMap<string, number> {
  const texts = [...json.matchAll(DRAWN_TEXT)].map(([, x, y, width]) => [x, y, width].map(Number));
  return new Map(texts.map(([x, y, width]) => [placeOf(x, -y), width]));
}

/** A text as Graphviz writes it. */
const TEXT =
  /<text xml:space="preserve" text-anchor="(\w+)" x="([-\d.]+)" y="([-\d.]+)" font-family="Helvetica,sans-Serif"([^>]*?) font-size="([\d.]+)"([^>]*)>([^<]*)<\/text>/g;

/** The width of a space in units of the font size. */
const SPACE = 0.28;
/** Points of room that there are around every text. */
const MARGIN = 4;

const NODE = /<g id="[^"]*" class="node">[\s\S]*?\n<\/g>/g;

/** All texts in the middle of the room that they have, in the size and the fonts in which they are shown. */
function withTexts(svg: string, widths: ReadonlyMap<string, number>): string {
  const inNodes = svg.replace(NODE, (node: string) => withPlacedTexts(node, widths, middleOf(node)));
  return withPlacedTexts(inNodes, widths, null);
}

/** Half way between the sides of the outline of a state. */
function middleOf(node: string): number | null {
  const outline = /<path [^>]* d="([^"]*)"/.exec(node)?.[1];
  const xs = [...(outline ?? '').matchAll(/([-\d.]+),/g)].map(([, x]) => Number(x));
  return xs.length === 0 ? null : (Math.min(...xs) + Math.max(...xs)) / 2;
}

/** `centre`: where texts stand in the middle of their line that JSON does not have, such as those in tables. */
function withPlacedTexts(part: string, widths: ReadonlyMap<string, number>, centre: number | null): string {
  return part.replace(TEXT, (whole: string, ...groups: string[]) => {
    const [anchor, x, y, before, size, after, text] = groups;
    const isCentred = centre !== null && anchor === 'start' && setOfGlyph(text) === null;
    const width = widths.get(placeOf(Number(x), Number(y))) ?? (isCentred ? 2 * (centre - Number(x)) : undefined);
    if (width === undefined) return whole;
    const middle = Number(x) + (anchor === 'start' ? width / 2 : 0);
    const font = Number(size) / FONT_SCALE;
    const shown = text.trim();
    const room = width - (text.length - shown.length) * SPACE * Number(size);
    const isTooWide = textWidth(decoded(shown), font) > room + Math.max(MARGIN, room * 0.08);
    const squeezed = isTooWide ? ` textLength="${room.toFixed(2)}" lengthAdjust="spacingAndGlyphs"` : '';
    const place = `xml:space="preserve" text-anchor="middle" x="${middle.toFixed(2)}" y="${y}"`;
    return `<text ${place}${squeezed} font-family="${FONTS}"${before} font-size="${font.toFixed(2)}"${after}>${shown}</text>`;
  });
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The characters that entities stand for. */
function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code?: string, name = '') =>
    code === undefined ? (ENTITIES[name] ?? whole) : String.fromCodePoint(Number(code)),
  );
}

const PROLOGUE = /^[\s\S]*?(?=<svg)/;
const GLYPH =
  /<text [^>]*?text-anchor="middle" x="([-\d.]+)" y="([-\d.]+)"[^>]*?font-size="([\d.]+)"[^>]*?fill="(#[0-9a-f]{6})"[^>]*>([^<]+)<\/text>/g;

/** The SVG element alone, with marks as discs that carry their number. */
function withDiscs(svg: string): string {
  return svg.replace(PROLOGUE, '').replace(GLYPH, (whole: string, ...groups: string[]) => {
    const [x, y, size, colour, glyph] = groups;
    const set = setOfGlyph(glyph);
    if (set === null) return whole;
    const font = Number(size);
    const [cx, cy] = [Number(x), Number(y) - 0.34 * font].map((value) => value.toFixed(2));
    const digit = `<text text-anchor="middle" x="${cx}" y="${(Number(cy) + 0.235 * font).toFixed(2)}" font-family="${FONTS}" font-weight="bold" font-size="${(0.66 * font).toFixed(1)}" fill="white">${set}</text>`;
    return `<g class="mark"><circle cx="${cx}" cy="${cy}" r="${(0.4 * font).toFixed(2)}" fill="${colour}"/>${digit}</g>`;
  });
}

const EDGE = /<g id="[^"]*" class="edge">[\s\S]*?\n<\/g>/g;
const LABEL = /<text [\s\S]*?<\/text>\n|<g class="mark">.*?<\/g>\n/g;
const HALO = 'paint-order="stroke" stroke="white" stroke-width="3" stroke-linejoin="round"';

/** The texts of edges above all lines, each in a halo: a line that passes under one does not cross it out. */
function withLabelsOnTop(svg: string): string {
  const labels: string[] = [];
  const rest = svg.replace(EDGE, (edge: string) =>
    edge.replace(LABEL, (label: string) => {
      labels.push(label.startsWith('<text') ? label.replace('<text ', `<text ${HALO} `) : label);
      return '';
    }),
  );
  if (labels.length === 0) return svg;
  return rest.replace(/<\/g>\n<\/svg>\s*$/, () => `<g class="labels">\n${labels.join('')}</g>\n</g>\n</svg>\n`);
}
