// Statements of Promela. `for`, `select` and inlines are put into simpler words here: what they stand for is what is checked.
import type { Argument, Expr, Reference, Stmt } from './ast.ts';
import type { Cursor } from './cursor.ts';
import type { Token } from './lexer.ts';
import { parseArguments, parseExpression, parseList, parseReference } from './parse-expression.ts';
import { atVariables, parseVariables } from './parse-variables.ts';

interface Inline {
  readonly parameters: readonly string[];
  readonly body: readonly Token[];
}

/** The inlines known so far, and how much they have been made into. */
export interface Inlines {
  readonly known: Map<string, Inline>;
  /** The sizes of arrays that are known, for `for (i in a)`. */
  readonly sizes: Map<string, Expr>;
  made: number;
}

/** All inlines together may stand for so many words. */
const MAX_WORDS = 1_000_000;

/** A `select` between more numbers than this is a loop. */
const MAX_CHOICES = 4096;

const ENDS: ReadonlySet<string> = new Set(['}', '::', 'fi', 'od', ')']);

const NO_C = 'take the C code out, or check the model with SPIN';

/** Statements up to what closes them, which is not taken. */
export function parseSequence(cursor: Cursor, inlines: Inlines): Stmt[] {
  const statements: Stmt[] = [];
  for (;;) {
    while (cursor.accept(';') || cursor.accept('->'));
    const token = cursor.peek();
    if (token.kind === 'end' || ENDS.has(token.text)) return statements;
    const before = cursor.peek();
    statements.push(parseStatement(cursor, inlines));
    const next = cursor.peek();
    const isSeparated = next.kind === 'end' || next.text === ';' || next.text === '->' || ENDS.has(next.text);
    // A new line separates as well, and so does a closing brace.
    if (!isSeparated && !next.first && !endsInBrace(statements.at(-1)!)) {
      cursor.fail(`expected \`;\` or \`->\` between statements, not ${cursor.shown()}`);
    }
    if (before === cursor.peek()) cursor.fail(`expected a statement, not ${cursor.shown()}`);
  }
}

function endsInBrace(statement: Stmt): boolean {
  switch (statement.kind) {
    case 'if':
    case 'do':
    case 'atomic':
    case 'd_step':
    case 'block':
      return true;
    case 'label':
      return endsInBrace(statement.body);
    case 'unless':
      return endsInBrace(statement.escape);
    default:
      return false;
  }
}

function parseStatement(cursor: Cursor, inlines: Inlines): Stmt {
  return cursor.nested(() => {
    const body = parseOne(cursor, inlines);
    const at = cursor.peek();
    if (!cursor.accept('unless')) return body;
    return { kind: 'unless', at, body, escape: parseOne(cursor, inlines) };
  });
}

function parseOne(cursor: Cursor, inlines: Inlines): Stmt {
  const at = cursor.peek();
  switch (at.kind === 'string' ? '' : at.text) {
    case '{':
      return { kind: 'block', at, body: parseBraces(cursor, inlines) };
    case 'atomic':
    case 'd_step':
      cursor.take();
      return { kind: at.text as 'atomic' | 'd_step', at, body: parseBraces(cursor, inlines) };
    case 'if':
    case 'do':
      return parseOptions(cursor, inlines);
    case 'goto':
      cursor.take();
      return { kind: 'goto', at, label: cursor.name('a label after `goto`').text };
    case 'break':
    case 'else':
      cursor.take();
      return { kind: at.text as 'break' | 'else', at };
    case 'assert':
      cursor.take();
      return { kind: 'assert', at, value: parseExpression(cursor) };
    case 'printf':
    case 'printm':
      return parsePrint(cursor);
    case 'for':
      return parseFor(cursor, inlines);
    case 'select':
      return parseSelect(cursor);
    case 'xr':
    case 'xs':
      cursor.take();
      do parseReference(cursor);
      while (cursor.accept(','));
      return { kind: 'promise', at };
    case 'c_code':
    case 'c_decl':
    case 'c_state':
    case 'c_track':
      return cursor.refuse(`\`${at.text}\`, C inside of a model,`, at, NO_C);
    case 'set_priority':
      return cursor.refuse('`set_priority`', at, 'give the priority in the proctype');
    default:
  }
  if (atVariables(cursor)) {
    const variables = parseVariables(cursor);
    for (const { name, size } of variables) if (size !== null) inlines.sizes.set(name, size);
    return { kind: 'declare', at, variables };
  }
  if (at.kind === 'name' && cursor.at(':', 1) && !cursor.at('::', 1)) return parseLabel(cursor, inlines);
  if (at.kind === 'name' && cursor.at('(', 1) && inlines.known.has(at.text)) return parseInlineCall(cursor, inlines);
  return parseSimple(cursor);
}

function parseBraces(cursor: Cursor, inlines: Inlines): Stmt[] {
  cursor.expect('{', 'before statements');
  const body = parseSequence(cursor, inlines);
  cursor.expect('}', 'after statements');
  return body;
}

