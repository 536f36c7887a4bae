// Declarations of variables: `byte a[3] = 1, b; chan c = [2] of { mtype, byte }; unsigned n : 5`.
import type { BaseType, Initial, TypeName, VariableDeclaration } from './ast.ts';
import { type Cursor, KEYWORDS } from './cursor.ts';
import { parseExpression, parseList } from './parse-expression.ts';

const BASES: Readonly<Record<string, BaseType>> = {
  bit: 'bit',
  bool: 'bit',
  byte: 'byte',
  short: 'short',
  int: 'int',
  unsigned: 'unsigned',
  mtype: 'mtype',
  chan: 'chan',
  pid: 'pid',
};

const PREFIXES: ReadonlySet<string> = new Set(['hidden', 'show', 'local']);

/** Whether a declaration of variables begins here. */
export function atVariables(cursor: Cursor): boolean {
  const token = cursor.peek();
  if (token.kind !== 'name') return false;
  if (PREFIXES.has(token.text) || Object.hasOwn(BASES, token.text)) return true;
  const next = cursor.peek(1);
  return !KEYWORDS.has(token.text) && next.kind === 'name' && !KEYWORDS.has(next.text) && !cursor.at('in', 1);
}

/** One declaration with all its variables, without the separator behind it. */
export function parseVariables(cursor: Cursor): VariableDeclaration[] {
  let isHidden = false;
  while (PREFIXES.has(cursor.peek().text)) isHidden = cursor.take().text === 'hidden' || isHidden;
  const type = parseType(cursor);
  const variables = [parseVariable(cursor, type, isHidden)];
  while (cursor.accept(',')) variables.push(parseVariable(cursor, type, isHidden));
  return variables;
}

function parseType(cursor: Cursor): TypeName {
  const at = cursor.peek();
  if (at.kind === 'name' && Object.hasOwn(BASES, at.text)) {
    cursor.take();
    const base = BASES[at.text];
    if (base === 'mtype' && cursor.accept(':')) return { kind: 'base', base, set: cursor.name('a set of mtype').text };
    return { kind: 'base', base };
  }
  return { kind: 'user', name: cursor.name('a type').text, at };
}

function parseVariable(cursor: Cursor, type: TypeName, isHidden: boolean): VariableDeclaration {
  const at = cursor.name('the name of a variable');
  let bits: VariableDeclaration['bits'] = null;
  let size: VariableDeclaration['size'] = null;
  if (type.kind === 'base' && type.base === 'unsigned') {
    cursor.expect(':', 'and a number of bits after an `unsigned`');
    bits = parseExpression(cursor);
  }
  if (cursor.accept('[')) {
    size = parseExpression(cursor);
    cursor.expect(']', 'after the size of an array');
  }
  const initial = cursor.accept('=') ? parseInitial(cursor, type) : null;
  return { at, name: at.text, type, bits, size, initial, isHidden };
}

function parseInitial(cursor: Cursor, type: TypeName): Initial {
  if (type.kind === 'base' && type.base === 'chan' && cursor.accept('[')) {
    const capacity = parseExpression(cursor);
    cursor.expect(']', 'after the capacity of a channel');
    cursor.expect('of', 'after the capacity of a channel');
    cursor.expect('{', 'before the fields of a channel');
    const fields = [parseType(cursor)];
    while (cursor.accept(',')) fields.push(parseType(cursor));
    cursor.expect('}', 'after the fields of a channel');
    return { kind: 'channel', capacity, fields };
  }
  if (cursor.accept('{')) {
    const values = parseList(cursor, '}');
    cursor.expect('}', 'after the values of an array');
    return { kind: 'list', values };
  }
  return { kind: 'value', value: parseExpression(cursor) };
}
