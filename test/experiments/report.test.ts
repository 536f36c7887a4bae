// Tables, plots and findings from records made by hand; every expected value is computed by hand.
import { describe, expect, it } from 'vitest';
import type { ApproachId } from '../../src/experiments/approaches.ts';
import { gatherCases } from '../../src/experiments/cases.ts';
import { assessClaims, type ClaimResult } from '../../src/experiments/claims.ts';
import { matrixPoints } from '../../src/experiments/matrix.ts';
import { compareWithPapers } from '../../src/experiments/ratios.ts';
import type { CheckRecord } from '../../src/experiments/records.ts';
import { makeReport } from '../../src/experiments/report.ts';
import { reportFiles } from '../../src/experiments/report-files.ts';
import { countSides, rangeOf, scatterToSvg } from '../../src/experiments/scatter.ts';
import { tableToCsv, tableToLatex, tableToMarkdown } from '../../src/experiments/table-texts.ts';
import { formatCell, makeTables } from '../../src/experiments/tables.ts';

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
    // the field is 300 pixels for two powers of ten, its corner at (62, 32): x = 10 is the middle, y = 1 the bottom
    expect(svg).toContain('d="M208.5 328.5l7 7m0-7l-7 7"');
    expect(svg).toContain('cx="362" cy="32"');
    expect(svg).toContain('a &amp; b');
    expect(svg).toContain('p &lt; q');
    expect(svg.match(/class="tenfold"/g)).toHaveLength(2);
    expect(svg).toMatch(/class="count"[^>]*>0<[\s\S]*class="count"[^>]*>1</);
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
    const rows = compareWithPapers(gatherCases(small));
    const verified = rows.find(({ source, outcome }) => source.startsWith('[BDK12') && outcome === 'holds');
    // ta was not run, so nothing is said about that table
    expect(verified).toBeUndefined();
    const withTa = [...small, check('ta', 'f', 2000), check('ta', 'g', 6000), check('ta', 'h', 100, violated)];
    const [row] = compareWithPapers(gatherCases(withTa)).filter(
      ({ source, outcome }) => source === '[BDK12, Table 1]' && outcome === 'holds',
    );
    expect(row).toMatchObject({ theirs: 'Kanban5', ours: 'kanban:3', formulas: 2 });
    expect(row.ratios.map(({ approach, ours }) => [approach, ours])).toEqual([
      ['ta', 2],
      ['tgta', 0.5],
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

  it('TGTA against TGBA on verified formulas: half as many transitions hold, more do not', () => {
    const { verdict, figures } = verdictOf('tgta-verified', small);
    expect(verdict).toBe('holds');
    expect(figures).toContain(
      '2 formulas: fewer 2, as many 0, more 0; geometric mean of the ratios 0.50, ratio of the averages 0.50',
    );
    expect(verdictOf('tgta-verified', [check('tgba', 'f', 10), check('tgta', 'f', 20)]).verdict).toBe('does not hold');
  });

  it('TGTA on violated formulas: twice as many is no longer comparable', () => {
    expect(verdictOf('tgta-violated', small).verdict).toBe('does not hold');
    const near = [check('tgba', 'h', 100, violated), check('tgta', 'h', 190, violated)];
    expect(verdictOf('tgta-violated', near).verdict).toBe('holds');
  });

  it('the second pass of TA: explored against product, where it ran', () => {
    const twice = { passes: 2, productTransitions: 100 };
    expect(verdictOf('ta-second-pass', [check('ta', 'f', 200, twice), check('ta', 'g', 100)])).toMatchObject({
      verdict: 'holds',
      figures:
        '1 of 2 verified formulas took a second pass; on these 2.00 times the transitions of the product were explored',
    });
    expect(verdictOf('ta-second-pass', [check('ta', 'f', 110, twice)]).verdict).toBe('does not hold');
    expect(verdictOf('ta-second-pass', [check('ta', 'g', 100)]).verdict).toBe('does not hold');
  });

  it('degeneralisation: BA larger on WFair than on RND', () => {
    const fair = { set: 'wfair' } as const;
    const records = [
      check('tgba', 'f', 100),
      check('ba', 'f', 100),
      check('tgba', 'w', 100, fair),
      check('ba', 'w', 150, fair),
    ];
    expect(verdictOf('ba-wfair', records).verdict).toBe('holds');
    expect(verdictOf('ba-wfair', records.slice(0, 2)).verdict).toBe('not measured');
    const equal = [...records.slice(0, 3), check('ba', 'w', 100, fair)];
    expect(verdictOf('ba-wfair', equal).verdict).toBe('does not hold');
  });

  it('TGTA-all: at most as large as both others', () => {
    const next = { set: 'next' } as const;
    const records = [check('tgba', 'f', 100, next), check('ba', 'f', 120, next), check('tgta-all', 'f', 100, next)];
    expect(verdictOf('tgta-all', records).verdict).toBe('holds');
    const larger = [...records.slice(0, 2), check('tgta-all', 'f', 110, next)];
    expect(verdictOf('tgta-all', larger).verdict).toBe('does not hold');
  });

  it('the symbolic approaches: by time', () => {
    const symbolic = (approach: ApproachId, seconds: number): CheckRecord =>
      check(approach, 'f', 10, { set: 'symbolic', seconds });
    const records = [
      symbolic('symbolic-tgba-nosat', 30),
      symbolic('symbolic-tgba-sat', 20),
      symbolic('symbolic-tgta-nosat', 10),
      symbolic('symbolic-tgta-sat', 1),
    ];
    expect(verdictOf('symbolic-order', records)).toMatchObject({ verdict: 'holds' });
    expect(verdictOf('symbolic-order', records).figures).toContain('20.00 times');
    expect(verdictOf('saturation', records).verdict).toBe('holds');
    const slow = [...records.slice(0, 3), symbolic('symbolic-tgta-sat', 10)];
    expect(verdictOf('symbolic-faster', slow).verdict).toBe('holds');
    expect(verdictOf('symbolic-order', slow).verdict).toBe('does not hold');
    expect(verdictOf('saturation', slow).verdict).toBe('does not hold');
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
      expect.arrayContaining(['report.md', 'table-rnd.csv', 'table-rnd.tex', 'plot-transitions-tgba-tgta.svg']),
    );
    expect(files.get('plot-transitions-tgba-tgta.svg')).toMatch(/^<svg [^>]*><style>/);
    // what stands alone says what its signs mean, inside of its frame
    const plot = files.get('plot-transitions-tgba-tgta.svg')!;
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(plot)!.map(Number);
    const legend = /<g class="legend">([\s\S]*)<\/g>/.exec(plot)![1];
    for (const word of ['class="holds"', 'verified', 'class="violated"', 'violated', 'diagonal', 'dashed']) {
      expect(legend).toContain(word);
    }
    const axes = [...plot.matchAll(/class="label" x="\d+" y="(\d+)"/g)].map(([, y]) => Number(y));
    for (const [, x, y, text] of legend.matchAll(/<text [^>]*x="(\d+)" y="(\d+)">([^<]*)</g)) {
      expect(Number(x) + text.length * 11 * 0.55).toBeLessThan(width); // 11 px, as wide as in a wide font on the average
      expect(Number(y) + 3).toBeLessThan(height);
      expect(Number(y) - 11).toBeGreaterThan(Math.max(...axes));
    }
  });
});
