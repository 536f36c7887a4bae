// What the readers of the parts of a HOA file share: the lexer, the list of complaints, and how they stop.
import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import type { Source, Span } from '../../diagnostics/source.ts';
import { Problems } from '../../formula/syntax/problems.ts';
import { HoaLexer, type HoaTokenKind } from './lexer.ts';

/** Ends the reading of one automaton; what is wrong has been recorded. Never leaves this folder. */
export class HoaStop extends Error {}

/** A lexer with complaints: `fail` when nothing after the place can be understood, `problems.add` otherwise. */
export class HoaCursor {
  readonly lexer: HoaLexer;
  readonly problems: Problems;

  constructor(source: Source) {
    this.lexer = new HoaLexer(source.text);
    this.problems = new Problems(source);
  }

  get kind(): HoaTokenKind {
    return this.lexer.kind;
  }

  get span(): Span {
    return { start: this.lexer.start, end: this.lexer.end };
  }

  is(lexeme: string): boolean {
    return this.lexer.is(lexeme);
  }

  /** Steps over the token if it is the given symbol. */
  skip(lexeme: string): boolean {
    if (!this.lexer.is(lexeme)) return false;
    this.lexer.advance();
    return true;
  }

  advance(): void {
    this.lexer.advance();
  }

  /** Steps over a number; gives its value. */
  takeNumber(wanted: string): number {
    if (this.kind !== 'number') this.unexpected(wanted);
    const { number } = this.lexer;
    this.lexer.advance();
    return number;
  }

  /** Steps over a string; gives what it stands for. */
  takeString(wanted: string): string {
    if (this.kind !== 'string') this.unexpected(wanted);
    const { string } = this.lexer;
    this.lexer.advance();
    return string;
  }

  /** Steps over the given symbol or marker. */
  expect(lexeme: string, hint?: string): void {
    if (!this.skip(lexeme)) this.unexpected(`\`${lexeme}\``, hint);
  }

  /** Stops with the complaint that something else was wanted here. */
  unexpected(wanted: string, hint?: string): never {
    const { lexer } = this;
    if (lexer.kind === 'bad') this.fail('AUT121', this.span, lexer.complaint, hint);
    if (lexer.kind === 'end') {
      this.fail('AUT124', this.span, `expected ${wanted}, but the text ends here`, hint ?? 'the file may be cut off');
    }
    if (lexer.is('--ABORT--')) this.aborted();
    const found = lexer.lexeme.length > 40 ? `${lexer.lexeme.slice(0, 40)}…` : lexer.lexeme;
    this.fail('AUT120', this.span, `expected ${wanted}, not \`${found}\``, hint);
  }

  fail(code: DiagnosticCode, span: Span, message: string, hint?: string): never {
    this.problems.add(code, span, message, hint);
    throw new HoaStop();
  }

  private aborted(): never {
    const hint = 'the tool that wrote it gave up; what follows is read all the same';
    this.fail('AUT133', this.span, 'the writer abandoned this automaton', hint);
  }
}
