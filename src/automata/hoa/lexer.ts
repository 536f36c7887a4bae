// The words of the Hanoi omega-automata format. One token is looked at at a time: its kind and place are fields of the
// lexer, so that long files make no objects. Comments may be nested; any text is cut into tokens, the last of which is `end`.
import { endOfQuoted, unquoteName } from '../../formula/syntax/quoting.ts';

export type HoaTokenKind =
  | 'header'
  | 'marker'
  | 'string'
  | 'number'
  | 'identifier'
  | 'alias'
  | 'symbol'
  | 'bad'
  | 'end';

/** Numbers above this are not read: no count of anything reaches it. */
const LARGEST_NUMBER = 0x7fffffff;

const WORD = /[A-Za-z_][0-9A-Za-z_.-]*/y;
const ALIAS = /@[0-9A-Za-z_-]+/y;
const MARKER = /--[A-Z]+--/y;
const DIGITS = /[0-9]+/y;
const SYMBOLS = '&|!()[]{}';

/** Reads a text token by token; `advance` moves on, the fields show where it stands. */
export class HoaLexer {
  readonly text: string;
  kind: HoaTokenKind = 'end';
  /** The token is the text from `start` up to `end`. */
  start = 0;
  end = 0;
  /** The value, when the token is a number. */
  number = 0;
  /** What is wrong, when the token is bad. */
  complaint = '';

  constructor(text: string) {
    this.text = text;
    this.advance();
  }

  /** The token as it is written. */
  get lexeme(): string {
    return this.text.slice(this.start, this.end);
  }

  /** What a string token stands for. */
  get string(): string {
    return unquoteName(this.lexeme);
  }

  /** Whether the token is this symbol, header or marker. */
  is(lexeme: string): boolean {
    return this.end - this.start === lexeme.length && this.text.startsWith(lexeme, this.start);
  }

  /** Moves to the token that begins at `position` or is the first after it. */
  seek(position: number): void {
    this.end = position;
    this.advance();
  }

  /** Moves to the next token. */
  advance(): void {
    const { text } = this;
    let at = this.end;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === 32 || (code >= 9 && code <= 13) || code === 0xfeff) at++;
      else if (code === 47 && text.charCodeAt(at + 1) === 42) {
        const end = endOfComment(text, at);
        if (end === -1) {
          this.bad(at, at + 2, 'this comment is not closed');
          this.end = text.length;
          return;
        }
        at = end;
      } else break;
    }
    this.start = at;
    if (at >= text.length) this.set('end', at);
    else this.token(at);
  }

  private token(at: number): void {
    const { text } = this;
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) this.digits(at);
    else if (SYMBOLS.includes(text[at])) this.set('symbol', at + 1);
    else if (this.match(WORD, at)) {
      if (text[WORD.lastIndex] === ':') this.set('header', WORD.lastIndex + 1);
      else this.set('identifier', WORD.lastIndex);
    } else if (text[at] === '"') this.quoted(at);
    else if (this.match(ALIAS, at)) this.set('alias', ALIAS.lastIndex);
    else if (this.match(MARKER, at)) this.set('marker', MARKER.lastIndex);
    else {
      const character = String.fromCodePoint(text.codePointAt(at)!);
      this.bad(at, at + character.length, `\`${character}\` has no meaning here`);
    }
  }

  private quoted(at: number): void {
    const end = endOfQuoted(this.text, at);
    if (end !== -1) this.set('string', end);
    else {
      this.bad(at, at + 1, 'this string is not closed');
      this.end = this.text.length;
    }
  }

  private digits(at: number): void {
    this.match(DIGITS, at);
    const end = DIGITS.lastIndex;
    this.number = Number(this.text.slice(at, end));
    if (end - at > 1 && this.text[at] === '0') this.bad(at, end, 'a number does not begin with 0');
    else if (this.number > LARGEST_NUMBER) this.bad(at, end, 'this number is too large');
    else this.set('number', end);
  }

  private match(pattern: RegExp, at: number): boolean {
    pattern.lastIndex = at;
    return pattern.test(this.text);
  }

  private set(kind: HoaTokenKind, end: number): void {
    this.kind = kind;
    this.end = end;
  }

  private bad(start: number, end: number, complaint: string): void {
    this.start = start;
    this.complaint = complaint;
    this.set('bad', end);
  }
}

/** The place after the comment that opens at `start`, comments inside it included; -1 if it is never closed. */
function endOfComment(text: string, start: number): number {
  let depth = 0;
  const edge = /\/\*|\*\//g;
  edge.lastIndex = start;
  for (let found = edge.exec(text); found !== null; found = edge.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return -1;
}