function parseOptions(cursor: Cursor, inlines: Inlines): Stmt {
  const at = cursor.take();
  const close = at.text === 'if' ? 'fi' : 'od';
  const options: Stmt[][] = [];
  while (cursor.accept(';'));
  if (!cursor.at('::')) cursor.fail(`expected \`::\` after \`${at.text}\`, not ${cursor.shown()}`);
  while (cursor.accept('::')) {
    const option = parseSequence(cursor, inlines);
    if (option.length === 0) cursor.fail(`expected a statement after \`::\`, not ${cursor.shown()}`);
    options.push(option);
  }
  cursor.expect(close, `after the options of \`${at.text}\``);
  return { kind: at.text as 'if' | 'do', at, options };
}

function parseLabel(cursor: Cursor, inlines: Inlines): Stmt {
  const at = cursor.name('a label');
  cursor.take();
  while (cursor.at(';')) cursor.take();
  const next = cursor.peek();
  const isLast = next.kind === 'end' || ENDS.has(next.text);
  const skip: Stmt = { kind: 'expression', at, value: { kind: 'number', at, value: 1 } };
  return { kind: 'label', at, name: at.text, body: isLast ? skip : parseStatement(cursor, inlines) };
}

function parsePrint(cursor: Cursor): Stmt {
  const at = cursor.take();
  cursor.expect('(', `after \`${at.text}\``);
  if (at.text === 'printm') {
    const value = parseExpression(cursor);
    cursor.expect(')', 'after the value of `printm`');
    return { kind: 'print', at, format: '%e', args: [value] };
  }
  const format = cursor.take();
  if (format.kind !== 'string') cursor.fail('expected a string after `printf(`', format);
  const args = cursor.accept(',') ? parseList(cursor, ')') : [];
  cursor.expect(')', 'after the values of `printf`');
  return { kind: 'print', at, format: format.text.slice(1, -1), args };
}

/** An assignment, a send, a receive, or an expression. */
function parseSimple(cursor: Cursor): Stmt {
  const at = cursor.peek();
  const value = parseExpression(cursor);
  if (value.kind !== 'reference') return { kind: 'expression', at, value };
  const operator = cursor.peek();
  if (operator.kind !== 'symbol') return { kind: 'expression', at, value };
  switch (operator.text) {
    case '=':
      cursor.take();
      return { kind: 'assign', at, target: value, value: parseExpression(cursor) };
    case '++':
    case '--':
      cursor.take();
      return { kind: 'assign', at, target: value, value: offset(value, operator.text === '++' ? '+' : '-') };
    case '!':
    case '!!':
      cursor.take();
      return { kind: 'send', at, channel: value, sorted: operator.text === '!!', args: parseMessage(cursor) };
    case '?':
    case '??':
      cursor.take();
      return parseReceive(cursor, value, operator.text === '??');
    default:
      return { kind: 'expression', at, value };
  }
}

function offset(target: Reference, operator: '+' | '-'): Expr {
  const one: Expr = { kind: 'number', at: target.at, value: 1 };
  return { kind: 'binary', at: target.at, operator, left: target, right: one };
}

/** The values of a send: `a, b`, or `a(b, c)`. */
function parseMessage(cursor: Cursor): Expr[] {
  const first = parseExpression(cursor);
  if (!cursor.accept('(')) return cursor.accept(',') ? [first, ...parseList(cursor, ';')] : [first];
  const rest = parseList(cursor, ')');
  cursor.expect(')', 'after the fields of a message');
  return [first, ...rest];
}

function parseReceive(cursor: Cursor, channel: Reference, anywhere: boolean): Stmt {
  const keep = cursor.accept('<');
  const args: Argument[] = parseArguments(cursor, keep ? '>' : ';');
  if (keep) cursor.expect('>', 'after the message of a receive');
  return { kind: 'receive', at: channel.at, channel, anywhere, keep, args };
}

/** `for (i : a .. b) { … }` is `i = a; do :: i <= b -> …; i++ :: else -> break od`. */
function parseFor(cursor: Cursor, inlines: Inlines): Stmt {
  const at = cursor.take();
  cursor.expect('(', 'after `for`');
  if (atVariables(cursor))
    cursor.refuse('a declaration in `for`', cursor.peek(), 'declare the variable before the loop');
  const variable = parseReference(cursor);
  let first: Expr = { kind: 'number', at, value: 0 };
  let last: Expr;
  if (cursor.accept(':')) {
    first = parseExpression(cursor);
    cursor.expect('..', 'between the bounds of `for`');
    last = parseExpression(cursor);
  } else {
    cursor.expect('in', 'or `:` after the variable of `for`');
    const over = parseReference(cursor);
    const isWhole = over.parts.length === 1 && over.parts[0].index === null;
    const size = isWhole ? inlines.sizes.get(over.parts[0].name) : undefined;
    if (size === undefined) return parseForMessages(cursor, inlines, { at, message: variable, channel: over });
    last = { kind: 'binary', at, operator: '-', left: size, right: { kind: 'number', at, value: 1 } };
  }
  cursor.expect(')', 'after the bounds of `for`');
  const body = parseBraces(cursor, inlines);
  const guard: Stmt = {
    kind: 'expression',
    at,
    value: { kind: 'binary', at, operator: '<=', left: variable, right: last },
  };
  const next: Stmt = { kind: 'assign', at, target: variable, value: offset(variable, '+') };
  const options: Stmt[][] = [
    [guard, { kind: 'block', at, body }, next],
    [
      { kind: 'else', at },
      { kind: 'break', at },
    ],
  ];
  return {
    kind: 'block',
    at,
    body: [
      { kind: 'assign', at, target: variable, value: first },
      { kind: 'do', at, options },
    ],
  };
}

