// What can be named in propositions over a Promela model: any expression over global variables, `P[1]:x`, `P[1]@label`, `np_`; and by the
// names below what SPIN looks for without a formula.
import type { Diagnostic, Parsed } from '../../../diagnostics/diagnostic.ts';
import { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { Expression } from '../../expression/expression.ts';
import { NameTable } from '../../expression/name-table.ts';
import { parsePredicate } from '../../expression/predicate.ts';
import type { Names } from '../../model.ts';
import type { Expr } from './ast.ts';
import { labelledPoints } from './compile-term.ts';
import { Cursor, SyntaxStop } from './cursor.ts';
import { Complaints, Declarations, Scope } from './declare.ts';
import { enabledIn } from './enabled.ts';
import type { Layout } from './layout.ts';
import { tokenize } from './lexer.ts';
import { parseExpression } from './parse-expression.ts';
import { Resolver } from './resolve.ts';
import { everybodyAt, NotAProposition, somebodyAt, termToExpression } from './to-expression.ts';

/** Some process is at a label that begins with `accept`; every process is at its end or at a label that begins with `end`. */
const ACCEPTING = 'accept_';
export const ENDED = 'end_';
/** An assertion was violated, in models that watch them. */
export const VIOLATED = 'violated';

/** The names of a model. */
export function nameEverything(layout: Layout): NameTable {
  const names = new NameTable();
  names.addVariables(layout.variables);
  names.addTruth(ACCEPTING, somebodyAt(layout, labelledPoints(layout, 'accept')));
  names.addTruth(ENDED, everybodyAt(layout, endPoints(layout)));
  if (layout.violated >= 0) names.addTruth(VIOLATED, { kind: 'variable', variable: layout.violated });
  return names;
}

function endPoints(layout: Layout): Set<number> {
  const points = labelledPoints(layout, 'end');
  for (const { flow, index } of layout.program.processes) points.add(layout.pointBase[index] + flow.end.number);
  return points;
}

/** The expression that a proposition stands for. */
export function parseProposition(text: string, layout: Layout, names: Names): Parsed<Expression> {
  if (names.truth(text.trim()) !== null) return parsePredicate(text, names);
  const own = parseOwn(text, layout);
  if (own.value !== null) return own;
  const other = parsePredicate(text, names);
  return other.value !== null ? other : own;
}

function parseOwn(text: string, layout: Layout): Parsed<Expression> {
  const diagnostics: Diagnostic[] = [];
  const source = { name: '<proposition>', text };
  const stopwatch = new Stopwatch();
  const tokens = tokenize(source, diagnostics, stopwatch);
  const { program } = layout;
  const processNames = program.processes.map(({ name }) => name);
  let parsed: Expr | null = null;
  try {
    const cursor = new Cursor(tokens, stopwatch, diagnostics, new Set(processNames));
    parsed = parseExpression(cursor);
    if (cursor.peek().kind !== 'end') cursor.fail(`expected the end of the proposition, not ${cursor.shown()}`);
  } catch (error) {
    if (!(error instanceof SyntaxStop)) throw error;
  }
  if (parsed === null || diagnostics.length > 0) return { value: null, diagnostics };
  const complaints = new Complaints();
  // The declarations of the model with complaints of their own.
  const declarations: Declarations = Object.assign(Object.create(Declarations.prototype), program.declarations, {
    complaints,
  });
  const resolver = new Resolver(declarations, program.resolver.processes, { ...program.uses }, 'claim');
  const term = resolver.term(parsed, new Scope('global', program.declarations.globals, program.declarations.scope));
  const found = complaints.list;
  if (resolver.uses.last && layout.last < 0) {
    const message = '`_last` is not kept by a model that does not use it';
    found.push({ code: 'PML807', message, source, span: { start: 0, end: text.length } });
  }
  if (found.length > 0) return { value: null, diagnostics: found };
  try {
    return { value: termToExpression(term, layout, enabledIn(layout)), diagnostics: [] };
  } catch (error) {
    if (!(error instanceof NotAProposition)) throw error;
    const span = { start: 0, end: text.length };
    return { value: null, diagnostics: [{ code: 'PML807', message: error.message, source, span }] };
  }
}
