// The work of `tegata automaton` after its options are read: one pass over the stream, each automaton handled as it comes.
import {
  type Automaton,
  accepts,
  complement,
  determinize,
  distinguishingWord,
  findAcceptedWord,
  hasStateAcceptance,
  isGeneralizedBuchi,
  type NamedTesting,
  product,
  pruneUseless,
  reduce,
  testingAccepts,
  testingStatistics,
  toBuchi,
  toGeneralizedBuchi,
  toMuller,
  union,
  wordOutside,
} from '../../automata/index.ts';
import { formatDiagnostic, InputError, Stopwatch, visible } from '../../diagnostics/index.ts';
import { printWord, type Word } from '../../formula/index.ts';
import {
  isTesting,
  type ReadAutomaton,
  readAutomataFiles,
  readSingleAutomaton,
  refusedTesting,
} from '../input/automaton-input.ts';
import { type AutomatonOutput, countsAsText, type OutputOptions } from '../output/automaton-output.ts';
import { EXIT } from '../output/exit-codes.ts';
import { decoration, writeError, writeLine } from '../output/terminal.ts';
import { printTesting } from '../output/testing-output.ts';

/** The options of the command as Commander gives them. */
export interface AutomatonOptions extends OutputOptions {
  readonly product?: readonly string[];
  readonly union?: readonly string[];
  readonly complement?: true;
  readonly determinize?: true;
  readonly to?: 'tgba' | 'ba' | 'muller';
  readonly reduce?: true;
  readonly empty?: true;
  readonly accepts?: Word;
  readonly equivalentTo?: string;
  readonly includedIn?: string;
  readonly timeout?: number;
  readonly json?: true;
}

/** The automata that options name, read once. */
interface Others {
  readonly product: readonly Automaton[];
  readonly union: readonly Automaton[];
  readonly compared: Automaton | null;
}

/** An answer, with a word that shows it where there is one. */
interface Answer {
  readonly question: 'empty' | 'accepted' | 'equivalent' | 'included';
  readonly yes: boolean;
  readonly word?: Word;
  /** What the word shows, for people. */
  readonly because?: string;
}

/** Handles the automata one by one and sets the exit status. */
export async function runAutomaton(
  files: readonly string[],
  options: AutomatonOptions,
  output: AutomatonOutput,
): Promise<void> {
  const others = await readOthers(options);
  for await (const item of readAutomataFiles(files.length > 0 ? files : [standardInput()])) {
    if (item.value === null) {
      for (const diagnostic of item.diagnostics) writeError(formatDiagnostic(diagnostic, decoration));
      process.exitCode = EXIT.input;
      continue;
    }
    if (isTesting(item.value)) {
      await runTesting(item, item.value, options, output);
      continue;
    }
    const start = performance.now();
    const stopwatch = new Stopwatch({ seconds: options.timeout });
    const automaton = transform(item.value, others, options, stopwatch);
    const answer = ask(automaton, others.compared, options, stopwatch);
    const seconds = Number(((performance.now() - start) / 1000).toFixed(6));
    if (answer !== null) report(item, automaton.propositions, answer, options);
    else {
      const { name } = automaton;
      const before = { source: item.sourceName, index: item.index, ...(name === '' ? {} : { name }) };
      await output.write(automaton, { before, after: { seconds } });
    }
  }
}

/** What can be done with a testing automaton: print it, draw it, count it, try a word on it. */
async function runTesting(
  item: ReadAutomaton,
  { testing, name }: NamedTesting,
  options: AutomatonOptions,
  output: AutomatonOutput,
): Promise<void> {
  const refused = (['product', 'union', 'complement', 'determinize', 'to', 'reduce', 'empty'] as const).find(
    (option) => options[option] !== undefined,
  );
  if (refused !== undefined) throw refusedTesting(item.sourceName, `be handled with --${refused}`);
  if (options.equivalentTo !== undefined || options.includedIn !== undefined) {
    throw refusedTesting(item.sourceName, 'be compared with others');
  }
  if (options.accepts !== undefined) {
    const yes = testingAccepts(testing, options.accepts);
    report(item, testing.propositions, { question: 'accepted', yes }, options);
  } else if (options.format === 'stats') {
    const before = { source: item.sourceName, index: item.index, ...(name === '' ? {} : { name }) };
    output.put(JSON.stringify({ ...before, kind: testing.kind, ...countsAsText(testingStatistics(testing)) }));
  } else output.put(await printTesting(testing, [options.name ?? name].filter(Boolean), options));
}

