// The text of a proposition as a condition on states:
//
//     either   ::= both { "||" both }       both ::= relation { "&&" relation }       sum ::= term { ("+"|"-") term }
//     relation ::= sum [ ("="|"=="|"!="|"<"|"<="|">"|">=") sum ]
//     term     ::= "!" term | "-" term | "(" either ")" | INTEGER | NAME
//                | "tokens" "(" NAME { "," NAME } ")" | "fireable" "(" NAME { "," NAME } ")" | "dead" [ "(" ")" ]
//
// A name runs up to the next blank, comma, quote, parenthesis or comparison; `+` and `-` end it where the longer text means nothing. A
// number is true where it is not 0.
import type { Model, Term } from './model.ts';
import { levels, OPERATORS, Parser, spellings } from './parser.ts';

/** What a part of the text means; a bare name may mean nothing by itself. */
type Part = Readonly<{ term: Term | undefined; name?: string }>;

const COMPARISON = /^([=!]=|[<>]=?)$/;
const LANGUAGE = {
  words: /\s*(&&|\|\||[=!<>]=|.)/suy,
  meaning: spellings('&& & ∧;|| | ∨;== =;<= ≤;>= ≥;!= ≠;! ¬'),
  levels: levels('|| && ==,!=,<,<=,>,>= +,-'),
};
/** In quotes; or up to what ends a name, which blanks in brackets and the arrow of `P.a->b` do not. */
const NAME = /(['"])((?:(?!\1)[\s\S]|\1\1)*)\1(?!\1)|(?:\[[^\],'"()<>=!&|≤≥≠∧∨¬]*\]|(?<=-)>|[^\s,'"()<>=!&|≤≥≠∧∨¬])+/uy;

/** The condition that a proposition stands for in the model. A text that is itself a name needs no grammar. */
export function proposition(text: string, model: Model): Term {
  const whole = model.names.value(text) === undefined ? text.trim() : text;
  const known = whole === 'dead' ? undefined : model.names.value(whole);
  return known ?? new PropositionParser(text, model).parse();
}

class PropositionParser extends Parser<Part> {
  private readonly model: Model;
  /** The name on the left of the comparison whose right side comes next. */
  private beside: string | undefined;

  constructor(text: string, model: Model) {
    super(text, { ...LANGUAGE, what: `proposition \`${text}\`` });
    this.model = model;
  }

  parse(): Term {
    const condition = this.meant(this.binary());
    this.need(this.peek() === '', 'not understood');
    return condition;
  }

  protected join(operator: string, left: Part, read: () => Part): Part {
    const isComparison = COMPARISON.test(operator);
    if (isComparison) this.beside = left.name;
    const right = read();
    if (!isComparison) return { term: OPERATORS[operator](this.meant(left), this.meant(right)) };
    this.need(!COMPARISON.test(this.peek()), 'comparisons cannot be chained');
    // Beside a reference, a bare name may be that of one of its values.
    const second = this.valueBeside(left.name, right.name);
    const first = second === undefined ? this.valueBeside(right.name, left.name) : undefined;
    return { term: OPERATORS[operator](first ?? this.meant(left), second ?? this.meant(right)) };
  }

  private valueBeside(reference: string | undefined, name: string | undefined): Term | undefined {
    if (reference === undefined || name === undefined) return undefined;
    const value = this.model.names.valueNamed(reference, name);
    return value === undefined ? undefined : () => value;
  }

  protected operand(): Part {
    const { beside } = this;
    this.beside = undefined;
    if (this.accept('(')) return this.inner();
    const first = this.peek();
    if (first === '!' || first === '-') {
      this.take();
      const operand = this.meant(this.binary(5));
      return { term: first === '!' ? (state) => Number(operand(state) === 0) : (state) => -operand(state) };
    }
    const known = (text: string): Term | undefined => this.model.names.value(text) ?? this.valueBeside(beside, text);
    const name = this.name((text) => /^(\d+|dead)$/.test(text) || known(text) !== undefined);
    const isCalled = this.peek() === '(';
    const plain: Part = { name, term: this.model.names.value(name) };
    if (/['"]/.test(first) || this.valueBeside(beside, name) !== undefined) return plain;
    if (/^\d+$/.test(name)) {
      this.need(Number(name) < 2 ** 31, 'a number is larger than 2^31 - 1');
      return { term: () => Number(name) };
    }
    if (isCalled && name === 'tokens') return { term: this.total((item) => this.model.names.value(item)) };
    if (isCalled && name === 'fireable') return { term: this.total((item) => this.model.names.fireable(item)) };
    if (name === 'dead') {
      this.need(isCalled || plain.term === undefined, '`dead` can be read in two ways');
      if (this.accept('(')) this.expect(')');
      return { term: (state) => this.isDead(state) };
    }
    const isConstant = /^(true|false)$/.test(name) && plain.term === undefined;
    return isConstant ? { term: () => Number(name === 'true') } : plain;
  }

  private isDead(state: Int32Array): number {
    let steps = 0;
    this.model.successors(state, () => steps++);
    return Number(steps === 0);
  }

  /** The sum of what is named in parentheses. */
  private total(meaning: (name: string) => Term | undefined): Term {
    this.expect('(');
    const terms = this.list(() => {
      const name = this.name(() => true);
      return this.meant({ name, term: meaning(name) });
    });
    this.expect(')');
    return (state) => terms.reduce((sum, term) => sum + term(state), 0);
  }

  private meant({ term, name }: Part): Term {
    this.need(term !== undefined, `the model has nothing called \`${name}\``);
    return term;
  }

  private name(isKnown: (text: string) => boolean): string {
    const { text } = this;
    while (/\s/.test(text[this.at] ?? '')) this.at++;
    const start = this.at;
    NAME.lastIndex = start;
    const [whole, quote, quoted] = NAME.exec(text) ?? [''];
    this.need(whole !== '', 'a name is missing, or not closed');
    const shown = (until: number): string => text.slice(start, until).replace(/\s+/g, '');
    const end = start + whole.length;
    this.at = end;
    if (quote !== undefined) return quoted.replaceAll(quote + quote, quote);
    let cut = end;
    while (cut > start && !isKnown(shown(cut))) {
      cut = Math.max(text.lastIndexOf('+', cut - 1), text.lastIndexOf('-', cut - 1), start);
    }
    this.at = cut === start ? end : cut;
    return shown(this.at);
  }
}
