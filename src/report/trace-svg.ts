// The run as a picture: states from top to bottom, what changes in them, the propositions as discs (filled where they hold), and the
// cycle as a frame with an arrow back to its first state. Laid out by hand: a lasso needs no Graphviz.
import { embeddableJson, escapeMarkup } from './markup.ts';
import { CUT, firmChangesText } from './trace-text.ts';
import type { TraceView, TraceViewStep } from './trace-view.ts';
import { wrapped } from './wrap.ts';

/** Steps beyond so many are drawn as one gap. */
const LONGEST = 120;
const KEPT_AT_GAP = LONGEST / 2;

const LETTER = 7.25;
const LINE = 17;
const PADDING = 10;
const ARROW = 40;
const LEFT = 90;
const WIDEST_TEXT = 64;
const MOST_LINES = 6;

const STYLE = `text{font:12px ui-monospace,Menlo,Consolas,monospace;fill:#222}.box{fill:#fdf8e4;stroke:#333}.number{fill:#777}
.cycle{fill:#eef4fb;stroke:#0072b2;stroke-dasharray:5 4}.edge{stroke:#333;fill:none}.name{font-style:italic}
.on{fill:#009e73}.off{fill:none;stroke:#999}.title{font-weight:bold}.why{fill:#b03a00}`;

interface Box {
  readonly index: number;
  readonly step: TraceViewStep;
  readonly lines: readonly string[];
  readonly top: number;
  readonly height: number;
}

/** The counterexample as an SVG document; `trace` is kept in it, so that it can be replayed. */
export function traceToSvg(view: TraceView, trace: object): string {
  const heading = [`violated: ${view.formula}`, ...view.why].flatMap((line) => wrapped(line, 100));
  const key = keyOf(view);
  const { boxes, bottom } = layOut(view, (heading.length + key.length) * LINE + 3 * PADDING);
  const boxWidth = widest(boxes.flatMap(({ lines }) => lines)) + 64;
  const width = Math.max(LEFT + boxWidth + 20 + legendWidth(view), widest([...heading, ...key]) + 40);
  const texts = heading.map(
    (line, i) =>
      `<text class="${i === 0 ? 'title' : 'why'}" x="14" y="${PADDING + (i + 1) * LINE}">${escapeMarkup(line)}</text>`,
  );
  for (const [i, line] of key.entries()) {
    const y = PADDING + (heading.length + i + 1) * LINE;
    texts.push(`<text class="number" x="14" y="${y}">${escapeMarkup(line)}</text>`);
  }
  const drawn = boxes.map((box, i) => drawBox(view, box, boxWidth, boxes[i + 1]));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(width)}" height="${bottom}" viewBox="0 0 ${Math.ceil(width)} ${bottom}">
