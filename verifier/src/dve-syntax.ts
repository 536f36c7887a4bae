// Words and expressions of DVE. An expression is read before all names are declared: it becomes a term when it is given its scope.
import type { State, Term } from './model.ts';
import { inputUnless, refuseUnless } from './problem.ts';

export type Type = 'byte' | 'int';

export interface Storage {
  /** Of a constant: its value; null for what lies in the state. */
  readonly value: number | null;
  readonly base: number;
  /** Of an array; null for a plain variable. */
  readonly length: number | null;
  readonly type: Type;
  readonly isConstant: boolean;
}

export interface Scope {
  find(process: string | null, name: string): Storage;
  /** The variable with the location of a process, and the number of one of its states. */
  location(process: string, state: string): readonly [number, number];
}

export type Expression = (scope: Scope) => Term;
export type Write = (state: State, value: number) => void;
export type Target = (scope: Scope) => Write;

const LEVEL: Readonly<Record<string, number>> = {
  ...{ imply: 1, '||': 2, '&&': 3, '|': 4, '^': 5, '&': 6, '==': 7, '!=': 7, '<': 8, '<=': 8, '>': 8, '>=': 8 },
  ...{ '<<': 9, '>>': 9, '+': 10, '-': 10, '*': 11, '/': 11, '%': 11 },
};
const SYNONYMS: Readonly<Record<string, string>> = { and: '&&', or: '||', not: '!' };
/** Arithmetic has 32 bits, as in C. The left side of `&&`, `||` and `imply` alone may decide. */
const OPERATORS: Readonly<Record<string, (a: Term, b: Term) => Term>> = {
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
  '+': (a, b) => (s) => (a(s) + b(s)) | 0,
  '-': (a, b) => (s) => (a(s) - b(s)) | 0,
  '*': (a, b) => (s) => Math.imul(a(s), b(s)),
  '/': (a, b) => (s) => (a(s) / nonZero(b(s))) | 0,
  '%': (a, b) => (s) => (a(s) % nonZero(b(s))) | 0,
};
const DEEPEST = 300;

function nonZero(value: number): number {
  refuseUnless(value !== 0, 'a division by zero in a state of the certificate');
  return value;
}

/** A value as it is stored. */
export function stored(type: Type, value: number): number {
  return type === 'byte' ? value & 0xff : (value << 16) >> 16;
}

export class Cursor {
  private readonly words: readonly string[];
  private at = 0;
  private depth = 0;

  constructor(text: string) {
    const plain = text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ' ');
    this.words = plain.match(/[A-Za-z_]\w*|\d+|->|==|!=|<=|>=|<<|>>|&&|\|\||[^\s]/g) ?? [];
  }

  get word(): string {
    return this.words[this.at] ?? '';
  }

  accept(word: string): boolean {
    return this.word === word && ++this.at > 0;
  }

  expect(word: string): void {
    inputUnless(this.accept(word), `model: expected \`${word}\`, found \`${this.word}\``);
  }

  name(): string {
    inputUnless(/^[A-Za-z_]/.test(this.word), `model: expected a name, found \`${this.word}\``);
    return this.words[this.at++];
  }

  /** What `read` reads, once or more, with commas between. */
  list<T>(read: () => T): T[] {
    const items = [read()];
    while (this.accept(',')) items.push(read());
    return items;
  }

  /** A variable or an element, as something to be read and to be written; an array without an index is its first element. */
  reference(): { readonly read: Expression; readonly write: Target } {
    let process: string | null = null;
    let name = this.name();
    if (this.accept('->')) [process, name] = [name, this.name()];
    const index = this.accept('[') ? this.expression() : null;
    if (index !== null) this.expect(']');
    const place = (scope: Scope, { base, length }: Storage): Term => {
      inputUnless(index === null || length !== null, `model: ${name} is no array`);
      const at = index?.(scope);
      if (length === null || at === undefined) return () => base;
      return (state) => {
        const i = at(state);
        refuseUnless(i >= 0 && i < length, `a state of the certificate has no ${name}[${i}]`);
        return base + i;
      };
    };
    const read: Expression = (scope) => {
      const storage = scope.find(process, name);
      const { value } = storage;
      if (value !== null) return () => value;
      const cell = place(scope, storage);
      return (state) => state[cell(state)];
    };
    const write: Target = (scope) => {
      const storage = scope.find(process, name);
      inputUnless(!storage.isConstant, `model: ${name} is a constant`);
      const cell = place(scope, storage);
      return (state, value) => {
        state[cell(state)] = stored(storage.type, value);
      };
    };
    return { read, write };
  }

  expression(level = 1): Expression {
    inputUnless(++this.depth <= DEEPEST, `model: an expression is nested more than ${DEEPEST} deep`);
    let left = this.unary();
    for (;;) {
      const operator = SYNONYMS[this.word] ?? this.word;
      const own = Object.hasOwn(LEVEL, operator) ? LEVEL[operator] : 0;
      if (own < level) break;
      this.at++;
      const [a, b] = [left, this.expression(operator === 'imply' ? own : own + 1)];
      left = (scope) => OPERATORS[operator](a(scope), b(scope));
    }
    this.depth--;
    return left;
  }

  private unary(): Expression {
    const sign = SYNONYMS[this.word] ?? this.word;
    if (sign === '-' || sign === '~' || sign === '!') {
      this.at++;
      const operand = this.expression(12);
      return (scope) => {
        const term = operand(scope);
        if (sign === '!') return (state) => Number(term(state) === 0);
        return sign === '-' ? (state) => -term(state) | 0 : (state) => ~term(state);
      };
    }
    if (this.accept('(')) {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (/^(\d+|true|false)$/.test(sign)) {
      const value = sign === 'true' ? 1 : sign === 'false' ? 0 : Number(sign);
      inputUnless(value < 2 ** 31, 'model: a number is larger than 2^31 - 1');
      this.at++;
      return () => () => value;
    }
    if (this.words[this.at + 1] !== '.') return this.reference().read;
    const process = this.name();
    this.expect('.');
    const state = this.name();
    return (scope) => {
      const [variable, number] = scope.location(process, state);
      return (here) => Number(here[variable] === number);
    };
  }
}
