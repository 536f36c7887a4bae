// The report of a campaign: one page without scripts and without anything from elsewhere.
import { escapeMarkup } from '../report/markup.ts';
import type { AnswerRecord, Ledger, QuestionState } from './answers.ts';
import { wayText } from './jobs.ts';
import { disputesOf, memoryText, type QuestionRow, type StrategyRow, secondsText, summaryOf } from './tables.ts';

const STYLE = `body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; color: #1c2430; }
table { border-collapse: collapse; margin: 1rem 0; width: 100%; }
th, td { border-bottom: 1px solid #d8dee6; padding: .3rem .6rem; text-align: left; vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
code { font-size: .92em; }
.holds { color: #1a6b3c; } .violated { color: #8a4b00; } .unknown, .open, .quiet { color: #66707c; }
.failed, .disputed { color: #b00020; font-weight: 600; }
.dispute { border: 2px solid #b00020; background: #fdecee; color: #b00020; padding: .5rem 1rem; margin: 1rem 0; }
@media (prefers-color-scheme: dark) { body { background: #14181e; color: #dfe5ec; } th, td { border-color: #333c47; }
.holds { color: #6fcf97; } .violated { color: #f2b266; } .failed, .disputed { color: #ff6b7d; } .dispute { background: #3a1218; color: #ff9aa6; } }`;

interface PageOptions {
  readonly title: string;
  /** A line below the title: when, where, with what. */
  readonly meta: string;
}

export function campaignPage(ledger: Ledger, { title, meta }: PageOptions): string {
  const { questions, strategies } = summaryOf(ledger);
  const { jobs, answered, open } = ledger.progress();
  const counts = `${questions.length} questions, ${jobs} jobs: ${answered} answered, ${jobs - answered - open} spared, ${open} open`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeMarkup(title)}</title><style>${STYLE}</style></head><body>
<h1>${escapeMarkup(title)}</h1>
<p class="quiet">${escapeMarkup(meta)}</p>
<p>${escapeMarkup(counts)}</p>
${disputesOf(ledger).map(disputeBox).join('\n')}
<h2>Strategies</h2>
${strategyTable(strategies)}
<h2>Questions</h2>
${questionTable(questions)}
<h2>Which strategy did what</h2>
${matrix(
  ledger.questions(),
  strategies.map(({ strategy }) => strategy),
)}
</body></html>
`;
}

function disputeBox(answers: readonly AnswerRecord[]): string {
  const [{ model, formula }] = answers;
  const rows = answers.map((answer) => `<li>${escapeMarkup(wayText(answer))}: <b>${answer.outcome}</b></li>`).join('');
  return `<div class="dispute"><b>A wrong verdict.</b> ${escapeMarkup(model)}: <code>${escapeMarkup(formula)}</code><ul>${rows}</ul>
Two sure answers differ, so one of them is wrong. This is a mistake in Tegata: please report it with the model.</div>`;
}

function strategyTable(rows: readonly StrategyRow[]): string {
  const head = ['jobs', 'won', 'holds', 'violated', 'unknown', 'failed', 'spared', 'seconds', 'memory'];
  const body = rows.map((row) => {
    const counts = [row.jobs, row.won, row.holds, row.violated, row.unknown, row.failed, row.spared].map(String);
    const cells = [...counts, secondsText(row.seconds), memoryText(row.memoryBytes)];
    return `<tr><td>${escapeMarkup(row.strategy)}</td>${cells.map(numberCell).join('')}</tr>`;
  });
  const heads = head.map((text) => `<th class="number">${text}</th>`).join('');
  return `<table><tr><th>strategy</th>${heads}</tr>${body.join('\n')}</table>`;
}

function questionTable(rows: readonly QuestionRow[]): string {
  const body = rows.map(({ model, property, formula, outcome, by, seconds, memoryBytes, reason }) => {
    const name = property === undefined ? '' : `${escapeMarkup(property)}: `;
    const why = reason === undefined ? '' : `<br><span class="quiet">${escapeMarkup(reason)}</span>`;
    return `<tr><td>${escapeMarkup(model)}</td><td>${name}<code>${escapeMarkup(formula)}</code>${why}</td><td class="${outcome}">${outcome}</td>
<td>${escapeMarkup(by ?? '–')}</td>${numberCell(secondsText(seconds))}${numberCell(memoryText(memoryBytes))}</tr>`;
  });
  return `<table><tr><th>model</th><th>formula</th><th>verdict</th><th>by</th><th class="number">seconds</th><th class="number">memory</th></tr>${body.join('\n')}</table>`;
}

/** Questions by strategies: the outcome and time of each answer. */
function matrix(states: readonly QuestionState[], strategies: readonly string[]): string {
  const heads = strategies.map((strategy) => `<th>${escapeMarkup(strategy)}</th>`).join('');
  const body = states.map(({ jobs, answers, winner }) => {
    const [{ modelName, property, formula }] = jobs;
    const cells = strategies.map((strategy) => {
      const ours = answers.filter((answer) => answer.strategy === strategy);
      const texts = ours.map((answer) => {
        const seed = answer.seed === undefined ? '' : ` (seed ${answer.seed})`;
        const text = `${answer.outcome} ${secondsText(answer.seconds)} s${seed}`;
        return `<span class="${answer.outcome}">${answer === winner ? `<b>${text}</b>` : text}</span>`;
      });
      return `<td>${texts.join('<br>') || '<span class="quiet">–</span>'}</td>`;
    });
    const title = property ?? formula;
    return `<tr><td>${escapeMarkup(modelName)}: <code>${escapeMarkup(title)}</code></td>${cells.join('')}</tr>`;
  });
  return `<table><tr><th>question</th>${heads}</tr>${body.join('\n')}</table>`;
}

function numberCell(text: string): string {
  return `<td class="number">${escapeMarkup(text)}</td>`;
}
