// A text read word by word; operands joined by binary operators, some of which bind more tightly than others; and what operators of models mean.
import { inputUnless, refuseUnless, type Term } from './model.ts';

/** `words` matches blanks, then a word as first group; `meaning` has other spellings; `levels`, from 1 on, how tightly binary operators bind. */
export type Language = Readonly<{ what: string; words: RegExp; meaning?: Table<string>; levels?: Table<number> }>;
type Table<T> = ReadonlyMap<string, T>;

/** From lines with a word and all its spellings. */
export function spellings(lines: string): Map<string, string> {
  const words = lines.split(';').map((line) => line.split(' '));
  return new Map(words.flatMap(([word, ...all]) => all.map((text) => [text, word] as const)));
}

/** From groups of operators, the loosest first. */
export function levels(groups: string): Map<string, number> {
  return new Map(groups.split(' ').flatMap((group, i) => group.split(',').map((sign) => [sign, i + 1] as const)));
}

export class Scanner {
  protected readonly text: string;
  protected at = 0;
  protected readonly language: Language;
  private end = 0;

  constructor(text: string, language: Language) {
    this.text = text;
    this.language = language;
  }

  /** The next word, which `take` passes over; empty at the end. */
  protected peek(): string {
    const { words } = this.language;
    words.lastIndex = this.at;
    const word = words.exec(this.text)?.[1] ?? '';
    this.end = Math.max(words.lastIndex, this.at);
    return this.language.meaning?.get(word) ?? word;
  }

  protected take(): true {
    this.at = this.end;
    return true;
  }

  protected accept(word: string): boolean {
    return this.peek() === word && this.take();
  }

  protected expect(word: string): void {
    this.need(this.accept(word), `expected \`${word}\`, found \`${this.peek()}\``);
  }

  /** A word of a certain form. */
  protected word(form = /^[A-Za-z_]/): string {
    const word = this.peek();
    this.need(form.test(word), `\`${word}\` is not what should be here`);
    this.take();
    return word;
  }

  /** What `read` reads, once or more, with commas between. */
  protected list<T>(read: () => T): T[] {
    const items = [read()];
    while (this.accept(',')) items.push(read());
    return items;
  }

  protected found<T>(names: ReadonlyMap<string, T>, name: string): T {
    const found = names.get(name);
    this.need(found !== undefined, `there is no \`${name}\``);
    return found;
  }

  protected need(condition: boolean, message: string): asserts condition {
    inputUnless(condition, `${this.language.what}: ${message}`);
  }
}

/** What reads and evaluates recurses: deeper texts are refused. */
const DEEPEST = 500;
const RIGHT = new Set(['->', '<->', 'U', 'R', 'W', 'M', 'imply']);

export abstract class Parser<T> extends Scanner {
  private depth = 0;

  protected abstract operand(): T;
  protected abstract join(operator: string, left: T, right: () => T): T;

  /** Operands joined by operators of this level and above. */
  protected binary(level = 1): T {
    this.need(++this.depth <= DEEPEST, `nested more than ${DEEPEST} deep`);
    let left = this.operand();
    for (;;) {
      const operator = this.peek();
      const own = this.language.levels?.get(operator) ?? 0;
      if (own < level) break;
      this.take();
      left = this.join(operator, left, () => this.binary(RIGHT.has(operator) ? own : own + 1));
    }
    this.depth--;
    return left;
  }

  /** What stands between parentheses, the first of which has been read. */
  protected inner(): T {
    const inner = this.binary();
    this.need(this.accept(')'), 'a parenthesis is not closed');
    return inner;
  }
}

/** The operators of DVE and of propositions; sums are exact here. The left side of `&&`, `||` and `imply` alone may decide. */
export const OPERATORS: Readonly<Record<string, (a: Term, b: Term) => Term>> = {
  imply: (a, b) => (s) => Number(a(s) === 0 || b(s) !== 0),
  '||': (a, b) => (s) => Number(a(s) !== 0 || b(s) !== 0),
  '&&': (a, b) => (s) => Number(a(s) !== 0 && b(s) !== 0),
  '|': (a, b) => (s) => a(s) | b(s),
  '^': (a, b) => (s) => a(s) ^ b(s),
  '&': (a, b) => (s) => a(s) & b(s),
  '==': (a, b) => (s) => Number(a(s) === b(s)),
  '!=': (a, b) => (s) => Number(a(s) !== b(s)),
  '<': (a, b) => (s) => Number(a(s) < b(s)),
  '<=': (a, b) => (s) => Number(a(s) <= b(s)),
  '>': (a, b) => (s) => Number(a(s) > b(s)),
  '>=': (a, b) => (s) => Number(a(s) >= b(s)),
  '<<': (a, b) => (s) => a(s) << b(s),
  '>>': (a, b) => (s) => a(s) >> b(s),
  '+': (a, b) => (s) => a(s) + b(s),
  '-': (a, b) => (s) => a(s) - b(s),
  '*': (a, b) => (s) => Math.imul(a(s), b(s)),
  '/': (a, b) => (s) => a(s) / nonZero(b(s)),
  '%': (a, b) => (s) => a(s) % nonZero(b(s)),
};

function nonZero(value: number): number {
  refuseUnless(value !== 0, 'a division by zero in a state of the certificate');
  return value;
}
