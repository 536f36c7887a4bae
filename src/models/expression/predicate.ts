// Texts of atomic propositions, such as `p1 >= 2`, `tokens(p,q) <= 3`, `fireable(t1)`, `P_0=CS`, `dead`, read as
// expressions. One parser serves all formats: what the names mean is asked from the model's `Names`.
//
//     either   ::= both { "||" both }              both ::= relation { "&&" relation }
//     relation ::= sum [ ("="|"=="|"!="|"<"|"<="|">"|">=") sum ]
//     sum      ::= term { ("+"|"-") term }
//     term     ::= "!" term | "-" term | "(" either ")" | INTEGER | NAME
//                | "tokens" "(" NAME { "," NAME } ")" | "fireable" "(" NAME { "," NAME } ")" | "dead" [ "(" ")" ]
//
// Names may contain nearly anything; see `predicate-scanner.ts`. The depth of nesting is bounded, because expressions
// are evaluated recursively.
import type { Diagnostic, Parsed } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/nearest.ts';
import type { Source, Span } from '../../diagnostics/source.ts';
import type { Names } from '../model.ts';
import type { BinaryOperator, Expression } from './expression.ts';
import { PredicateScanner, type Token } from './predicate-scanner.ts';

/** A part of a predicate: a number, a truth value, or a name whose use decides which of the two it is. */
type Part =
  | { readonly kind: 'number'; readonly expression: Expression; readonly span: Span }
  | { readonly kind: 'truth'; readonly expression: Expression; readonly span: Span }
  | { readonly kind: 'name'; readonly name: string; readonly span: Span };

