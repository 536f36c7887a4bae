// Expressions of DVE by operator precedence, with explicit stacks: depth of nesting costs heap, not stack. What is built
// may not be deeper than MAX_DEPTH all the same, because everything after the parser walks it recursively.
import type { Span } from '../../../diagnostics/source.ts';
import type { DveExpression, Identifier, Reference } from './ast.ts';
import type { Cursor } from './cursor.ts';

/** The deepest tree that is accepted; chains of `and` and of `or` are flat and do not count. */
const MAX_DEPTH = 1000;

type Binary = Extract<DveExpression, { kind: 'binary' }>['operator'] | '&&' | '||' | 'imply';

/** How tightly binary operators bind; `imply` is the loosest, and groups to the right. */
const PRECEDENCE: Readonly<Record<Binary, number>> = {
  imply: 1,
  '||': 2,
  '&&': 3,
  '|': 4,
  '^': 5,
  '&': 6,
  '==': 7,
  '!=': 7,
  '<': 8,
  '<=': 8,
  '>': 8,
  '>=': 8,
  '<<': 9,
  '>>': 9,
  '+': 10,
  '-': 10,
  '*': 11,
  '/': 11,
  '%': 11,
};

const SYNONYMS: Readonly<Record<string, string>> = { and: '&&', or: '||', not: '!' };

/** What is still open: an operator that waits for its right operand, a bracket that waits for its other half. */
type Pending =
  | { readonly kind: 'binary'; readonly operator: Binary; readonly precedence: number }
  | { readonly kind: 'unary'; readonly operator: '-' | '~' | '!'; readonly span: Span }
  | { readonly kind: 'group'; readonly span: Span }
  | {
      readonly kind: 'index';
      readonly process: Identifier | null;
      readonly name: Identifier;
      readonly span: Span;
    };

interface Operand {
  readonly expression: DveExpression;
  readonly depth: number;
}

/** Parses the longest expression that starts here. */
export function parseExpression(cursor: Cursor): DveExpression {
  const parser = new ExpressionParser(cursor);
  parser.operand();
  while (parser.operator()) parser.operand();
  return parser.finish();
}

/** Parses a variable or array element: the target of an assignment or of a received value. */
export function parseReference(cursor: Cursor): Reference {
  let process: Identifier | null = null;
  let name = cursor.name('a variable');
  if (cursor.accept('->')) {
    process = name;
    name = cursor.name('a variable of that process');
  }
  let index: DveExpression | null = null;
  if (cursor.accept('[')) {
    index = parseExpression(cursor);
    cursor.expect(']', 'after the index');
  }
  return {
    kind: 'reference',
    process,
    name,
    index,
    span: { start: (process ?? name).span.start, end: cursor.lastEnd() },
  };
}

class ExpressionParser {
  private readonly cursor: Cursor;
  private readonly operands: Operand[] = [];
  private readonly pending: Pending[] = [];
  /** Brackets among `pending`. */
  private open = 0;

  constructor(cursor: Cursor) {
    this.cursor = cursor;
  }

  /** Reads prefix operators and opening brackets, then one complete operand. */
  operand(): void {
    const { cursor } = this;
    for (;;) {
      const token = cursor.peek();
      const prefix = SYNONYMS[token.text] ?? token.text;
      if (token.kind === 'name') {
        if (this.name()) return;
      } else if (token.kind === 'number') {
        this.number();
        return;
      } else if (cursor.accept('true') || cursor.accept('false')) {
        this.push({ kind: 'number', value: token.text === 'true' ? 1 : 0, span: token.span });
        return;
      } else if (cursor.accept('(')) {
        this.pending.push({ kind: 'group', span: token.span });
        this.open++;
      } else if (prefix === '-' || prefix === '~' || prefix === '!') {
        cursor.take();
        this.pending.push({ kind: 'unary', operator: prefix, span: token.span });
      } else {
        cursor.fail(`expected an expression, not ${cursor.shown()}`);
      }
    }
  }

  /** Closes brackets, then takes a binary operator; false when the expression ends here. */
  operator(): boolean {
    const { cursor } = this;
    while (this.open > 0 && (cursor.at(')') || cursor.at(']'))) this.close();
    const token = cursor.peek();
    const operator = (SYNONYMS[token.text] ?? token.text) as Binary;
    const precedence = token.kind === 'name' || !Object.hasOwn(PRECEDENCE, operator) ? 0 : PRECEDENCE[operator];
    if (precedence === 0) return false;
    cursor.take();
    this.reduce(operator === 'imply' ? precedence + 1 : precedence);
    this.pending.push({ kind: 'binary', operator, precedence });
    return true;
  }

