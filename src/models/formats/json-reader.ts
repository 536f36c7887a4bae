// JSON with positions, so that a complaint about its content can point at the place. Nesting is limited.
import type { Source, Span } from '../../diagnostics/source.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';

export type Json =
  | { readonly kind: 'string'; readonly text: string; readonly span: Span }
  | { readonly kind: 'other'; readonly value: number | boolean | null; readonly span: Span }
  | { readonly kind: 'array'; readonly items: readonly Json[]; readonly span: Span }
  | { readonly kind: 'object'; readonly members: readonly JsonMember[]; readonly span: Span };

export interface JsonMember {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: Json;
}

/** The first thing that is wrong with a JSON text. */
export class JsonProblem extends Error {
  readonly span: Span;

  constructor(message: string, span: Span) {
    super(message);
    this.span = span;
  }
}

/** Deeper nesting is refused. */
const MAX_DEPTH = 100;

const TOKEN = /\s+|("(?:[^"\\\n]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)|([{}[\],:])|([\s\S])/uy;

interface Token {
  readonly kind: 'string' | 'other' | 'symbol' | 'end';
  readonly text: string;
  readonly span: Span;
}

/** Parses a JSON text; throws `JsonProblem`. */
export function readJson(source: Source, stopwatch: Stopwatch = new Stopwatch()): Json {
  const reader = new JsonReader(source.text, stopwatch);
  const value = reader.value(0);
  reader.expectEnd();
  return value;
}

class JsonReader {
  private readonly text: string;
  private readonly stopwatch: Stopwatch;
  private position = 0;
  private token: Token;

  constructor(text: string, stopwatch: Stopwatch) {
    this.text = text;
    this.stopwatch = stopwatch;
    this.token = this.scan();
  }

  value(depth: number): Json {
    const { kind, text, span } = this.token;
    if (depth > MAX_DEPTH) throw new JsonProblem(`nested more than ${MAX_DEPTH} deep`, span);
    if (kind === 'string') return { kind: 'string', text: this.string(), span };
    if (kind === 'other') {
      this.next();
      return { kind: 'other', value: JSON.parse(text) as number | boolean | null, span };
    }
    if (text === '[') return this.array(depth);
    if (text === '{') return this.object(depth);
    return this.unexpected('a value');
  }

  expectEnd(): void {
    if (this.token.kind !== 'end') this.unexpected('the end of the text');
  }

  private array(depth: number): Json {
    const { start } = this.next().span;
    const items: Json[] = [];
    if (this.token.text !== ']') {
      do items.push(this.value(depth + 1));
      while (this.accept(','));
    }
    return { kind: 'array', items, span: { start, end: this.expect(']').span.end } };
  }

  private object(depth: number): Json {
    const { start } = this.next().span;
    const members: JsonMember[] = [];
    if (this.token.text !== '}') {
      do {
        const keySpan = this.token.span;
        if (this.token.kind !== 'string') this.unexpected('a name in quotes');
        const key = this.string();
        this.expect(':');
        members.push({ key, keySpan, value: this.value(depth + 1) });
      } while (this.accept(','));
    }
    return { kind: 'object', members, span: { start, end: this.expect('}').span.end } };
  }

  private string(): string {
    const { text, span } = this.next();
    try {
      return JSON.parse(text) as string;
    } catch {
      throw new JsonProblem('this string has an escape that JSON does not know', span);
    }
  }

  private accept(symbol: string): boolean {
    if (this.token.kind !== 'symbol' || this.token.text !== symbol) return false;
    this.next();
    return true;
  }

  private expect(symbol: string): Token {
    if (this.token.kind !== 'symbol' || this.token.text !== symbol) this.unexpected(`\`${symbol}\``);
    return this.next();
  }

  private unexpected(wanted: string): never {
    const { kind, text, span } = this.token;
    throw new JsonProblem(`expected ${wanted}, not ${kind === 'end' ? 'the end of the text' : `\`${text}\``}`, span);
  }

  /** The token here; goes to the next one. */
  private next(): Token {
    this.stopwatch.tick();
    const token = this.token;
    this.token = this.scan();
    return token;
  }

  private scan(): Token {
    for (;;) {
      const start = this.position;
      if (start >= this.text.length) return { kind: 'end', text: '', span: { start, end: start } };
      TOKEN.lastIndex = start;
      const [whole, string, other, symbol, bad] = TOKEN.exec(this.text) as RegExpExecArray;
      this.position += whole.length;
      const span = { start, end: this.position };
      if (string !== undefined) return { kind: 'string', text: string, span };
      if (other !== undefined) return { kind: 'other', text: other, span };
      if (symbol !== undefined) return { kind: 'symbol', text: symbol, span };
      if (bad !== undefined) {
        throw new JsonProblem(bad === '"' ? 'this string is never closed' : `\`${bad}\` is not JSON`, span);
      }
    }
  }
}
