// DVE text to syntax tree. Complaints are gathered: after one, parsing goes on behind the declaration or transition.
import { append } from '../../../base/append.ts';
import type { Diagnostic, Parsed } from '../../../diagnostics/diagnostic.ts';
import type { Source } from '../../../diagnostics/source.ts';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type {
  ChannelDeclaration,
  DveSystem,
  Identifier,
  ProcessDeclaration,
  ValueType,
  VariableDeclaration,
} from './ast.ts';
import { Cursor, SyntaxStop } from './cursor.ts';
import { parseExpression } from './parse-expression.ts';
import { parseProcess } from './parse-process.ts';
import { parseVariables } from './parse-variables.ts';

/** Enough complaints for one reading; more are mostly consequences. */
const MAX_DIAGNOSTICS = 20;

/** Parses a whole model. */
export function parseDve(source: Source, stopwatch: Stopwatch): Parsed<DveSystem> {
  const diagnostics: Diagnostic[] = [];
  const cursor = new Cursor(source, stopwatch, diagnostics);
  const system = parseSystem(cursor);
  if (system === null && diagnostics.length === 0) cursor.report('the model has no `system` line', cursor.peek().span);
  return { value: diagnostics.length === 0 ? system : null, diagnostics: diagnostics.slice(0, MAX_DIAGNOSTICS) };
}

function parseSystem(cursor: Cursor): DveSystem | null {
  const variables: VariableDeclaration[] = [];
  const channels: ChannelDeclaration[] = [];
  const processes: ProcessDeclaration[] = [];
  while (cursor.peek().kind !== 'end') {
    try {
      if (cursor.at('process')) processes.push(parseProcess(cursor));
      else if (cursor.at('channel')) append(channels, parseChannels(cursor));
      else if (cursor.at('system')) return { variables, channels, processes, ...parseComposition(cursor) };
      else if (cursor.at('const') || cursor.at('byte') || cursor.at('int')) append(variables, parseVariables(cursor));
      else cursor.fail(`expected a declaration, a process or \`system\`, not ${cursor.shown()}`);
    } catch (error) {
      if (!(error instanceof SyntaxStop)) throw error;
      cursor.skipTo([';', '}', 'process', 'system']);
      if (!cursor.accept(';')) cursor.accept('}');
    }
  }
  return null;
}

function parseComposition(cursor: Cursor): Pick<DveSystem, 'composition' | 'property'> {
  cursor.take();
  if (!cursor.at('async') && !cursor.at('sync')) {
    cursor.fail(`expected \`async\` or \`sync\` after \`system\`, not ${cursor.shown()}`);
  }
  const composition = cursor.take().text as DveSystem['composition'];
  let property: Identifier | null = null;
  if (cursor.accept('property')) property = cursor.name('the name of the property process');
  cursor.expect(';', 'after the system line');
  if (cursor.peek().kind !== 'end') cursor.fail(`expected nothing after the system line, not ${cursor.shown()}`);
  return { composition, property };
}

function parseChannels(cursor: Cursor): ChannelDeclaration[] {
  cursor.take();
  const types = cursor.at('{') ? parseTypes(cursor) : null;
  const channels: ChannelDeclaration[] = [];
  do {
    const name = cursor.name('the name of a channel');
    let size = null;
    if (cursor.at('[')) {
      const bracket = cursor.take();
      if (types === null) {
        const hint = `write \`channel {byte} ${name.text}[…]\``;
        cursor.fail(`the buffered channel \`${name.text}\` has no type`, bracket.span, hint);
      }
      size = parseExpression(cursor);
      cursor.expect(']', 'after the size of the buffer');
    }
    channels.push({ name, types, size });
  } while (cursor.accept(','));
  cursor.expect(';', 'after the channels');
  return channels;
}

function parseTypes(cursor: Cursor): ValueType[] {
  cursor.take();
  const types: ValueType[] = [];
  do {
    if (!cursor.at('byte') && !cursor.at('int')) {
      cursor.fail(`expected \`byte\` or \`int\` as type of the channel, not ${cursor.shown()}`);
    }
    types.push(cursor.take().text as ValueType);
  } while (cursor.accept(','));
  cursor.expect('}', 'after the types of the channel');
  return types;
}
