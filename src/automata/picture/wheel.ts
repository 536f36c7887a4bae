// Pictures of automata in which most states are joined by edges. Layers, as Graphviz draws them, become metres wide there. So the states stand on a
// circle, by their numbers. The text of an edge lies along it, near its source, where edges fan out; loops, and what stands at an initial
// arrow, are outside; long names of states are in a list below. (`table.ts` has the texts of larger ones.)
import { visible } from '../../diagnostics/visible.ts';
import type { Picture, PictureEdge, PictureNode } from './picture.ts';
import {
  captionLine,
  captionWidth,
  disc,
  fixed,
  INK,
  LINE,
  type Line,
  lineAt,
  linesOf,
  MARK,
  type Point,
  point,
  SMALL,
  startOf,
  textAt,
  widthOf,
} from './svg-parts.ts';
import { textWidth } from './text-width.ts';

/** Fewer states are drawn well in layers; with the texts of more edges a wheel does not fit a window. */
const STATES = { least: 6, most: 14 } as const;
/** So many other states that a state is joined to, on average, make a picture dense. */
const DENSE = 4;
/** Texts of states up to this length stand in their circle. */
const CIRCLE_TEXT = 3;

const RADIUS = 17;

/** Whether layers are no way to draw the picture, whose parallel edges are drawn as one. */
export function isDense({ nodes, edges, clusters }: Picture): boolean {
  const between = edges.filter(({ source, target }) => source !== target).length;
  return nodes.length >= STATES.least && clusters === undefined && between >= DENSE * nodes.length;
}

/** Whether the texts of a dense picture find room in a wheel. */
export const hasRoom = ({ nodes }: Picture): boolean => nodes.length <= STATES.most;

/** The picture as an SVG element. Where there is no room for texts it shows which states are joined, and no more. */
export function drawWheel(picture: Picture): string {
  const { nodes, edges } = picture;
  const isNamed = hasRoom(picture);
  const between = edges.filter(({ source, target }) => source !== target);
  const rows = Math.max(1, ...between.map((edge) => linesOf(edge).length));
  const widest = Math.max(0, ...between.flatMap((edge) => linesOf(edge).map(widthOf)));
  // edges leave a state at angles of π / n: so far away from it, their texts lie side by side
  const away = Math.max(RADIUS + 14, (rows * LINE * nodes.length) / Math.PI);
  const needed = isNamed ? 0.75 * (away + widest) : RADIUS + 5;
  const radius = Math.max(120, needed / Math.sin(Math.PI / nodes.length));
  const angleOf = (state: number): number => (2 * Math.PI * state) / nodes.length - Math.PI / 2;
  const at = (state: number, distance = radius): Point => [
    Math.cos(angleOf(state)) * distance,
    Math.sin(angleOf(state)) * distance,
  ];
  const labels: string[] = [];
  const lines = between.map((edge) => {
    const curve = curveOf(at(edge.source), at(edge.target));
    if (isNamed) labels.push(alongLabel(linesOf(edge), curve, away));
    return edgeGroup(edge, curve);
  });
  const outside = new Extent(radius + RADIUS);
  for (const edge of edges) {
    if (edge.source !== edge.target) continue;
    lines.push(edgeGroup(edge, loopOf(at(edge.source), angleOf(edge.source))));
  }
  const circles = nodes.map((node, state) => {
    const loop = edges.find(({ source, target }) => source === state && target === state);
    const place = at(state, radius + RADIUS + (loop === undefined ? 8 : 30));
    const start = node.start ?? startOf(picture, state);
    const texts: Line[] = [
      ...(start === undefined ? [] : [{ text: isNamed ? `▸ ${start}` : '▸', marks: [] }]),
      ...(loop === undefined || !isNamed ? [] : linesOf(loop)),
    ];
    return nodeGroup(node, { state, centre: at(state), outer: outside.place(texts, place, angleOf(state)) });
  });
  const key = nodes.flatMap((node, state) => keyOf(node, state));
  const { left, right, top, bottom } = outside;
  const heading = picture.caption.map((line, i) =>
    captionLine(line, [(left + right) / 2, top - LINE - 18 * (picture.caption.length - 1 - i)]),
  );
  const keyWidth = Math.max(0, ...key.map((line) => textWidth(line, SMALL)));
  const list = key.map((line, i) => textAt(line, [left, bottom + 2 * LINE + i * LINE], { size: SMALL }));
  const box = {
    x: left - 6,
    y: top - 6 - 18 * heading.length,
    width: Math.max(right - left, keyWidth, ...picture.caption.map(captionWidth)) + 12,
    height: bottom - top + 12 + 18 * heading.length + (list.length === 0 ? 0 : (list.length + 1.5) * LINE),
  };
  return [
    `<svg width="${box.width.toFixed(0)}pt" height="${box.height.toFixed(0)}pt"\n viewBox="0.00 0.00 ${fixed(box.width)} ${fixed(box.height)}" xmlns="http://www.w3.org/2000/svg">`,
    `<g id="graph0" class="graph" transform="translate(${fixed(-box.x)} ${fixed(-box.y)})">`,
    ...[...heading, ...lines, ...circles, ...list],
    `<g class="labels">\n${labels.join('\n')}\n</g>`,
    '</g>\n</svg>\n',
  ].join('\n');
}

/** The name of a state that does not fit its circle. */
function keyOf({ text, note = '' }: PictureNode, state: number): string[] {
  const name = text.length > CIRCLE_TEXT ? text : note;
  return name === '' ? [] : [`${text.length > CIRCLE_TEXT ? state : text}: ${visible(name)}`];
}

