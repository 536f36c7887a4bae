// Tables, plots and findings from records made by hand; every expected value is computed by hand.
import { describe, expect, it } from 'vitest';
import type { ApproachId } from '../../src/experiments/approaches.ts';
import { gatherCases, geometricMean } from '../../src/experiments/cases.ts';
import { assessClaims, type ClaimResult } from '../../src/experiments/claims.ts';
import { transitions } from '../../src/experiments/comparison.ts';
import { matrixPoints } from '../../src/experiments/matrix.ts';
import { compareWithPapers } from '../../src/experiments/ratios.ts';
import type { CheckRecord } from '../../src/experiments/records.ts';
import { makeReport } from '../../src/experiments/report.ts';
import { reportFiles } from '../../src/experiments/report-files.ts';
import { countSides, rangeOf, scatterToSvg } from '../../src/experiments/scatter.ts';
import { geometricInterval, signTest } from '../../src/experiments/significance.ts';
import { tableToCsv, tableToLatex, tableToMarkdown } from '../../src/experiments/table-texts.ts';
import { formatCell, makeTables } from '../../src/experiments/tables.ts';
import { winnersBySize, winnersToSvg } from '../../src/experiments/winners.ts';

/** A check with the given number of explored transitions, and counts that follow from it. */
function check(
  approach: ApproachId,
  formula: string,
  transitions: number,
  more: Partial<CheckRecord> = {},
): CheckRecord {
  return {
    kind: 'check',
    model: 'kanban:3',
    set: 'rnd',
    formula,
    approach,
    outcome: 'holds',
    automatonStates: 2,
    automatonTransitions: 8,
    productStates: transitions / 10,
    productTransitions: transitions,
    exploredStates: transitions / 10,
    exploredTransitions: transitions,
    passes: 1,
    seconds: transitions / 1e6,
    translationSeconds: 0.001,
    memoryBytes: 1e6,
    ...more,
  };
}

const violated = { outcome: 'violated' } as const;
const small: readonly CheckRecord[] = [
  check('tgba', 'f', 1000),
  check('tgta', 'f', 500),
  check('tgba', 'g', 3000),
  check('tgta', 'g', 1500),
  check('tgba', 'h', 100, violated),
  check('tgta', 'h', 200, violated),
];

describe('the tables', () => {
  it('show averages and maxima, verified and violated apart', () => {
    const [{ blocks }] = makeTables(gatherCases(small));
    const [{ rows, verifiedCount, violatedCount, openCount }] = blocks;
    expect([verifiedCount, violatedCount, openCount]).toEqual([2, 1, 0]);
    expect(rows.map(({ approach, statistic }) => `${approach} ${statistic}`)).toEqual([
      'TGBA avg',
      'TGBA max',
      'TGTA avg',
      'TGTA max',
    ]);
    expect(rows[0].verified).toEqual([2, 8, 200, 2000, 200, 2000, 2]);
    expect(rows[1].verified).toEqual([2, 8, 300, 3000, 300, 3000, 3]);
    expect(rows[2].verified.slice(5)).toEqual([1000, 1]);
    expect(rows[3].violated.slice(4)).toEqual([20, 200, 0.2]);
  });

  it('leave out formulas that an approach did not decide, and say how many', () => {
    const unknown = check('tgta', 'f', 500, { outcome: 'unknown', reason: 'no answer in 1 s' });
    const [{ blocks }] = makeTables(gatherCases([...small.filter((r) => r !== small[1]), unknown]));
    expect([blocks[0].verifiedCount, blocks[0].openCount]).toEqual([1, 1]);
    expect(blocks[0].rows[0].verified[5]).toBe(3000);
  });

  it('come as Markdown, CSV and LaTeX', () => {
    const [table] = makeTables(gatherCases(small));
    const markdown = tableToMarkdown(table).split('\n');
    expect(markdown[2]).toMatch(/^\| kanban:3 \(2 \/ 1\) \| TGBA \| avg \| 2 \| 8 \| 200 \| 2\u202f000 \|/);
    expect(markdown[1].split('|').length).toBe(markdown[2].split('|').length);
    const csv = tableToCsv(table).split('\n');
    expect(csv[1]).toBe('rnd,kanban:3,TGBA,avg,2,1,2,8,200,2000,200,2000,2,2,8,10,100,10,100,0.1');
    const latex = tableToLatex(table);
    expect(latex).toContain('kanban:3 (2 / 1) & TGBA & avg & 2 & 8 & 200 & 2\\,000 &');
    expect(latex.match(/\\begin|\\end/g)).toHaveLength(2);
  });

  it('write numbers in groups of three, with digits only where they say something', () => {
    expect([
      formatCell(1234567, 0),
      formatCell(2.25, 1),
      formatCell(3, 1),
      formatCell(1234.56, 1),
      formatCell(null, 0),
    ]).toEqual(['1\u202f234\u202f567', '2.3', '3', '1\u202f235', '–']);
  });
});

