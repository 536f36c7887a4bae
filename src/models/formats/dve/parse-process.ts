// DVE processes and their transitions.
import { append } from '../../../base/append.ts';
import type {
  DveExpression,
  Effect,
  Identifier,
  ProcessDeclaration,
  Synchronisation,
  TransitionDeclaration,
} from './ast.ts';
import { type Cursor, SyntaxStop } from './cursor.ts';
import { parseExpression, parseReference } from './parse-expression.ts';
import { parseVariables } from './parse-variables.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer U)[] ? U[] : T[K] };

/** Parses `process NAME { … }`, which must start here. */
export function parseProcess(cursor: Cursor): ProcessDeclaration {
  cursor.take();
  const process: Mutable<ProcessDeclaration> = {
    name: cursor.name('the name of the process'),
    variables: [],
    states: [],
    initial: null,
    commit: [],
    accept: [],
    asserts: [],
    transitions: [],
  };
  const brace = cursor.expect('{', 'after the name of the process');
  while (!cursor.accept('}')) {
    if (cursor.peek().kind === 'end')
      cursor.fail(`process \`${process.name.text}\` is never closed by \`}\``, brace.span);
    try {
      parseSection(cursor, process);
    } catch (error) {
      if (!(error instanceof SyntaxStop)) throw error;
      cursor.skipTo([';', '}', 'process', 'system']);
      cursor.accept(';');
      if (cursor.at('process') || cursor.at('system')) return process;
    }
  }
  return process;
}

function parseSection(cursor: Cursor, process: Mutable<ProcessDeclaration>): void {
  if (cursor.at('const') || cursor.at('byte') || cursor.at('int')) {
    append(process.variables, parseVariables(cursor));
  } else if (cursor.accept('state')) {
    append(process.states, stateList(cursor, 'states'));
  } else if (cursor.accept('init')) {
    process.initial = cursor.name('the initial state');
    cursor.expect(';', 'after the initial state');
  } else if (cursor.accept('commit')) {
    append(process.commit, stateList(cursor, 'committed states'));
  } else if (cursor.accept('accept')) {
    append(process.accept, stateList(cursor, 'accepting states'));
  } else if (cursor.accept('assert')) {
    do {
      const state = cursor.name('a state');
      cursor.expect(':', 'after the state of the assertion');
      process.asserts.push({ state, condition: parseExpression(cursor) });
    } while (cursor.accept(','));
    cursor.expect(';', 'after the assertions');
  } else if (cursor.accept('trans')) {
    parseTransitions(cursor, process.transitions);
  } else {
    cursor.fail(`expected \`state\`, \`init\`, \`trans\` or a declaration, not ${cursor.shown()}`);
  }
}

function stateList(cursor: Cursor, what: string): Identifier[] {
  const names = cursor.names('a state');
  cursor.expect(';', `after the ${what}`);
  return names;
}

function parseTransitions(cursor: Cursor, transitions: TransitionDeclaration[]): void {
  if (cursor.accept(';')) return;
  do {
    try {
      transitions.push(parseTransition(cursor));
    } catch (error) {
      if (!(error instanceof SyntaxStop)) throw error;
      skipTransition(cursor);
    }
  } while (cursor.accept(','));
  cursor.expect(';', 'after the transitions (`,` between them)');
}

/** After a complaint: goes behind the closing brace of the transition, where the list may go on. */
function skipTransition(cursor: Cursor): void {
  cursor.skipTo(['}', '{', 'process', 'system']);
  if (cursor.accept('{')) cursor.skipTo(['}', 'process', 'system']);
  cursor.accept('}');
  if (!cursor.at(',') && !cursor.at(';')) throw new SyntaxStop();
}

function parseTransition(cursor: Cursor): TransitionDeclaration {
  const { start } = cursor.peek().span;
  const from = cursor.at('->') ? null : cursor.name('the source state of a transition');
  cursor.expect('->', 'between the states of a transition');
  const to = cursor.name('the target state of the transition');
  cursor.expect('{', 'after the target state');
  const guards: DveExpression[] = [];
  const effects: Effect[] = [];
  let sync: Synchronisation | null = null;
  while (!cursor.accept('}')) {
    const section = cursor.peek();
    if (cursor.accept('guard')) {
      do guards.push(parseExpression(cursor));
      while (cursor.accept(','));
    } else if (cursor.accept('sync')) {
      if (sync !== null) cursor.fail('a transition has at most one `sync`', section.span);
      sync = parseSync(cursor);
    } else if (cursor.accept('effect')) {
      do effects.push(parseEffect(cursor));
      while (cursor.accept(','));
    } else {
      cursor.fail(`expected \`guard\`, \`sync\`, \`effect\` or \`}\`, not ${cursor.shown()}`);
    }
    const hint = cursor.at('=') && section.text === 'guard' ? 'a comparison is written `==`' : undefined;
    if (!cursor.at(';')) {
      cursor.fail(`expected \`;\` after the ${section.text}, not ${cursor.shown()}`, undefined, hint);
    }
    cursor.take();
  }
  return { from, to, guards, sync, effects, span: { start, end: cursor.lastEnd() } };
}

function parseEffect(cursor: Cursor): Effect {
  const target = parseReference(cursor);
  const hint = cursor.at('==') ? 'an assignment is written `=`' : undefined;
  if (!cursor.at('=')) cursor.fail(`expected \`=\` in the effect, not ${cursor.shown()}`, undefined, hint);
  cursor.take();
  return { target, value: parseExpression(cursor) };
}

function parseSync(cursor: Cursor): Synchronisation {
  const { start } = cursor.peek().span;
  const channel = cursor.name('the name of a channel');
  if (!cursor.at('!') && !cursor.at('?')) {
    cursor.fail(`expected \`!\` or \`?\` after the channel, not ${cursor.shown()}`);
  }
  const direction = cursor.take().text === '!' ? 'send' : 'receive';
  const parseValue = direction === 'send' ? parseExpression : parseReference;
  const values: DveExpression[] = [];
  if (cursor.accept('{')) {
    do values.push(parseValue(cursor));
    while (cursor.accept(','));
    cursor.expect('}', 'after the values of the channel');
  } else if (!cursor.at(';')) {
    values.push(parseValue(cursor));
  }
  return { channel, direction, values, span: { start, end: cursor.lastEnd() } };
}
