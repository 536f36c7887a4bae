// The run as a sequence chart: a lifeline for each process, a row for each step, an arrow for each message. A message that waits in a channel is
// one arrow from the step that sends it to the step that takes it.
import { InputError } from '../diagnostics/diagnostic.ts';
import type { Model } from '../models/model.ts';
import type { StepMessage } from '../models/step-parts.ts';
import { embeddableJson, escapeMarkup } from './markup.ts';
import { CUT } from './trace-text.ts';
import type { TraceView } from './trace-view.ts';
import { wrapped } from './wrap.ts';

/** Longer runs are drawn without their middle. */
const LONGEST = 200;

const LETTER = 7.25;
const LINE = 17;
const ROW = 46;
const LEFT = 60;
const NARROWEST = 130;
const WIDEST = 240;
/** Letters of a text in the chart; what is longer is cut, and shown whole by pointing at it. */
const LETTERS = 30;

const STYLE = `.chart text{font:12px ui-monospace,Menlo,Consolas,monospace;fill:#222}.chart .c-life{stroke:#999;stroke-dasharray:3 3}
.chart .c-head{fill:#fdf8e4;stroke:#333}.chart .c-turn{fill:#333}.chart .c-state{fill:#eef4fb;stroke:#0072b2}.chart .c-arrow{stroke:#b03a00;fill:none}
.chart .c-text{fill:#b03a00}.chart .c-soft{fill:#777}.chart .c-name{font-style:italic;fill:#555}.chart .c-cycle{fill:none;stroke:#0072b2;stroke-dasharray:5 4}
.chart .c-open{fill:white;stroke:#b03a00}.chart .c-title{font-weight:bold}.chart .c-why{fill:#b03a00}`;

/** An end of an arrow: a process at a row. */
interface End {
  readonly process: string;
  readonly step: number;
}

/** A message from where it is sent to where it is taken; an end that the run does not show is absent. */
export interface ChartArrow {
  readonly channel: string;
  readonly text: string;
  readonly from?: End;
  readonly to?: End;
}

/** Whether there is a chart to draw. */
export function hasChart({ processes }: Pick<TraceView, 'processes'>): boolean {
  return processes.length > 0;
}

/** All messages of the run. What comes out of a channel is the oldest of its text that went in. */
export function chartArrows(steps: TraceView['steps']): ChartArrow[] {
  const arrows: ChartArrow[] = [];
  for (const [step, { parts }] of steps.entries()) {
    for (const message of parts?.messages ?? []) {
      const { channel, text } = message;
      const from = end(message.from, step);
      const to = end(message.to, step);
      const sent = from === undefined ? arrows.findIndex((arrow) => isWaiting(arrow, message)) : -1;
      if (sent === -1) arrows.push({ channel, text, ...(from && { from }), ...(to && { to }) });
      else arrows[sent] = { ...arrows[sent], ...(to && { to }) };
    }
  }
  return arrows;
}

function isWaiting({ channel, text, from, to }: ChartArrow, message: StepMessage): boolean {
  return to === undefined && from !== undefined && channel === message.channel && text === message.text;
}

function end(process: string | undefined, step: number): End | undefined {
  return process === undefined ? undefined : { process, step };
}

/** The chart as an SVG document; `trace` is kept in it, so that it can be replayed. Throws `InputError` where the model has no processes. */
export function traceToChart(view: TraceView, trace: object): string {
  requireProcesses({ name: view.model, processes: view.processes });
  const heading = [`violated: ${view.formula}`, ...view.why].flatMap((line) => wrapped(line, 100));
  const title = `<title>${escapeMarkup(`A run of ${view.model} that violates ${view.formula}`)}</title>
<metadata id="tegata-trace">${embeddableJson(trace)}</metadata>`;
  return `${new Chart(view, heading).svg(title)}\n`;
}

/** The chart inside a page, without a heading. */
export function chartInPage(view: TraceView): string {
  return new Chart(view, []).svg('<title>Sequence chart</title>');
}

/** Throws `InputError` where the model has no processes, so that no chart of its runs can be drawn. */
export function requireProcesses({ name, processes = [] }: Pick<Model, 'name' | 'processes'>): void {
  if (processes.length > 0) return;
  throw new InputError({
    code: 'CMD001',
    message: `a sequence chart is drawn for models with processes, and ${name} has none`,
    hint: 'a file that ends in .svg shows the run of any model',
  });
}

class Chart {
  private readonly view: TraceView;
  private readonly heading: readonly string[];
  private readonly column: number;
  /** The steps that are drawn, and the height of each. */
  private readonly rows = new Map<number, number>();
  private readonly top: number;
  private readonly bottom: number;

