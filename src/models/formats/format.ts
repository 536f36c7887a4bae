// What a format of model files is to the registry: how it is called, recognised and read. Each format is one folder with one `format.ts`,
// which exports one of these, and one line in the list of `registry.ts`.
import type { Diagnostic, Parsed } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../../diagnostics/source.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Model } from '../model.ts';

export interface Format<Name extends string = string> {
  /** As `--format` takes it. */
  readonly name: Name;
  /** How names of files end, without the dot; the usual one first. */
  readonly extensions: readonly [string, ...string[]];
  /** What such files hold, in a line for the help. */
  readonly help: string;
  /** Whether a text that begins like this is of the format; for files with an unknown extension. */
  readonly looksLike: (beginning: string) => boolean;
  /** Begins to read a file; `name` is its name as the user knows it. */
  readonly open: (name: string, stopwatch: Stopwatch, options: ReadingOptions) => TextReader;
}

/** How a file is read. */
export interface ReadingOptions {
  /**
   * Which bindings of a coloured transition become transitions: each one, or (`distinct`) one for all that take and put the same tokens because
   * they differ in the order of interchangeable variables only. Then verdicts are the same, and transitions are not all counted.
   */
  readonly bindings: 'all' | 'distinct';
  /** The text of a file that a model includes, found from the place of the model; null, or no function, where there is none. */
  readonly include?: (name: string) => string | null;
}

/** Takes a text piece by piece. Both functions throw `LimitExceeded` when the stopwatch says so. */
export interface TextReader {
  /** Takes the next piece; false when the rest need not be read. */
  write(chunk: string): boolean;
  end(): Parsed<Model>;
}

/** A text of more characters is refused by formats that must see it whole; JavaScript has no strings of twice the length. */
export const MAX_TEXT = 2 ** 28;

/** For formats whose reader wants the whole text. */
export function wholeText(
  read: (source: Source, stopwatch: Stopwatch, options: ReadingOptions) => Parsed<Model>,
): Format['open'] {
  return (name, stopwatch, options) => {
    const chunks: string[] = [];
    let length = 0;
    return {
      write(chunk) {
        length += chunk.length;
        if (length > MAX_TEXT) return false;
        chunks.push(chunk);
        return true;
      },
      end() {
        if (length > MAX_TEXT) return { value: null, diagnostics: [tooLong(name)] };
        return read({ name, text: chunks.join('') }, stopwatch, options);
      },
    };
  };
}

function tooLong(name: string): Diagnostic {
  const message = `the file has more than ${MAX_TEXT} characters`;
  return { code: 'MOD615', message, source: { name, text: '' }, hint: 'files of this size are read as PNML only' };
}

/** What `make` makes of a value that was read. */
export function converted<A, B>({ value, diagnostics }: Parsed<A>, make: (value: A) => B): Parsed<B> {
  return { value: value === null ? null : make(value), diagnostics };
}
