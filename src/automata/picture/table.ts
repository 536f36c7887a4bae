// Automata in which so many states are joined by edges that no drawing can be read: a table. A row for each state, a column for each label, the
// targets in the cells with their marks. Columns that do not fit a window go on in further bands below. Names of states are in a list at the end.
import { visible } from '../../diagnostics/visible.ts';
import type { Picture, PictureEdge, PictureNode } from './picture.ts';
import {
  captionLine,
  captionWidth,
  disc,
  fixed,
  INK,
  LINE,
  lineAt,
  MARK,
  SMALL,
  startOf,
  textAt,
  widthOf,
} from './svg-parts.ts';
import { textWidth } from './text-width.ts';

/** Points: no band is wider, unless one column is. */
const WIDEST = 1050;
/** Points for the targets on one line of a cell, and for a line of a heading. */
const CELL = 96;
const HEADING = 150;
const PADDING = 6;
const GAP = 8;
const NUMBER_FONT = 11;
const RULE = '#d5d2c8';
const STRIPE = '#f4f2ec';

type Entry = Pick<PictureEdge, 'source' | 'target' | 'marks'>;

interface Column {
  readonly label: string;
  readonly heading: readonly string[];
  readonly width: number;
  /** The lines of entries in the cell of each state. */
  readonly cells: readonly (readonly (readonly Entry[])[])[];
}

/** The picture, whose edges stand for themselves alone, as an SVG element. */
export function drawTable(picture: Picture): string {
  const { nodes } = picture;
  const columns = columnsOf(picture);
  const starts = nodes.map((node, state) => node.start ?? startOf(picture, state));
  const widestStart = Math.max(0, ...starts.map((start) => (start === undefined ? 0 : startWidth(start))));
  const head = 2 * PADDING + 26 + (widestStart === 0 ? 0 : widestStart + GAP);
  const parts: string[] = [];
  let top = 18 * picture.caption.length;
  let width = 0;
  for (const [i, band] of bandsOf(columns, head).entries()) {
    if (i > 0) top += 2 * LINE;
    const drawn = drawBand(picture, { band, head, top, starts, isFirst: i === 0 });
    parts.push(...drawn.parts);
    width = Math.max(width, drawn.width);
    top = drawn.bottom;
  }
  const names = nodes.flatMap(({ text, note = '' }, state) => {
    const name = text === String(state) ? note : text;
    return name === '' ? [] : [`${state}: ${visible(name)}`];
  });
  for (const name of names) parts.push(textAt(name, [0, (top += LINE) + LINE / 2], { size: SMALL }));
  const all =
    Math.max(width, ...picture.caption.map(captionWidth), ...names.map((name) => textWidth(name, SMALL))) + 12;
  const height = top + (names.length === 0 ? 0 : LINE) + 12;
  const caption = picture.caption.map((line, i) => captionLine(line, [all / 2 - 6, 12 + 18 * i]));
  return [
    `<svg width="${all.toFixed(0)}pt" height="${height.toFixed(0)}pt"\n viewBox="0.00 0.00 ${fixed(all)} ${fixed(height)}" xmlns="http://www.w3.org/2000/svg">`,
    '<g id="graph0" class="graph table" transform="translate(6.00 6.00)">',
    ...[...caption, ...parts],
    '</g>\n</svg>\n',
  ].join('\n');
}

/** A column for each label, short labels first. */
function columnsOf({ nodes, edges }: Picture): Column[] {
  const byLabel = new Map<string, Entry[][]>();
  for (const { source, target, text, marks } of edges) {
    const rows = byLabel.get(text) ?? nodes.map((): Entry[] => []);
    byLabel.set(text, rows);
    rows[source].push({ source, target, marks });
  }
  const labels = [...byLabel].sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  return labels.map(([label, rows]) => {
    const cells = rows.map((entries) => wrapped(entries, entryWidth, CELL));
    const heading = wrapped(visible(label).split(' '), wordWidth, HEADING).map((words) => words.join(' '));
    const widths = [
      ...heading.map(wordWidth),
      ...cells.flat().map((line) => line.reduce((sum, entry) => sum + entryWidth(entry), -GAP)),
    ];
    return { label, heading, cells, width: Math.max(...widths) + 2 * PADDING };
  });
}

const wordWidth = (word: string): number => textWidth(`${word} `, NUMBER_FONT);
const entryWidth = ({ target, marks }: Entry): number => widthOf({ text: String(target), marks }) + GAP;
const startWidth = (start: string): number => textWidth(visible(start), SMALL);

