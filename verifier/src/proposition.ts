// The text of a proposition as a condition on states:
//
//     either   ::= both { "||" both }       both ::= relation { "&&" relation }       sum ::= term { ("+"|"-") term }
//     relation ::= sum [ ("="|"=="|"!="|"<"|"<="|">"|">=") sum ]
//     term     ::= "!" term | "-" term | "(" either ")" | INTEGER | NAME
//                | "tokens" "(" NAME { "," NAME } ")" | "fireable" "(" NAME { "," NAME } ")" | "dead" [ "(" ")" ]
//
// A name runs up to the next blank, comma, quote, parenthesis or comparison; `+` and `-` end it where the longer text means nothing.
import type { Model, State, Term } from './model.ts';
import { inputUnless } from './problem.ts';

/** A number or truth value; or a name, whose use decides which of the two it is. */
interface Part {
  readonly number?: Term | undefined;
  readonly truth?: Term | undefined;
  readonly name?: string;
}

const SYMBOLS = ['&&', '||', '==', '!=', '<=', '>=', '&', '|', '=', '<', '>', '!', '(', ')', ',', '+', '-'];
const OTHERS: Readonly<Record<string, string>> = {
  ...{ '&': '&&', '|': '||', '==': '=', '≤': '<=', '≥': '>=', '≠': '!=', '∧': '&&', '∨': '||', '¬': '!' },
};
const STOP = /[\s,'"()<>=!&|≤≥≠∧∨¬]/u;
const DEEPEST = 200;
const COMPARISONS = new Map<string, (a: number, b: number) => boolean>([
  ['=', (a, b) => a === b],
  ['!=', (a, b) => a !== b],
  ['<', (a, b) => a < b],
  ['<=', (a, b) => a <= b],
  ['>', (a, b) => a > b],
  ['>=', (a, b) => a >= b],
]);

/** The condition that a proposition stands for in the model. */
export function proposition(text: string, model: Model): Term {
  const { names } = model;
  const whole = names.truth(text) === undefined ? text.trim() : text;
  const known = whole === 'dead' ? undefined : names.truth(whole);
  return known ?? new Parser(text, model).parse();
}

class Parser {
  private readonly text: string;
  private readonly model: Model;
  private at = 0;
  private depth = 0;

  constructor(text: string, model: Model) {
    this.text = text;
    this.model = model;
  }

  parse(): Term {
    const condition = this.use(this.either(), 'truth');
    this.need(this.peek() === '', 'not understood');
    return condition;
  }

  private either(): Part {
    return this.joined('||', () => this.joined('&&', () => this.relation()));
  }

  private joined(symbol: '||' | '&&', operand: () => Part): Part {
    const first = operand();
    if (this.peek() !== symbol) return first;
    const terms = [this.use(first, 'truth')];
    while (this.accept(symbol)) terms.push(this.use(operand(), 'truth'));
    const holds = (state: State) => (term: Term) => term(state) !== 0;
    return truth(symbol === '&&' ? (state) => terms.every(holds(state)) : (state) => terms.some(holds(state)));
  }

  private relation(): Part {
    const left = this.sum();
    const compare = COMPARISONS.get(this.peek());
    if (compare === undefined) return left;
    this.accept(this.peek());
    const right = this.sum(left.name);
    this.need(!COMPARISONS.has(this.peek()), 'comparisons cannot be chained');
    // Beside a reference, a bare name may be that of one of its values.
    const second = this.valueBeside(left.name, right.name);
    const first = second === undefined ? this.valueBeside(right.name, left.name) : undefined;
    const [x, y] = [first ?? this.use(left, 'number'), second ?? this.use(right, 'number')];
    return truth((state) => compare(x(state), y(state)));
  }

  private valueBeside(reference: string | undefined, name: string | undefined): Term | undefined {
    if (reference === undefined || name === undefined) return undefined;
    const value = this.model.names.valueNamed(reference, name);
    return value === undefined ? undefined : () => value;
  }

  private sum(beside?: string): Part {
    const first = this.term(beside);
    if (!/^[+-]$/.test(this.peek())) return first;
    const terms = [this.use(first, 'number')];
    while (/^[+-]$/.test(this.peek())) {
      const isPlus = this.accept('+') || !this.accept('-');
      const term = this.use(this.term(), 'number');
      terms.push(isPlus ? term : (state) => -term(state) | 0);
    }
    return { number: total(terms) };
  }

  private term(beside?: string): Part {
    this.need(++this.depth <= DEEPEST, `nested more than ${DEEPEST} deep`);
    const part = this.plainTerm(beside);
    this.depth--;
    return part;
  }

  private plainTerm(beside?: string): Part {
    const { names } = this.model;
    if (this.accept('!')) {
      const operand = this.use(this.term(), 'truth');
      return truth((state) => operand(state) === 0);
    }
    if (this.accept('-')) {
      const operand = this.use(this.term(), 'number');
      return { number: (state) => -operand(state) | 0 };
    }
    if (this.accept('(')) {
      const inner = this.either();
      this.need(this.accept(')'), 'a parenthesis is not closed');
      return inner;
    }
    const isQuoted = /['"]/.test(this.peek());
    const name = this.name((part) => this.isKnown(part, beside));
    const opens = this.peek() === '(';
    if (isQuoted || this.valueBeside(beside, name) !== undefined) return this.named(name);
    if (/^\d+$/.test(name)) {
      this.need(Number(name) < 2 ** 31, 'a number is larger than 2^31 - 1');
      return { number: () => Number(name) };
    }
    if (opens && name === 'tokens') return { number: total(this.list((item) => names.value(item))) };
    if (opens && name === 'fireable') {
      const terms = this.list((item) => names.fireable(item));
      return truth((state) => terms.some((term) => term(state) !== 0));
    }
    if (name === 'dead') {
      const isClear = opens
        ? this.accept('(') && this.accept(')')
        : (names.value(name) ?? names.truth(name)) === undefined;
      this.need(isClear, '`dead` can be read in two ways');
      return truth((state) => {
        let isDead = true;
        this.model.successors(state, () => (isDead = false));
        return isDead;
      });
    }
    if (/^(true|false)$/.test(name) && names.truth(name) === undefined) return truth(() => name === 'true');
    return this.named(name);
  }

  private named(name: string): Part {
    return { name, number: this.model.names.value(name), truth: this.model.names.truth(name) };
  }

  private list(meaning: (name: string) => Term | undefined): Term[] {
    const terms: Term[] = [];
    while (this.accept(terms.length === 0 ? '(' : ',')) {
      const name = this.name(() => true);
      const term = meaning(name);
      this.need(term !== undefined, `the model has nothing called \`${name}\``);
      terms.push(term);
    }
    this.need(this.accept(')'), 'a list is not closed');
    return terms;
  }

  private use(part: Part, kind: 'number' | 'truth'): Term {
    const term = part[kind];
    const other =
      kind === 'number' ? 'a truth value where a number is needed' : 'a number where a truth value is needed';
    this.need(term !== undefined, part.name === undefined ? other : `the model has nothing called \`${part.name}\``);
    return term;
  }

  private isKnown(text: string, beside?: string): boolean {
    const { names } = this.model;
    const meaning = names.value(text) ?? names.truth(text) ?? this.valueBeside(beside, text);
    return /^(\d+|dead)$/.test(text) || meaning !== undefined;
  }

  /** The symbol that comes next, or one character of a name; empty at the end. */
  private peek(): string {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
    const symbol = SYMBOLS.find((one) => this.text.startsWith(one, this.at)) ?? this.text[this.at] ?? '';
    return Object.hasOwn(OTHERS, symbol) ? OTHERS[symbol] : symbol;
  }

  private accept(symbol: string): boolean {
    if (this.peek() !== symbol) return false;
    this.at += SYMBOLS.find((one) => this.text.startsWith(one, this.at))?.length ?? 1;
    return true;
  }

  private name(isKnown: (text: string) => boolean): string {
    const { text } = this;
    const first = this.peek();
    const start = this.at;
    if (/^['"]$/.test(first)) {
      let end = start + 1;
      while (end < text.length && (text[end] !== first || text[end + 1] === first)) end += text[end] === first ? 2 : 1;
      this.need(end < text.length, 'a quoted name is not closed');
      this.at = end + 1;
      return text.slice(start + 1, end).replaceAll(first + first, first);
    }
    this.need(first !== '' && !STOP.test(first), 'a name is missing');
    let end = start;
    for (let bracketed = false; end < text.length; end++) {
      if (text[end] === '[') bracketed = text.includes(']', end);
      else if (text[end] === ']') bracketed = false;
      else if (text[end] === '>' && text[end - 1] === '-')
        continue; // `P.a->b` is the name of a transition
      else if (STOP.test(text[end]) && !(bracketed && /\s/.test(text[end]))) break;
    }
    const shown = (until: number): string => text.slice(start, until).replace(/\s+/g, '');
    let cut = end;
    while (cut > start && !isKnown(shown(cut))) {
      cut = Math.max(text.lastIndexOf('+', cut - 1), text.lastIndexOf('-', cut - 1), start);
    }
    this.at = cut === start ? end : cut;
    return shown(this.at);
  }

  private need(condition: boolean, what: string): asserts condition {
    inputUnless(condition, `proposition \`${this.text}\`: ${what}`);
  }
}

function total(terms: readonly Term[]): Term {
  return (state) => terms.reduce((sum, term) => sum + term(state), 0);
}

function truth(holds: (state: State) => boolean): Part {
  return { truth: (state) => Number(holds(state)) };
}
