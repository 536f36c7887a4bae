// Words as text: `a & !b; cycle{b; !a}` is the word whose first letter is {a}, followed by {b}, {}, {b}, {}, … A letter is a
// conjunction of literals, or `1`. A proposition that a letter does not mention is FALSE there: text always stands
// for one word, never for a set of words.
import type { Parsed } from '../diagnostics/diagnostic.ts';
import { Problems } from './syntax/problems.ts';
import { endOfQuoted, isPlainName, quoteName, unquoteName } from './syntax/quoting.ts';
import type { Letter, Word } from './word.ts';

export interface ParseWordOptions {
  /** The name of the text in diagnostics; `<word>` unless given. */
  readonly sourceName?: string;
}

/** Parses a word; reports several mistakes at once, and never throws on any text. */
export function parseWord(text: string, options: ParseWordOptions = {}): Parsed<Word> {
  const problems = new Problems({ name: options.sourceName ?? '<word>', text });
  const word = new WordParser(problems).parse();
  return problems.list.length === 0 ? { value: word, diagnostics: [] } : { value: null, diagnostics: problems.list };
}

/**
 * The word as text. With `propositions`, each letter names all of them, as in `a & !b`; without, only those that
 * hold, which reads back the same.
 */
export function printWord(word: Word, propositions: readonly string[] = []): string {
  const letters = (sequence: readonly Letter[]): string[] =>
    sequence.map((letter) => printLetter(letter, propositions));
  return [...letters(word.prefix), `cycle{${letters(word.cycle).join('; ')}}`].join('; ');
}

/** The letter as a conjunction of literals; `1` if there is none to name. */
export function printLetter(letter: Letter, propositions: readonly string[] = []): string {
  const names = [...new Set([...propositions, ...[...letter].sort()])];
  const literals = names.map((name) => `${letter.has(name) ? '' : '!'}${isPlainName(name) ? name : quoteName(name)}`);
  return literals.length === 0 ? '1' : literals.join(' & ');
}

const TOKEN =
  /(?<blank>\s+)|(?<cycle>cycle\s*\{)|(?<end>\})|(?<next>;)|(?<and>&&?|\/\\|∧)|(?<not>[!~¬])|(?<name>[\p{L}_.][\p{L}\p{M}\p{N}_.]*|[01](?![\p{L}\p{N}_.]))/uy;

type TokenType = 'cycle' | 'end' | 'next' | 'and' | 'not' | 'name' | 'quoted' | 'bad';

interface WordToken {
  readonly type: TokenType;
  readonly start: number;
  readonly end: number;
}

class WordParser {
  private readonly problems: Problems;
  private readonly text: string;
  private readonly prefix: Letter[] = [];
  private readonly cycle: Letter[] = [];
  private part: 'prefix' | 'cycle' | 'after' = 'prefix';
  /** The literals of the letter being read: name to truth. */
  private literals = new Map<string, boolean>();
  /** What may come next: a literal that must, a literal that may, or something between literals. */
  private state: 'start' | 'literal' | 'joint' = 'start';
  private negated = false;

  constructor(problems: Problems) {
    this.problems = problems;
    this.text = problems.source.text;
  }

  parse(): Word {
    let position = 0;
    while (position < this.text.length && !this.problems.full) {
      const token = this.tokenAt(position);
      position = token?.end ?? this.blankEnd(position);
      if (token !== null && token.type !== 'bad') this.accept(token);
    }
    const end = { start: this.text.length, end: this.text.length };
    if (this.part === 'cycle') this.problems.add('LTL008', end, 'the cycle is not closed', 'add a `}`');
    if (this.part === 'prefix') {
      const hint = 'every word ends with the letters that repeat for ever: `a; cycle{b; c}`';
      this.problems.add('LTL008', end, 'the word has no cycle', hint);
    }
    return { prefix: this.prefix, cycle: this.cycle };
  }

  private blankEnd(position: number): number {
    TOKEN.lastIndex = position;
    return position + TOKEN.exec(this.text)![0].length;
  }

