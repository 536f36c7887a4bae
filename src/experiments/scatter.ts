// Scatter plots as the papers draw them: both axes logarithmic, verified formulas as green crosses, violated ones as black circles, the number
// of cases on each side of the diagonal, and thinner diagonals where one approach needs ten times as much. Drawn by hand as SVG.
import { escapeMarkup } from '../report/markup.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly outcome: 'holds' | 'violated';
  /** Shown when the pointer rests on it. */
  readonly title: string;
}

/** A case that only one of the two decided: its value on one axis, and nothing but the edge of the plot on the other. */
export interface EdgePoint extends Omit<Point, 'x' | 'y'> {
  readonly value: number;
  /** The axis of the approach without an answer. */
  readonly unanswered: 'x' | 'y';
}

export interface Scatter {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly points: readonly Point[];
  readonly edgePoints?: readonly EdgePoint[];
  /** Which formulas these are. */
  readonly subtitle?: string;
}

/** Above: y larger, in favour of the approach on the x axis; below: in favour of that on the y axis. */
export function countSides(points: readonly Pick<Point, 'x' | 'y'>[]): { above: number; below: number; on: number } {
  const above = points.filter(({ x, y }) => y > x).length;
  const below = points.filter(({ x, y }) => y < x).length;
  return { above, below, on: points.length - above - below };
}

/** The powers of ten between which all points lie. */
interface LogRange {
  readonly low: number;
  readonly high: number;
}

export function rangeOf(points: readonly Pick<Point, 'x' | 'y'>[]): LogRange {
  let [low, high] = [Number.POSITIVE_INFINITY, 0];
  for (const { x, y } of points) {
    low = Math.min(low, x, y);
    high = Math.max(high, x, y);
  }
  if (!(low > 0) || high === 0) return { low: 0, high: 1 };
  const first = Math.floor(Math.log10(low));
  return { low: first, high: Math.max(first + 1, Math.ceil(Math.log10(high))) };
}

/** A square field of `size` pixels with its corner at (left, top); pixels of values in the range. */
export class Field {
  readonly left: number;
  readonly top: number;
  readonly size: number;
  readonly range: LogRange;

  constructor(place: { readonly left: number; readonly top: number; readonly size: number }, range: LogRange) {
    this.left = place.left;
    this.top = place.top;
    this.size = place.size;
    this.range = range;
  }

  x(value: number): number {
    return round(this.left + this.share(value) * this.size);
  }

  y(value: number): number {
    return round(this.top + (1 - this.share(value)) * this.size);
  }