/** `for (m in c) { … }` takes every message of a channel out, and puts it in again behind the others. */
function parseForMessages(
  cursor: Cursor,
  inlines: Inlines,
  { at, message, channel }: { readonly at: Token; readonly message: Reference; readonly channel: Reference },
): Stmt {
  cursor.expect(')', 'after the channel of `for`');
  const body = parseBraces(cursor, inlines);
  const name = `messages seen ${inlines.made++}`;
  const counter: Reference = { kind: 'reference', at, parts: [{ name, index: null }] };
  const zero: Expr = { kind: 'number', at, value: 0 };
  const length: Expr = { kind: 'question', at, question: 'len', channel };
  const options: Stmt[][] = [
    [
      { kind: 'expression', at, value: { kind: 'binary', at, operator: '<', left: counter, right: length } },
      { kind: 'receive', at, channel, anywhere: false, keep: false, args: [{ kind: 'place', value: message }] },
      { kind: 'send', at, channel, sorted: false, args: [message] },
      { kind: 'block', at, body },
      { kind: 'assign', at, target: counter, value: offset(counter, '+') },
    ],
    [
      { kind: 'else', at },
      { kind: 'break', at },
    ],
  ];
  const type = { kind: 'base', base: 'int' } as const;
  const initial = { kind: 'value', value: zero } as const;
  const declared = { at, name, type, bits: null, size: null, initial, isHidden: false };
  return {
    kind: 'block',
    at,
    body: [
      { kind: 'declare', at, variables: [declared] },
      { kind: 'do', at, options },
    ],
  };
}

/** `select (i : a .. b)`: one option for each number where the bounds are numbers, else `i = a; do :: i < b -> i++ :: break od`. */
function parseSelect(cursor: Cursor): Stmt {
  const at = cursor.take();
  cursor.expect('(', 'after `select`');
  const target = parseReference(cursor);
  cursor.expect(':', 'after the variable of `select`');
  const first = parseExpression(cursor);
  cursor.expect('..', 'between the bounds of `select`');
  const last = parseExpression(cursor);
  cursor.expect(')', 'after the bounds of `select`');
  if (first.kind === 'number' && last.kind === 'number') {
    const count = last.value - first.value + 1;
    if (count < 1) cursor.fail('`select` has nothing to choose from: its second bound is below the first', at);
    if (count <= MAX_CHOICES) {
      const options = Array.from({ length: count }, (_, i): Stmt[] => {
        return [{ kind: 'assign', at, target, value: { kind: 'number', at, value: first.value + i } }];
      });
      return { kind: 'if', at, options };
    }
  }
  const below: Expr = { kind: 'binary', at, operator: '<', left: target, right: last };
  const more: Stmt[] = [
    { kind: 'expression', at, value: below },
    { kind: 'assign', at, target, value: offset(target, '+') },
  ];
  const loop: Stmt = { kind: 'do', at, options: [more, [{ kind: 'break', at }]] };
  return { kind: 'block', at, body: [{ kind: 'assign', at, target, value: first }, loop] };
}

/** The body of an inline with its arguments in place of its parameters. */
function parseInlineCall(cursor: Cursor, inlines: Inlines): Stmt {
  const at = cursor.take();
  const inline = inlines.known.get(at.text)!;
  const given = splitArguments(cursor.bracketed('(', ')', 'before the arguments of an inline'));
  if (given.length !== inline.parameters.length) {
    cursor.fail(`the inline \`${at.text}\` takes ${inline.parameters.length} arguments, not ${given.length}`, at);
  }
  const body = inline.body.flatMap((token) => {
    const parameter = token.kind === 'name' ? inline.parameters.indexOf(token.text) : -1;
    return parameter === -1 ? [token] : given[parameter];
  });
  inlines.made += body.length;
  if (inlines.made > MAX_WORDS) cursor.fail(`inlines stand for more than ${MAX_WORDS} words`, at);
  const end: Token = { kind: 'end', text: '', span: at.span, source: at.source, first: true, spaced: true };
  const statements = cursor.within([...body, end], () => {
    const found = parseSequence(cursor, inlines);
    if (cursor.peek().kind !== 'end') cursor.fail(`expected a statement, not ${cursor.shown()}`);
    return found;
  });
  return { kind: 'block', at, body: statements };
}

function splitArguments(tokens: readonly Token[]): Token[][] {
  if (tokens.length === 0) return [];
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'symbol' && '([{'.includes(token.text)) depth++;
    if (token.kind === 'symbol' && ')]}'.includes(token.text)) depth--;
    if (depth === 0 && token.text === ',' && token.kind === 'symbol') parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts;
}
