// Words of a Promela text: names, numbers, strings, symbols. Comments and blanks are dropped; what begins a line is marked, for the
// preprocessor. A keyword is a name here: the parser tells them apart, because macros may be called like anything.
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Source, Span } from '../../../diagnostics/source.ts';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';

export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'symbol' | 'end';
  /** As written; empty at the end of the text. */
  readonly text: string;
  /** Where the user wrote it: for what a macro stands for, where the macro is used. */
  readonly span: Span;
  readonly source: Source;
  /** Whether it is the first of its line, and whether a blank stands before it. */
  readonly first: boolean;
  readonly spaced: boolean;
}

const BLANK = /(?:[^\S\n]|\\\r?\n)+/y;
const LINE_COMMENT = /\/\/[^\n]*/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /[0-9]+/y;
const STRING = /"(?:[^"\\\n]|\\.)*"/y;
const CHARACTER = /'(?:[^'\\\n]|\\.)'/y;
const SYMBOL = /\\\/|\/\\|->|::|\.\.|\+\+|--|&&|\|\||==|!=|<=|>=|<<|>>|!!|\?\?|##|[-{}()[\];,:.=!?<>+*/%&|^~@#$]/y;

const ESCAPES: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, 0: 0, b: 8, a: 7, f: 12, v: 11 };

/** The tokens of `source`, the last one of kind `end`. Places that are not tokens give a diagnostic and are left out. */
export function tokenize(source: Source, diagnostics: Diagnostic[], stopwatch: Stopwatch): Token[] {
  const { text } = source;
  const tokens: Token[] = [];
  let at = 0;
  let first = true;
  let spaced = true;
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? null;
  };
  const complain = (message: string, end: number): void => {
    diagnostics.push({ code: 'PML801', message, source, span: { start: at, end } });
    at = end;
  };
  while (at < text.length) {
    stopwatch.tick();
    if (text[at] === '\n') {
      at++;
      first = true;
      spaced = true;
      continue;
    }
    const skipped = match(BLANK) ?? match(LINE_COMMENT);
    if (skipped !== null) {
      at += skipped.length;
      spaced = true;
      continue;
    }
    if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2);
      if (end === -1) complain('this comment is never closed by `*/`', text.length);
      else at = end + 2;
      spaced = true;
      continue;
    }
    const found = nextWord(match);
    if (found === null) {
      if (text[at] === '"') {
        const end = text.indexOf('\n', at);
        complain('this string is not closed on its line', end === -1 ? text.length : end);
        continue;
      }
      const character = String.fromCodePoint(text.codePointAt(at) as number);
      complain(`\`${character}\` has no meaning in Promela`, at + character.length);
      continue;
    }
    const span = { start: at, end: at + found.length };
    tokens.push({ kind: found.kind, text: found.text, span, source, first, spaced });
    first = false;
    spaced = false;
    at += found.length;
  }
  const span = { start: text.length, end: text.length };
  tokens.push({ kind: 'end', text: '', span, source, first: true, spaced: true });
  return tokens;
}

interface Word {
  readonly kind: Exclude<Token['kind'], 'end'>;
  readonly text: string;
  /** Of what stands in the file. */
  readonly length: number;
}

function nextWord(match: (pattern: RegExp) => string | null): Word | null {
  const name = match(NAME);
  if (name !== null) return { kind: 'name', text: name, length: name.length };
  const number = match(NUMBER);
  if (number !== null) return { kind: 'number', text: number, length: number.length };
  const string = match(STRING);
  if (string !== null) return { kind: 'string', text: string, length: string.length };
  const character = match(CHARACTER);
  if (character !== null) return { kind: 'number', text: String(characterCode(character)), length: character.length };
  const symbol = match(SYMBOL);
  return symbol === null ? null : { kind: 'symbol', text: symbol, length: symbol.length };
}

/** The number of a character constant such as `'a'` or `'\n'`. */
function characterCode(quoted: string): number {
  const inner = quoted.slice(1, -1);
  if (!inner.startsWith('\\')) return inner.charCodeAt(0);
  return ESCAPES[inner[1]] ?? inner.charCodeAt(1);
}