  private share(value: number): number {
    const { low, high } = this.range;
    return (Math.log10(value) - low) / (high - low);
  }
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

/** Frame, grid of powers of ten, the diagonals, the points and the counts. */
export function drawField(field: Field, points: readonly Point[]): string {
  const { left, top, size, range } = field;
  const parts = [`<rect class="frame" x="${left}" y="${top}" width="${size}" height="${size}"/>`];
  for (let power = range.low + 1; power < range.high; power++) {
    const value = 10 ** power;
    parts.push(`<path class="grid" d="M${field.x(value)} ${top}v${size}M${left} ${field.y(value)}h${size}"/>`);
  }
  parts.push(diagonal(field, 0, 'diagonal'));
  if (range.high - range.low > 1) parts.push(diagonal(field, 1, 'tenfold'), diagonal(field, -1, 'tenfold'));
  parts.push(...points.map((point) => drawPoint(field, point)));
  const { above, below } = countSides(points);
  parts.push(
    `<text class="count" x="${left + 7}" y="${top + 16}">${above}</text>`,
    `<text class="count" x="${left + size - 7}" y="${top + size - 8}" text-anchor="end">${below}</text>`,
  );
  return parts.join('\n');
}

/** The line y = 10^shift · x inside the field. */
function diagonal(field: Field, shift: -1 | 0 | 1, name: string): string {
  const { low, high } = field.range;
  const from = 10 ** Math.max(low, low - shift);
  const to = 10 ** Math.min(high, high - shift);
  const factor = 10 ** shift;
  return `<path class="${name}" d="M${field.x(from)} ${field.y(from * factor)}L${field.x(to)} ${field.y(to * factor)}"/>`;
}

function drawPoint(field: Field, { x, y, outcome, title }: Point): string {
  const [px, py] = [field.x(x), field.y(y)];
  const shown = `<title>${escapeMarkup(title)}</title>`;
  return outcome === 'holds'
    ? `<path class="holds" d="M${px - 3.5} ${py - 3.5}l7 7m0-7l-7 7">${shown}</path>`
    : `<circle class="violated" cx="${px}" cy="${py}" r="3.2">${shown}</circle>`;
}

/** A triangle at the edge, towards where the point would be. */
function drawEdgePoint(field: Field, { value, unanswered, outcome, title }: EdgePoint): string {
  const { left, top, size } = field;
  const path =
    unanswered === 'x'
      ? `M${left + size - 6} ${field.y(value) - 4}l6 4l-6 4z`
      : `M${field.x(value) - 4} ${top + 6}l4-6l4 6z`;
  return `<path class="${outcome} edge" d="${path}"><title>${escapeMarkup(title)}</title></path>`;
}

/** The labels 10ⁿ along the bottom and the left side. */
export function drawAxes(field: Field): string {
  const { left, top, size, range } = field;
  const step = Math.ceil((range.high - range.low) / 7);
  const parts: string[] = [];
  for (let power = range.low; power <= range.high; power += step) {
    const name = `10<tspan class="power" dy="-5">${power}</tspan>`;
    parts.push(
      `<text class="tick" x="${field.x(10 ** power)}" y="${top + size + 17}" text-anchor="middle">${name}</text>`,
      `<text class="tick" x="${left - 6}" y="${field.y(10 ** power) + 5}" text-anchor="end">${name}</text>`,
    );
  }
  return parts.join('\n');
}

const SIZE = 300;
/** About how wide a letter of a title is. */
const TITLE_LETTER = 7.6;
const MARGIN = { left: 62, top: 46, right: 14, bottom: 46 };

/** The plot as an SVG element without a style of its own: `SCATTER_STYLE` belongs to it. */
export function scatterToSvg({ title, subtitle = '', xLabel, yLabel, points, edgePoints = [] }: Scatter): string {
  const values = edgePoints.map(({ value }) => ({ x: value, y: value }));
  const field = new Field({ left: MARGIN.left, top: MARGIN.top, size: SIZE }, rangeOf([...points, ...values]));
  const width = MARGIN.left + SIZE + MARGIN.right;
  const height = MARGIN.top + SIZE + MARGIN.bottom;
  const middle = MARGIN.top + SIZE / 2;
  return svg(title, width, height, [
    `<text class="title" x="${width / 2}" y="20" text-anchor="middle"${fitted(title, width - 12)}>${escapeMarkup(title)}</text>`,
    `<text class="small" x="${width / 2}" y="36" text-anchor="middle">${escapeMarkup(subtitle)}</text>`,
    drawField(field, points),
    ...edgePoints.map((point) => drawEdgePoint(field, point)),
    drawAxes(field),
    `<text class="label" x="${MARGIN.left + SIZE / 2}" y="${height - 8}" text-anchor="middle">${escapeMarkup(xLabel)}</text>`,
    `<text class="label" transform="translate(16 ${middle}) rotate(-90)" text-anchor="middle">${escapeMarkup(yLabel)}</text>`,
  ]);
}

/** A title that would be wider than the plot is set closer. */
function fitted(title: string, width: number): string {
  return title.length * TITLE_LETTER > width ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : '';
}

/** The element around the parts of a plot, with a title for those who cannot see it. */
export function svg(title: string, width: number, height: number, parts: readonly string[]): string {
  const name = escapeMarkup(title);
  return `<svg xmlns="http://www.w3.org/2000/svg" class="plot" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${name}">
<title>${name}</title>
${parts.join('\n')}
</svg>`;
}

/** For plots inside a page as well as for plots that are files of their own. */
export const SCATTER_STYLE = `
.plot{--ink:#1d2327;--paper:#fff;--weak:#d5dade;--green:#0a8a3f;background:var(--paper)}
@media(prefers-color-scheme:dark){.plot{--ink:#e4e8ea;--paper:#171b1f;--weak:#39424a;--green:#4cc97d}}
.plot text{font:12px system-ui,sans-serif;fill:var(--ink)}
.plot .title{font-weight:600;font-size:13px}.plot .tick,.plot .label{opacity:.85}.plot .power{font-size:9px}
.plot .count{font-weight:600;font-size:13px;paint-order:stroke;stroke:var(--paper);stroke-width:4px}
.plot .frame{fill:none;stroke:var(--ink);stroke-opacity:.6}.plot .grid{stroke:var(--weak);stroke-width:.7;fill:none}
.plot .diagonal{stroke:var(--ink);stroke-opacity:.7;fill:none}.plot .tenfold{stroke:var(--ink);stroke-opacity:.35;stroke-dasharray:4 4;fill:none}
.plot .holds{stroke:var(--green);stroke-width:1.3;stroke-opacity:.75;fill:none}.plot .violated{stroke:var(--ink);stroke-width:1.1;stroke-opacity:.65;fill:var(--paper);fill-opacity:.15}
.plot .holds.edge{fill:var(--green);fill-opacity:.6}.plot .violated.edge{fill:var(--ink);fill-opacity:.35}
.plot .name{font-weight:600;font-size:15px}.plot .small{font-size:11px;opacity:.85}`;

/** What a plot means, for those who see nothing but the plot. */
const LEGEND = [
  'below the diagonal the approach on the y axis needs less;',
  'numbers count the cases on each side;',
  'dashed: ten times as much',
];
const AT_THE_EDGE = 'triangles at the edge: no answer within the limit, not counted';
const LEGEND_LINE = 16;
const SIZES = /width="(\d+)" height="(\d+)" viewBox="0 0 \d+ \d+"/;

/** A picture that explains itself as a document of its own, with its style. */
export function styled(plot: string): string {
  return `${plot.replace('>', `><style>${SCATTER_STYLE}</style>`)}\n`;
}

/** A plot as a document of its own, with its style, and its legend at the bottom. */
export function standalone(plot: string): string {
  const [, width, height] = SIZES.exec(plot)!.map(Number);
  const texts = plot.includes(' edge"') ? [...LEGEND, AT_THE_EDGE] : LEGEND;
  const whole = height + LEGEND_LINE * (texts.length + 1) + 10;
  const marks = { holds: plot.includes('class="holds'), violated: plot.includes('class="violated') };
  return `${plot
    .replace(SIZES, `width="${width}" height="${whole}" viewBox="0 0 ${width} ${whole}"`)
    .replace('>', `><style>${SCATTER_STYLE}</style>`)
    .replace(/<\/svg>$/, () => `${legend(height + LEGEND_LINE, marks, texts)}\n</svg>`)}\n`;
}

/** The legend, with its first line at `top`: the marks that there are, and what the rest means. */
function legend(
  top: number,
  { holds, violated }: { readonly holds: boolean; readonly violated: boolean },
  texts: readonly string[],
): string {
  const lines = texts.map((line, i) => `<text class="small" x="14" y="${top + (i + 1) * LEGEND_LINE}">${line}</text>`);
  const right = holds ? 78 : 0;
  const cross = `<path class="holds" d="M14.5 ${top - 7.5}l7 7m0-7l-7 7"/><text class="small" x="28" y="${top}">verified</text>`;
  const circle = `<circle class="violated" cx="${18 + right}" cy="${top - 4}" r="3.2"/><text class="small" x="${28 + right}" y="${top}">violated</text>`;
  return `<g class="legend">
${[...(holds ? [cross] : []), ...(violated ? [circle] : []), ...lines].join('\n')}
</g>`;
}
