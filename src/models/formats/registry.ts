// The formats of model files: how each is recognised and read. A new format is one more entry.
import type { Parsed } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../../diagnostics/source.ts';
import { withBounds } from '../analysis/bounds.ts';
import type { Model } from '../model.ts';
import type { Net } from '../petri/net.ts';
import { netModel } from '../petri/net-model.ts';
import { readDve } from './dve/model.ts';
import { readEtf } from './etf/model.ts';
import { readKripke } from './kripke/model.ts';
import { parseNetText } from './net/net-text.ts';
import { PnmlParser } from './pnml/index.ts';

export interface LoadOptions {
  /** The format, when neither the name nor the text tells. */
  readonly format?: ModelFormat;
  /** Whether to look for bounds of places; they cost up to a second on large nets. */
  readonly bounds?: 'invariants' | 'given';
}

/** Takes a text piece by piece. */
export interface TextReader {
  /** Takes the next piece; false when the rest need not be read. */
  write(chunk: string): boolean;
  end(): Parsed<Model>;
}

export type ModelFormat = 'pnml' | 'net' | 'dve' | 'etf' | 'kripke' | 'json' | 'hoa';

export interface FormatEntry {
  readonly format: ModelFormat;
  readonly extensions: readonly string[];
  /** Whether a text that begins like this is of the format; for files with an unknown extension. */
  readonly looksLike: (beginning: string) => boolean;
  readonly open: (name: string, options: LoadOptions) => TextReader;
}

export const formats: readonly FormatEntry[] = [
  {
    format: 'pnml',
    extensions: ['pnml', 'xml'],
    looksLike: (text) => /^\s*<(\?xml|!--|pnml)/.test(text),
    open: (name, options) => new PnmlModelReader(name, options),
  },
  {
    format: 'net',
    extensions: ['net'],
    looksLike: (text) => /^\s*#(place|trans|queue)\b/.test(text),
    open: (name, options) =>
      new WholeText(name, (source) => toModel(parseNetText(source.text, source.name), 'net', options)),
  },
  {
    format: 'etf',
    extensions: ['etf'],
    looksLike: (text) => /^\s*begin\s+state\b/.test(text),
    open: (name) => new WholeText(name, readEtf),
  },
  {
    format: 'dve',
    extensions: ['dve'],
    looksLike: (text) =>
      /(^|[;}\s])(process\s+\w+\s*\{|(const\s+)?(byte|int)\s+\w|channel\b|system\s+a?sync)/.test(text),
    open: (name) => new WholeText(name, readDve),
  },
  {
    format: 'kripke',
    extensions: ['kripke'],
    looksLike: (text) => /^(\s*#.*\n)*\s*initial\s/.test(text),
    open: (name) => new WholeText(name, (source) => readKripke(source, 'text')),
  },
  {
    format: 'json',
    extensions: ['json'],
    looksLike: (text) => /^\s*\{/.test(text),
    open: (name) => new WholeText(name, (source) => readKripke(source, 'json')),
  },
  {
    format: 'hoa',
    extensions: ['hoa'],
    looksLike: (text) => /^\s*HOA:/.test(text),
    open: (name) => new WholeText(name, (source) => readKripke(source, 'hoa')),
  },
];

/** The names of all formats. */
export const modelFormats: readonly ModelFormat[] = formats.map(({ format }) => format);

/** The longest text that is read as a whole, and how that is called; a string has at most 2^29 characters. */
const LONGEST = { length: 1 << 28, text: '256 MB' } as const;

/** A format whose reader wants the whole text. */
class WholeText implements TextReader {
  private readonly name: string;
  private readonly read: (source: Source) => Parsed<Model>;
  private readonly chunks: string[] = [];
  private length = 0;

  constructor(name: string, read: (source: Source) => Parsed<Model>) {
    this.name = name;
    this.read = read;
  }

  write(chunk: string): boolean {
    this.length += chunk.length;
    if (this.length > LONGEST.length) return false;
    this.chunks.push(chunk);
    return true;
  }

  end(): Parsed<Model> {
    if (this.length > LONGEST.length) {
      const message = `${this.name} is longer than ${LONGEST.text}, which only nets in PNML may be`;
      return { value: null, diagnostics: [{ code: 'MOD615', message }] };
    }
    return this.read({ name: this.name, text: this.chunks.join('') });
  }
}

class PnmlModelReader implements TextReader {
  private readonly parser: PnmlParser;
  private readonly options: LoadOptions;

  constructor(name: string, options: LoadOptions) {
    this.parser = new PnmlParser(name);
    this.options = options;
  }

  write(chunk: string): boolean {
    return this.parser.write(chunk);
  }

  end(): Parsed<Model> {
    return toModel(this.parser.end(), 'pnml', this.options);
  }
}

function toModel({ value, diagnostics }: Parsed<Net>, format: 'pnml' | 'net', options: LoadOptions): Parsed<Model> {
  if (value === null) return { value: null, diagnostics };
  return { value: netModel(options.bounds === 'given' ? value : withBounds(value), format), diagnostics };
}
