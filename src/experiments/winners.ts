// Which approach needs least, by the size of the product: something the papers do not show. Cases are put together by the power of ten of the
// product with the TGBA; in each the approach with the fewest explored transitions (or the shortest time) is ahead, ties being shared.
import { escapeMarkup } from '../report/markup.ts';
import { type ApproachId, approachOf } from './approaches.ts';
import { casesOf, type SetCases } from './cases.ts';
import type { Measure } from './comparison.ts';
import type { SetName } from './formula-sets.ts';
import { svg } from './scatter.ts';

interface WinnersQuestion {
  readonly sets: readonly SetName[];
  readonly ids: readonly ApproachId[];
  /** The approach whose product tells the size. */
  readonly size: ApproachId;
  readonly measure: Measure;
}

/** One power of ten: how many cases, and the share of them in which each approach is ahead; the shares sum up to 1. */
interface WinnersRow {
  readonly power: number;
  readonly outcome: 'holds' | 'violated';
  readonly cases: number;
  readonly shares: readonly number[];
}

export function winnersBySize(
  sets: readonly SetCases[],
  { sets: names, ids, size, measure }: WinnersQuestion,
): readonly WinnersRow[] {
  const rows = new Map<string, { power: number; outcome: 'holds' | 'violated'; cases: number; wins: number[] }>();
  for (const { checks, outcome } of casesOf(sets, names, ids)) {
    const states = checks.get(size)!.productStates;
    const values = ids.map((id) => measure(checks.get(id)!));
    if (states === null || states < 1 || (outcome !== 'holds' && outcome !== 'violated')) continue;
    if (values.some((value) => value === null)) continue;
    const power = Math.floor(Math.log10(states));
    const key = `${outcome} ${power}`;
    let row = rows.get(key);
    if (row === undefined) rows.set(key, (row = { power, outcome, cases: 0, wins: ids.map(() => 0) }));
    const least = Math.min(...values.map((value) => value!));
    const ahead = values.filter((value) => value === least).length;
    row.cases++;
    values.forEach((value, i) => {
      if (value === least) row.wins[i] += 1 / ahead;
    });
  }
  return [...rows.values()]
    .sort((a, b) => (a.outcome === b.outcome ? a.power - b.power : a.outcome < b.outcome ? -1 : 1))
    .map(({ power, outcome, cases, wins }) => ({ power, outcome, cases, shares: wins.map((won) => won / cases) }));
}

const BAR = { left: 190, width: 420, height: 20, gap: 8, top: 34 };
/** Told apart without colour by their order, which is that of the legend. */
const FILLS = ['#4e79a7', '#f28e2b', '#59a14f', '#e15759', '#b07aa1', '#76b7b2', '#edc948', '#9c755f', '#bab0ac'];

/** The rows as bars, an element without a style of its own: `SCATTER_STYLE` belongs to it. */
export function winnersToSvg(
  title: string,
  { ids, size }: Pick<WinnersQuestion, 'ids' | 'size'>,
  rows: readonly WinnersRow[],
): string {
  const parts = [`<text class="title" x="14" y="20">${escapeMarkup(title)}</text>`];
  rows.forEach(({ power, outcome, cases, shares }, i) => {
    const y = BAR.top + i * (BAR.height + BAR.gap);
    const side = outcome === 'holds' ? 'verified' : 'violated';
    parts.push(
      `<text class="small" x="${BAR.left - 8}" y="${y + 14}" text-anchor="end">${side}, from 10<tspan class="power" dy="-5">${power}</tspan><tspan dy="5"> states (${cases})</tspan></text>`,
    );
    let x = BAR.left;
    shares.forEach((share, k) => {
      const width = Math.round(share * BAR.width * 10) / 10;
      const label = `${approachOf(ids[k]).label}: ${(share * 100).toFixed(0)} %`;
      if (width > 0) {
        parts.push(
          `<rect x="${x.toFixed(1)}" y="${y}" width="${width}" height="${BAR.height}" fill="${FILLS[k % FILLS.length]}"><title>${escapeMarkup(label)}</title></rect>`,
        );
      }
      x += width;
    });
  });
  const below = BAR.top + rows.length * (BAR.height + BAR.gap) + 8;
  ids.forEach((id, k) => {
    const [x, y] = [BAR.left + (k % 3) * 145, below + Math.floor(k / 3) * 18];
    parts.push(
      `<rect x="${x}" y="${y}" width="11" height="11" fill="${FILLS[k % FILLS.length]}"/><text class="small" x="${x + 16}" y="${y + 10}">${escapeMarkup(approachOf(id).label)}</text>`,
    );
  });
  const caption = below + Math.ceil(ids.length / 3) * 18 + 14;
  parts.push(
    `<text class="small" x="14" y="${caption}">share of the formulas (in brackets how many) on which an approach needs least, ties shared;</text>`,
    `<text class="small" x="14" y="${caption + 16}">by the states of the product with the ${escapeMarkup(approachOf(size).label)}</text>`,
  );
  return svg(title, BAR.left + BAR.width + 20, caption + 26, parts);
}
