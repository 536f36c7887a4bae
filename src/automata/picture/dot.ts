// Pictures in the language of Graphviz.
import { visible } from '../../diagnostics/visible.ts';
import { markColour, markGlyph } from './marks.ts';
import type { Picture, PictureCluster, PictureEdge, PictureNode } from './picture.ts';
import { textWidth } from './text-width.ts';

/** Longer texts of edges are broken at ∨. */
const WIDEST_LABEL = 44;
/** Texts of states up to this length fit a circle. */
const CIRCLE_TEXT = 3;
/** Stands before the text of an initial state that has no arrow. */
const INITIAL = '▸';

const CLUSTER_COLOURS: Readonly<Record<PictureCluster['kind'], { color: string; bgcolor: string }>> = {
  accepting: { color: '#3f9c5a', bgcolor: '#eef8f0' },
  rejecting: { color: '#c0604f', bgcolor: '#fbf0ee' },
  neutral: { color: '#9a9a9a', bgcolor: '#f6f6f6' },
};

const POINTS_PER_INCH = 72;
const LEAST_PADDING = 0.06;
/** That of Graphviz. */
const LEAST_MARGIN = 8;

/** Font sizes, in points. */
const CAPTION_FONT = 13;
const NODE_FONT = 12;
const EDGE_FONT = 11;
const NOTE_FONT = 9;

/**
 * Graphviz takes texts to be as wide as in Helvetica, and viewers have wider fonts too. So texts are laid out this much larger than they are
 * shown. It is enough for most texts in DejaVu Sans.
 */
export const FONT_SCALE = 1.2;

/** Texts of edges are broken at ∨: where they are long, or always. */
type Wrapping = 'usual' | 'narrow';

/** How texts of edges are laid out. */
interface TextOptions {
  readonly room: 'plain' | 'ample';
  readonly wrapping: Wrapping;
}

export interface DotOptions {
  /** `plain` unless given; `ample` has room for wider fonts, and between texts and lines. */
  readonly room?: 'plain' | 'ample';
  readonly wrapping?: Wrapping;
  /** Where edges leave a state that has a loop: anywhere unless given, or forward, away from the loop. */
  readonly leaving?: 'anywhere' | 'forward';
}

/** The edges from a state to itself. */
function loopsOf(edges: readonly PictureEdge[]): PictureEdge[] {
  return edges.filter(({ source, target }) => source === target);
}

/** Graphviz does not count the text of a loop into the frame: half of the widest may stick out at the sides. */
function sidePadding(picture: Picture, texts: TextOptions): string {
  if (picture.direction === 'top-to-bottom') return LEAST_PADDING.toFixed(2);
  const protruding = widestLoop(picture.edges, texts) / 2 / POINTS_PER_INCH;
  return Math.max(LEAST_PADDING, protruding - 0.3).toFixed(2);
}

/** The room within a frame in points, for the same reason. */
function frameMargin(picture: Picture, { nodes }: PictureCluster, texts: TextOptions): number {
  if (picture.direction === 'top-to-bottom') return LEAST_MARGIN;
  const edges = picture.edges.filter(({ source }) => nodes.includes(source));
  return Math.max(LEAST_MARGIN, Math.ceil(widestLoop(edges, texts) / 2 - 8));
}

/** The width of the widest text of the loops, in points. */
function widestLoop(edges: readonly PictureEdge[], options: TextOptions): number {
  const texts = loopsOf(edges).flatMap(({ text, marks, also = [] }) => [{ text, marks }, ...also]);
  const widths = texts.map(({ text, marks }) => {
    const lines = edgeLines(text, options).map((line) => textWidth(line, EDGE_FONT));
    return Math.max(...lines) + marks.length * EDGE_FONT;
  });
  return Math.max(0, ...widths);
}

/** The picture as a DOT graph, without a final newline. */
export function pictureToDot(
  picture: Picture,
  { room = 'plain', wrapping = 'usual', leaving = 'anywhere' }: DotOptions = {},
): string {
  const texts: TextOptions = { room, wrapping };
  const fontScale = room === 'ample' ? FONT_SCALE : 1;
  const font = (size: number): string => `fontname="Helvetica", fontsize=${size * fontScale}`;
  const direction = picture.direction === 'top-to-bottom' ? 'TB' : 'LR';
  const lines = [
    'digraph automaton {',
    `  graph [rankdir=${direction}, nodesep=0.35, ranksep=0.45, pad="${sidePadding(picture, texts)},${LEAST_PADDING}", bgcolor=transparent, ${font(CAPTION_FONT)}]`,
    `  node [shape=circle, style="filled", fillcolor="#fdf8e4", color="#333333", ${font(NODE_FONT)}, width=0.42, height=0.42, margin="0.06,0.04"]`,
    `  edge [color="#333333", arrowhead=normal, arrowsize=0.65, ${font(EDGE_FONT)}]`,
  ];
  if (picture.caption.length > 0) lines.push(`  label=<${caption(picture)}>`, '  labelloc="t"');
  picture.starts.forEach(({ target, text }, i) => {
    lines.push(`  i${i} [label="", shape=none, style="", width=0, height=0, margin=0]`);
    lines.push(`  i${i} -> ${target}${text ? ` [label=${quote(edgeLines(text, texts).join('\n'))}]` : ''}`);
  });
  const framed = new Map<number, number>();
  picture.clusters?.forEach((cluster, c) => {
    for (const node of cluster.nodes) framed.set(node, c);
  });
  picture.nodes.forEach((node, i) => {
    if (!framed.has(i)) lines.push(`  ${i} ${attributes(node, fontScale)}`);
  });
  picture.clusters?.forEach((cluster, c) => {
    const { color, bgcolor } = CLUSTER_COLOURS[cluster.kind];
    lines.push(
      `  subgraph cluster_${c} {`,
      `    graph [style="rounded", color="${color}", bgcolor="${bgcolor}", label="", margin=${frameMargin(picture, cluster, texts)}]`,
    );
    for (const node of cluster.nodes) lines.push(`    ${node} ${attributes(picture.nodes[node], fontScale)}`);
    lines.push('  }');
  });
  const looping = new Set(loopsOf(picture.edges).map(({ source }) => source));
  const forward = direction === 'TB' ? 's' : 'e';
  for (const edge of picture.edges) {
    const { source, target } = edge;
    const port = leaving === 'forward' && source !== target && looping.has(source) ? `:${forward}` : '';
    lines.push(`  ${source}${port} -> ${target} ${edgeAttributes(edge, texts)}`);
  }
  lines.push('}');
  return lines.join('\n');
}

