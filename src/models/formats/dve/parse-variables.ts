// Declarations of DVE variables and constants.
import type { DveExpression, ValueType, VariableDeclaration } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { parseExpression } from './parse-expression.ts';

/** Parses `[const] byte|int item, …;`, which must start here. */
export function parseVariables(cursor: Cursor): VariableDeclaration[] {
  const constant = cursor.accept('const');
  if (!cursor.at('byte') && !cursor.at('int')) cursor.fail(`expected \`byte\` or \`int\`, not ${cursor.shown()}`);
  const type = cursor.take().text as ValueType;
  const declarations: VariableDeclaration[] = [];
  do declarations.push(parseItem(cursor, type, constant ? 'constant' : 'variable'));
  while (cursor.accept(','));
  cursor.expect(';', 'after the declaration');
  return declarations;
}

function parseItem(cursor: Cursor, type: ValueType, kind: 'constant' | 'variable'): VariableDeclaration {
  const name = cursor.name(`the name of a ${kind}`);
  let size: DveExpression | null = null;
  if (cursor.accept('[')) {
    size = parseExpression(cursor);
    cursor.expect(']', 'after the size of the array');
  }
  const initial: DveExpression[] = [];
  if (cursor.accept('=')) {
    if (cursor.at('{')) {
      const brace = cursor.take();
      if (size === null)
        cursor.fail(`\`${name.text}\` is not an array, so its initial value has no braces`, brace.span);
      do initial.push(parseExpression(cursor));
      while (cursor.accept(','));
      cursor.expect('}', 'after the initial values');
    } else {
      const value = parseExpression(cursor);
      if (size !== null) {
        cursor.report(`\`${name.text}\` is an array: its initial values stand in braces`, value.span, '`{0, 1, …}`');
      }
      initial.push(value);
    }
  } else if (kind === 'constant') {
    cursor.fail(`the constant \`${name.text}\` has no value`);
  }
  return { name, type, constant: kind === 'constant', size, initial };
}