  /** The token at a position, or null for blanks. */
  private tokenAt(start: number): WordToken | null {
    if (this.text[start] === '"') return this.quotedAt(start);
    TOKEN.lastIndex = start;
    const found = TOKEN.exec(this.text);
    if (found === null) {
      const character = String.fromCodePoint(this.text.codePointAt(start)!);
      const end = start + character.length;
      const hint = 'a letter is a conjunction of literals such as `a & !b`; letters are separated by `;`';
      this.problems.add('LTL008', { start, end }, `\`${character}\` has no meaning in a word`, hint);
      return { type: 'bad', start, end };
    }
    const type = Object.entries(found.groups!).find(([, text]) => text !== undefined)![0];
    return type === 'blank' ? null : { type: type as TokenType, start, end: start + found[0].length };
  }

  private quotedAt(start: number): WordToken {
    const close = endOfQuoted(this.text, start);
    const end = close === -1 ? this.text.length : close;
    if (close !== -1 && close - start > 2) return { type: 'quoted', start, end };
    const message = close === -1 ? 'this quoted proposition is not closed' : 'a proposition needs a name';
    this.problems.add('LTL005', { start, end: start + 1 }, message);
    return { type: 'bad', start, end };
  }

  private accept(token: WordToken): void {
    if (this.part === 'after') {
      this.complain(token, 'nothing may follow the cycle', 'the cycle repeats for ever: put this before it');
      return;
    }
    switch (token.type) {
      case 'not':
        if (this.state === 'joint') this.complain(token, 'expected `&` or `;` here');
        this.negated = !this.negated;
        this.state = 'literal';
        return;
      case 'and':
        if (this.state !== 'joint') this.complain(token, 'a literal is missing before this');
        this.state = 'literal';
        return;
      case 'next':
        this.finishLetter(token);
        return;
      case 'cycle':
        this.openCycle(token);
        return;
      case 'end':
        this.closeCycle(token);
        return;
      default:
        this.literal(token);
    }
  }

  private literal(token: WordToken): void {
    if (this.state === 'joint') {
      this.complain(token, 'expected `&` or `;` here', 'letters are separated by `;`, literals by `&`');
    }
    this.state = 'joint';
    const text = this.text.slice(token.start, token.end);
    const truth = !this.negated;
    this.negated = false;
    if (token.type === 'name' && /^(?:[01]|true|false)$/i.test(text)) {
      if (/^(?:1|true)$/i.test(text) !== truth) this.complain(token, 'no letter is false', 'write `1` for any letter');
      return;
    }
    const name = token.type === 'quoted' ? unquoteName(text) : text;
    if (this.literals.get(name) === !truth) this.complain(token, `\`${name}\` is both true and false in this letter`);
    this.literals.set(name, truth);
  }

  private finishLetter(token: WordToken): void {
    if (this.state === 'start') this.complain(token, 'a letter is missing before this', 'write `1` for an empty one');
    if (this.state === 'literal') this.complain(token, 'a literal is missing before this');
    const letter = new Set<string>();
    for (const [name, truth] of this.literals) if (truth) letter.add(name);
    (this.part === 'cycle' ? this.cycle : this.prefix).push(letter);
    this.literals = new Map();
    this.state = 'start';
    this.negated = false;
  }

  private openCycle(token: WordToken): void {
    if (this.part === 'cycle') this.complain(token, 'a cycle cannot contain a cycle');
    else if (this.state !== 'start') this.complain(token, 'expected `;` before the cycle');
    this.part = 'cycle';
    this.state = 'start';
    this.literals = new Map();
  }

  private closeCycle(token: WordToken): void {
    if (this.part === 'prefix') {
      this.complain(token, 'this `}` closes nothing', 'a cycle starts with `cycle{`');
      return;
    }
    if (this.state !== 'start' || this.cycle.length === 0) this.finishLetter(token);
    this.part = 'after';
  }

  private complain(token: WordToken, message: string, hint?: string): void {
    this.problems.add('LTL008', token, message, hint);
  }
}
