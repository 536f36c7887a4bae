// The matrix of scatter plots of [BDKT14, Fig. 3 and 4]: every approach against every other. Below the diagonal of the matrix are the plots (x: the approach at
// the top of the column, y: the one at the end of the row), on it the names, above it the same comparison in figures: who is ahead how
// often, and for whom the geometric mean speaks.
import { escapeMarkup } from '../report/markup.ts';
import { geometricMean } from './cases.ts';
import { countSides, drawAxes, drawField, Field, type Point, rangeOf, svg } from './scatter.ts';

interface Series {
  readonly label: string;
  /** One value per case; null where there is none. All series have the same cases. */
  readonly values: readonly (number | null)[];
}

export interface Matrix {
  readonly title: string;
  readonly series: readonly Series[];
  readonly cases: readonly Pick<Point, 'outcome' | 'title'>[];
}

const CELL = 180;
const GAP = 28;
const LEFT = 48;
const TOP = 34;

/** The points of series `row` (y) against series `column` (x). */
export function matrixPoints({ series, cases }: Matrix, column: number, row: number): Point[] {
  return cases.flatMap((one, i) => {
    const [x, y] = [series[column].values[i], series[row].values[i]];
    return x === null || y === null || x <= 0 || y <= 0 ? [] : [{ ...one, x, y }];
  });
}

/** The matrix as an SVG element; `SCATTER_STYLE` belongs to it. */
export function matrixToSvg(matrix: Matrix): string {
  const { series, title } = matrix;
  const indices = series.map((_, i) => i);
  const all = indices.flatMap((i) => matrixPoints(matrix, i, i));
  const range = rangeOf(all);
  const parts = [`<text class="title" x="${LEFT}" y="20">${escapeMarkup(title)}</text>`];
  for (const row of indices) {
    for (const column of indices) {
      const place = { left: LEFT + column * (CELL + GAP), top: TOP + row * (CELL + GAP), size: CELL };
      const field = new Field(place, range);
      if (row === column) parts.push(nameCell(field, series[row].label));
      else if (row > column) parts.push(drawField(field, matrixPoints(matrix, column, row)));
      else parts.push(figuresCell(field, matrix, [row, column]));
    }
  }
  const last = series.length - 1;
  if (last > 0) {
    for (const i of indices) {
      const along = i * (CELL + GAP);
      if (i < last)
        parts.push(bottomAxis(new Field({ left: LEFT + along, top: TOP + last * (CELL + GAP), size: CELL }, range)));
      if (i > 0) parts.push(leftAxis(new Field({ left: LEFT, top: TOP + along, size: CELL }, range)));
    }
  }
  const side = series.length * (CELL + GAP);
  return svg(title, LEFT + side, TOP + side + 16, parts);
}

/** Without its last label, which would meet the first of the next plot. */
function bottomAxis(field: Field): string {
  const labels = drawAxes(field)
    .split('\n')
    .filter((line) => line.includes('"middle"'));
  return labels.slice(0, -1).join('\n');
}

function leftAxis(field: Field): string {
  return drawAxes(field)
    .split('\n')
    .filter((line) => line.includes('"end"'))
    .join('\n');
}

function nameCell({ left, top, size }: Field, label: string): string {
  const middle = size / 2;
  return `<text class="name" x="${left + middle}" y="${top + middle + 5}" text-anchor="middle">${escapeMarkup(label)}</text>`;
}

/** The mirror image of a plot, in words. */
function figuresCell({ left, top, size }: Field, matrix: Matrix, [first, second]: readonly [number, number]): string {
  const points = matrixPoints(matrix, first, second);
  const { above, below, on } = countSides(points);
  const factor = geometricMean(points.map(({ x, y }) => x / y));
  const [a, b] = [matrix.series[first].label, matrix.series[second].label];
  const lines = [
    `${b} ahead: ${below}`,
    `${a} ahead: ${above}`,
    ...(on > 0 ? [`equal: ${on}`] : []),
    ...(factor === null ? [] : [`×${Math.max(factor, 1 / factor).toFixed(2)} for ${factor >= 1 ? b : a}`]),
  ];
  const start = top + size / 2 - (lines.length - 1) * 9;
  return lines
    .map(
      (line, i) =>
        `<text class="small" x="${left + size / 2}" y="${start + i * 18}" text-anchor="middle">${escapeMarkup(line)}</text>`,
    )
    .join('\n');
}
