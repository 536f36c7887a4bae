// Expressions of Promela, by precedence climbing.
import type { BinaryOperator } from '../../expression/expression.ts';
import type { Argument, ChannelQuestion, Expr, Reference } from './ast.ts';
import type { Cursor } from './cursor.ts';
import type { Token } from './lexer.ts';
import { LEVELS } from './operators.ts';

const QUESTIONS: ReadonlySet<string> = new Set(['len', 'full', 'empty', 'nfull', 'nempty']);

/** The largest number that can be written. */
const LARGEST = 0x7fff_ffff;

/** An expression; where `stop` says so, the text behind an operand belongs to somebody else. */
export function parseExpression(cursor: Cursor): Expr {
  return cursor.nested(() => parseLevel(cursor, 0));
}

function parseLevel(cursor: Cursor, level: number): Expr {
  if (level === LEVELS.length) return parseUnary(cursor);
  let left = parseLevel(cursor, level + 1);
  for (;;) {
    const at = cursor.peek();
    if (at.kind !== 'symbol' || !(LEVELS[level] as readonly string[]).includes(at.text)) return left;
    cursor.take();
    const right = parseLevel(cursor, level + 1);
    left = { kind: 'binary', at, operator: at.text as BinaryOperator, left, right };
  }
}

function parseUnary(cursor: Cursor): Expr {
  const at = cursor.peek();
  if (at.kind === 'symbol' && ['!', '-', '~', '!!', '--', '+'].includes(at.text)) {
    cursor.take();
    const operand = cursor.nested(() => parseUnary(cursor));
    if (at.text === '+') return operand;
    const operator = at.text[0] as '!' | '-' | '~';
    const inner: Expr = { kind: 'unary', at, operator, operand };
    return at.text.length === 1 ? inner : { kind: 'unary', at, operator, operand: inner };
  }
  return parsePrimaryExpression(cursor);
}

function number(at: Token, value: number): Expr {
  return { kind: 'number', at, value };
}

/** A number, a name, a question, or something in parentheses. */
export function parsePrimaryExpression(cursor: Cursor): Expr {
  const at = cursor.peek();
  if (at.kind === 'number') {
    cursor.take();
    const value = Number(at.text);
    if (value > LARGEST) cursor.fail(`${at.text} is larger than ${LARGEST}, the largest number`, at);
    return number(at, value);
  }
  if (cursor.at('(')) return parseParenthesized(cursor);
  if (at.kind !== 'name') cursor.fail(`expected an expression, not ${cursor.shown()}`);
  switch (at.text) {
    case 'true':
    case 'skip':
    case 'false':
      cursor.take();
      return number(at, at.text === 'false' ? 0 : 1);
    case 'timeout':
    case 'np_':
      cursor.take();
      return { kind: at.text, at };
    case 'run':
      return parseRun(cursor);
    case 'enabled':
    case 'pc_value':
    case 'get_priority': {
      cursor.take();
      cursor.expect('(', `after \`${at.text}\``);
      const pid = parseExpression(cursor);
      cursor.expect(')', `after the process of \`${at.text}\``);
      return { kind: at.text, at, pid };
    }
    case 'c_expr':
      return cursor.refuse('`c_expr`, C inside of a model,', at, 'write the expression in Promela');
    case 'eval': {
      cursor.take();
      cursor.expect('(', 'after `eval`');
      const value = parseExpression(cursor);
      cursor.expect(')', 'after the value of `eval`');
      return value;
    }
    default:
  }
  if (QUESTIONS.has(at.text)) {
    cursor.take();
    cursor.expect('(', `after \`${at.text}\``);
    const channel = parseExpression(cursor);
    cursor.expect(')', `after the channel of \`${at.text}\``);
    return { kind: 'question', at, question: at.text as ChannelQuestion, channel };
  }
  return parseNamed(cursor);
}

