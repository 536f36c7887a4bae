// A place in the token sequence of a DVE text, with the questions that the parser asks there. A complaint ends the
// construct being parsed by a `SyntaxStop`, which the loops over declarations catch to go on behind it.
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Source, Span } from '../../../diagnostics/source.ts';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { Identifier } from './ast.ts';
import { type Token, tokenize } from './lexer.ts';

/** Ends the construct being parsed; its diagnostic has been recorded. Never leaves the parser. */
export class SyntaxStop extends Error {
  override name = 'SyntaxStop';
}

export class Cursor {
  readonly source: Source;
  private readonly tokens: readonly Token[];
  private readonly diagnostics: Diagnostic[];
  private readonly stopwatch: Stopwatch;
  private position = 0;

  /** At the first token of `source`; complaints go to `diagnostics`. */
  constructor(source: Source, stopwatch: Stopwatch, diagnostics: Diagnostic[]) {
    this.source = source;
    this.tokens = tokenize(source, diagnostics, stopwatch);
    this.diagnostics = diagnostics;
    this.stopwatch = stopwatch;
  }

  /** The token here, or `ahead` tokens further. */
  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.position + ahead, this.tokens.length - 1)];
  }

  /** The token here, which is left behind (the end of the text stays). */
  take(): Token {
    this.stopwatch.tick();
    const token = this.peek();
    if (token.kind !== 'end') this.position++;
    return token;
  }

  /** The end of the last token taken. */
  lastEnd(): number {
    return this.position === 0 ? 0 : this.tokens[this.position - 1].span.end;
  }

  /** Whether the keyword or symbol `text` stands here. */
  at(text: string): boolean {
    const token = this.peek();
    return token.text === text && (token.kind === 'keyword' || token.kind === 'symbol');
  }

  /** Takes the keyword or symbol `text` if it stands here. */
  accept(text: string): boolean {
    if (!this.at(text)) return false;
    this.position++;
    return true;
  }

  /** Takes the keyword or symbol `text`, which must stand here. */
  expect(text: string, where: string): Token {
    if (!this.at(text)) this.fail(`expected \`${text}\` ${where}, not ${this.shown()}`);
    return this.take();
  }

  /** Takes a name, which must stand here. */
  name(what: string): Identifier {
    const token = this.peek();
    if (token.kind === 'keyword') {
      this.fail(`expected ${what}, not ${this.shown()}`, token.span, `\`${token.text}\` is a word of the language`);
    }
    if (token.kind !== 'name') this.fail(`expected ${what}, not ${this.shown()}`);
    this.take();
    return { text: token.text, span: token.span };
  }

  /** One or more names with commas between them. */
  names(what: string): Identifier[] {
    const names = [this.name(what)];
    while (this.accept(',')) names.push(this.name(what));
    return names;
  }

  /** The token here as a message names it. */
  shown(): string {
    const token = this.peek();
    return token.kind === 'end' ? 'the end of the file' : `\`${token.text}\``;
  }

  /** Records a complaint and ends the construct. */
  fail(message: string, span: Span = this.peek().span, hint?: string): never {
    this.report(message, span, hint);
    throw new SyntaxStop();
  }

  /** Records a complaint and goes on. */
  report(message: string, span: Span, hint?: string): void {
    this.diagnostics.push({ code: 'DVE302', message, source: this.source, span, hint });
  }

  /** Goes to the next of `texts` on the present level of braces, or to the end of the text. */
  skipTo(texts: readonly string[]): void {
    let depth = 0;
    for (let token = this.peek(); token.kind !== 'end'; token = this.peek()) {
      if (depth === 0 && texts.some((text) => this.at(text))) return;
      if (this.at('{')) depth++;
      if (this.at('}') && depth > 0) depth--;
      this.position++;
    }
  }
}
