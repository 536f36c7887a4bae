// The text of a formula, in Spot's infix syntax. Bounded operators such as F[2:5] are not read, and `U` needs a blank before a name.
import { apply, type Both, type Store } from './formula.ts';
import { type Language, levels, Parser, spellings } from './parser.ts';

const MEANING = spellings(
  '! ! ~ ¬ not;X X () ○ ◯;F F <> ◇ ⋄ ♢;G G [] □ ◻ ⬜;& & && /\\ * ∧ ⋀ ∩;| | || \\/ + ∨ ⋁ ∪;-> -> --> => → ⇒ ⟶;' +
    '<-> <-> <--> <=> ↔ ⇔ ⟷;^ ^ ⊕ xor;U U;R R V;W W;M M;( (;) )',
);
const SIGNS = [...MEANING.keys()].filter((text) => !/^\w/.test(text)).sort((a, b) => b.length - a.length);
const CONSTANT = '(?:[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])(?![\\p{L}\\p{M}\\p{N}_.])';
const WORD = '[\\p{L}_.][\\p{L}\\p{M}\\p{N}_.]*';
const SIGN = SIGNS.map((sign) => sign.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
const LANGUAGE: Language = {
  what: 'formula',
  words: new RegExp(`\\s*("(?:[^"\\\\]|\\\\.)*"|${CONSTANT}|[FGX](?![0-9])|${WORD}|${SIGN}|.)`, 'suy'),
  meaning: MEANING,
  levels: levels('->,<-> | ^ & U,R,W,M'),
};

/** The formula and its negation. */
export function parseFormula(text: string, store: Store): Both {
  return new FormulaParser(text, store).parse();
}

class FormulaParser extends Parser<Both> {
  private readonly store: Store;

  constructor(text: string, store: Store) {
    super(text, LANGUAGE);
    this.store = store;
  }

  parse(): Both {
    const formula = this.binary();
    this.need(this.peek() === '', `found \`${this.peek()}\` where it should end`);
    return formula;
  }

  protected join(operator: string, left: Both, right: () => Both): Both {
    return apply(this.store, operator, left, right());
  }

  protected operand(): Both {
    const token = this.peek();
    this.take();
    if (/^[!XFG]$/.test(token)) {
      const operand = this.binary(6);
      return apply(this.store, token, operand, operand);
    }
    if (token === '(') return this.inner();
    const [yes, no] = [this.store.make('true'), this.store.make('false')];
    if (/^(true|1|⊤)$/i.test(token)) return { yes, no };
    if (/^(false|0|⊥)$/i.test(token)) return { yes: no, no: yes };
    this.need(token !== '[', 'bounds are not read here');
    this.need(token !== '"', 'a quoted proposition is not closed');
    const isAtom = token.startsWith('"') || (/^[\p{L}_.]/u.test(token) && !MEANING.has(token));
    this.need(isAtom, `expected a proposition, found ${token === '' ? 'the end' : `\`${token}\``}`);
    const atom = this.store.make('atom', [], token.startsWith('"') ? unquoted(token) : token);
    return { yes: atom, no: this.store.make('not', [atom]) };
  }
}

function unquoted(token: string): string {
  return token.slice(1, -1).replace(/\\(?:u([0-9a-f]{4})|([\s\S]))/g, (_, code?: string, character = '') => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return { n: '\n', r: '\r', t: '\t' }[character as string] ?? character;
  });
}