describe('the plots', () => {
  it('count the points on both sides of the diagonal', () => {
    expect(
      countSides([
        { x: 1, y: 2 },
        { x: 3, y: 1 },
        { x: 5, y: 4 },
        { x: 7, y: 7 },
      ]),
    ).toEqual({ above: 1, below: 2, on: 1 });
  });

  it('range over whole powers of ten', () => {
    expect(
      rangeOf([
        { x: 15, y: 900 },
        { x: 200, y: 99_000 },
      ]),
    ).toEqual({ low: 1, high: 5 });
    expect(rangeOf([{ x: 100, y: 100 }])).toEqual({ low: 2, high: 3 });
    expect(rangeOf([])).toEqual({ low: 0, high: 1 });
  });

  it('put verified formulas as crosses and violated ones as circles where they belong', () => {
    const svg = scatterToSvg({
      title: 'a & b',
      xLabel: 'TGBA',
      yLabel: 'TGTA',
      points: [
        { x: 10, y: 1, outcome: 'holds', title: 'p < q' },
        { x: 100, y: 100, outcome: 'violated', title: 'r' },
      ],
    });
    // the field is 300 pixels for two powers of ten, its corner at (62, 46): x = 10 is the middle, y = 1 the bottom
    expect(svg).toContain('d="M208.5 342.5l7 7m0-7l-7 7"');
    expect(svg).toContain('cx="362" cy="46"');
    expect(svg).toContain('a &amp; b');
    expect(svg).toContain('p &lt; q');
    expect(svg.match(/class="tenfold"/g)).toHaveLength(2);
    expect(svg).toMatch(/class="count"[^>]*>0<[\s\S]*class="count"[^>]*>1</);
  });

  it('put a symbolic case that only one of two decided at the edge, and count it nowhere', () => {
    const [x, y] = ['symbolic-tgba-sat', 'symbolic-tgta-sat'] as const;
    const more = { set: 'symbolic', createdNodes: 50 } as const;
    const lost = { ...more, outcome: 'unknown', reason: 'no answer in 12 s' } as const;
    const records = [
      check(x, 'f', 1000, more),
      check(y, 'f', 100, more),
      check(x, 'g', 7, lost),
      check(y, 'g', 100, more),
      check(x, 'h', 7, lost),
      check(y, 'h', 7, lost),
    ];
    const report = makeReport(records);
    const plot = reportFiles(report).get(`plot-time-${x}-${y}-verified.svg`)!;
    expect(plot.match(/class="holds edge"/g)).toHaveLength(1);
    expect(plot).toMatch(/class="count"[^>]*>0<[\s\S]*class="count"[^>]*>1</);
    expect(plot).toContain('no answer within the limit');
    expect(plot).toContain('verified formulas');
    const { figures } = report.claims.find(({ id }) => id === 'symbolic-faster')!;
    expect(figures).toContain('1 more decided by TGTA alone, 0 by TGBA alone');
  });

  it('of a matrix leave out cases without a value', () => {
    const matrix = {
      title: '',
      cases: [
        { outcome: 'holds', title: 'a' },
        { outcome: 'violated', title: 'b' },
      ] as const,
      series: [
        { label: 'x', values: [1, null] },
        { label: 'y', values: [2, 3] },
      ],
    };
    expect(matrixPoints(matrix, 0, 1)).toEqual([{ outcome: 'holds', title: 'a', x: 1, y: 2 }]);
  });
});

describe('the ratios beside the papers', () => {
  it('are those of the averages', () => {
    // our letters are not theirs, so nothing is said where only they were run
    expect(compareWithPapers(gatherCases(small))).toEqual([]);
    const records = [
      ...small,
      ...[check('tgta-next', 'f', 500), check('tgta-next', 'g', 1500), check('tgta-next', 'h', 100, violated)],
      ...[check('ta-2012', 'f', 2000), check('ta-2012', 'g', 6000), check('ta-2012', 'h', 100, violated)],
    ];
    const [row] = compareWithPapers(gatherCases(records)).filter(
      ({ source, outcome }) => source === '[BDK12, Table 1]' && outcome === 'holds',
    );
    expect(row).toMatchObject({ theirs: 'Kanban5', ours: 'kanban:3', formulas: 2 });
    expect(row.ratios.map(({ approach, ours }) => [approach, ours])).toEqual([
      ['ta-2012', 2],
      ['tgta-next', 0.5],
    ]);
    expect(row.ratios[1].theirs).toBeCloseTo(5302142 / 8350628, 10);
  });
});

