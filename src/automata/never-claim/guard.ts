// The guards of never claims: `!`, `&&` and `||` over propositions. A proposition is any other expression of Promela, such as
// `x == 1` or `P[0]@critical`, and is known by its text; one in double quotes is known by what the quotes hold.
import { Bdd, type BddRef } from '../../dd/bdd.ts';
import type { Problems } from '../../formula/syntax/problems.ts';
import { endOfQuoted, unquoteName } from '../../formula/syntax/quoting.ts';

/** Guards whose functions need more nodes than this together are refused. */
const MOST_NODES = 1 << 21;
const MOST_PROPOSITIONS = 2000;

const STRENGTH: Readonly<Record<string, number>> = { '(': 0, '||': 1, '&&': 2, '!': 3 };

/** Reads guards; propositions are numbered in the order in which they are met. */
export class Guards {
  readonly bdd = new Bdd();
  readonly propositions: string[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly problems: Problems;
  private readonly text: string;

  constructor(problems: Problems) {
    this.problems = problems;
    this.text = problems.source.text;
  }

  /** The guard that is the text from `start` up to `end`; null, with a complaint, if it is none. */
  read(start: number, end: number): BddRef | null {
    const values: BddRef[] = [];
    const operators: string[] = [];
    const applyDownTo = (strength: number): void => {
      while (operators.length > 0 && STRENGTH[operators.at(-1)!] >= strength) this.apply(operators.pop()!, values);
    };
    let at = this.skipBlanks(start, end);
    const open: number[] = [];
    for (;;) {
      while (at < end && (this.text[at] === '(' || (this.text[at] === '!' && this.text[at + 1] !== '='))) {
        if (this.text[at] === '(') open.push(at);
        operators.push(this.text[at]);
        at = this.skipBlanks(at + 1, end);
      }
      const atom = this.atom(at, end);
      if (atom === null) return null;
      values.push(atom.value);
      at = this.skipBlanks(atom.end, end);
      while (at < end && this.text[at] === ')' && open.length > 0) {
        open.pop();
        applyDownTo(1);
        operators.pop();
        at = this.skipBlanks(at + 1, end);
      }
      const operator = this.text.slice(at, Math.min(at + 2, end));
      if (operator !== '&&' && operator !== '||') break;
      applyDownTo(STRENGTH[operator]);
      operators.push(operator);
      at = this.skipBlanks(at + 2, end);
    }
    if (open.length > 0) return this.complain(open.at(-1)!, 'this parenthesis is not closed');
    if (at < end) return this.complain(at, 'expected `&&`, `||` or the end of the guard');
    applyDownTo(1);
    return this.bdd.nodeCount > MOST_NODES ? this.complain(start, 'the guards are too complicated') : values[0];
  }

  private apply(operator: string, values: BddRef[]): void {
    const right = values.pop()!;
    if (operator === '!') values.push(this.bdd.not(right));
    else {
      const left = values.pop()!;
      values.push(operator === '&&' ? this.bdd.and(left, right) : this.bdd.or(left, right));
    }
  }

  private atom(start: number, end: number): { value: BddRef; end: number } | null {
    if (this.text[start] === '"' && start < end) {
      const close = endOfQuoted(this.text, start);
      if (close === -1 || close > end || close - start === 2)
        return this.complain(start, 'this name is not closed or empty');
      return this.proposition(unquoteName(this.text.slice(start, close)), start, close);
    }
    const stop = this.endOfAtom(start, end);
    const name = this.text.slice(start, stop).trim().replace(/\s+/g, ' ');
    if (name === '' || !/^[\w.-]/.test(name)) return this.complain(start, 'expected a proposition');
    if (name === 'true' || name === '1' || name === 'skip') return { value: this.bdd.true, end: stop };
    if (name === 'false' || name === '0') return { value: this.bdd.false, end: stop };
    const stray = /[&|]|\/\*/.exec(this.text.slice(start, stop));
    if (stray !== null) {
      const hint = stray[0] === '/*' ? 'put the comment elsewhere' : `write \`${stray[0]}${stray[0]}\``;
      return this.complain(start + stray.index, `\`${stray[0]}\` has no meaning in a proposition`, hint);
    }
    return this.proposition(name, start, stop);
  }

  private proposition(name: string, start: number, end: number): { value: BddRef; end: number } | null {
    let number = this.numbers.get(name);
    if (number === undefined) {
      number = this.propositions.length;
      if (number === MOST_PROPOSITIONS) return this.complain(start, 'there are too many propositions');
      this.propositions.push(name);
      this.numbers.set(name, number);
    }
    return { value: this.bdd.variable(number), end };
  }

  /** Where the proposition ends: before `&&`, `||`, or a parenthesis that closes one outside of it. */
  private endOfAtom(start: number, end: number): number {
    let depth = 0;
    for (let i = start; i < end; i++) {
      const character = this.text[i];
      if (character === '(' || character === '[') depth++;
      else if ((character === ')' || character === ']') && --depth < 0) return i;
      else if (depth === 0 && (character === '&' || character === '|') && this.text[i + 1] === character) return i;
    }
    return end;
  }

  private skipBlanks(at: number, end: number): number {
    while (at < end && /\s/.test(this.text[at])) at++;
    return at;
  }

  private complain(at: number, message: string, hint?: string): null {
    this.problems.add('AUT140', { start: at, end: at + 1 }, message, hint);
    return null;
  }
}
