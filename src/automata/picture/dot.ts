// Pictures in the language of Graphviz.
import { visible } from '../../diagnostics/visible.ts';
import { markColour, markGlyph } from './marks.ts';
import type { Picture, PictureCluster, PictureEdge, PictureNode } from './picture.ts';

/** Longer texts of edges are broken at ∨. */
const WIDEST_LABEL = 44;
/** Texts of states up to this length fit a circle. */
const CIRCLE_TEXT = 3;

const CLUSTER_COLOURS: Readonly<Record<PictureCluster['kind'], { color: string; bgcolor: string }>> = {
  accepting: { color: '#3f9c5a', bgcolor: '#eef8f0' },
  rejecting: { color: '#c0604f', bgcolor: '#fbf0ee' },
  neutral: { color: '#9a9a9a', bgcolor: '#f6f6f6' },
};

/** Width of a letter of an edge's text in inches, rather too much than too little. */
const LETTER_WIDTH = 0.085;
const LEAST_PADDING = 0.06;

/** Graphviz does not count the text of a loop into the frame: half of the widest may stick out at the sides. */
function sidePadding(picture: Picture): string {
  const loops = picture.edges.filter(({ source, target }) => source === target);
  const widest = Math.max(0, ...loops.flatMap(({ text }) => wrapped(text).map((line) => line.length)));
  return Math.max(LEAST_PADDING, (widest * LETTER_WIDTH) / 2 - 0.3).toFixed(2);
}

/** The picture as a DOT graph, without a final newline. */
export function pictureToDot(picture: Picture): string {
  const direction = picture.direction === 'top-to-bottom' ? 'TB' : 'LR';
  const lines = [
    'digraph automaton {',
    `  graph [rankdir=${direction}, nodesep=0.35, ranksep=0.45, pad="${sidePadding(picture)},${LEAST_PADDING}", bgcolor=transparent, fontname="Helvetica", fontsize=13]`,
    '  node [shape=circle, style="filled", fillcolor="#fdf8e4", color="#333333", fontname="Helvetica", fontsize=12, width=0.42, height=0.42, margin="0.06,0.04"]',
    '  edge [color="#333333", arrowhead=normal, arrowsize=0.65, fontname="Helvetica", fontsize=11]',
  ];
  if (picture.caption.length > 0) lines.push(`  label=<${caption(picture)}>`, '  labelloc="t"');
  picture.starts.forEach(({ target, text }, i) => {
    lines.push(`  i${i} [label="", shape=none, style="", width=0, height=0, margin=0]`);
    lines.push(`  i${i} -> ${target}${text ? ` [label=${quote(wrapped(text).join('\n'))}]` : ''}`);
  });
  const framed = new Map<number, number>();
  picture.clusters?.forEach((cluster, c) => {
    for (const node of cluster.nodes) framed.set(node, c);
  });
  picture.nodes.forEach((node, i) => {
    if (!framed.has(i)) lines.push(`  ${i} ${attributes(node)}`);
  });
  picture.clusters?.forEach((cluster, c) => {
    const { color, bgcolor } = CLUSTER_COLOURS[cluster.kind];
    lines.push(
      `  subgraph cluster_${c} {`,
      `    graph [style="rounded", color="${color}", bgcolor="${bgcolor}", label=""]`,
    );
    for (const node of cluster.nodes) lines.push(`    ${node} ${attributes(picture.nodes[node])}`);
    lines.push('  }');
  });
  for (const edge of picture.edges) lines.push(`  ${edge.source} -> ${edge.target} ${edgeAttributes(edge)}`);
  lines.push('}');
  return lines.join('\n');
}

function caption(picture: Picture): string {
  const part = (one: string | number): string => (typeof one === 'number' ? mark(one) : markup(one));
  return `${picture.caption.map((line) => line.map(part).join('')).join('<br/>')}<br/> `;
}

function attributes({ text, outline, marks, note, fill }: PictureNode): string {
  const list: string[] = [];
  const plain = marks.length === 0 && note === undefined;
  const small = note === undefined ? '' : `<br/><font point-size="9">${markup(note)}</font>`;
  const dots = marks.length === 0 ? '' : `<br/>${marks.map(mark).join('')}`;
  const html = `${markup(text)}${small}${dots}`;
  if (outline === 'mixed') {
    // Graphviz draws all lines around a node alike; the dashed one is that of a table inside
    list.push(
      `label=<<table border="1" style="rounded,dashed" cellborder="0" cellpadding="6"><tr><td>${html}</td></tr></table>>`,
    );
  } else list.push(plain ? `label=${quote(text)}` : `label=<${html}>`);
  const wide = text.length > CIRCLE_TEXT || note !== undefined || outline === 'mixed';
  const dashed = outline === 'double-dashed' ? ',dashed' : '';
  if (outline === 'diamond') list.push('shape=diamond');
  else if (wide) {
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

function edgeAttributes({ text, marks, line }: PictureEdge): string {
  const lines = wrapped(text);
  const dots = marks.map(mark).join('');
  const label = marks.length === 0 ? quote(lines.join('\n')) : `<${[...lines.map(markup), dots].join('<br/>')}>`;
  return line === 'dashed' ? `[label=${label}, style=dashed]` : `[label=${label}]`;
}

function mark(set: number): string {
  return `<font color="${markColour(set)}">${markGlyph(set)}</font>`;
}

/** The text in lines, broken before ∨ where it is long. */
function wrapped(text: string): string[] {
  if (text.length <= WIDEST_LABEL) return [text];
  const lines: string[] = [];
  let line = '';
  for (const part of text.split(/(?= [|∨] )/)) {
    if (line !== '' && line.length + part.length > WIDEST_LABEL) {
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
