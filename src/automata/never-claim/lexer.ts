// The words of a never claim; comments and blanks are stepped over. Guards are not cut into words here: `skipExpression` finds
// where they end, and `guard.ts` reads them.
import { endOfQuoted } from '../../formula/syntax/quoting.ts';

const BLANK = /(?:\s|\ufeff|\/\/[^\n]*)+/y;
const TOKEN = /::|->|[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[\s\S]/uy;
/** Words that a state cannot be called. */
const RESERVED: ReadonlySet<string> = new Set([
  'if',
  'fi',
  'do',
  'od',
  'goto',
  'skip',
  'atomic',
  'assert',
  'never',
  'else',
]);

/** Reads a claim word by word; the fields show the word at which it stands. */
export class ClaimLexer {
  readonly text: string;
  kind: 'word' | 'end' = 'end';
  start = 0;
  end = 0;

  constructor(text: string) {
    this.text = text;
    this.advance();
  }

  get lexeme(): string {
    return this.text.slice(this.start, this.end);
  }

  is(lexeme: string): boolean {
    return this.kind === 'word' && this.lexeme === lexeme;
  }

  /** Whether the word can be a label. */
  isName(): boolean {
    return this.kind === 'word' && /^[A-Za-z_]/.test(this.lexeme) && !RESERVED.has(this.lexeme);
  }

  /** Whether the word is followed by the given one (and, for `:`, not by `::`). */
  nextIs(lexeme: string): boolean {
    const at = this.skipBlanks(this.end);
    return this.text.startsWith(lexeme, at) && !(lexeme === ':' && this.text[at + 1] === ':');
  }

  advance(): void {
    this.start = this.skipBlanks(this.end);
    TOKEN.lastIndex = this.start;
    const found = TOKEN.exec(this.text);
    this.kind = found === null ? 'end' : 'word';
    this.end = found === null ? this.start : TOKEN.lastIndex;
  }

  /**
   * Steps over an expression: up to `->`, `;`, `::`, a brace, `fi` or `od` outside of parentheses. Returns where it ends.
   */
  skipExpression(): number {
    let depth = 0;
    let last = this.start;
    while (this.kind === 'word') {
      if (depth === 0 && /^(?:->|;|::|\{|\}|fi|od)$/.test(this.lexeme)) break;
      if (this.is('(')) depth++;
      if (this.is(')')) depth--;
      if (this.is('"')) {
        const close = endOfQuoted(this.text, this.start);
        this.end = close === -1 ? this.text.length : close;
      }
      last = this.end;
      this.advance();
    }
    return last;
  }

  private skipBlanks(at: number): number {
    for (;;) {
      BLANK.lastIndex = at;
      if (BLANK.test(this.text)) at = BLANK.lastIndex;
      else if (this.text.startsWith('/*', at)) {
        const close = this.text.indexOf('*/', at + 2);
        at = close === -1 ? this.text.length : close + 2;
      } else return at;
    }
  }
}