const COMPARISONS: Readonly<Record<string, BinaryOperator>> = {
  '=': '==',
  '==': '==',
  '!=': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

/** Deeper nesting is refused. */
const MAX_DEPTH = 200;

const MAX_INTEGER = 0x7fff_ffff;

/** The expression that `text` stands for in a model with these names. */
export function parsePredicate(text: string, names: Names): Parsed<Expression> {
  const source: Source = { name: '<proposition>', text };
  // A text that is itself a name needs no grammar, whatever characters it has; blanks around it may belong to it.
  const whole = names.truth(text) === null ? text.trim() : text;
  const known = whole === 'dead' ? null : names.truth(whole);
  if (known !== null) {
    if (!CONDITION.test(whole) || !isCondition(source, names)) return { value: known, diagnostics: [] };
    // A place called `p >= 1` beside a place `p`: whatever we chose, a user could mean the other.
    const message = `\`${whole}\` is a name and a condition in this model`;
    const hint = 'write the name in single quotes, and put parentheses around the condition';
    return {
      value: null,
      diagnostics: [{ code: 'MOD604', message, source, span: { start: 0, end: text.length }, hint }],
    };
  }
  try {
    return { value: new PredicateParser(source, names).parse('any'), diagnostics: [] };
  } catch (error) {
    if (error instanceof PredicateProblem) return { value: null, diagnostics: [error.diagnostic] };
    throw error;
  }
}

/** A number or a truth value over states. */
export interface Value {
  readonly kind: 'number' | 'truth';
  readonly expression: Expression;
}

/** The number or truth value that `text` stands for; a bare name is a truth value if it can be one. */
export function parseValue(text: string, names: Names): Parsed<Value> {
  const source: Source = { name: '<expression>', text };
  const whole = names.truth(text);
  if (whole !== null) return { value: { kind: 'truth', expression: whole }, diagnostics: [] };
  try {
    return { value: new PredicateParser(source, names).parseValue(), diagnostics: [] };
  } catch (error) {
    if (error instanceof PredicateProblem) return { value: null, diagnostics: [error.diagnostic] };
    throw error;
  }
}

/** What every condition that is not a name has in it. */
const CONDITION = /[<>=!&|()]/;

/** Whether the text is a condition of this model that is made of other names. */
function isCondition(source: Source, names: Names): boolean {
  try {
    return new PredicateParser(source, names).parse('composed') !== null;
  } catch (error) {
    if (error instanceof PredicateProblem) return false;
    throw error;
  }
}

/** Carries the one diagnostic of a failed parse to `parsePredicate`; never leaves this file. */
class PredicateProblem extends Error {
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}

class PredicateParser {
  private readonly source: Source;
  private readonly names: Names;
  private readonly scanner: PredicateScanner;
  private depth = 0;

  constructor(source: Source, names: Names) {
    this.source = source;
    this.names = names;
    this.scanner = new PredicateScanner(source.text);
  }

  parse(wanted: 'any'): Expression;
  parse(wanted: 'composed'): Expression | null;
  parse(wanted: 'any' | 'composed'): Expression | null {
    const part = this.either();
    const result = this.truth(part);
    this.expectEnd('proposition');
    return wanted === 'composed' && part.kind === 'name' ? null : result;
  }

  parseValue(): Value {
    const part = this.either();
    this.expectEnd('expression');
    if (part.kind !== 'name') return part;
    const truth = this.names.truth(part.name);
    if (truth !== null) return { kind: 'truth', expression: truth };
    return { kind: 'number', expression: this.reference({ text: part.name, span: part.span }) };
  }

  private expectEnd(what: 'proposition' | 'expression'): void {
    const rest = this.scanner.peek();
    if (rest.kind !== 'end') this.unexpected(rest, `the end of the ${what}`);
  }

  private either(): Part {
    return this.connected('||', 'any', () => this.connected('&&', 'all', () => this.relation()));
  }

  private connected(symbol: '||' | '&&', kind: 'any' | 'all', operand: () => Part): Part {
    const first = operand();
    if (!this.scanner.accept(symbol)) return first;
    const operands = [this.truth(first)];
    let last: Part;
    do {
      last = operand();
      operands.push(this.truth(last));
    } while (this.scanner.accept(symbol));
    return { kind: 'truth', expression: { kind, operands }, span: join(first.span, last.span) };
  }

  private relation(): Part {
    const left = this.sum();
    const token = this.scanner.peek();
    const operator = token.kind === 'symbol' ? COMPARISONS[token.text] : undefined;
    if (operator === undefined) return left;
    this.scanner.next();
    const right = this.sum(left.kind === 'name' ? left.name : undefined);
    const [leftValue, rightValue] = this.compared(left, right);
    const expression: Expression = { kind: 'binary', operator, left: leftValue, right: rightValue };
    const next = this.scanner.peek();
    if (next.kind === 'symbol' && COMPARISONS[next.text] !== undefined) {
      this.fail('MOD601', 'comparisons cannot be chained', next.span, 'join two comparisons by `&&`');
    }
    return { kind: 'truth', expression, span: join(left.span, right.span) };
  }

  /** Both sides as numbers; a bare name beside a reference may be the name of one of its values. */
  private compared(left: Part, right: Part): [Expression, Expression] {
    if (left.kind === 'name' && right.kind === 'name') {
      const rightValue = this.names.valueNamed(left.name, right.name);
      if (rightValue !== null) return [this.number(left), { kind: 'constant', value: rightValue }];
      const leftValue = this.names.valueNamed(right.name, left.name);
      if (leftValue !== null) return [{ kind: 'constant', value: leftValue }, this.number(right)];
      if (this.names.value(left.name) !== null && this.names.value(right.name) === null) {
        return this.unknown(right.name, right.span, left.name);
      }
    }
    return [this.number(left), this.number(right)];
  }

  private sum(beside?: string): Part {
    const first = this.term(beside);
    let sign = this.scanner.acceptSign();
    if (sign === null) return first;
    const operands = [this.number(first)];
    let last = first;
    for (; sign !== null; sign = this.scanner.acceptSign()) {
      last = this.term();
      operands.push(sign === '+' ? this.number(last) : negated(this.number(last)));
    }
    return { kind: 'number', expression: { kind: 'sum', operands }, span: join(first.span, last.span) };
  }

  private term(beside?: string): Part {
    const token = this.scanner.peek();
    if (++this.depth > MAX_DEPTH)
      this.fail('MOD605', `the proposition is nested more than ${MAX_DEPTH} deep`, token.span);
    const part = this.unguardedTerm(token, beside);
    this.depth--;
    return part;
  }

  private unguardedTerm(token: Token, beside?: string): Part {
    if (this.scanner.accept('!')) {
      const operand = this.term();
      const expression: Expression = { kind: 'unary', operator: '!', operand: this.truth(operand) };
      return { kind: 'truth', expression, span: join(token.span, operand.span) };
    }
    if (this.scanner.accept('-')) {
      const operand = this.term();
      return { kind: 'number', expression: negated(this.number(operand)), span: join(token.span, operand.span) };
    }
    if (this.scanner.accept('(')) {
      const inner = this.either();
      const close = this.expect(')');
      return { ...inner, span: join(token.span, close.span) };
    }
    const name = this.scanner.name((text) => this.isKnown(text, beside));
    if (name === null) return this.unexpected(token, 'a name, a number or `(`');
    if (!name.quoted) {
      if (/^\d+$/.test(name.text)) return { kind: 'number', expression: this.integer(name), span: name.span };
      const word = this.word(name, beside);
      if (word !== null) return word;
    }
    return { kind: 'name', name: name.text, span: name.span };
  }

  private word(name: Token, beside?: string): Part | null {
    if (beside !== undefined && this.names.valueNamed(beside, name.text) !== null) return null;
    const opens = this.scanner.peek().text === '(';
    if (opens && name.text === 'tokens') {
      const operands = this.list((item) => this.reference(item));
      return { kind: 'number', expression: { kind: 'sum', operands }, span: name.span };
    }
    if (opens && name.text === 'fireable') {
      const operands = this.list((item) => this.transition(item));
      return { kind: 'truth', expression: { kind: 'any', operands }, span: name.span };
    }
    if (name.text === 'dead') return this.dead(name, opens);
    if ((name.text === 'true' || name.text === 'false') && this.names.truth(name.text) === null) {
      const value = name.text === 'true' ? 1 : 0;
      return { kind: 'truth', expression: { kind: 'constant', value }, span: name.span };
    }
    return null;
  }

  private dead(name: Token, opens: boolean): Part {
    if (opens) {
      this.scanner.next();
      this.expect(')');
    } else if (this.names.value('dead') !== null || this.names.truth('dead') !== null) {
      const hint = "write `'dead'` for what the model calls so, and `dead()` for a state without successors";
      this.fail('MOD604', '`dead` can be read in two ways in this model', name.span, hint);
    }
    return { kind: 'truth', expression: { kind: 'dead' }, span: name.span };
  }

  private list(read: (name: Token) => Expression): Expression[] {
    this.expect('(');
    const items: Expression[] = [];
    do {
      const name = this.scanner.name(() => true);
      if (name === null) return this.unexpected(this.scanner.peek(), 'a name');
      items.push(read(name));
    } while (this.scanner.accept(','));
    this.expect(')');
    return items;
  }

  private integer(token: Token): Expression {
    const value = Number(token.text);
    if (value > MAX_INTEGER) this.fail('MOD603', `the number ${token.text} is larger than 2^31 - 1`, token.span);
    return { kind: 'constant', value };
  }

  private number(part: Part): Expression {
    if (part.kind === 'number') return part.expression;
    if (part.kind === 'name') return this.reference({ text: part.name, span: part.span });
    return this.fail('MOD604', 'a number is needed here, not a truth value', part.span);
  }

  private truth(part: Part): Expression {
    if (part.kind === 'truth') return part.expression;
    if (part.kind === 'number') {
      return this.fail('MOD604', 'a truth value is needed here, not a number', part.span, 'compare it: `… >= 1`');
    }
    const expression = this.names.truth(part.name);
    if (expression !== null) return expression;
    if (this.names.value(part.name) === null) return this.unknown(part.name, part.span);
    const hint = `compare it: \`${part.name} = 1\`, or \`= true\` where the model is written in code`;
    return this.fail('MOD604', `\`${part.name}\` is a variable, not a truth value`, part.span, hint);
  }

  private reference(name: Pick<Token, 'text' | 'span'>): Expression {
    return this.names.value(name.text) ?? this.unknown(name.text, name.span);
  }

  private transition(name: Token): Expression {
    const expression = this.names.fireable(name.text);
    if (expression !== null) return expression;
    const hint = didYouMean(name.text, this.names.transitions());
    return this.fail('MOD602', `the model has no transition \`${name.text}\``, name.span, hint);
  }

  private isKnown(text: string, beside?: string): boolean {
    if (/^\d+$/.test(text) || text === 'dead') return true;
    if (this.names.value(text) !== null || this.names.truth(text) !== null) return true;
    return beside !== undefined && this.names.valueNamed(beside, text) !== null;
  }

  private expect(symbol: string): Token {
    const token = this.scanner.peek();
    if (!this.scanner.accept(symbol)) this.unexpected(token, `\`${symbol}\``);
    return token;
  }

  /** Complains of a name; beside a reference such as `P_0` it may be meant for a value of it (`CS`, of `P_0.CS`). */
  private unknown(name: string, span: Span, beside?: string): never {
    const references = [...this.names.references()];
    const values =
      beside === undefined
        ? []
        : references.flatMap((text) => (text.startsWith(`${beside}.`) ? text.slice(beside.length + 1) : []));
    const hint = didYouMean(name, values) ?? didYouMean(name, references) ?? allOf(values) ?? allOf(references);
    return this.fail('MOD602', `the model has nothing called \`${name}\``, span, hint);
  }

  private unexpected(token: Token, wanted: string): never {
    const found = token.kind === 'end' ? 'the proposition ends here' : `found \`${token.text}\``;
    return this.fail('MOD601', `expected ${wanted}, but ${found}`, token.span);
  }

  private fail(code: Diagnostic['code'], message: string, span: Span, hint?: string): never {
    throw new PredicateProblem({ code, message, span, source: this.source, ...(hint && { hint }) });
  }
}

function negated(operand: Expression): Expression {
  if (operand.kind === 'constant') return { kind: 'constant', value: -operand.value };
  return { kind: 'unary', operator: '-', operand };
}

function join(first: Span, last: Span): Span {
  return { start: first.start, end: last.end };
}

/** A hint that lists the names, where there are few. */
function allOf(names: readonly string[]): string | undefined {
  if (names.length === 0 || names.length > 8) return undefined;
  return `there is ${names.map((name) => `\`${name}\``).join(', ')}`;
}