  constructor(view: TraceView, heading: readonly string[]) {
    this.view = view;
    this.heading = heading;
    this.top = heading.length * LINE + 50;
    let y = this.top + 24;
    for (const index of view.steps.keys()) {
      if (isHidden(index, view)) continue;
      this.rows.set(index, y);
      y += ROW;
    }
    this.bottom = y + 20;
    const arrows = chartArrows(view.steps);
    const texts = [...view.processes, ...arrows.map(labelOf), ...this.states().map(({ text }) => text)];
    this.column = Math.min(WIDEST, Math.max(NARROWEST, widest(texts.map(cut)) + 30));
  }

  svg(head: string): string {
    const { processes } = this.view;
    const names = this.view.steps.map(({ transition }) => transition ?? '');
    const right = LEFT + processes.length * this.column;
    const width = Math.ceil(Math.max(right + widest(names.map(cut)) + 30, widest(this.heading) + 40));
    const height = Math.ceil(this.bottom + 30);
    const parts = [
      ...this.headings(),
      ...processes.flatMap((name) => this.lifeline(name)),
      ...this.cycleFrame(right),
      ...[...this.rows.keys()].flatMap((index) => this.row(index, right)),
      ...this.states().flatMap((state) => this.state(state)),
      ...chartArrows(this.view.steps).flatMap((arrow) => this.arrow(arrow)),
      `<text class="c-soft" x="${LEFT}" y="${this.bottom + 14}">${escapeMarkup(this.ending())}</text>`,
    ];
    return `<svg xmlns="http://www.w3.org/2000/svg" class="chart" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
${head}
<style>${STYLE}</style>
<rect width="100%" height="100%" fill="white"/>
<defs><marker id="c-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#b03a00"/></marker></defs>
${parts.join('\n')}
</svg>`;
  }

  private headings(): string[] {
    return this.heading.map(
      (line, i) =>
        `<text class="c-${i === 0 ? 'title' : 'why'}" x="14" y="${10 + (i + 1) * LINE}">${escapeMarkup(line)}</text>`,
    );
  }

  private x(process: string): number {
    return LEFT + (this.view.processes.indexOf(process) + 0.5) * this.column;
  }

  private lifeline(name: string): string[] {
    const x = this.x(name);
    const width = Math.min(this.column - 10, cut(name).length * LETTER + 20);
    const y = this.top - 26;
    return [
      `<path class="c-life" d="M${x} ${this.top}V${this.bottom}"/>`,
      `<rect class="c-head" x="${x - width / 2}" y="${y}" width="${width}" height="26" rx="6"/>`,
      text({ x, y: y + LINE, of: name, anchor: 'middle', style: 'c-title' }),
    ];
  }

  /** The number and the name of a step, and a mark on each process that moves; or the gap that follows. */
  private row(index: number, right: number): string[] {
    const y = this.rows.get(index)!;
    const { transition, parts } = this.view.steps[index];
    const isLast = index === this.view.steps.length - 1;
    const isEnd = isLast && this.view.cycleStart === null;
    const name = isEnd ? '' : (transition ?? 'deadlock: the state repeats');
    const marks = (parts?.processes ?? []).map((process) => {
      return `<circle class="c-turn" cx="${this.x(process)}" cy="${y}" r="4"/>`;
    });
    const gap = isLast || this.rows.has(index + 1) ? [] : [this.gap(y)];
    return [
      `<g class="c-step" data-step="${index}"><rect x="0" y="${y - ROW / 2}" width="${right}" height="${ROW}" fill="none" pointer-events="all"/>`,
      text({ x: 40, y: y + 4, of: String(index), anchor: 'end', style: 'c-soft' }),
      text({ x: right + 10, y: y + 4, of: name, anchor: 'start', style: 'c-name' }),
      ...marks,
      '</g>',
      ...gap,
    ];
  }

  private gap(y: number): string {
    const hidden = this.view.steps.length - this.rows.size;
    return text({ x: LEFT, y: y + ROW - 8, of: `… ${hidden} steps not drawn …`, anchor: 'start', style: 'c-soft' });
  }

  /** What a step changes of the processes that take part in it, as the states show it. */
  private states(): { readonly process: string; readonly step: number; readonly text: string }[] {
    const { steps, cycleStart } = this.view;
    return steps.flatMap(({ parts }, step) => {
      const next = steps[step + 1] ?? (cycleStart === null ? undefined : steps[cycleStart]);
      if (parts === null || next === undefined || !this.rows.has(step)) return [];
      return parts.processes.flatMap((process) => {
        const before = new Map(steps[step].state.map(({ name, value }) => [name, value]));
        const changed = next.state.flatMap(({ name, value }) => {
          if (before.get(name) === value) return [];
          if (name === process) return [value];
          return name.startsWith(`${process}.`) ? [`${name.slice(process.length + 1)} = ${value}`] : [];
        });
        return changed.length === 0 ? [] : [{ process, step, text: changed.join(', ') }];
      });
    });
  }

