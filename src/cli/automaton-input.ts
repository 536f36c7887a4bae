// Automata from the command line: files in the Hanoi format or with never claims, `-` for standard input. Each file may hold a
// stream of them; one is in memory at a time.
import { createReadStream } from 'node:fs';
import type { Automaton } from '../automata/automaton.ts';
import { AutomatonStream } from '../automata/stream.ts';
import { InputError, type Parsed, unwrap } from '../diagnostics/diagnostic.ts';
import { unreadable } from './formula-input.ts';

/** An automaton that was read, or what is wrong with it. */
export interface ReadAutomaton extends Parsed<Automaton> {
  readonly sourceName: string;
  /** Its number in the file, from 1. */
  readonly index: number;
}

/** All automata of the files, one after another as they come in. */
export async function* readAutomataFiles(paths: readonly string[]): AsyncGenerator<ReadAutomaton, void, void> {
  for (const path of paths) yield* readAutomatonFile(path);
}

async function* readAutomatonFile(path: string): AsyncGenerator<ReadAutomaton, void, void> {
  const sourceName = path === '-' ? '<stdin>' : path;
  const stream = new AutomatonStream({ sourceName });
  let index = 0;
  try {
    const chunks = path === '-' ? process.stdin.setEncoding('utf8') : createReadStream(path, { encoding: 'utf8' });
    for await (const chunk of chunks) {
      for (const parsed of stream.push(chunk as string)) yield { ...parsed, sourceName, index: ++index };
    }
  } catch (error) {
    throw unreadable(path, error);
  }
  for (const parsed of stream.finish()) yield { ...parsed, sourceName, index: ++index };
  if (index === 0) {
    const hint = 'automata begin with `HOA:` or `never`';
    throw new InputError({ code: 'AUT122', message: `${sourceName} holds no automaton`, hint });
  }
}

/** The one automaton of a file; throws `InputError` when there is none, it is wrong, or there are more. */
export async function readSingleAutomaton(path: string): Promise<Automaton> {
  let found: Automaton | null = null;
  for await (const parsed of readAutomatonFile(path)) {
    if (found !== null) {
      throw new InputError({ code: 'AUT122', message: `${parsed.sourceName} holds more than one automaton` });
    }
    found = unwrap(parsed);
  }
  return found!;
}
