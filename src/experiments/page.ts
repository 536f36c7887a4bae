// The report as one page that needs nothing else: no server, no script, no font. Light or dark as the reader's system is.
import { escapeMarkup } from '../report/markup.ts';
import { approaches, approachOf } from './approaches.ts';
import type { ClaimResult } from './claims.ts';
import { formulaSets } from './formula-sets.ts';
import type { ModelRow } from './model-table.ts';
import { papers } from './papers.ts';
import type { Plot } from './plots.ts';
import { RATIO_COLUMNS, type RatioRow } from './ratios.ts';
import type { FormulaRecord } from './records.ts';
import { agreementText, type Report, runLines } from './report.ts';
import { SCATTER_STYLE } from './scatter.ts';
import { formatCell, type ResultTable } from './tables.ts';

const STYLE = `
:root{color-scheme:light dark;--ink:#1d2327;--paper:#fff;--back:#f3f5f6;--weak:#d5dade;--soft:#eef1f3;--green:#0a7a38;--red:#b3261e;--grey:#5c6870;--accent:#0b5cad}
@media(prefers-color-scheme:dark){:root{--ink:#e4e8ea;--paper:#171b1f;--back:#0f1215;--weak:#39424a;--soft:#20262b;--green:#4cc97d;--red:#ff8a80;--grey:#a3afb7;--accent:#7fb8f5}}
*{box-sizing:border-box}body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--back);margin:0}
main{max-width:1320px;margin:0 auto;padding:1.5rem}h1{font-size:1.7rem;margin:.2rem 0}h2{font-size:1.2rem;margin:0 0 .3rem}h3{font-size:1rem;margin:1.2rem 0 .5rem;font-weight:600}
section{background:var(--paper);border:1px solid var(--weak);border-radius:10px;padding:1.1rem 1.3rem;margin:1.1rem 0}
p{margin:.3rem 0 .8rem;max-width:95ch}.meta,.quiet{color:var(--grey)}nav{display:flex;flex-wrap:wrap;gap:.3rem 1rem;margin:.6rem 0}a{color:var(--accent)}
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.84rem;white-space:nowrap}
th,td{padding:.18rem .5rem;text-align:left;vertical-align:top}td.n,th.n{text-align:right}thead th{border-bottom:1px solid var(--ink);font-weight:600}thead tr:not(:last-child) th{border-bottom:1px solid var(--weak);text-align:center}
tbody{border-bottom:1px solid var(--weak)}tr.max{color:var(--grey)}td.edge,th.edge{border-left:1px solid var(--weak)}td.split,th.split{border-left:2px solid var(--ink)}
tbody.claims td{white-space:normal;padding:.5rem .7rem;border-bottom:1px solid var(--weak)}tbody.claims td:first-child{min-width:15rem;font-weight:600}
.badge{display:inline-block;border-radius:99px;padding:.05em .7em;font-weight:600;font-size:.8rem;white-space:nowrap;border:1.5px solid currentColor}
.badge.holds{color:var(--green)}.badge.not{color:var(--red)}.badge.unmeasured{color:var(--grey)}
.plots{display:flex;flex-wrap:wrap;gap:1rem}.plots svg{max-width:100%;height:auto}.key{display:inline-flex;gap:1.4rem;align-items:center;margin:.2rem 0 .8rem}.key svg{vertical-align:-3px}
details summary{cursor:pointer;font-weight:600}td.formula{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.8rem;white-space:normal;overflow-wrap:anywhere}
.theirs{color:var(--grey)}`;

