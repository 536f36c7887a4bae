// The work of `tegata cross` after its options are read.
import {
  type Automaton,
  type AutomatonStatistics,
  crossCheck,
  type Disagreement,
  Random,
  statisticsOf,
  type TranslatedPair,
  type TranslatorName,
  translators,
} from '../../automata/index.ts';
import { inMessage, LimitExceeded, visible } from '../../diagnostics/index.ts';
import { type Formula, type Letter, printFormula, printWord, propositionsOf, type Word } from '../../formula/index.ts';
import { runTool, ToolFailed } from '../input/external-translator.ts';
import { type ReadFormula, reportUnreadable } from '../input/formula-input.ts';
import { countsAsText } from '../output/automaton-output.ts';
import { EXIT } from '../output/exit-codes.ts';
import { writeError, writeLine } from '../output/terminal.ts';
import { crossCertificates } from './cross-certificates.ts';

/** The options of the command as Commander gives them. */
export interface CrossOptions {
  readonly translators: readonly TranslatorName[];
  readonly tool?: readonly string[];
  readonly words: number;
  readonly seed: number;
  readonly timeout: number;
  readonly maxStates: number;
  readonly complements: boolean;
  readonly certificates?: true;
  readonly json?: true;
  readonly csv?: true;
}

/** What one translator did to the formula or to its negation. */
interface Translated {
  readonly translator: string;
  readonly side: 'positive' | 'negative';
  readonly status: 'ok' | 'limit' | 'failed';
  readonly reason?: string;
  readonly seconds: number;
  readonly automaton: Automaton | null;
  readonly statistics: AutomatonStatistics | null;
}

interface Tally {
  formulas: number;
  disagreements: number;
  incomplete: number;
  /** Certificates that were verified, that were refused. */
  verified: number;
  refused: number;
  readonly byTranslator: Map<
    string,
    { automata: number; states: number; edges: number; seconds: number; wrong: number }
  >;
}

/** Compares the translators on one formula after another, and sets the exit status. */
export async function runCross(formulas: AsyncIterable<ReadFormula>, options: CrossOptions): Promise<void> {
  const tally: Tally = {
    formulas: 0,
    disagreements: 0,
    incomplete: 0,
    verified: 0,
    refused: 0,
    byTranslator: new Map(),
  };
  const random = new Random(options.seed);
  let unreadable = 0;
  if (options.csv) writeLine(CSV_HEADER);
  for await (const item of formulas) {
    if (item.formula === null) {
      reportUnreadable(item);
      unreadable++;
    } else compare(item.formula, random, options, tally);
  }
  if (!options.json && !options.csv) summarise(tally, options);
  if (unreadable > 0) process.exitCode = EXIT.input;
  else if (tally.disagreements + tally.refused > 0) process.exitCode = EXIT.violated;
  else if (tally.incomplete > 0) process.exitCode = EXIT.unknown;
}

function compare(formula: Formula, random: Random, options: CrossOptions, tally: Tally): void {
  const translated = translateAll(formula, options);
  const pairs = pairsOf(translated);
  const words = Array.from({ length: options.words }, () => randomWord(random, propositionsOf(formula)));
  const { disagreements, skipped } = crossCheck(formula, pairs, {
    words,
    complements: options.complements ? 'yes' : 'no',
    limits: { states: options.maxStates },
  });
  count(tally, translated, disagreements);
  tally.incomplete += skipped;
  const certificates = options.certificates ? crossCertificates(formula, random) : undefined;
  tally.verified += certificates?.verified ?? 0;
  tally.refused += certificates?.complaints.length ?? 0;
  tally.incomplete += certificates?.skipped ?? 0;
  const text = printFormula(formula);
  if (options.json) {
    const json = jsonOf(formula, translated, disagreements, skipped);
    writeLine(JSON.stringify({ ...json, ...(certificates && { certificates }) }));
  }
  if (options.csv) for (const one of translated) writeLine(csvOf(text, one, disagreements));
  if (options.json) return;
  for (const { translator, status, side, reason } of translated) {
    if (status !== 'ok') writeError(inMessage(`${translator} gave nothing for ${sideText(side, text)}: ${reason}`));
  }
  for (const wrong of disagreements) writeError(visible(complaint(wrong, formula)));
  for (const refused of certificates?.complaints ?? []) writeError(visible(refused));
}

function translateAll(formula: Formula, options: CrossOptions): Translated[] {
  const runs: [string, (one: Formula) => Automaton][] = [
    ...options.translators.map((name): [string, (one: Formula) => Automaton] => [name, translators[name]]),
    ...(options.tool ?? []).map((command): [string, (one: Formula) => Automaton] => [
      command,
      (one) => runTool(command, one, options.timeout),
    ]),
  ];
  const sides = [
    ['positive', formula],
    ['negative', formula.store.not(formula)],
  ] as const;
  return runs.flatMap(([translator, run]) => sides.map(([side, one]) => attempt(translator, side, () => run(one))));
}

