// The lexer of infix formulas. Prefix letters may be glued to what follows: `GFa` is G F a and `GP1M1` is G(P1M1), but
// `F1` is a proposition. A bound such as `[2:5]` belongs to the token of its operator. What cannot be read becomes a
// token `bad` after its complaint, so that the parser can go on.
import type { Binary, Constant, Nary, Unary } from '../kinds.ts';
import type { Bound } from './bounded.ts';
import type { Problems } from './problems.ts';
import { endOfQuoted, isOwnName, OWN_NAME, unquoteName } from './quoting.ts';
import { type Meaning, prefixLetters, signPattern, signs, words } from './spelling.ts';

interface Place {
  readonly start: number;
  readonly end: number;
}

export type Token =
  | (Place & { readonly type: 'operand'; readonly kind: Constant | 'proposition'; readonly name: string })
  | (Place & { readonly type: 'unary'; readonly kind: Unary; readonly bound: Bound | null })
  | (Place & { readonly type: 'binary'; readonly kind: Binary | Nary })
  | (Place & { readonly type: 'open' })
  | (Place & { readonly type: 'close' })
  | (Place & { readonly type: 'bad' })
  | (Place & { readonly type: 'end' });

const BLANK = /\s*/y;
const WORD = /[\p{L}_.][\p{L}\p{M}\p{N}_.]*/uy;
const NUMBER = /\d[\p{L}\p{M}\p{N}_.]*/uy;
const SIGN = signPattern();
/** A comparison, with the right-hand side that makes it one. */
const COMPARISON = /(?:==|!=|<=|>=|=|<|>)\s*(?:-?[\p{L}\p{N}_.]+)?/uy;
/** What makes a comparison of the word before it, in LTSmin's syntax: `Person_0 == "out"`, `a[1] >= 2`. */
const PREDICATE =
  /(?<index>\[\d+\])?\s*(?<relation>==|!=|<=(?!>)|>=|=(?!>)|<(?![>-])|>)\s*(?<right>-?[\p{L}\p{N}_.]+|(?="))/uy;
const BOUND = /\[\s*(?:(?<exact>\d+)|!|(?<from>\d*)\s*(?::|\.\.|,|to)\s*(?<to>\d*|\$|inf))\s*!?\s*\]/y;
/** Anything that starts no token, up to the next character that might. */
const UNRECOGNISED = /'[^']*'|[^\s\p{L}\p{N}_."()![\]<>&|=~^+*-]+|[\s\S]/uy;
const CONSTANT = /(?:true|false)(?![\p{L}\p{M}\p{N}_.])/iuy;

/** Numbers with more digits are out of every bound. */
const MOST_DIGITS = 9;

/** Cuts a text into tokens, one at a time. */
export class Lexer {
  private readonly text: string;
  private readonly problems: Problems;
  private readonly comparisons: 'refused' | 'propositions';
  private position = 0;

  /** With `propositions`, an unquoted comparison `x == 3` is the proposition "x=3", as LTSmin has it. */
  constructor(problems: Problems, comparisons: 'refused' | 'propositions' = 'refused') {
    this.text = problems.source.text;
    this.problems = problems;
    this.comparisons = comparisons;
  }

  /**
   * The next token; `end` again and again when the text is used up. Where only an operator makes sense, `Ub` is `U b`,
   * as Spot has it: `p UFq` is `p U F q`.
   */
  next(wanted: 'operand' | 'operator'): Token {
    this.position += this.match(BLANK)!.length;
    const start = this.position;
    if (start >= this.text.length) return { type: 'end', start, end: start };
    if (this.text[start] === '"') return this.quoted(start);
    const constant = this.match(CONSTANT);
    if (constant !== null) return this.constant(start, constant);
    const letter = prefixLetters.get(this.text[start]);
    if (letter !== undefined && !/[0-9]/.test(this.text[start + 1] ?? '')) return this.token(start, 1, letter);
    const word = this.match(WORD);
    if (word !== null) return this.word(start, wanted === 'operator' && /^[UWRVM]/.test(word) ? word[0] : word);
    const number = this.match(NUMBER);
    if (number !== null) return this.number(start, number);
    const sign = this.text.startsWith('!=', start) ? null : this.match(SIGN);
    if (sign !== null) return this.meant(start, sign.length, signs.get(sign)!);
    const comparison = this.match(COMPARISON);
    if (comparison !== null) return this.comparison(start, comparison);
    return this.unrecognised(start);
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.position;
    return pattern.exec(this.text)?.[0] ?? null;
  }

  /** A prefix operator, with its bound if one follows. */
  private token(start: number, length: number, kind: Unary): Token {
    this.position = start + length;
    const bound = kind === 'not' ? null : this.bound(kind);
    return { type: 'unary', kind, bound, start, end: start + length };
  }

  private meant(start: number, length: number, meaning: Meaning): Token {
    const end = start + length;
    this.position = end;
    switch (meaning.type) {
      case 'unary':
        return this.token(start, length, meaning.kind);
      case 'binary':
        return { type: 'binary', kind: meaning.kind, start, end };
      case 'constant':
        return { type: 'operand', kind: meaning.kind, name: '', start, end };
      default:
        return { type: meaning.type, start, end };
    }
  }

  private word(start: number, word: string): Token {
    const meaning = words.get(word);
    if (meaning !== undefined) return this.meant(start, word.length, meaning);
    this.position = start + word.length;
    const name = this.comparisons === 'propositions' ? this.predicate(word) : word;
    return { type: 'operand', kind: 'proposition', name, start, end: this.position };
  }

  /** The comparison that starts with the word before the present position, or just the word. */
  private predicate(word: string): string {
    PREDICATE.lastIndex = this.position;
    const found = PREDICATE.exec(this.text);
    if (found === null) return word;
    const { index = '', relation, right } = found.groups!;
    const start = this.position + found[0].length;
    const end = right === '' ? endOfQuoted(this.text, start) : start;
    if (end === -1) return word;
    this.position = end;
    const value = right === '' ? unquoteName(this.text.slice(start, end)) : right;
    return `${word}${index}${relation === '==' ? '=' : relation}${value}`;
  }

  private constant(start: number, word: string): Token {
    const end = (this.position = start + word.length);
    return { type: 'operand', kind: word.toLowerCase() === 'true' ? 'true' : 'false', name: '', start, end };
  }

  private number(start: number, number: string): Token {
    const end = (this.position = start + number.length);
    if (number === '0' || number === '1') {
      return { type: 'operand', kind: number === '1' ? 'true' : 'false', name: '', start, end };
    }
    this.problems.add(
      'LTL001',
      { start, end },
      `\`${number}\` is neither a constant nor a proposition`,
      `the constants are 0 and 1; a name that starts with a digit is quoted: "${number}"`,
    );
    return { type: 'bad', start, end };
  }

  private quoted(start: number): Token {
    const end = endOfQuoted(this.text, start);
    this.position = end === -1 ? this.text.length : end;
    const place = { start, end: this.position };
    if (end === -1) {
      const hint = 'a quote inside a name is written \\"';
      this.problems.add('LTL005', { start, end: start + 1 }, 'this quoted proposition is not closed', hint);
    } else if (end - start === 2) {
      this.problems.add('LTL005', place, 'a proposition needs a name', 'write the name between the quotes');
    } else {
      const name = unquoteName(this.text.slice(start, end));
      if (!isOwnName(name)) return { type: 'operand', kind: 'proposition', name, ...place };
      this.problems.add('LTL005', place, OWN_NAME);
    }
    return { type: 'bad', ...place };
  }

  private comparison(start: number, comparison: string): Token {
    if (/[-=]>$/.test(this.text.slice(start - 2, start))) return this.longArrow(start);
    const end = (this.position = start + comparison.length);
    const before = /[\p{L}\p{N}_.]+\s*$/u.exec(this.text.slice(Math.max(0, start - 80), start))?.[0] ?? '';
    const example = before === '' || /[=<>]$/.test(comparison) ? 'x = 3' : before + comparison;
    this.problems.add(
      'LTL001',
      { start, end },
      `\`${comparison}\` compares; a comparison is a proposition and stands between quotes`,
      `write "${example}"; implication is \`->\`, equivalence is \`<->\``,
    );
    return { type: 'bad', start, end };
  }

  /** More heads than an arrow has: `->>`. */
  private longArrow(start: number): Token {
    const before = /(?:<|<-+)?[-=]+>$/.exec(this.text.slice(Math.max(0, start - 80), start))![0];
    const after = /^[<>=]+/.exec(this.text.slice(start, start + 80))![0];
    const place = { start: start - before.length, end: start + after.length };
    this.position = place.end;
    const hint = 'implication is `->`, equivalence is `<->`';
    this.problems.add('LTL001', place, `\`${before}${after}\` is not an operator`, hint);
    return { type: 'bad', ...place };
  }

  private unrecognised(start: number): Token {
    const unrecognised = this.match(UNRECOGNISED)!;
    const end = (this.position = start + unrecognised.length);
    const hint =
      unrecognised[0] === "'"
        ? 'names are quoted with double quotes: "name"'
        : unrecognised[0] === '['
          ? 'a bound such as [2:5] follows X, F or G; `[]` alone is G'
          : 'names with other characters than letters, digits, `_` and `.` are quoted: "name"';
    this.problems.add('LTL007', { start, end }, `${describe(unrecognised)} has no meaning here`, hint);
    return { type: 'bad', start, end };
  }

  private bound(kind: Exclude<Unary, 'not'>): Bound | null {
    const start = this.position + this.match(BLANK)!.length;
    if (this.text[start] !== '[' || this.text[start + 1] === ']') return null;
    BOUND.lastIndex = start;
    const found = BOUND.exec(this.text);
    if (found === null) return this.badBound(start);
    const end = (this.position = start + found[0].length);
    const { exact, from, to } = found.groups!;
    const place = { start, end };
    const tooLong = [exact, from, to].some((digits) => digits !== undefined && digits.length > MOST_DIGITS);
    if (tooLong) {
      this.problems.add('LTL006', place, 'this bound is far too large to be written out', 'use a smaller bound');
      return null;
    }
    if (exact !== undefined) return { from: Number(exact), to: Number(exact), ...place };
    if (from === undefined) return kind === 'next' ? { from: 1, to: 1, ...place } : this.badBound(start);
    const upper = to === '' || to === '$' || to === 'inf' ? null : Number(to);
    return this.checkedRange(kind, { from: Number(from), to: upper, ...place });
  }

  private checkedRange(kind: Exclude<Unary, 'not'>, bound: Bound): Bound | null {
    if (kind === 'next') {
      const hint = 'X[3] steps three times; F[2:5] means at some of the steps, G[2:5] at all of them';
      this.problems.add('LTL006', bound, 'X takes one number, not a range', hint);
      return null;
    }
    if (bound.to === null || bound.from <= bound.to) return bound;
    const hint = `the smaller number comes first: [${bound.to}:${bound.from}]`;
    this.problems.add('LTL006', bound, 'this range is empty', hint);
    return null;
  }

  private badBound(start: number): null {
    const close = this.text.indexOf(']', start);
    const end = (this.position = close === -1 ? start + 1 : close + 1);
    const hint = 'bounds look like X[3], F[2:5], G[2:] or F[:3]';
    this.problems.add('LTL006', { start, end }, 'this bound cannot be read', hint);
    return null;
  }
}

function describe(unrecognised: string): string {
  const [first] = unrecognised;
  const code = first.codePointAt(0)!;
  const visible = code > 0x20 && code !== 0x7f && !/[\p{C}\p{Z}]/u.test(first);
  return visible ? `\`${unrecognised}\`` : `the character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
