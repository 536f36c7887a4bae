// How well a picture can be read: the texts of edges that run into one another, into states or across frames, and the lines that run through
// them. Read from the SVG that Graphviz has made.
import { textWidth } from './text-width.ts';

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

type Point = readonly [x: number, y: number];

/** Points by which a line may come near a text. */
const SLACK = 1.5;
/** Points of a line that are looked at, for each of its pieces. */
const SAMPLES = 16;
/** A line through a text can still be read, a text over another one cannot. */
const OVERLAP = 4;

/** 0 for a picture in which nothing collides. */
export function collisions(svg: string): number {
  const edges = groupsOf(svg, 'edge');
  const labels = edges.flatMap(textBoxes);
  const frames = groupsOf(svg, 'cluster').map(outlineOf);
  const nodes = groupsOf(svg, 'node').flatMap((node) =>
    /<(ellipse|path|polygon)/.test(node) ? [outlineOf(node)] : [],
  );
  const lines = edges.map(linePoints);
  let count = 0;
  for (const [i, label] of labels.entries()) {
    for (const other of [...labels.slice(i + 1), ...nodes]) if (overlap(label, other)) count += OVERLAP;
    for (const frame of frames) if (overlap(label, frame) && !contains(frame, label)) count += OVERLAP;
    for (const line of lines) if (line.some((point) => isInside(point, label))) count++;
  }
  return count;
}

function groupsOf(svg: string, kind: string): string[] {
  return [...svg.matchAll(new RegExp(`<g id="[^"]*" class="${kind}">([\\s\\S]*?)\\n</g>`, 'g'))].map(
    ([, group]) => group,
  );
}

const TEXT =
  /<text [^>]*?x="([-\d.]+)" y="([-\d.]+)"(?: textLength="([\d.]+)")?[^>]*?font-size="([\d.]+)"[^>]*>([^<]*)</g;

function textBoxes(group: string): Box[] {
  return [...group.matchAll(TEXT)].map(([, x, y, length, size, text]) => {
    const font = Number(size);
    const half = (length === undefined ? textWidth(text.replace(/&#?\w+;/g, '&').trim(), font) : Number(length)) / 2;
    return {
      left: Number(x) - half,
      right: Number(x) + half,
      top: Number(y) - 0.75 * font,
      bottom: Number(y) + 0.2 * font,
    };
  });
}

/** The box around a state or a frame. */
function outlineOf(group: string): Box {
  const ellipse = /cx="([-\d.]+)" cy="([-\d.]+)" rx="([\d.]+)" ry="([\d.]+)"/.exec(group);
  if (ellipse !== null) {
    const [cx, cy, rx, ry] = ellipse.slice(1).map(Number);
    return { left: cx - rx, right: cx + rx, top: cy - ry, bottom: cy + ry };
  }
  const points = pointsOf(/(?: d|points)="([^"]*)"/.exec(group)?.[1] ?? '');
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

function pointsOf(text: string): Point[] {
  return [...text.matchAll(/([-\d.]+),([-\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
}

/** Points on the curve of an edge, which is made of cubic pieces. */
function linePoints(group: string): Point[] {
  const [first, ...rest] = pointsOf(/<path [^>]*? d="([^"]*)"/.exec(group)?.[1] ?? '');
  const points: Point[] = [];
  let start = first;
  for (let i = 0; i + 2 < rest.length; i += 3) {
    const piece = [start, rest[i], rest[i + 1], rest[i + 2]];
    for (let step = 0; step <= SAMPLES; step++) points.push(onCurve(piece, step / SAMPLES));
    start = rest[i + 2];
  }
  return points;
}

function onCurve([a, b, c, d]: readonly Point[], t: number): Point {
  const s = 1 - t;
  const mixed = (axis: 0 | 1): number =>
    s ** 3 * a[axis] + 3 * s * s * t * b[axis] + 3 * s * t * t * c[axis] + t ** 3 * d[axis];
  return [mixed(0), mixed(1)];
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function contains(outer: Box, inner: Box): boolean {
  return (
    outer.left <= inner.left && inner.right <= outer.right && outer.top <= inner.top && inner.bottom <= outer.bottom
  );
}

function isInside([x, y]: Point, { left, right, top, bottom }: Box): boolean {
  return x > left + SLACK && x < right - SLACK && y > top + SLACK && y < bottom - SLACK;
}
