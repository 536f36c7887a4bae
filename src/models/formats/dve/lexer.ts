// Words of a DVE text: names, numbers, keywords, symbols; comments and blanks are dropped.
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Source, Span } from '../../../diagnostics/source.ts';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';

export interface Token {
  readonly kind: 'name' | 'number' | 'keyword' | 'symbol' | 'end';
  /** As written; empty at the end of the text. */
  readonly text: string;
  readonly span: Span;
}

const KEYWORDS: ReadonlySet<string> = new Set([
  ...['and', 'accept', 'assert', 'async', 'byte', 'channel', 'commit', 'const', 'effect', 'false', 'guard', 'imply'],
  ...['init', 'int', 'not', 'or', 'process', 'property', 'state', 'sync', 'system', 'trans', 'true'],
]);

const BLANK = /\s+/y;
const LINE_COMMENT = /\/\/[^\n]*/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /[0-9]+/y;
const SYMBOL = /->|==|!=|<=|>=|<<|>>|&&|\|\||[-{}()[\];,:.=!?<>+*/%&|^~]/y;

/** The tokens of `source`, the last one of kind `end`. Places that are not tokens give a diagnostic and are left out. */
export function tokenize(source: Source, diagnostics: Diagnostic[], stopwatch: Stopwatch): Token[] {
  const { text } = source;
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? null;
  };
  const complain = (message: string, end: number): void => {
    diagnostics.push({ code: 'DVE301', message, source, span: { start: at, end } });
    at = end;
  };
  while (at < text.length) {
    stopwatch.tick();
    const skipped = match(BLANK) ?? match(LINE_COMMENT);
    if (skipped !== null) {
      at += skipped.length;
      continue;
    }
    if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2);
      if (end === -1) complain('this comment is never closed by `*/`', text.length);
      else at = end + 2;
      continue;
    }
    const name = match(NAME);
    const number = name === null ? match(NUMBER) : null;
    const word = name ?? number ?? match(SYMBOL);
    if (word === null) {
      const character = String.fromCodePoint(text.codePointAt(at) as number);
      complain(`\`${character}\` has no meaning in DVE`, at + character.length);
      continue;
    }
    const kind = name !== null ? (KEYWORDS.has(word) ? 'keyword' : 'name') : number !== null ? 'number' : 'symbol';
    tokens.push({ kind, text: word, span: { start: at, end: at + word.length } });
    at += word.length;
  }
  tokens.push({ kind: 'end', text: '', span: { start: text.length, end: text.length } });
  return tokens;
}