/** The things in lines of a width; each line has at least one. */
function wrapped<T>(things: readonly T[], width: (thing: T) => number, most: number): T[][] {
  const lines: T[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const thing of things) {
    if (used + width(thing) > most) {
      lines.push([]);
      used = 0;
    }
    lines[lines.length - 1].push(thing);
    used += width(thing);
  }
  return lines;
}

function bandsOf(columns: readonly Column[], head: number): Column[][] {
  return wrapped(columns, ({ width }) => width, WIDEST - head);
}

interface Band {
  readonly band: readonly Column[];
  /** The width of the column of states. */
  readonly head: number;
  readonly top: number;
  readonly starts: readonly (string | undefined)[];
  /** The states of further bands are repeated; they are not states a second time. */
  readonly isFirst: boolean;
}

function drawBand(
  { nodes }: Picture,
  { band, head, top, starts, isFirst }: Band,
): { parts: string[]; width: number; bottom: number } {
  const lefts = band.map((_, i) => head + band.slice(0, i).reduce((sum, column) => sum + column.width, 0));
  const width = head + band.reduce((sum, column) => sum + column.width, 0);
  const headings = Math.max(1, ...band.map(({ heading }) => heading.length));
  const parts = band.flatMap(({ heading }, i) =>
    heading.map((line, row) =>
      textAt(line, [lefts[i] + PADDING, top + LINE * (headings - heading.length + row + 1)], { size: NUMBER_FONT }),
    ),
  );
  let y = top + LINE * headings + PADDING;
  parts.push(rule(y, width));
  for (const [state, node] of nodes.entries()) {
    const lines = Math.max(1, ...band.map(({ cells }) => cells[state].length));
    const height = lines * LINE + PADDING;
    if (state % 2 === 1) {
      parts.push(`<rect fill="${STRIPE}" x="0.00" y="${fixed(y)}" width="${fixed(width)}" height="${fixed(height)}"/>`);
    }
    parts.push(stateCell(node, { state, y: y + height / 2, start: starts[state], kind: isFirst ? 'node' : 'again' }));
    for (const [i, { cells }] of band.entries()) {
      for (const [row, line] of cells[state].entries()) {
        let x = lefts[i] + PADDING;
        for (const entry of line) {
          parts.push(entryGroup(entry, [x, y + PADDING / 2 + (row + 0.5) * LINE]));
          x += entryWidth(entry);
        }
      }
    }
    y += height;
  }
  parts.push(rule(y, width));
  return { parts, width, bottom: y };
}

function rule(y: number, width: number): string {
  return `<line stroke="${RULE}" x1="0.00" x2="${fixed(width)}" y1="${fixed(y)}" y2="${fixed(y)}"/>`;
}

interface StatePlace {
  readonly state: number;
  readonly y: number;
  readonly start: string | undefined;
  readonly kind: 'node' | 'again';
}

function stateCell({ outline, marks, fill = '#fdf8e4' }: PictureNode, { state, y, start, kind }: StatePlace): string {
  const x = PADDING + 13;
  const isDashed = outline === 'double-dashed';
  const ring = (rx: number, ry: number, inside: string, dashed: boolean): string =>
    `<ellipse fill="${inside}" stroke="${INK}"${dashed ? ' stroke-dasharray="3,2"' : ''} cx="${fixed(x)}" cy="${fixed(y)}" rx="${rx}" ry="${ry}"/>`;
  const rings = [ring(13, 8.5, fill, isDashed)];
  if (outline !== 'single') rings.push(ring(11, 6.5, 'none', isDashed || outline === 'mixed'));
  const beside = x + 13 + GAP / 2;
  return [
    kind === 'node' ? `<g id="node${state}" class="node">\n<title>${state}</title>` : '<g class="again">',
    ...rings,
    textAt(String(state), [x, y + 3.6], { size: 10, anchor: 'middle' }),
    ...marks.map((set, i) => disc(set, [beside + MARK + i * (2 * MARK + 1), y])),
    ...(start === undefined ? [] : [textAt(`▸${visible(start)}`, [beside, y + 3.4], { size: SMALL })]),
    '</g>',
  ].join('\n');
}

function entryGroup({ source, target, marks }: Entry, [x, y]: readonly [number, number]): string {
  const line = lineAt({ text: String(target), marks }, [x, y]);
  return `<g class="edge">\n<title>${source}&#45;&gt;${target}</title>${line}\n</g>`;
}