describe('the findings', () => {
  const verdictOf = (id: string, records: readonly CheckRecord[]): ClaimResult =>
    assessClaims(gatherCases(records)).find((claim) => claim.id === id)!;

  it('are not measured without records', () => {
    for (const { verdict } of assessClaims([])) expect(verdict).toBe('not measured');
  });

  /** Ten formulas on which the approaches explore so many transitions, or take so many seconds: each in all of its variants. */
  const ten = (figures: Partial<Record<ApproachId, number>>, more: Partial<CheckRecord> = {}): CheckRecord[] =>
    Array.from({ length: 10 }, (_, i) => i).flatMap((i) =>
      Object.entries(figures).map(([id, value]) =>
        check(id as ApproachId, `${more.set ?? 'f'}${i}`, value * (i + 1), { seconds: value * (i + 1), ...more }),
      ),
    );

  it('TGTA against TGBA on verified formulas: half as many transitions hold, more do not', () => {
    const { verdict, figures } = verdictOf('tgta-verified', ten({ tgba: 1000, tgta: 500 }));
    expect(verdict).toBe('holds');
    // ten of ten: 2 · (1/2)^10
    expect(figures).toBe(
      '10 formulas: less 10, as much 0, more 0 (sign test p = 0.002); geometric mean of the ratios 0.50 (0.50–0.50), ratio of the averages 0.50',
    );
    expect(verdictOf('tgta-verified', ten({ tgba: 10, tgta: 20 })).verdict).toBe('does not hold');
    expect(verdictOf('tgta-verified-next', ten({ tgba: 10, 'tgta-next': 5 })).verdict).toBe('holds');
  });

  it('are left open where the sample is too small for the sign test, or the interval reaches across the bound', () => {
    expect(verdictOf('tgta-verified', small).verdict).toBe('open');
    const mixed = [...ten({ tgba: 100, tgta: 50 }), ...ten({ tgba: 100, tgta: 199 }, { set: 'wfair' })];
    expect(verdictOf('tgta-verified', mixed).verdict).toBe('open');
  });

  it('TGTA on violated formulas: twice as many is no longer comparable', () => {
    expect(verdictOf('tgta-violated', ten({ tgba: 100, tgta: 200 }, violated)).verdict).toBe('does not hold');
    expect(verdictOf('tgta-violated', ten({ tgba: 100, tgta: 190 }, violated)).verdict).toBe('holds');
  });

  it('the second pass of TA: as printed, against TGTA with the letters of the papers', () => {
    expect(verdictOf('ta-second-pass', ten({ 'ta-2012': 200, 'tgta-next': 100 })).verdict).toBe('holds');
    expect(verdictOf('ta-second-pass', ten({ 'ta-2012': 100, 'tgta-next': 100 })).verdict).toBe('does not hold');
    expect(verdictOf('ta-second-pass', ten({ ta: 200, tgta: 100 })).verdict).toBe('not measured');
    expect(verdictOf('ta-two-passes', ten({ 'ta-2011': 200, tgba: 100 })).verdict).toBe('holds');
  });

  it('degeneralisation: BA larger on WFair than on RND', () => {
    const plain = ten({ tgba: 100, ba: 100 });
    const fair = ten({ tgba: 100, ba: 150 }, { set: 'wfair' });
    expect(verdictOf('ba-wfair', [...plain, ...fair]).verdict).toBe('holds');
    expect(verdictOf('ba-wfair', plain).verdict).toBe('not measured');
    const equal = ten({ tgba: 100, ba: 100 }, { set: 'wfair' });
    expect(verdictOf('ba-wfair', [...plain, ...equal]).verdict).toBe('does not hold');
  });

  it('TGTA-all: at most as large as both others', () => {
    const next = { set: 'next' } as const;
    expect(verdictOf('tgta-all', ten({ tgba: 100, ba: 120, 'tgta-all': 100 }, next)).verdict).toBe('holds');
    expect(verdictOf('tgta-all', ten({ tgba: 100, ba: 120, 'tgta-all': 110 }, next)).verdict).toBe('does not hold');
  });

  it('the symbolic approaches: by time and by nodes', () => {
    const set = { set: 'symbolic' } as const;
    const slow = { 'symbolic-tgba-nosat': 30, 'symbolic-tgba-sat': 20, 'symbolic-tgta-nosat': 10 };
    const records = ten({ ...slow, 'symbolic-tgta-sat': 1 }, set);
    expect(verdictOf('symbolic-order', records)).toMatchObject({ verdict: 'holds' });
    expect(verdictOf('symbolic-order', records).figures).toContain('geometric mean of the ratios 0.05');
    expect(verdictOf('symbolic-nodes', records).verdict).toBe('not measured');
    expect(verdictOf('saturation', records).verdict).toBe('holds');
    const ties = ten({ ...slow, 'symbolic-tgta-sat': 10 }, set);
    expect(verdictOf('symbolic-faster', ties).verdict).toBe('holds');
    expect(verdictOf('symbolic-order', ties).verdict).toBe('does not hold');
    expect(verdictOf('saturation', ties).verdict).toBe('does not hold');
  });
});