function standardInput(): string {
  if (!process.stdin.isTTY) return '-';
  const hint = 'name a file, or pipe automata in; see tegata automaton --help';
  throw new InputError({ code: 'CMD001', message: 'no automaton was given', hint });
}

async function readOthers(options: AutomatonOptions): Promise<Others> {
  const all = async (paths: readonly string[] = []): Promise<Automaton[]> => {
    const automata: Automaton[] = [];
    for (const path of paths) automata.push(await readSingleAutomaton(path));
    return automata;
  };
  const [compared = null] = await all(
    [options.equivalentTo ?? options.includedIn].filter((path) => path !== undefined),
  );
  return { product: await all(options.product), union: await all(options.union), compared };
}

function transform(given: Automaton, others: Others, options: AutomatonOptions, limits: Stopwatch): Automaton {
  let automaton = given;
  for (const other of others.product) automaton = product(automaton, other, limits);
  for (const other of others.union) automaton = union(automaton, other);
  if (options.complement) automaton = complement(automaton, limits);
  if (options.determinize) automaton = determinize(automaton, limits);
  if (options.to === 'tgba' && !isGeneralizedBuchi(automaton.acceptance))
    automaton = toGeneralizedBuchi(automaton, limits);
  if (options.to === 'ba') automaton = toBuchi(automaton);
  if (options.to === 'muller') automaton = toMuller(automaton, limits);
  if (!options.reduce) return automaton;
  if (!isGeneralizedBuchi(automaton.acceptance)) return pruneUseless(automaton);
  return reduce(automaton, { marksOn: hasStateAcceptance(automaton) ? 'states' : 'edges', limits });
}

function ask(
  automaton: Automaton,
  other: Automaton | null,
  options: AutomatonOptions,
  limits: Stopwatch,
): Answer | null {
  if (options.empty) {
    const word = findAcceptedWord(automaton, limits);
    return word === null
      ? { question: 'empty', yes: true }
      : { question: 'empty', yes: false, word, because: 'it accepts' };
  }
  if (options.accepts !== undefined) return { question: 'accepted', yes: accepts(automaton, options.accepts) };
  if (other === null) return null;
  if (options.includedIn !== undefined) {
    const word = wordOutside(automaton, other, { limits });
    if (word === null) return { question: 'included', yes: true };
    return { question: 'included', yes: false, word, because: `${options.includedIn} does not accept` };
  }
  const difference = distinguishingWord(automaton, other, { limits });
  if (difference === null) return { question: 'equivalent', yes: true };
  const { word, acceptedBy } = difference;
  const because =
    acceptedBy === 'left' ? `${options.equivalentTo} does not accept` : `only ${options.equivalentTo} accepts`;
  return { question: 'equivalent', yes: false, word, because };
}

function report(item: ReadAutomaton, propositions: readonly string[], answer: Answer, options: AutomatonOptions): void {
  const { question, yes, word, because } = answer;
  if (!yes && process.exitCode !== EXIT.input) process.exitCode = EXIT.violated;
  const shown = word === undefined ? undefined : printWord(word, propositions);
  if (options.json) {
    writeLine(JSON.stringify({ source: item.sourceName, index: item.index, [question]: yes, word: shown }));
    return;
  }
  const words = question === 'accepted' ? (yes ? 'accepted' : 'rejected') : yes ? question : `not ${question}`;
  writeLine(visible(shown === undefined ? words : `${words}: ${because} ${shown}`));
}