function attempt(translator: string, side: Translated['side'], run: () => Automaton): Translated {
  const start = performance.now();
  const seconds = (): number => Number(((performance.now() - start) / 1000).toFixed(6));
  try {
    const automaton = run();
    return { translator, side, status: 'ok', seconds: seconds(), automaton, statistics: statisticsOf(automaton) };
  } catch (error) {
    if (!(error instanceof LimitExceeded) && !(error instanceof ToolFailed)) throw error;
    const status = error instanceof LimitExceeded ? 'limit' : 'failed';
    return { translator, side, status, reason: error.message, seconds: seconds(), automaton: null, statistics: null };
  }
}

function pairsOf(translated: readonly Translated[]): TranslatedPair[] {
  const pairs: TranslatedPair[] = [];
  for (let i = 0; i < translated.length; i += 2) {
    const [positive, negative] = [translated[i].automaton, translated[i + 1].automaton];
    pairs.push({ translator: translated[i].translator, positive, negative });
  }
  return pairs;
}

/** A word with up to four letters before the cycle and one to four in it. */
function randomWord(random: Random, propositions: readonly string[]): Word {
  const letter = (): Letter => new Set(propositions.filter(() => random.chance(0.5)));
  const letters = (length: number): Letter[] => Array.from({ length }, letter);
  return { prefix: letters(random.between(0, 4)), cycle: letters(random.between(1, 4)) };
}

function count(tally: Tally, translated: readonly Translated[], disagreements: readonly Disagreement[]): void {
  tally.formulas++;
  tally.disagreements += disagreements.length;
  for (const { translator, statistics, seconds } of translated) {
    const row = tally.byTranslator.get(translator) ?? { automata: 0, states: 0, edges: 0, seconds: 0, wrong: 0 };
    tally.byTranslator.set(translator, row);
    row.seconds += seconds;
    if (statistics === null) {
      tally.incomplete++;
      continue;
    }
    row.automata++;
    row.states += statistics.states;
    row.edges += statistics.edges;
  }
  for (const { translator } of disagreements) tally.byTranslator.get(translator)!.wrong++;
}

function summarise({ formulas, disagreements, verified, refused, byTranslator }: Tally, options: CrossOptions): void {
  const width = Math.max(10, ...[...byTranslator.keys()].map((name) => name.length));
  writeLine(`${'translator'.padEnd(width)}  automata    states     edges   seconds  disagreements`);
  for (const [name, row] of byTranslator) {
    const numbers = [
      String(row.automata).padStart(8),
      String(row.states).padStart(8),
      String(row.edges).padStart(8),
      row.seconds.toFixed(2).padStart(8),
      String(row.wrong).padStart(13),
    ];
    writeLine(`${visible(name).padEnd(width)}  ${numbers.join('  ')}`);
  }
  const found = disagreements === 0 ? 'no disagreement' : `${disagreements} disagreements`;
  writeLine(`${formulas} formulas and their negations: ${found}`);
  if (options.certificates) writeLine(`certificates: ${verified} verified, ${refused} refused`);
}

function jsonOf(
  formula: Formula,
  translated: readonly Translated[],
  disagreements: readonly Disagreement[],
  skipped: number,
): object {
  const names = propositionsOf(formula);
  return {
    formula: printFormula(formula),
    automata: translated.map(({ automaton: _, statistics, ...rest }) => ({
      ...rest,
      ...(statistics && countsAsText(statistics)),
    })),
    disagreements: disagreements.map((wrong) => ({ ...wrong, word: printWord(wrong.word, names) })),
    skipped,
  };
}

const CSV_HEADER =
  'formula,translator,side,status,seconds,states,edges,transitions,acceptanceSets,components,nondeterministicStates,deterministic,complete,disagreements';

function csvOf(text: string, one: Translated, disagreements: readonly Disagreement[]): string {
  const { translator, side, status, seconds, statistics } = one;
  const wrong = disagreements.filter((other) => other.translator === translator && other.side === side).length;
  const numbers = statistics === null ? new Array<string>(8).fill('') : Object.values(statistics).map(String);
  return [csvText(text), csvText(translator), side, status, String(seconds), ...numbers, String(wrong)].join(',');
}

function csvText(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function sideText(side: Translated['side'], formula: string): string {
  return side === 'positive' ? formula : `!(${formula})`;
}

function complaint({ translator, side, word, expected }: Disagreement, formula: Formula): string {
  const what = `the automaton of ${sideText(side, printFormula(formula))} by ${translator}`;
  return `${what} should ${expected} ${printWord(word, propositionsOf(formula))}`;
}
