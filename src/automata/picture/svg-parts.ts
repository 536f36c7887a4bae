// What pictures that are not laid out by Graphviz are made of: texts, marks, captions.
import { visible } from '../../diagnostics/visible.ts';
import { markColour } from './marks.ts';
import type { CaptionLine, Picture, PictureEdge } from './picture.ts';
import { textWidth } from './text-width.ts';

const FONT = 10.5;
export const SMALL = 9.5;
export const LINE = 13;
const CAPTION_FONT = 13;
export const MARK = 5;
export const INK = '#333333';
const FONTS = "Helvetica,Arial,'Liberation Sans',sans-serif";
const HALO = 'paint-order="stroke" stroke="white" stroke-width="3" stroke-linejoin="round"';

export type Point = readonly [x: number, y: number];
export type Line = Pick<PictureEdge, 'text' | 'marks'>;

/** The lines of an edge that stands for several. */
export const linesOf = ({ text, marks, also = [] }: PictureEdge): Line[] => [{ text, marks }, ...also];

export const widthOf = ({ text, marks }: Line): number =>
  textWidth(visible(text), FONT) + (marks.length === 0 ? 0 : 3 + marks.length * (2 * MARK + 1));

/** What stands at the initial arrows of a state; undefined where it has none. */
export function startOf({ starts }: Picture, state: number): string | undefined {
  const own = starts.filter(({ target }) => target === state);
  return own.length === 0 ? undefined : own.flatMap(({ text }) => text ?? []).join(' ∨ ');
}

/** A text and its marks; the point is the left end, half way up. */
export function lineAt({ text, marks }: Line, [x, y]: Point): string {
  const shown = visible(text);
  const after = x + textWidth(shown, FONT) + 3 + MARK;
  const middle = x + textWidth(shown, FONT) / 2;
  const discs = marks.map((set, i) => disc(set, [after + i * (2 * MARK + 1), y])).join('');
  return textAt(shown, [middle, y + FONT * 0.35], { size: FONT, anchor: 'middle', halo: HALO }) + discs;
}

interface TextLook {
  readonly size: number;
  readonly anchor?: 'middle' | 'start';
  readonly halo?: string;
}

export function textAt(text: string, [x, y]: Point, { size, anchor = 'start', halo = '' }: TextLook): string {
  const look = `${halo === '' ? '' : `${halo} `}xml:space="preserve" text-anchor="${anchor}"`;
  return `<text ${look} x="${fixed(x)}" y="${fixed(y)}" font-family="${FONTS}" font-size="${size.toFixed(2)}">${escaped(text)}</text>`;
}

export function disc(set: number, [x, y]: Point): string {
  const digit = `<text text-anchor="middle" x="${fixed(x)}" y="${fixed(y + 2.6)}" font-family="${FONTS}" font-weight="bold" font-size="7.3" fill="white">${set}</text>`;
  return `<g class="mark"><circle cx="${fixed(x)}" cy="${fixed(y)}" r="${MARK}" fill="${markColour(set)}"/>${digit}</g>`;
}

export const captionWidth = (line: CaptionLine): number => line.reduce<number>((sum, part) => sum + partWidth(part), 0);
const partWidth = (part: string | number): number =>
  typeof part === 'number' ? 2 * MARK + 2 : textWidth(visible(part), CAPTION_FONT);

export function captionLine(line: CaptionLine, [x, y]: Point): string {
  let left = x - captionWidth(line) / 2;
  const parts = line.map((part) => {
    const middle = left + partWidth(part) / 2;
    left += partWidth(part);
    if (typeof part === 'number') return disc(part, [middle, y - 4]);
    return textAt(visible(part), [middle, y], { size: CAPTION_FONT, anchor: 'middle' });
  });
  return parts.join('');
}

export const fixed = (value: number): string => value.toFixed(2);
export const point = ([x, y]: Point): string => `${fixed(x)},${fixed(y)}`;

function escaped(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/\n/g, ' ');
}
