// The report as files: the page, the tables in three formats, the plots. The same records always give the same files.
import type { ClaimResult } from './claims.ts';
import { modelRowsToMarkdown } from './model-table.ts';
import { reportToHtml } from './page.ts';
import { papers } from './papers.ts';
import { ratiosToMarkdown } from './ratios.ts';
import { recordsToCsv } from './raw-csv.ts';
import { agreementText, type Report, runLines } from './report.ts';
import { standalone, styled } from './scatter.ts';
import { tableToCsv, tableToLatex, tableToMarkdown } from './table-texts.ts';

/** The claims as a table of GitHub's Markdown. */
function claimsToMarkdown(claims: readonly ClaimResult[]): string {
  const lines = ['| Finding | Source | Verdict | Figures | Criterion |', '| --- | --- | --- | --- | --- |'];
  for (const { claim, source, verdict, figures, criterion } of claims) {
    lines.push(`| ${[claim, source, `**${verdict}**`, figures, criterion].join(' | ')} |`);
  }
  return `${lines.join('\n')}\n`;
}

/** Every formula with what it was made from, so that anyone can repeat it. */
function formulasToMarkdown({ formulas }: Report): string {
  const lines = formulas.map(
    ({ model, set, seed, candidate, outcome, formula }) =>
      `| ${model} | ${set} | ${seed} | ${candidate} | ${outcome} | \`${formula.replaceAll('|', '\\|')}\` |`,
  );
  return [
    '| Model | Set | Seed | Number | Verdict | Formula |',
    '| --- | --- | ---: | ---: | --- | --- |',
    ...lines,
    '',
  ].join('\n');
}

function reportToMarkdown(report: Report): string {
  const { claims, agreement, tables, ratios, models } = report;
  const heading = runLines(report)
    .map((line) => `- ${line}\n`)
    .join('');
  const parts = tables.map(({ title, summary }, i) => `## ${title}\n\n${summary}\n\n${tableToMarkdown(tables[i])}`);
  return [
    `# The papers' experiments\n\n${heading}\n${agreementText(agreement)}`,
    `## Findings\n\n${claimsToMarkdown(claims)}`,
    `## Beside the papers\n\nTransitions explored, relative to TGBA: ours (theirs).\n\n${ratiosToMarkdown(ratios)}`,
    ...parts,
    `## Models of the symbolic part\n\nBeside [BDKT14, Table 1].\n\n${modelRowsToMarkdown(models)}`,
    `## Formulas\n\n${formulasToMarkdown(report)}`,
    `## Papers\n\n${papers.map(({ key, authors, title }) => `- ${key} ${authors}: ${title}`).join('\n')}\n`,
  ].join('\n\n');
}

/** The files of the report by name. */
export function reportFiles(report: Report): ReadonlyMap<string, string> {
  const files = new Map<string, string>([
    ['index.html', reportToHtml(report)],
    ['report.md', reportToMarkdown(report)],
    ...Object.entries(recordsToCsv(report.records)),
  ]);
  for (const table of report.tables) {
    files.set(`table-${table.id}.md`, tableToMarkdown(table));
    files.set(`table-${table.id}.csv`, tableToCsv(table));
    files.set(`table-${table.id}.tex`, tableToLatex(table));
  }
  for (const { id, svg, legend } of report.plots) {
    files.set(`plot-${id}.svg`, legend === 'own' ? styled(svg) : standalone(svg));
  }
  return files;
}