/** `( e )` or `( condition -> e : e )`. */
function parseParenthesized(cursor: Cursor): Expr {
  const at = cursor.take();
  const value = parseExpression(cursor);
  if (!cursor.accept('->')) {
    cursor.expect(')', 'after this expression');
    return value;
  }
  const then = parseExpression(cursor);
  cursor.expect(':', 'between the two values of a choice');
  const otherwise = parseExpression(cursor);
  cursor.expect(')', 'after a choice between two values');
  return { kind: 'choice', at, condition: value, then, otherwise };
}

function parseRun(cursor: Cursor): Expr {
  const at = cursor.take();
  const name = cursor.name('the name of a process after `run`').text;
  cursor.expect('(', 'before the arguments of `run`');
  const args = parseList(cursor, ')');
  cursor.expect(')', 'after the arguments of `run`');
  if (cursor.at('priority')) {
    cursor.refuse('`priority` in `run`', cursor.peek(), 'give the priority in the proctype');
  }
  return { kind: 'run', at, name, args };
}

/** Expressions with commas between them, up to `close`; there may be none. */
export function parseList(cursor: Cursor, close: string): Expr[] {
  const values: Expr[] = [];
  if (cursor.at(close)) return values;
  do values.push(parseExpression(cursor));
  while (cursor.accept(','));
  return values;
}

/** A variable, a place in another process, or a poll of a channel. */
function parseNamed(cursor: Cursor): Expr {
  const reference = parseReference(cursor);
  const { at, parts } = reference;
  const [{ name, index }] = parts;
  if (parts.length === 1 && cursor.at('@')) {
    cursor.take();
    return { kind: 'remote-label', at, process: name, pid: index, label: cursor.name('a label after `@`').text };
  }
  if (parts.length === 1 && cursor.at(':') && cursor.peek(1).kind === 'name' && cursor.processNames.has(name)) {
    cursor.take();
    return { kind: 'remote-variable', at, process: name, pid: index, variable: parseReference(cursor) };
  }
  if ((cursor.at('?') || cursor.at('??')) && cursor.at('[', 1)) {
    const anywhere = cursor.take().text === '??';
    cursor.take();
    const args = parseArguments(cursor, ']');
    cursor.expect(']', 'after the message of a poll');
    return { kind: 'poll', at, channel: reference, anywhere, args };
  }
  return reference;
}

export function parseReference(cursor: Cursor): Reference {
  const at = cursor.peek();
  const parts: { name: string; index: Expr | null }[] = [];
  do {
    const { text: name } = cursor.name('a name');
    let index: Expr | null = null;
    if (cursor.at('[') && !cursor.at(']', 1)) {
      cursor.take();
      index = parseExpression(cursor);
      cursor.expect(']', 'after an index');
    }
    parts.push({ name, index });
  } while (cursor.accept('.'));
  return { kind: 'reference', at, parts };
}

/** The arguments of a receive: `a, b`, or `a(b, c)`. */
export function parseArguments(cursor: Cursor, close: string): Argument[] {
  const args: Argument[] = [];
  if (cursor.at(close)) return args;
  args.push(parseArgument(cursor));
  if (cursor.accept('(')) {
    if (!cursor.at(')')) {
      do args.push(parseArgument(cursor));
      while (cursor.accept(','));
    }
    cursor.expect(')', 'after the fields of a message');
    return args;
  }
  while (cursor.accept(',')) args.push(parseArgument(cursor));
  return args;
}

function parseArgument(cursor: Cursor): Argument {
  const at = cursor.peek();
  if (at.kind === 'name' && at.text === '_') {
    cursor.take();
    return { kind: 'forget' };
  }
  if (at.kind === 'name' && at.text === 'eval') return { kind: 'match', value: parsePrimaryExpression(cursor) };
  if (at.kind === 'symbol' && at.text === '-') return { kind: 'match', value: parseUnary(cursor) };
  if (at.kind === 'number' || at.text === 'true' || at.text === 'false' || at.text === '(') {
    return { kind: 'match', value: parsePrimaryExpression(cursor) };
  }
  return { kind: 'place', value: parseReference(cursor) };
}
