// The counterexample as one HTML page that needs nothing else: the steps as a list, the whole state of the chosen one beside it, buttons
// and arrow keys to go along the run and round its cycle. The page carries the trace, so that it can be replayed.
import { embeddableJson, escapeMarkup } from './markup.ts';
import { chartInPage, hasChart } from './sequence-chart.ts';
import { SCRIPT, STYLE } from './trace-page.ts';
import { CUT, firmChangesText } from './trace-text.ts';
import type { TraceView, TraceViewStep } from './trace-view.ts';

/** The page; `trace` is kept in it. */
export function traceToHtml(view: TraceView, trace: object): string {
  const { model, formula, why, steps, cycleStart } = view;
  const states = steps.map(({ state }) => state.map(({ name, value, plain }) => [name, value, plain ? 1 : 0]));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(`violated: ${formula}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1><span class="verdict">violated</span> <code>${escapeMarkup(formula)}</code></h1>
<p>A run of <code>${escapeMarkup(model)}</code>: ${endOf(view)}.</p>
${why.map((line) => `<p class="why">${escapeMarkup(line)}</p>`).join('\n')}
<nav><button id="back">◀ back</button><button id="next">next ▶</button><button id="play">play</button> <output id="where"></output></nav>
</header>
<main>
<ol id="steps" start="0">
${steps.map((step, i) => listItem(view, step, i)).join('\n')}
</ol>
<section><h2>State <span id="number"></span></h2><label><input type="checkbox" id="all"> show what is 0, false or empty</label><table id="state"></table></section>
</main>
${chartSection(view)}<script type="application/json" id="tegata-trace">${embeddableJson(trace)}</script>
<script type="application/json" id="states">${embeddableJson({ states, cycleStart })}</script>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function chartSection(view: TraceView): string {
  if (!hasChart(view)) return '';
  return `<details id="chart"><summary>Sequence chart</summary>\n${chartInPage(view)}\n</details>\n`;
}

/** How the run goes on. */
function endOf({ steps, cycleStart }: TraceView): string {
  if (cycleStart === null) return CUT;
  const last = steps.length - 1;
  return `${cycleStart === last ? `step ${last} repeats` : `steps ${cycleStart} to ${last} repeat`} for ever`;
}

function listItem({ propositions, cycleStart, steps }: TraceView, step: TraceViewStep, index: number): string {
  const chips = propositions.map((name) => {
    const on = step.holds.includes(name);
    return `<span class="chip ${on ? 'on' : 'off'}" title="${on ? 'holds' : 'does not hold'}">${escapeMarkup(name)}</span>`;
  });
  const watched = step.watched.map((line) => `<div class="watched">${escapeMarkup(line)}</div>`);
  const isLast = index === steps.length - 1;
  const back = isLast ? ` <b>↰ back to ${cycleStart}</b>` : '';
  const name = step.transition ?? 'deadlock: the state repeats';
  const onward = isLast && cycleStart === null ? `■ ${CUT}` : `↓ ${escapeMarkup(name)}${back}`;
  const isInCycle = cycleStart !== null && index >= cycleStart;
  return `<li class="${isInCycle ? 'cycle' : ''}"><div class="change">${escapeMarkup(firmChangesText(step, index))}</div><div>${chips.join(' ')}</div>${watched.join('')}<div class="transition">${onward}</div></li>`;
}