<title>${escapeMarkup(`A run of ${view.model} that violates ${view.formula}`)}</title>
<metadata id="tegata-trace">${embeddableJson(trace)}</metadata>
<style>${STYLE}</style>
<rect width="100%" height="100%" fill="white"/>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
${[...texts, ...drawCycle(view, boxes, boxWidth), ...drawn].join('\n')}
</svg>
`;
}

/** Which disc is which proposition; nothing to tell where there is none. */
function keyOf({ propositions: names }: TraceView): string[] {
  return names.length === 0 ? [] : wrapped(`discs: ${names.join(', ')} (filled where it holds)`, 100);
}

function layOut(view: TraceView, start: number): { boxes: Box[]; bottom: number } {
  const boxes: Box[] = [];
  let top = start;
  for (const [index, step] of view.steps.entries()) {
    if (isHidden(index, view)) continue;
    const lines = wrapped(firmChangesText(step, index), WIDEST_TEXT);
    const cut = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES - 1), '…'] : lines;
    const shown = [...cut, ...step.watched.flatMap((line) => wrapped(`watch ${line}`, WIDEST_TEXT))];
    const height = shown.length * LINE + PADDING;
    boxes.push({ index, step, lines: shown, top, height });
    top += height + ARROW;
  }
  return { boxes, bottom: top };
}

/** The middle of a lasso that is too long; the ends of prefix and cycle stay. */
function isHidden(index: number, { steps, cycleStart }: TraceView): boolean {
  if (steps.length <= LONGEST || index === cycleStart) return false;
  return index >= KEPT_AT_GAP && index < steps.length - KEPT_AT_GAP;
}

function drawBox(view: TraceView, box: Box, boxWidth: number, below: Box | undefined): string {
  const { index, step, lines, top, height } = box;
  const parts = [
    `<rect class="box" x="${LEFT}" y="${top}" width="${boxWidth}" height="${height}" rx="7"/>`,
    `<text class="number" x="${LEFT + 34}" y="${top + LINE}" text-anchor="end">${index}</text>`,
    ...lines.map((line, i) => `<text x="${LEFT + 46}" y="${top + LINE * (i + 1)}">${escapeMarkup(line)}</text>`),
    ...propositions(view, box, LEFT + boxWidth + 20),
  ];
  const name = step.transition ?? 'deadlock: the state repeats';
  const x = LEFT + 30;
  const bottom = top + height;
  if (below !== undefined) {
    const gap = below.index - index - 1;
    const text = gap > 0 ? `… ${gap} steps not drawn …` : name;
    parts.push(`<path class="edge" d="M${x} ${bottom}V${bottom + ARROW}" marker-end="url(#head)"/>`);
    parts.push(`<text class="name" x="${x + 10}" y="${bottom + ARROW / 2 + 4}">${escapeMarkup(text)}</text>`);
  } else {
    const end = view.cycleStart === null ? CUT : `↰ ${name}, back to ${view.cycleStart}`;
    parts.push(`<text class="name" x="${LEFT}" y="${bottom + LINE}">${escapeMarkup(end)}</text>`);
  }
  return parts.join('\n');
}

/** A disc for each proposition, filled where it holds, and the names of those that hold. */
function propositions(view: TraceView, { step, top }: Box, left: number): string[] {
  const discs = view.propositions.map((name, i) => {
    const on = step.holds.includes(name);
    const title = escapeMarkup(`${name}: ${on ? 'holds' : 'does not hold'}`);
    return `<circle class="${on ? 'on' : 'off'}" cx="${left + 8 + 16 * i}" cy="${top + 13}" r="5"><title>${title}</title></circle>`;
  });
  const names = step.holds.join('; ');
  const x = left + 16 * view.propositions.length + 8;
  return [...discs, ...(names === '' ? [] : [`<text x="${x}" y="${top + LINE}">${escapeMarkup(names)}</text>`])];
}

function legendWidth({ propositions: names, steps }: TraceView): number {
  return 16 * names.length + 24 + widest(steps.map(({ holds }) => holds.join('; ')));
}

/** The frame around the cycle and the arrow from its last state to its first. */
function drawCycle({ cycleStart }: TraceView, boxes: readonly Box[], boxWidth: number): string[] {
  if (cycleStart === null) return [];
  const cycle = boxes.filter(({ index }) => index >= cycleStart);
  const [first, last] = [cycle[0], cycle[cycle.length - 1]];
  const bottom = last.top + last.height;
  const from = last.top + last.height / 2;
  const to = first.top + Math.min(12, first.height / 2);
  const end = from === to || first === last ? to + Math.max(8, first.height - 16) : from;
  return [
    `<rect class="cycle" x="${LEFT - 34}" y="${first.top - 10}" width="${boxWidth + 44}" height="${bottom - first.top + 34}" rx="10"/>`,
    `<path class="edge" d="M${LEFT} ${end}C${LEFT - 80} ${end} ${LEFT - 80} ${to} ${LEFT} ${to}" marker-end="url(#head)"/>`,
  ];
}

function widest(lines: readonly string[]): number {
  return lines.reduce((width, line) => Math.max(width, line.length * LETTER), 0);
}