describe('significance', () => {
  it('the sign test is the binomial one, and fair', () => {
    expect(signTest(0, 0)).toBe(1);
    expect(signTest(1, 0)).toBe(1);
    expect(signTest(5, 5)).toBe(1);
    // 2 · (1 + 10) / 2^10
    expect(signTest(9, 1)).toBeCloseTo(22 / 1024, 12);
    expect(signTest(1, 9)).toBe(signTest(9, 1));
    expect(signTest(3060, 131)).toBeLessThan(1e-300);
  });

  it('the interval holds the geometric mean, and says the same each time', () => {
    const ratios = [0.5, 0.6, 0.7, 0.9, 1.1, 0.4, 0.8];
    const [low, high] = geometricInterval(ratios)!;
    const mean = geometricMean(ratios)!;
    expect(low).toBeLessThan(mean);
    expect(high).toBeGreaterThan(mean);
    expect(geometricInterval(ratios)).toEqual([low, high]);
    expect(geometricInterval([0.5])).toBeNull();
  });
});

describe('who needs least by size', () => {
  it('counts ties for all who tie, by the power of ten of the product', () => {
    const records = [
      check('tgba', 'f', 1000), // 100 states
      check('tgta', 'f', 500),
      check('tgba', 'g', 3000),
      check('tgta', 'g', 3000),
      check('tgba', 'h', 100_000),
      check('tgta', 'h', 200_000),
    ];
    const question = { sets: ['rnd'], ids: ['tgba', 'tgta'], size: 'tgba', measure: transitions } as const;
    expect(winnersBySize(gatherCases(records), question)).toEqual([
      { power: 2, outcome: 'holds', cases: 2, shares: [0.25, 0.75] },
      { power: 4, outcome: 'holds', cases: 1, shares: [1, 0] },
    ]);
    const bars = winnersToSvg('Who', question, winnersBySize(gatherCases(records), question));
    expect(bars.match(/<rect [^>]*height="20"/g)).toHaveLength(3);
    expect(bars).toContain('states of the product with the TGBA');
  });
});

describe('the report', () => {
  it('names every case in which two approaches differ, and measures nothing by it', () => {
    const report = makeReport([check('tgba', 'f', 10), check('tgta', 'f', 5, violated)]);
    expect(report.agreement.disputed).toEqual([
      { model: 'kanban:3', formula: 'f', answers: 'tgba holds, tgta violated' },
    ]);
    expect(report.claims[0].verdict).toBe('not measured');
    expect(reportFiles(report).get('index.html')).toContain('tgba holds, tgta violated');
  });

  it('is one page that loads nothing, with tables and plots beside it', () => {
    const files = reportFiles(makeReport([...small, check('tgba', '<script>', 7), check('tgta', '<script>', 7)]));
    const page = files.get('index.html')!;
    expect(page).not.toMatch(/<script|<link|src=|url\(|@import/);
    expect(page).toContain('prefers-color-scheme:dark');
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        'report.md',
        'table-rnd.csv',
        'table-rnd.tex',
        'plot-transitions-tgba-tgta-verified.svg',
        'checks.csv',
        'formulas.csv',
      ]),
    );
    expect(files.get('plot-transitions-tgba-tgta-verified.svg')).toMatch(/^<svg [^>]*><style>/);
    // what stands alone says what its signs mean, inside of its frame
    const plot = files.get('plot-transitions-tgba-tgta-verified.svg')!;
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(plot)!.map(Number);
    const legend = /<g class="legend">([\s\S]*)<\/g>/.exec(plot)![1];
    for (const word of ['class="holds"', 'verified', 'diagonal', 'dashed']) expect(legend).toContain(word);
    expect(legend).not.toContain('violated');
    const axes = [...plot.matchAll(/class="label" x="\d+" y="(\d+)"/g)].map(([, y]) => Number(y));
    for (const [, x, y, text] of legend.matchAll(/<text [^>]*x="(\d+)" y="(\d+)">([^<]*)</g)) {
      expect(Number(x) + text.length * 11 * 0.55).toBeLessThan(width); // 11 px, as wide as in a wide font on the average
      expect(Number(y) + 3).toBeLessThan(height);
      expect(Number(y) - 11).toBeGreaterThan(Math.max(...axes));
    }
  });
});