  finish(): DveExpression {
    this.reduce(0);
    const unclosed = this.pending.at(-1);
    if (unclosed?.kind === 'group' || unclosed?.kind === 'index') {
      const closing = unclosed.kind === 'group' ? ')' : ']';
      const hint = this.cursor.at('=') ? 'a comparison is written `==`' : undefined;
      this.cursor.fail(`expected \`${closing}\`, not ${this.cursor.shown()}`, undefined, hint);
    }
    return this.operands[0].expression;
  }

  /** A name and what belongs to it; false when it opens an index, whose expression comes next. */
  private name(): boolean {
    const { cursor } = this;
    let name = cursor.name('a name');
    let process: Identifier | null = null;
    if (cursor.accept('.')) {
      const state = cursor.name('a state of that process');
      const span = { start: name.span.start, end: state.span.end };
      this.push({ kind: 'location', process: name, state, span });
      return true;
    }
    if (cursor.accept('->')) {
      process = name;
      name = cursor.name('a variable of that process');
    }
    const span = { start: (process ?? name).span.start, end: name.span.end };
    if (cursor.accept('[')) {
      this.pending.push({ kind: 'index', process, name, span });
      this.open++;
      return false;
    }
    this.push({ kind: 'reference', process, name, index: null, span });
    return true;
  }

  private number(): void {
    const token = this.cursor.take();
    const value = Number(token.text);
    if (value > 0x7fff_ffff) this.cursor.report(`${token.text} is larger than 2147483647`, token.span);
    this.push({ kind: 'number', value: Math.min(value, 0x7fff_ffff), span: token.span });
    const next = this.cursor.peek();
    if (next.kind === 'name' && next.span.start === token.span.end) {
      this.cursor.fail(`\`${token.text}${next.text}\` is neither a number nor a name`, {
        start: token.span.start,
        end: next.span.end,
      });
    }
  }

  private push(expression: DveExpression, depth = 1): void {
    if (depth > MAX_DEPTH) this.cursor.fail(`this expression is nested more than ${MAX_DEPTH} deep`, expression.span);
    this.operands.push({ expression, depth });
  }

  private close(): void {
    this.reduce(0);
    const opening = this.pending.at(-1);
    const token = this.cursor.peek();
    if (opening?.kind === 'group') {
      if (token.text !== ')') this.cursor.fail('expected `)`, not `]`');
      this.pending.pop();
    } else if (opening?.kind === 'index') {
      if (token.text !== ']') this.cursor.fail('expected `]`, not `)`');
      this.pending.pop();
      const { expression: index, depth } = this.operands.pop() as Operand;
      const span = { start: opening.span.start, end: token.span.end };
      this.push({ kind: 'reference', process: opening.process, name: opening.name, index, span }, depth + 1);
    }
    this.cursor.take();
    this.open--;
  }

  /** Builds what is pending and binds at least as tightly as `precedence`, up to the innermost open bracket. */
  private reduce(precedence: number): void {
    for (let top = this.pending.at(-1); top !== undefined; top = this.pending.at(-1)) {
      if (top.kind === 'group' || top.kind === 'index') return;
      if (top.kind === 'binary' && top.precedence < precedence) return;
      this.pending.pop();
      const right = this.operands.pop() as Operand;
      if (top.kind === 'unary') {
        const span = { start: top.span.start, end: right.expression.span.end };
        this.push({ kind: 'unary', operator: top.operator, operand: right.expression, span }, right.depth + 1);
      } else {
        this.combine(top.operator, this.operands.pop() as Operand, right);
      }
    }
  }

  private combine(operator: Binary, left: Operand, right: Operand): void {
    const span = { start: left.expression.span.start, end: right.expression.span.end };
    const depth = Math.max(left.depth, right.depth) + 1;
    const sides = { left: left.expression, right: right.expression };
    if (operator === 'imply') {
      this.push({ kind: 'imply', ...sides, span }, depth);
    } else if (operator !== '&&' && operator !== '||') {
      this.push({ kind: 'binary', operator, ...sides, span }, depth);
    } else {
      const kind = operator === '&&' ? 'all' : 'any';
      const extended = left.expression.kind === kind ? left.expression.operands : null;
      // The left side is ours alone: extending it in place keeps long chains linear.
      (extended as DveExpression[] | null)?.push(right.expression);
      const operands = extended ?? [left.expression, right.expression];
      this.push({ kind, operands, span }, extended ? Math.max(left.depth, right.depth + 1) : depth);
    }
  }
}
