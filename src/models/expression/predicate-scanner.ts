// The words of a proposition. Operators are few, names are anything: `P-1.x[2]`, `größe`, or in single quotes
// (`'p <= q'`, a quote inside doubled). An unquoted name runs up to the next blank, comma, quote, parenthesis or comparison; `+`
// and `-` end it only when the longer text is not a name of the model.
import type { Span } from '../../diagnostics/source.ts';

export interface Token {
  readonly kind: 'name' | 'symbol' | 'end';
  readonly text: string;
  readonly span: Span;
  readonly quoted?: boolean;
}

/** Longer spellings first. */
const SYMBOLS = ['&&', '||', '==', '!=', '<=', '>=', '&', '|', '=', '<', '>', '!', '(', ')', ',', '+', '-'] as const;
/** Other spellings of the same. */
const ALIASES: Readonly<Record<string, string>> = {
  '&': '&&',
  '|': '||',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  '∧': '&&',
  '∨': '||',
  '¬': '!',
};

/** What ends an unquoted name in any case. */
const STOP = /[\s,'"()<>=!&|≤≥≠∧∨¬]/u;

export class PredicateScanner {
  private readonly text: string;
  private position = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The next symbol; a name that comes next is shown as one character, since its end is not known yet. */
  peek(): Token {
    this.skipBlanks();
    const start = this.position;
    if (start >= this.text.length) return { kind: 'end', text: '', span: { start, end: start + 1 } };
    const symbol = SYMBOLS.find((candidate) => this.text.startsWith(candidate, start));
    if (symbol !== undefined) {
      return { kind: 'symbol', text: ALIASES[symbol] ?? symbol, span: { start, end: start + symbol.length } };
    }
    const character = String.fromCodePoint(this.text.codePointAt(start) as number);
    const alias = ALIASES[character];
    const span = { start, end: start + character.length };
    return alias === undefined ? { kind: 'name', text: character, span } : { kind: 'symbol', text: alias, span };
  }

  /** Consumes the token that `peek` shows; not for names. */
  next(): void {
    this.position = this.peek().span.end;
  }

  accept(symbol: string): boolean {
    const token = this.peek();
    if (token.kind !== 'symbol' || token.text !== symbol) return false;
    this.position = token.span.end;
    return true;
  }

  acceptSign(): '+' | '-' | null {
    if (this.accept('+')) return '+';
    return this.accept('-') ? '-' : null;
  }

  /** The name or number that comes next, as long as possible; null when something else comes. */
  name(isKnown: (text: string) => boolean): Token | null {
    const { kind, span } = this.peek();
    if (kind !== 'name') return null;
    if (this.text[span.start] === "'" || this.text[span.start] === '"') return this.quotedName(span.start);
    const end = this.longestEnd(span.start);
    let cut = end;
    while (cut > span.start && !isKnown(withoutBlanks(this.text.slice(span.start, cut)))) {
      cut = this.previousSign(span.start, cut);
    }
    if (cut <= span.start) cut = end;
    this.position = cut;
    return {
      kind: 'name',
      text: withoutBlanks(this.text.slice(span.start, cut)),
      span: { start: span.start, end: cut },
    };
  }

  private quotedName(start: number): Token | null {
    const quote = this.text[start];
    let text = '';
    for (let i = start + 1; i < this.text.length; i++) {
      if (this.text[i] !== quote) text += this.text[i];
      else if (this.text[i + 1] === quote) text += this.text[i++];
      else {
        this.position = i + 1;
        return { kind: 'name', text, span: { start, end: i + 1 }, quoted: true };
      }
    }
    return null;
  }

  /** Where an unquoted name ends at the latest; blanks inside brackets do not end it. */
  private longestEnd(start: number): number {
    let bracketed = false;
    for (let i = start; i < this.text.length; i++) {
      const character = this.text[i];
      if (character === '[') bracketed = this.text.indexOf(']', i) !== -1;
      else if (character === ']') bracketed = false;
      else if (character === '>' && this.text[i - 1] === '-')
        continue; // `P.a->b` is the name of a transition
      else if (STOP.test(character) && !(bracketed && /\s/.test(character))) return i;
    }
    return this.text.length;
  }

  /** The last `+` or `-` between `start` and `end`, or `start`. */
  private previousSign(start: number, end: number): number {
    for (let i = end - 1; i > start; i--) if (this.text[i] === '+' || this.text[i] === '-') return i;
    return start;
  }

  private skipBlanks(): void {
    while (this.position < this.text.length && /\s/.test(this.text[this.position])) this.position++;
  }
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}