/** The whole page. */
export function reportToHtml(report: Report): string {
  const { tables, plots, claims, ratios, formulas } = report;
  const sections = [...new Set(plots.map(({ section }) => section))];
  const meta = runLines(report).join(' ');
  const links = [
    ['findings', 'Findings'],
    ...tables.map(({ id, title }) => [`table-${id}`, title]),
    ['ratios', 'Beside the papers'],
    ['models', 'Models'],
    ['plots', 'Plots'],
    ['formulas', 'Formulas'],
  ];
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>The papers' experiments: BA, TGBA, TA, TGTA</title>
<style>${STYLE}${SCATTER_STYLE}</style></head>
<body><main>
<h1>The papers’ experiments, run by Tegata</h1>
<p class="meta">${escapeMarkup(meta)}</p>
<nav>${links.map(([id, text]) => `<a href="#${id}">${escapeMarkup(text)}</a>`).join('')}</nav>
<section id="findings"><h2>Findings</h2><p>${escapeMarkup(agreementText(report.agreement))}</p>${disputes(report)}${claimTable(claims)}</section>
${tables.map(tableSection).join('\n')}
${ratioSection(ratios)}
${modelSection(report.models)}
<section id="plots"><h2>Plots</h2>${KEY}${sections.map((section) => plotSection(section, plots)).join('\n')}</section>
${formulaSection(formulas)}
${approachSection()}
${paperSection()}
</main></body></html>
`;
}

const KEY = `<div class="key"><span><svg class="plot" width="14" height="14"><path class="holds" d="M3.5 3.5l7 7m0-7l-7 7"/></svg> verified</span>
<span><svg class="plot" width="14" height="14"><circle class="violated" cx="7" cy="7" r="3.2"/></svg> violated</span><span class="quiet">Below the diagonal the approach on the y axis needs less; numbers count the cases on each side; dashed: ×10.</span></div>`;

function disputes({ agreement }: Report): string {
  if (agreement.disputed.length === 0) return '';
  const items = agreement.disputed.map(
    ({ model, formula, answers }) => `<li>${escapeMarkup(`${model}: ${formula} (${answers})`)}</li>`,
  );
  return `<ul>${items.join('')}</ul>`;
}

function claimTable(claims: readonly ClaimResult[]): string {
  const badge = { holds: 'holds', 'does not hold': 'not', open: 'unmeasured', 'not measured': 'unmeasured' } as const;
  const rows = claims.map(
    ({
      claim,
      source,
      verdict,
      figures,
      criterion,
    }) => `<tr><td>${escapeMarkup(claim)}<br><span class="quiet">${escapeMarkup(source)}</span></td>
<td><span class="badge ${badge[verdict]}">${verdict}</span></td><td>${escapeMarkup(figures)}<br><span class="quiet">Holds if: ${escapeMarkup(criterion)}.</span></td></tr>`,
  );
  return `<div class="wide"><table><thead><tr><th>Finding of the papers</th><th>Here it</th><th>Figures of this run</th></tr></thead><tbody class="claims">${rows.join('\n')}</tbody></table></div>`;
}

function tableSection(table: ResultTable): string {
  return `<section id="table-${table.id}"><h2>${escapeMarkup(table.title)}</h2>
<p>${escapeMarkup(table.summary.replace(/^[a-z]/, (letter) => letter.toUpperCase()))}. In brackets: verified / violated formulas.</p>
<div class="wide"><table>${tableHead(table)}${table.blocks.map((block) => tableBlock(table, block)).join('\n')}</table></div></section>`;
}

/** Where a column begins its group, or its side of the table. */
function edge({ columns }: ResultTable, i: number): string {
  if (i === 0) return ' split';
  return columns[i].group === columns[i - 1].group ? '' : ' edge';
}

function tableHead(table: ResultTable): string {
  const { columns } = table;
  const spans: string[] = [];
  columns.forEach(({ group }, i) => {
    if (i > 0 && columns[i - 1].group === group) return;
    const count = columns.filter((column) => column.group === group).length;
    spans.push(`<th class="${edge(table, i)}" colspan="${count}">${escapeMarkup(group)}</th>`);
  });
  const labels = columns.map(({ label }, i) => `<th class="n${edge(table, i)}">${escapeMarkup(label)}</th>`);
  return `<thead><tr><th colspan="3"></th><th class="split" colspan="${columns.length}">Property verified (no counterexample)</th><th class="split" colspan="${columns.length}">Property violated (a counterexample exists)</th></tr>
<tr><th colspan="3"></th>${spans.join('')}${spans.join('')}</tr>
<tr><th>Model</th><th>Approach</th><th></th>${labels.join('')}${labels.join('')}</tr></thead>`;
}

function tableBlock(table: ResultTable, block: ResultTable['blocks'][number]): string {
  const { verifiedCount, violatedCount, openCount, model, rows } = block;
  const open = openCount > 0 ? `<br><span class="quiet">${openCount} open</span>` : '';
  const name = `<td rowspan="${rows.length}"><strong>${escapeMarkup(model)}</strong><br><span class="quiet">(${verifiedCount} / ${violatedCount})</span>${open}</td>`;
  const lines = rows.map((row, i) => {
    const cells = [row.verified, row.violated].flatMap((side) =>
      side.map((value, k) => `<td class="n${edge(table, k)}">${formatCell(value, table.columns[k].digits)}</td>`),
    );
    const approach = row.statistic === 'avg' ? escapeMarkup(row.approach) : '';
    return `<tr class="${row.statistic}">${i === 0 ? name : ''}<td>${approach}</td><td>${row.statistic}</td>${cells.join('')}</tr>`;
  });
  return `<tbody>${lines.join('\n')}</tbody>`;
}

function ratioSection(rows: readonly RatioRow[]): string {
  const ids = RATIO_COLUMNS;
  const lines = rows.map(({ source, set, outcome, theirs, ours, formulas, ratios }) => {
    const cells = ids.map((id) => {
      const found = ratios.find(({ approach }) => approach === id);
      const text = found && `${found.ours.toFixed(2)} <span class="theirs">(${found.theirs.toFixed(2)})</span>`;
      return `<td class="n">${text ?? ''}</td>`;
    });
    const title = formulaSets.find(({ name }) => name === set)!.title;
    const side = outcome === 'holds' ? 'verified' : 'violated';
    return `<tr><td>${escapeMarkup(source)}</td><td>${title}</td><td>${side}</td><td>${theirs}</td><td>${escapeMarkup(ours)}</td><td class="n">${formulas}</td>${cells.join('')}</tr>`;
  });
  const heads = ids.map((id) => `<th class="n">${approachOf(id).label} / TGBA</th>`).join('');
  return `<section id="ratios"><h2>Beside the papers</h2>
<p>Average number of transitions explored by the emptiness check, relative to TGBA on the same formulas: ours, and <span class="theirs">(theirs)</span>. Models are smaller here unless the scale is that of the papers, and the formulas are others.</p>
<div class="wide"><table><thead><tr><th>Paper</th><th>Set</th><th>Side</th><th>Theirs</th><th>Ours</th><th class="n">Formulas</th>${heads}</tr></thead><tbody>${lines.join('\n')}</tbody></table></div></section>`;
}

function modelSection(rows: readonly ModelRow[]): string {
  const percent = (ratio: number | null): string => (ratio === null ? '–' : `${(100 * ratio).toFixed(0)} %`);
  const lines = rows.map(({ model, states, stutteringRatio, formulas, theirs }) => {
    const paper = theirs === null ? ['', ''] : [`${formatCell(theirs[0], 0)} · 10³`, percent(theirs[1])];
    const cells = [formatCell(states, 0), percent(stutteringRatio), String(formulas), ...paper];
    return `<tr><td>${escapeMarkup(model)}</td>${cells.map((cell) => `<td class="n">${cell}</td>`).join('')}</tr>`;
  });
  return `<section id="models"><h2>Models of the symbolic part</h2>
<p>The stuttering ratio is the share of transitions that change no proposition of the formula, on average over the formulas [BDKT14, Table 1].</p>
<div class="wide"><table><thead><tr><th>Model</th><th class="n">States</th><th class="n">Stuttering ratio</th><th class="n">Formulas</th><th class="n">States in the paper</th><th class="n">Ratio in the paper</th></tr></thead><tbody>${lines.join('\n')}</tbody></table></div></section>`;
}

function plotSection(section: string, plots: readonly Plot[]): string {
  const own = plots.filter((plot) => plot.section === section).map(({ svg }) => svg);
  return `<h3>${escapeMarkup(section)}</h3><div class="plots">${own.join('\n')}</div>`;
}

function formulaSection(formulas: readonly FormulaRecord[]): string {
  const rows = formulas.map(
    ({ model, set, seed, candidate, outcome, formula }) =>
      `<tr><td>${escapeMarkup(model)}</td><td>${set}</td><td class="n">${seed}</td><td class="n">${candidate}</td><td>${outcome}</td><td class="formula">${escapeMarkup(formula)}</td></tr>`,
  );
  return `<section id="formulas"><h2>Formulas</h2><p>Each is made from the seed of its set and its own number alone.</p>
<details><summary>${formulas.length} formulas</summary><div class="wide"><table><thead><tr><th>Model</th><th>Set</th><th class="n">Seed</th><th class="n">Number</th><th>Verdict</th><th>Formula</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div></details></section>`;
}

function approachSection(): string {
  const rows = approaches.map(
    ({ label, engine, baseline, summary }) =>
      `<tr><td>${escapeMarkup(label)}</td><td>${engine}</td><td>${baseline === 'paper' ? 'as printed' : ''}</td><td>${escapeMarkup(summary)}</td></tr>`,
  );
  return `<section><h2>Approaches</h2><div class="wide"><table><tbody>${rows.join('\n')}</tbody></table></div></section>`;
}

function paperSection(): string {
  const rows = papers.map(
    ({ key, authors, title }) =>
      `<tr><td>${escapeMarkup(key)}</td><td>${escapeMarkup(authors)}</td><td>${escapeMarkup(title)}</td></tr>`,
  );
  return `<section id="papers"><h2>Papers</h2><div class="wide"><table><tbody>${rows.join('\n')}</tbody></table></div></section>`;
}
