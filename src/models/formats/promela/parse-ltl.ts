// Formulas of `ltl` blocks. Operators from loose to tight: -> <->, ||, &&, U V W, those of expressions, and ! [] <> X, which take the next
// operand alone; all others group to the left. So SPIN reads them: `[] x == 1` needs parentheses.
import type { BinaryOperator } from '../../expression/expression.ts';
import type { Expr, LtlNode } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { LEVELS } from './operators.ts';
import { parsePrimaryExpression } from './parse-expression.ts';

type LtlBinary = Extract<LtlNode, { kind: 'binary' }>['operator'];
type LtlUnary = Extract<LtlNode, { kind: 'unary' }>['operator'];

const UNTIL: Readonly<Record<string, LtlBinary>> = {
  U: 'U',
  until: 'U',
  stronguntil: 'U',
  V: 'R',
  R: 'R',
  release: 'R',
  W: 'W',
  weakuntil: 'W',
};

/** Those of expressions alone: || and && are operators of formulas. */
const TIGHT = LEVELS.slice(2);

/** The formula up to what closes it. */
export function parseLtl(cursor: Cursor): LtlNode {
  return cursor.nested(() => parseImplication(cursor));
}

function parseImplication(cursor: Cursor): LtlNode {
  let left = parseDisjunction(cursor);
  for (;;) {
    const isBoth = cursor.at('<') && cursor.at('->', 1);
    if (isBoth || cursor.at('equivalent')) {
      cursor.take();
      if (isBoth) cursor.take();
      left = { kind: 'binary', operator: '<->', left, right: parseDisjunction(cursor) };
    } else if (cursor.accept('->') || cursor.accept('implies')) {
      left = { kind: 'binary', operator: '->', left, right: parseDisjunction(cursor) };
    } else return left;
  }
}

function parseDisjunction(cursor: Cursor): LtlNode {
  let left = parseConjunction(cursor);
  while (cursor.accept('||') || cursor.accept('\\/')) {
    left = { kind: 'binary', operator: '||', left, right: parseConjunction(cursor) };
  }
  return left;
}

function parseConjunction(cursor: Cursor): LtlNode {
  let left = parseUntil(cursor);
  while (cursor.accept('&&') || cursor.accept('/\\')) {
    left = { kind: 'binary', operator: '&&', left, right: parseUntil(cursor) };
  }
  return left;
}

function parseUntil(cursor: Cursor): LtlNode {
  let left = parseTight(cursor, 0);
  for (;;) {
    const token = cursor.peek();
    if (token.kind !== 'name' || !Object.hasOwn(UNTIL, token.text)) return left;
    cursor.take();
    left = { kind: 'binary', operator: UNTIL[token.text], left, right: parseTight(cursor, 0) };
  }
}

/** `[]` or `<>`, also in words. */
function acceptPrefix(cursor: Cursor): LtlUnary | null {
  if (cursor.at('[') && cursor.at(']', 1)) {
    cursor.take();
    cursor.take();
    return 'G';
  }
  if (cursor.at('<') && cursor.at('>', 1)) {
    cursor.take();
    cursor.take();
    return 'F';
  }
  if (cursor.accept('always')) return 'G';
  return cursor.accept('eventually') ? 'F' : null;
}

function parseTight(cursor: Cursor, level: number): LtlNode {
  if (level === TIGHT.length) return parseOperand(cursor);
  let left = parseTight(cursor, level + 1);
  for (;;) {
    const at = cursor.peek();
    if (at.kind !== 'symbol' || !(TIGHT[level] as readonly string[]).includes(at.text)) return left;
    if (at.text === '<' && (cursor.at('->', 1) || cursor.at('>', 1))) return left;
    cursor.take();
    const right = parseTight(cursor, level + 1);
    const operator = at.text as BinaryOperator;
    const [a, b] = [asExpression(left), asExpression(right)];
    if ((a === null || b === null) && (operator === '&' || operator === '|')) {
      left = { kind: 'binary', operator: operator === '&' ? '&&' : '||', left, right };
      continue;
    }
    if (a === null || b === null) {
      const hint = 'put parentheses around the comparison: `[] (x == 1)`';
      cursor.fail(`\`${operator}\` cannot compare formulas with operators of time`, at, hint);
    }
    left = { kind: 'state', value: { kind: 'binary', at, operator, left: a, right: b } };
  }
}

function parseOperand(cursor: Cursor): LtlNode {
  const at = cursor.peek();
  if (at.kind === 'symbol' && (at.text === '!' || at.text === '!!')) {
    cursor.take();
    const operand = cursor.nested(() => parseOperand(cursor));
    if (at.text === '!!') return operand;
    return { kind: 'unary', operator: '!', operand };
  }
  if (at.kind === 'symbol' && (at.text === '-' || at.text === '~')) {
    cursor.take();
    const operand = asExpression(cursor.nested(() => parseOperand(cursor)));
    if (operand === null) cursor.fail(`\`${at.text}\` needs a number`, at);
    return { kind: 'state', value: { kind: 'unary', at, operator: at.text, operand } };
  }
  if (isNext(cursor)) {
    cursor.take();
    return { kind: 'unary', operator: 'X', operand: cursor.nested(() => parseOperand(cursor)) };
  }
  const prefix = acceptPrefix(cursor);
  if (prefix !== null) return { kind: 'unary', operator: prefix, operand: cursor.nested(() => parseOperand(cursor)) };
  if (cursor.at('(')) {
    cursor.take();
    const inner = parseLtl(cursor);
    cursor.expect(')', 'after this formula');
    return inner;
  }
  return { kind: 'state', value: parsePrimaryExpression(cursor) };
}

/** `next`, or an `X` with an operand behind it. */
function isNext(cursor: Cursor): boolean {
  const at = cursor.peek();
  if (at.kind !== 'name' || (at.text !== 'X' && at.text !== 'next')) return false;
  const next = cursor.peek(1);
  return next.kind === 'name' || next.kind === 'number' || ['(', '!', '[', '<', '!!'].includes(next.text);
}

/** A formula without operators of time as an expression, else null. */
function asExpression(node: LtlNode): Expr | null {
  if (node.kind === 'state') return node.value;
  if (node.kind === 'unary') {
    const operand = node.operator === '!' ? asExpression(node.operand) : null;
    return operand === null ? null : { kind: 'unary', at: operand.at, operator: '!', operand };
  }
  const { operator } = node;
  if (operator !== '&&' && operator !== '||') return null;
  const left = asExpression(node.left);
  const right = asExpression(node.right);
  return left === null || right === null ? null : { kind: 'binary', at: left.at, operator, left, right };
}
