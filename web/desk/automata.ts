// The automata of a formula: sizes, text and picture.
import {
  drawAutomaton,
  drawTesting,
  type Picture,
  printDot,
  printHoa,
  printTestingDot,
  printTestingHoa,
  renderSvg,
  statisticsOf,
  testingAutomatonFor,
  testingStatistics,
  translate,
} from 'tegata/automata';
import { Stopwatch } from 'tegata/diagnostics';
import { parseLtl } from 'tegata/formula';
import { inWords } from './findings.ts';
import type { AutomatonQuestion, AutomatonTable, AutomatonView, Sought } from './protocol.ts';

/** Seconds and states for the construction. */
const LIMITS = { seconds: 20, states: 100_000 };

export async function automatonOf({ formula: text, kind }: AutomatonQuestion): Promise<AutomatonView> {
  const formula = parseLtl(text);
  const limits = new Stopwatch(LIMITS);
  if (kind === 'tgba' || kind === 'ba') {
    const automaton = translate(formula, { to: kind, limits });
    const { states, edges, acceptanceSets, deterministic } = statisticsOf(automaton);
    const picture = drawAutomaton(automaton, { caption: 'hidden' });
    return {
      ...{ states, edges, acceptanceSets, deterministic },
      ...{ hoa: printHoa(automaton), dot: printDot(automaton), svg: await svgOf(picture), table: tableOf(picture) },
    };
  }
  const automaton = testingAutomatonFor(formula, kind, { limits });
  const { states, edges, acceptanceSets, deterministic } = testingStatistics(automaton);
  const named = drawTesting(automaton);
  const picture = drawTesting(automaton, { stateNames: 'none' }); // names are in the table
  return {
    ...{ states, edges, acceptanceSets, deterministic },
    ...{
      hoa: printTestingHoa(automaton, text),
      dot: printTestingDot(automaton),
      svg: await svgOf(picture),
      table: tableOf(named),
    },
  };
}

async function svgOf(picture: Picture): Promise<Sought<string>> {
  try {
    return { found: await renderSvg(picture) };
  } catch (error) {
    return { unknown: inWords(error) };
  }
}

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
