// Model files of any format from text or bytes, in pieces: the format is told by the extension of the name or by the
// beginning of the text, and the encoding by the byte order mark or the XML declaration.
import type { Diagnostic, Parsed } from '../../diagnostics/diagnostic.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Model } from '../model.ts';
import { withExcerpts } from './excerpts.ts';
import type { Format, ReadingOptions, TextReader } from './format.ts';
import { formats, type ModelFormat } from './registry.ts';

export interface LoadOptions extends Partial<ReadingOptions> {
  /** The format, when neither the name nor the text tells. */
  readonly format?: ModelFormat;
  /** Ends the reading with `LimitExceeded`. */
  readonly stopwatch?: Stopwatch;
}

/** Up to this length a text is kept, to show the lines that diagnostics speak of. */
const KEPT_TEXT = 1 << 20;

/** The model in the pieces of a file; `name` is its name as the user knows it. */
export function loadModel(
  name: string,
  chunks: Iterable<string | Uint8Array>,
  options: LoadOptions = {},
): Parsed<Model> {
  const loader = new ModelLoader(name, options);
  for (const chunk of chunks) if (!loader.write(chunk)) break;
  return loader.end();
}

/** The same for a file that arrives piece by piece. */
export class ModelLoader {
  private readonly name: string;
  private readonly format: ModelFormat | undefined;
  private readonly stopwatch: Stopwatch;
  private readonly reading: ReadingOptions;
  private decoder: InstanceType<typeof TextDecoder> | null = null;
  private reader: TextReader | null = null;
  private problem: Diagnostic | null = null;
  private kept: string | null = '';

  constructor(name: string, options: LoadOptions = {}) {
    this.name = name;
    this.format = options.format;
    this.stopwatch = options.stopwatch ?? new Stopwatch();
    this.reading = { bindings: options.bindings ?? 'all', ...(options.include && { include: options.include }) };
  }

  /** Takes the next piece; false when the rest need not be read. */
  write(chunk: string | Uint8Array): boolean {
    const text = typeof chunk === 'string' ? chunk : this.decode(chunk);
    return this.problem === null && (text === '' || this.writeText(text));
  }

  end(): Parsed<Model> {
    if (this.problem === null && this.decoder !== null) {
      const rest = this.decoder.decode();
      if (rest !== '') this.writeText(rest);
    }
    if (this.problem === null && this.reader === null) this.fail('MOD611', 'the file is empty');
    if (this.problem !== null || this.reader === null) {
      return { value: null, diagnostics: this.problem === null ? [] : [this.problem] };
    }
    const { value, diagnostics } = this.reader.end();
    if (this.kept === null) return { value, diagnostics };
    return { value, diagnostics: withExcerpts(diagnostics, { name: this.name, text: this.kept }) };
  }

  private writeText(text: string): boolean {
    this.stopwatch.look();
    this.reader ??= this.open(text);
    if (this.kept !== null) this.kept = this.kept.length + text.length > KEPT_TEXT ? null : this.kept + text;
    return this.reader?.write(text) ?? false;
  }

  private open(beginning: string): TextReader | null {
    const entry = this.entryFor(beginning.slice(0, 4096));
    if (entry !== undefined) return entry.open(this.name, this.stopwatch, this.reading);
    const known = formats.map(({ extensions }) => `.${extensions[0]}`).join(', ');
    this.fail('MOD610', 'the format of the model cannot be told from its name or text', `known are ${known}`);
    return null;
  }

  private entryFor(beginning: string): Format | undefined {
    if (this.format !== undefined) return formats.find(({ name }) => name === this.format);
    const extension = /\.(\w+)$/.exec(this.name)?.[1].toLowerCase() ?? '';
    return (
      formats.find(({ extensions }) => extensions.includes(extension)) ??
      formats.find(({ looksLike }) => looksLike(beginning))
    );
  }

  private decode(chunk: Uint8Array): string {
    if (this.decoder === null) {
      const encoding = encodingOf(chunk);
      try {
        this.decoder = new TextDecoder(encoding);
      } catch {
        this.fail('MOD612', `the encoding \`${encoding}\` is not known`, 'save the file as UTF-8');
        return '';
      }
    }
    return this.decoder.decode(chunk, { stream: true });
  }

  private fail(code: 'MOD610' | 'MOD611' | 'MOD612', message: string, hint?: string): void {
    this.problem = { code, message, source: { name: this.name, text: '' }, ...(hint && { hint }) };
  }
}

/** UTF-8 unless a byte order mark or an XML declaration says otherwise. */
function encodingOf(beginning: Uint8Array): string {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return 'utf-16le';
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return 'utf-16be';
  const head = String.fromCharCode(...beginning.subarray(0, 200));
  return /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8';
}