/** Texts outside of the circle, and how far all of it reaches. */
class Extent {
  left: number;
  right: number;
  top: number;
  bottom: number;

  constructor(radius: number) {
    this.left = this.top = -radius;
    this.right = this.bottom = radius;
  }

  /** The lines beside the place, on the side that is away from the centre. */
  place(lines: readonly Line[], [x, y]: Point, angle: number): string[] {
    const width = Math.max(0, ...lines.map(widthOf));
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const left = x + (cos - 1) * 0.5 * width;
    const height = lines.length * LINE;
    const middle = y + sin * 0.5 * height;
    this.left = Math.min(this.left, left);
    this.right = Math.max(this.right, left + width);
    this.top = Math.min(this.top, middle - height / 2);
    this.bottom = Math.max(this.bottom, middle + height / 2);
    return lines.map((line, i) => {
      const free = width - widthOf(line);
      return lineAt(line, [left + free * (0.5 - 0.5 * cos), middle + (i - (lines.length - 1) / 2) * LINE]);
    });
  }
}

/** Four points of a cubic curve, from the rim of one state to that of another, to the right of the line between them: there and back lie apart. */
type Curve = readonly [Point, Point, Point, Point];

function curveOf(from: Point, to: Point): Curve {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const bend = Math.min(26, 0.07 * length + 6);
  const on = (along: number, aside: number): Point => [
    from[0] + ux * along - uy * aside,
    from[1] + uy * along + ux * aside,
  ];
  return [on(RADIUS, 4), on(0.3 * length, bend * 0.6), on(0.7 * length, bend * 0.6), on(length - RADIUS - 1, 4)];
}

function loopOf([x, y]: Point, angle: number): Curve {
  const at = (turn: number, distance: number): Point => [
    x + Math.cos(angle + turn) * distance,
    y + Math.sin(angle + turn) * distance,
  ];
  return [at(-0.5, RADIUS), at(-0.55, RADIUS + 34), at(0.55, RADIUS + 34), at(0.5, RADIUS + 1)];
}

function edgeGroup({ source, target, line }: PictureEdge, curve: Curve): string {
  const [from, c1, c2, to] = curve;
  const d = `M${point(from)}C${point(c1)} ${point(c2)} ${point(to)}`;
  const dash = line === 'dashed' ? ' stroke-dasharray="5,2"' : '';
  const angle = Math.atan2(to[1] - c2[1], to[0] - c2[0]);
  const head = [2.75, -2.75].map((turn) =>
    point([to[0] + 8 * Math.cos(angle + turn), to[1] + 8 * Math.sin(angle + turn)]),
  );
  return [
    `<g id="edge${source}_${target}" class="edge">`,
    `<title>${source}&#45;&gt;${target}</title>`,
    `<path fill="none" stroke="${INK}"${dash} d="${d}"/>`,
    `<polygon fill="${INK}" stroke="${INK}" points="${[point(to), ...head].join(' ')}"/>`,
    '</g>',
  ].join('\n');
}

/** The texts of an edge on its line, so far away from the source. */
function alongLabel(lines: readonly Line[], [from, c1, c2, to]: Curve, away: number): string {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const width = Math.max(...lines.map(widthOf));
  const t = Math.min(0.5, (away - RADIUS + width / 2) / length);
  const mix = (axis: 0 | 1): number =>
    (1 - t) ** 3 * from[axis] + 3 * (1 - t) ** 2 * t * c1[axis] + 3 * (1 - t) * t * t * c2[axis] + t ** 3 * to[axis];
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const isTurned = Math.abs(angle) > Math.PI / 2 + 1e-9; // so that no text stands on its head
  const upright = isTurned ? angle - Math.PI : angle;
  const texts = lines.map((line, i) => {
    const y = (i - (lines.length - 1) / 2) * LINE;
    const behind = `<rect fill="white" x="${fixed(-widthOf(line) / 2)}" y="${fixed(y - 5)}" width="${fixed(widthOf(line))}" height="10"/>`;
    return behind + lineAt(line, [-widthOf(line) / 2, y]);
  });
  const place = `translate(${fixed(mix(0))} ${fixed(mix(1))}) rotate(${fixed((upright * 180) / Math.PI)})`;
  return `<g transform="${place}">${texts.join('')}</g>`;
}

interface NodePlace {
  readonly state: number;
  readonly centre: Point;
  readonly outer: readonly string[];
}

function nodeGroup(
  { text, outline, marks, fill = '#fdf8e4' }: PictureNode,
  { state, centre, outer }: NodePlace,
): string {
  const [cx, cy] = centre;
  const circle = (radius: number, inside: string, isDashed: boolean): string =>
    `<ellipse fill="${inside}" stroke="${INK}"${isDashed ? ' stroke-dasharray="5,2"' : ''} cx="${fixed(cx)}" cy="${fixed(cy)}" rx="${radius}" ry="${radius}"/>`;
  const isDashed = outline === 'double-dashed';
  const rings = [circle(RADIUS, fill, isDashed)];
  if (outline !== 'single') rings.push(circle(RADIUS - 3, 'none', isDashed || outline === 'mixed'));
  const shown = text.length > CIRCLE_TEXT ? String(state) : text;
  const dots = marks.map((set, i) => disc(set, [cx + (i - (marks.length - 1) / 2) * (2 * MARK + 1), cy + 9]));
  const name = textAt(shown, [cx, cy + (marks.length === 0 ? 4 : 0)], { size: 12, anchor: 'middle' });
  return [
    `<g id="node${state}" class="node">`,
    `<title>${state}</title>`,
    ...rings,
    name,
    ...dots,
    ...outer,
    '</g>',
  ].join('\n');
}
