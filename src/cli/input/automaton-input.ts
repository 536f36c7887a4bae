// Automata from the command line: files in the Hanoi format or with never claims, `-` for standard input. Each file may hold a
// stream of them; one is in memory at a time.
import {
  type Automaton,
  AutomatonStream,
  isTestingHoa,
  type NamedTesting,
  readHoaAutomaton,
  readNamedTestingHoa,
} from '../../automata/index.ts';
import { InputError, type Parsed, type Source, unwrap } from '../../diagnostics/index.ts';
import { nameOf, textStream } from './read-file.ts';
import { AUTOMATON_LIMIT, tooLong } from './size-limits.ts';

/** An automaton that was read, or what is wrong with it. */
export interface ReadAutomaton extends Parsed<Automaton | NamedTesting> {
  readonly sourceName: string;
  /** Its number in the file, from 1. */
  readonly index: number;
}

/** All automata of the files, one after another as they come in. */
export async function* readAutomataFiles(paths: readonly string[]): AsyncGenerator<ReadAutomaton, void, void> {
  for (const path of paths) yield* readAutomatonFile(path);
}

async function* readAutomatonFile(path: string): AsyncGenerator<ReadAutomaton, void, void> {
  const sourceName = nameOf(path);
  const stream = new AutomatonStream<NamedTesting>({ sourceName, readHoa: readAnyHoa });
  let index = 0;
  let length = 0; // of the automaton that is not complete, and of what came with it
  for await (const chunk of textStream(path)) {
    length += chunk.length;
    if (length > AUTOMATON_LIMIT.length) throw tooLong(`an automaton of ${sourceName}`, AUTOMATON_LIMIT);
    for (const parsed of stream.push(chunk)) {
      length = 0;
      yield { ...parsed, sourceName, index: ++index };
    }
  }
  for (const parsed of stream.finish()) yield { ...parsed, sourceName, index: ++index };
  if (index === 0) {
    const hint = 'automata begin with `HOA:` or `never`';
    throw new InputError({ code: 'AUT122', message: `${sourceName} holds no automaton`, hint });
  }
}

function readAnyHoa(source: Source): Parsed<Automaton | NamedTesting> {
  return isTestingHoa(source.text) ? readNamedTestingHoa(source) : readHoaAutomaton(source);
}

/** Whether it is a testing automaton. */
export function isTesting(read: Automaton | NamedTesting): read is NamedTesting {
  return 'testing' in read;
}

/** The one automaton of a file; throws `InputError` when there is none, it is wrong, or there are more. */
export async function readSingleAutomaton(path: string): Promise<Automaton> {
  let found: Automaton | null = null;
  for await (const parsed of readAutomatonFile(path)) {
    if (found !== null) {
      throw new InputError({ code: 'AUT122', message: `${parsed.sourceName} holds more than one automaton` });
    }
    const read = unwrap(parsed);
    if (isTesting(read)) throw refusedTesting(parsed.sourceName, 'be combined or compared with others');
    found = read;
  }
  return found!;
}

/** What is said where testing automata have no answer. */
export function refusedTesting(sourceName: string, what: string): InputError {
  return new InputError({
    code: 'AUT163',
    message: `${sourceName}: testing automata cannot ${what}`,
    hint: 'they can be printed, drawn, counted (--format stats) and asked whether they accept a word (--accepts)',
  });
}
