// The text of a formula, in Spot's infix syntax. Bounded operators such as F[2:5] are not read.
import { apply, type Both, type Store } from './formula.ts';
import { BadInput, inputUnless } from './problem.ts';

/** Each operator with its spellings. */
const SPELLINGS =
  '! ! ~ ¬ not;X () ○ ◯;F <> ◇ ⋄ ♢;G [] □ ◻ ⬜;& & && /\\ * ∧ ⋀ ∩;| | || \\/ + ∨ ⋁ ∪;-> -> --> => → ⇒ ⟶;' +
  '<-> <-> <--> <=> ↔ ⇔ ⟷;^ ^ ⊕ xor;U U;R R V;W W;M M;( (;) )';
const MEANING = new Map(
  SPELLINGS.split(';').flatMap((line) => {
    const [sign, ...all] = line.split(' ');
    return all.map((text) => [text, sign] as const);
  }),
);
const SIGNS = [...MEANING.keys()].filter((text) => !/^\w/.test(text)).sort((a, b) => b.length - a.length);
const WORD = /[\p{L}_.][\p{L}\p{M}\p{N}_.]*/uy;
/** How tightly binary operators bind; `->`, `<->` and the temporal ones associate to the right. */
const LEVEL: Readonly<Record<string, number>> = { '->': 1, '<->': 1, '|': 2, '^': 3, '&': 4, U: 5, R: 5, W: 5, M: 5 };
const RIGHT = new Set(['->', '<->', 'U', 'R', 'W', 'M']);
/** The parser recurses: deeper formulas are refused. */
const DEEPEST = 500;

/** The formula and its negation. */
export function parseFormula(text: string, store: Store): Both {
  const parser = new Parser(text, store);
  const formula = parser.binary(1);
  inputUnless(parser.peek('operator') === '', `formula: found \`${parser.peek('operator')}\` where it should end`);
  return formula;
}

class Parser {
  private readonly text: string;
  private readonly store: Store;
  private at = 0;
  private end = 0;
  private depth = 0;

  constructor(text: string, store: Store) {
    this.text = text;
    this.store = store;
  }

  /** The next token, which `at = end` consumes; empty at the end. Where an operator is wanted, `Ub` is `U` and `b`. */
  peek(wanted: 'operand' | 'operator'): string {
    const { text } = this;
    while (/\s/.test(text[this.at] ?? '')) this.at++;
    const first = text[this.at] ?? '';
    let length = first === '' ? 0 : 1;
    WORD.lastIndex = this.at;
    const word = /^(true|false)(?![\p{L}\p{M}\p{N}_.])/iu.exec(text.slice(this.at, this.at + 6))?.[0];
    if (first === '"') {
      for (length = 1; this.at + length < text.length && text[this.at + length] !== '"'; length++) {
        if (text[this.at + length] === '\\') length++;
      }
      inputUnless(text[this.at + length++] === '"', 'formula: a quoted proposition is not closed');
    } else if (word !== undefined) length = word.length;
    else if (/[FGX]/.test(first) && !/[0-9]/.test(text[this.at + 1] ?? '')) length = 1;
    else if (/[\p{L}_.]/u.test(first)) {
      const whole = WORD.exec(text)![0];
      length = wanted === 'operator' && /[UWRVM]/.test(first) ? 1 : whole.length;
    } else if (first !== '') length = SIGNS.find((sign) => text.startsWith(sign, this.at))?.length ?? 1;
    this.end = this.at + length;
    return text.slice(this.at, this.end);
  }

  binary(level: number): Both {
    inputUnless(++this.depth <= DEEPEST, `formula: nested more than ${DEEPEST} deep`);
    let left = this.unary();
    for (;;) {
      const operator = MEANING.get(this.peek('operator')) ?? '';
      const own = LEVEL[operator] ?? 0;
      if (own < level) break;
      this.at = this.end;
      left = apply(this.store, operator, left, this.binary(RIGHT.has(operator) ? own : own + 1));
    }
    this.depth--;
    return left;
  }

  private unary(): Both {
    const pending: string[] = [];
    for (;;) {
      const token = this.peek('operand');
      const sign = MEANING.get(token) ?? token;
      if (!['!', 'X', 'F', 'G'].includes(sign)) break;
      this.at = this.end;
      inputUnless(sign === '!' || !/^\s*\[[^\]]/.test(this.text.slice(this.at)), 'formula: bounds are not read here');
      pending.push(sign);
    }
    let operand = this.operand();
    for (const sign of pending.reverse()) operand = apply(this.store, sign, operand, operand);
    return operand;
  }

  private operand(): Both {
    const token = this.peek('operand');
    this.at = this.end;
    if (token === '(') {
      const inner = this.binary(1);
      inputUnless(this.peek('operator') === ')', 'formula: a parenthesis is not closed');
      this.at = this.end;
      return inner;
    }
    const [yes, no] = [this.store.make('true'), this.store.make('false')];
    if (/^(true|1|⊤)$/i.test(token)) return { yes, no };
    if (/^(false|0|⊥)$/i.test(token)) return { yes: no, no: yes };
    if (token.startsWith('"') || (/^[\p{L}_.]/u.test(token) && !MEANING.has(token))) {
      const atom = this.store.make('atom', [], token.startsWith('"') ? unquoted(token) : token);
      return { yes: atom, no: this.store.make('not', [atom]) };
    }
    throw new BadInput(`formula: expected a proposition, found ${token === '' ? 'the end' : `\`${token}\``}`);
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function unquoted(token: string): string {
  return token
    .slice(1, -1)
    .replace(/\\(?:u([0-9a-f]{4})|([\s\S]))/g, (_, code?: string, character = '') =>
      code === undefined ? (ESCAPES[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
    );
}