  private state({ process, step, text: shown }: { process: string; step: number; text: string }): string[] {
    const [x, y] = [this.x(process), this.rows.get(step)! + 18];
    const width = Math.min(this.column - 8, cut(shown).length * LETTER + 14);
    return [
      `<rect class="c-state" x="${x - width / 2}" y="${y - 9}" width="${width}" height="18" rx="8"/>`,
      text({ x, y: y + 4, of: shown, anchor: 'middle', style: '' }),
    ];
  }

  private arrow(arrow: ChartArrow): string[] {
    const { from, to } = arrow;
    const start = from && this.place(from);
    const finish = to && this.place(to);
    const label = labelOf(arrow);
    const reach = this.column * 0.4;
    if (start && finish) {
      const [middle, y] = [(start.x + finish.x) / 2, (start.y + finish.y) / 2];
      const bend = start.x === finish.x ? ` ${start.x + reach} ${y}` : ` ${middle} ${y}`;
      return [
        `<path class="c-arrow" d="M${start.x} ${start.y}Q${bend} ${finish.x} ${finish.y}" marker-end="url(#c-head)"/>`,
        start.x === finish.x
          ? text({ x: start.x + 10, y: start.y - 6, of: label, anchor: 'start', style: 'c-text' })
          : text({
              x: start.x + (finish.x - start.x) * 0.3,
              y: start.y + (finish.y - start.y) * 0.3 - 6,
              of: label,
              anchor: 'middle',
              style: 'c-text',
            }),
      ];
    }
    if (start) {
      const x = start.x + reach;
      return [
        `<path class="c-arrow" d="M${start.x} ${start.y}H${x - 5}"/><circle class="c-open" cx="${x}" cy="${start.y}" r="4"><title>still in the channel where the run ends</title></circle>`,
        text({ x: start.x + 8, y: start.y - 6, of: label, anchor: 'start', style: 'c-text' }),
      ];
    }
    if (!finish) return [];
    const x = finish.x - reach;
    return [
      `<circle class="c-open" cx="${x}" cy="${finish.y}" r="4"><title>was in the channel already</title></circle><path class="c-arrow" d="M${x + 5} ${finish.y}H${finish.x}" marker-end="url(#c-head)"/>`,
      text({ x: finish.x - 8, y: finish.y - 6, of: label, anchor: 'end', style: 'c-text' }),
    ];
  }

  private place({ process, step }: End): { x: number; y: number } | undefined {
    const y = this.rows.get(step);
    return y === undefined ? undefined : { x: this.x(process), y };
  }

  private cycleFrame(right: number): string[] {
    const { cycleStart } = this.view;
    if (cycleStart === null) return [];
    const top = this.rows.get(cycleStart)! - ROW / 2 + 2;
    return [`<rect class="c-cycle" x="8" y="${top}" width="${right - 8}" height="${this.bottom - top - 16}" rx="10"/>`];
  }

  private ending(): string {
    const { cycleStart } = this.view;
    return cycleStart === null ? CUT : `↰ back to ${cycleStart}: the frame is repeated for ever`;
  }
}

/** The middle of a run that is too long; the ends of prefix and cycle stay. */
function isHidden(index: number, { steps, cycleStart }: TraceView): boolean {
  if (steps.length <= LONGEST || index === cycleStart) return false;
  return index >= LONGEST / 2 && index < steps.length - LONGEST / 2;
}

function labelOf({ channel, text: said }: ChartArrow): string {
  return said === '' ? channel : `${channel}: ${said}`;
}

interface Text {
  readonly x: number;
  readonly y: number;
  readonly of: string;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly style: string;
}

function text({ x, y, of, anchor, style }: Text): string {
  const whole = cut(of) === of ? '' : `<title>${escapeMarkup(of)}</title>`;
  return `<text class="${style}" x="${x}" y="${y}" text-anchor="${anchor}">${escapeMarkup(cut(of))}${whole}</text>`;
}

function cut(shown: string): string {
  return shown.length <= LETTERS ? shown : `${shown.slice(0, LETTERS - 1)}…`;
}

function widest(lines: readonly string[]): number {
  return lines.reduce((width, line) => Math.max(width, line.length * LETTER), 0);
}
