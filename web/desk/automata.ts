// The automata of a formula: sizes, text and picture.
import {
  drawAutomaton,
  drawTesting,
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
import type { AutomatonQuestion, AutomatonView, Sought } from './protocol.ts';

/** Seconds and states for the construction. */
const LIMITS = { seconds: 20, states: 100_000 };

export async function automatonOf({ formula: text, kind }: AutomatonQuestion): Promise<AutomatonView> {
  const formula = parseLtl(text);
  const limits = new Stopwatch(LIMITS);
  if (kind === 'tgba' || kind === 'ba') {
    const automaton = translate(formula, { to: kind, limits });
    const { states, edges, acceptanceSets, deterministic } = statisticsOf(automaton);
    const drawn = () => renderSvg(drawAutomaton(automaton, { caption: 'hidden' }));
    return {
      ...{ states, edges, acceptanceSets, deterministic },
      ...{ hoa: printHoa(automaton), dot: printDot(automaton), svg: await pictureOf(drawn) },
    };
  }
  const automaton = testingAutomatonFor(formula, kind, { limits });
  const { states, edges, acceptanceSets, deterministic } = testingStatistics(automaton);
  const drawn = () => renderSvg(drawTesting(automaton));
  return {
    ...{ states, edges, acceptanceSets, deterministic },
    ...{ hoa: printTestingHoa(automaton, text), dot: printTestingDot(automaton), svg: await pictureOf(drawn) },
  };
}

async function pictureOf(draw: () => Promise<string>): Promise<Sought<string>> {
  try {
    return { found: await draw() };
  } catch (error) {
    return { unknown: inWords(error) };
  }
}
