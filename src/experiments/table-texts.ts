// The tables as Markdown, CSV and LaTeX.
import { formatCell, type ResultTable, type Row } from './tables.ts';

const SIDES = ['verified', 'violated'] as const;
type Side = (typeof SIDES)[number];

const HEADINGS: Readonly<Record<Side, string>> = {
  verified: 'Property verified (no counterexample)',
  violated: 'Property violated (a counterexample exists)',
};

function cells({ columns }: ResultTable, row: Row): string[] {
  return SIDES.flatMap((side) => row[side].map((value, i) => formatCell(value, columns[i].digits)));
}

function counts(block: ResultTable['blocks'][number]): string {
  const open = block.openCount > 0 ? `, ${block.openCount} open` : '';
  return `${block.model} (${block.verifiedCount} / ${block.violatedCount}${open})`;
}

/** A table of GitHub's Markdown; the numbers beside the model are the verified and the violated formulas. */
export function tableToMarkdown(table: ResultTable): string {
  const heads = SIDES.flatMap((side) => table.columns.map(({ group, label }) => `${side}: ${group} ${label}`));
  const lines = [
    `| ${['Model', 'Approach', '', ...heads].join(' | ')} |`,
    `| --- | --- | --- |${heads.map(() => ' ---: |').join('')}`,
  ];
  for (const block of table.blocks) {
    block.rows.forEach((row, i) => {
      const model = i === 0 ? counts(block) : '';
      const approach = row.statistic === 'avg' ? row.approach : '';
      lines.push(`| ${[model, approach, row.statistic, ...cells(table, row)].join(' | ')} |`);
    });
  }
  return `${lines.join('\n')}\n`;
}

/** Comma-separated values with full precision, one line per row. */
export function tableToCsv(table: ResultTable): string {
  const heads = SIDES.flatMap((side) =>
    table.columns.map(({ group, label }) => `${side} ${group.toLowerCase()} ${label}`),
  );
  const lines = [['set', 'model', 'approach', 'statistic', 'verified', 'violated', ...heads].map(quoted).join(',')];
  for (const { rows, verifiedCount, violatedCount } of table.blocks) {
    for (const row of rows) {
      const start = [table.id, row.model, row.approach, row.statistic, String(verifiedCount), String(violatedCount)];
      const numbers = [...row.verified, ...row.violated].map((value) => (value === null ? '' : String(value)));
      lines.push([...start.map(quoted), ...numbers].join(','));
    }
  }
  return `${lines.join('\n')}\n`;
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A `tabular` environment that needs no packages. */
export function tableToLatex(table: ResultTable): string {
  const width = table.columns.length;
  const groups = table.columns.reduce<{ group: string; count: number }[]>((found, { group }) => {
    const last = found[found.length - 1];
    if (last?.group === group) last.count++;
    else found.push({ group, count: 1 });
    return found;
  }, []);
  const sides = SIDES.map((side) => `\\multicolumn{${width}}{|c}{${HEADINGS[side]}}`).join(' & ');
  const spans = groups.map(({ group, count }) => `\\multicolumn{${count}}{|c}{${group}}`).join(' & ');
  const labels = table.columns.map(({ label }) => label).join(' & ');
  const lines = [
    `% ${table.title}: ${table.summary}`,
    `\\begin{tabular}{lll|${'r'.repeat(width)}|${'r'.repeat(width)}}`,
    `& & & ${sides} \\\\`,
    `& & & ${spans} & ${spans} \\\\`,
    `& & & ${labels} & ${labels} \\\\`,
  ];
  for (const block of table.blocks) {
    lines.push('\\hline');
    block.rows.forEach((row, i) => {
      const model = i === 0 ? escaped(counts(block)) : '';
      const approach = row.statistic === 'avg' ? row.approach : '';
      const numbers = cells(table, row).map((cell) => cell.replaceAll('\u202f', '\\,').replace('–', '--'));
      lines.push(`${[model, approach, row.statistic, ...numbers].join(' & ')} \\\\`);
    });
  }
  return `${[...lines, '\\end{tabular}'].join('\n')}\n`;
}

function escaped(text: string): string {
  return text.replace(/[&%$#_{}]/g, '\\$&');
}