function caption(picture: Picture): string {
  const part = (one: string | number): string => (typeof one === 'number' ? mark(one) : markup(one));
  return `${picture.caption.map((line) => line.map(part).join('')).join('<br/>')}<br/> `;
}

function attributes({ text, outline, marks, note, fill, start }: PictureNode, fontScale: number): string {
  const list: string[] = [];
  const plain = marks.length === 0 && note === undefined && start === undefined;
  const noteSize = Math.ceil(NOTE_FONT * fontScale); // Graphviz drops what is behind the point
  const small = (line: string | undefined): string =>
    line === undefined || line === '' ? '' : `<br/><font point-size="${noteSize}">${markup(line)}</font>`;
  const dots = marks.length === 0 ? '' : `<br/>${marks.map(mark).join('')}`;
  const initial = start === undefined ? '' : `${INITIAL} `;
  const html = `${initial}${markup(text)}${small(start)}${small(note)}${dots}`;
  if (outline === 'mixed') {
    // Graphviz draws all lines around a node alike; the dashed one is that of a table inside
    list.push(
      `label=<<table border="1" style="rounded,dashed" cellborder="0" cellpadding="6"><tr><td>${html}</td></tr></table>>`,
    );
  } else list.push(plain ? `label=${quote(text)}` : `label=<${html}>`);
  const isWide = text.length > CIRCLE_TEXT || note !== undefined || start !== undefined || outline === 'mixed';
  const dashed = outline === 'double-dashed' ? ',dashed' : '';
  if (outline === 'diamond') list.push('shape=diamond');
  else if (isWide) {
    list.push(
      'shape=box',
      `style="filled,rounded${dashed}"`,
      `margin="${outline === 'mixed' ? '0.08,0.04' : '0.16,0.05'}"`,
    );
  } else if (dashed !== '') list.push('style="filled,dashed"');
  if (outline === 'double' || outline === 'double-dashed') list.push('peripheries=2');
  if (fill !== undefined) list.push(`fillcolor="${fill}"`);
  return `[${list.join(', ')}]`;
}

function edgeAttributes({ text, marks, line, also = [] }: PictureEdge, options: TextOptions): string {
  const lines = edgeLines(text, options);
  const dots = marks.map(mark).join('');
  const plain = marks.length === 0 ? quote(lines.join('\n')) : `<${[...lines.map(markup), dots].join('<br/>')}>`;
  const label =
    also.length === 0 ? plain : `<${[{ text, marks }, ...also].map((one) => lineOf(one, options)).join('<br/>')}>`;
  return line === 'dashed' ? `[label=${label}, style=dashed]` : `[label=${label}]`;
}

/** The text of one of several edges that are drawn as one, with its marks beside it. */
function lineOf({ text, marks }: Pick<PictureEdge, 'text' | 'marks'>, options: TextOptions): string {
  const lines = edgeLines(text, options).map(markup).join('<br/>');
  return marks.length === 0 ? lines : `${lines} ${marks.map(mark).join('')}`;
}

function mark(set: number): string {
  return `<font color="${markColour(set)}">${markGlyph(set)}</font>`;
}

/** The lines of an edge's text, with spaces around them where there is to be room. */
function edgeLines(text: string, { room, wrapping }: TextOptions): string[] {
  const lines = wrapped(text, wrapping === 'narrow' ? 0 : WIDEST_LABEL);
  return room === 'plain' || text === '' ? lines : lines.map((line) => ` ${line} `);
}

/** The text in lines, broken before ∨ where they would be wider. */
function wrapped(text: string, widest = WIDEST_LABEL): string[] {
  if (text.length <= widest) return [text];
  const lines: string[] = [];
  let line = '';
  for (const part of text.split(/(?= [|∨] )/)) {
    if (line !== '' && line.length + part.length > widest) {
      lines.push(line);
      line = part.trimStart();
    } else line += part;
  }
  return [...lines, line];
}

function quote(text: string): string {
  return `"${visible(text).replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n')}"`;
}

/** Text inside of HTML-like labels. */
function markup(text: string): string {
  return visible(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/\n/g, ' ');
}
