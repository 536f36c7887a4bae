// The automata of a formula: sizes, text and picture.
import {
  type Automaton,
  drawAutomaton,
  drawTesting,
  elementarySetsAutomaton,
  type Picture,
  type PictureForm,
  printDot,
  printHoa,
  printTestingDot,
  printTestingHoa,
  renderSvg,
  statisticsOf,
  type TestingAutomaton,
  testingAutomatonFor,
  testingStatistics,
  translate,
} from 'tegata/automata';
import { Stopwatch } from 'tegata/diagnostics';
import { type Formula, parseLtl } from 'tegata/formula';
import { inWords } from './findings.ts';
import type {
  AutomatonKind,
  AutomatonQuestion,
  AutomatonTable,
  AutomatonView,
  ConstructionView,
  Sought,
  StepsQuestion,
} from './protocol.ts';

/** Seconds and states for the construction. */
const LIMITS = { seconds: 20, states: 100_000 };

export async function automatonOf({ formula: text, kind }: AutomatonQuestion): Promise<AutomatonView> {
  const formula = parseLtl(text);
  const limits = new Stopwatch(LIMITS);
  if (!isTesting(kind)) {
    const automaton = omegaAutomaton(formula, kind, limits);
    const { states, edges, acceptanceSets, deterministic } = statisticsOf(automaton);
    const picture = drawAutomaton(automaton, { caption: 'hidden' });
    const table = tableOf(picture);
    return {
      ...{ states, edges, acceptanceSets, deterministic },
      ...{ hoa: printHoa(automaton), dot: printDot(automaton), svg: await svgOf(picture, formOf(table)), table },
    };
  }
  const automaton = testingAutomatonFor(formula, kind, { limits });
  const { states, edges, acceptanceSets, deterministic } = testingStatistics(automaton);
  const named = drawTesting(automaton);
  const picture = drawTesting(automaton, { stateNames: 'none' }); // names are in the table
  const table = tableOf(named);
  return {
    ...{ states, edges, acceptanceSets, deterministic },
    ...{
      hoa: printTestingHoa(automaton, text),
      dot: printTestingDot(automaton),
      svg: await svgOf(picture, formOf(table)),
      table,
    },
  };
}

const isTesting = (kind: AutomatonKind): kind is 'ta' | 'tgta' => kind === 'ta' || kind === 'tgta';

function omegaAutomaton(formula: Formula, kind: 'tgba' | 'ba' | 'closure', limits: Stopwatch): Automaton {
  return kind === 'closure' ? elementarySetsAutomaton(formula) : translate(formula, { to: kind, limits });
}

/** The automaton of a formula, the same whenever it is asked for. */
export function makeAutomaton(text: string, kind: AutomatonKind): Automaton | TestingAutomaton {
  const formula = parseLtl(text);
  const limits = new Stopwatch(LIMITS);
  if (!isTesting(kind)) return omegaAutomaton(formula, kind, limits);
  return testingAutomatonFor(formula, kind, { limits });
}

/** The steps from the TGBA or BA to the testing automaton, the former first where there is one. */
export async function constructionOf({
  formula: text,
  kind,
  construction,
}: StepsQuestion): Promise<ConstructionView[]> {
  const formula = parseLtl(text);
  const limits = new Stopwatch(LIMITS);
  const found: { caption: string; states: number; edges: number; picture: Picture }[] = [];
  if (construction !== 'direct') {
    const to = kind === 'ta' ? 'ba' : 'tgba';
    const automaton = translate(formula, { to, limits });
    const { states, edges } = statisticsOf(automaton);
    const picture = drawAutomaton(automaton, { caption: 'hidden' });
    found.push({ caption: `the ${to.toUpperCase()} of the formula`, states, edges, picture });
  }
  testingAutomatonFor(formula, kind, {
    limits,
    ...(construction === 'printed' ? { construction } : { method: construction === 'direct' ? 'direct' : 'two-step' }),
    onStep: ({ caption, automaton }) => {
      const { states, edges } = testingStatistics(automaton);
      found.push({ caption, states, edges, picture: drawTesting(automaton, { stateNames: 'none' }) });
    },
  });
  const drawn: ConstructionView[] = [];
  for (const { picture, ...step } of found) drawn.push({ ...step, svg: await svgOf(picture) });
  return drawn;
}

async function svgOf(picture: Picture, form?: PictureForm): Promise<Sought<string>> {
  try {
    return { found: await renderSvg(picture, form) };
  } catch (error) {
    return { unknown: inWords(error) };
  }
}

/** The page has its own table: the picture beside it is drawn in any case. */
const formOf = (table: AutomatonTable | null): PictureForm => (table === null ? 'auto' : 'drawing');

/** Larger tables nobody reads. */
const LARGEST_TABLE = { rows: 200, columns: 40 } as const;

function tableOf({ nodes, edges, starts }: Picture): AutomatonTable | null {
  const labels = [...new Set(edges.map(({ text }) => text))].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  if (labels.length > LARGEST_TABLE.columns || nodes.length > LARGEST_TABLE.rows) return null;
  const rows = nodes.map(({ text, note, outline }, state) => {
    const beginnings = starts.filter(({ target }) => target === state).map((start) => start.text ?? '');
    return {
      name: note ?? (text === String(state) ? '' : text),
      start: beginnings.length === 0 ? null : beginnings.join(' ∨ '),
      isAccepting: outline !== 'single',
      cells: labels.map((): { target: number; marks: readonly number[] }[] => []),
    };
  });
  const column = new Map(labels.map((label, i) => [label, i]));
  for (const { source, target, text, marks } of edges) rows[source].cells[column.get(text)!].push({ target, marks });
  return { labels, rows };
}
