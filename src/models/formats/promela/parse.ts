// A whole Promela text: declarations one after another. A declaration that is wrong is left out, so that the others are looked at too.
import type { Diagnostic, Parsed } from '../../../diagnostics/diagnostic.ts';
import type { Source } from '../../../diagnostics/source.ts';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { LtlDeclaration, ProcessDeclaration, Specification, Stmt, VariableDeclaration } from './ast.ts';
import { Cursor, SyntaxStop } from './cursor.ts';
import type { Token } from './lexer.ts';
import { parseExpression } from './parse-expression.ts';
import { parseLtl } from './parse-ltl.ts';
import { type Inlines, parseSequence } from './parse-statement.ts';
import { atVariables, parseVariables } from './parse-variables.ts';
import { preprocess, type ReadInclude } from './preprocess.ts';

/** More complaints than this help nobody. */
const MAX_DIAGNOSTICS = 20;

const STARTS: ReadonlySet<string> = new Set([
  ...['active', 'proctype', 'D_proctype', 'init', 'never', 'ltl', 'inline', 'typedef', 'mtype', 'trace', 'notrace'],
  ...['chan', 'byte', 'bit', 'bool', 'int', 'short', 'unsigned', 'pid', 'hidden', 'show', 'local'],
]);

/** What is said of constructs that are known and refused. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['trace', 'write the order of sends and receives as an ltl formula, or as a process'],
  ['notrace', 'write the order of sends and receives as an ltl formula, or as a process'],
  ['c_code', 'take the C code out, or check the model with SPIN'],
  ['c_decl', 'take the C code out, or check the model with SPIN'],
  ['c_state', 'take the C code out, or check the model with SPIN'],
  ['c_track', 'take the C code out, or check the model with SPIN'],
]);

interface ParseContext {
  readonly stopwatch: Stopwatch;
  readonly include?: ReadInclude;
}

/** The declarations of `source`. */
export function parsePromela(source: Source, { stopwatch, include }: ParseContext): Parsed<Specification> {
  const diagnostics: Diagnostic[] = [];
  const tokens = preprocess(source, { diagnostics, stopwatch, include });
  const parser = new Parser(new Cursor(tokens, stopwatch, diagnostics), diagnostics);
  const value = diagnostics.length > 0 ? null : parser.parse();
  if (diagnostics.length === 0) return { value, diagnostics };
  return { value: null, diagnostics: diagnostics.slice(0, MAX_DIAGNOSTICS) };
}

class Parser {
  private readonly cursor: Cursor;
  private readonly diagnostics: readonly Diagnostic[];
  private readonly variables: VariableDeclaration[] = [];
  private readonly types: Specification['types'][number][] = [];
  private readonly symbols = new Map<string, { name: string; at: Token }[]>();
  private readonly processes: ProcessDeclaration[] = [];
  private readonly formulas: LtlDeclaration[] = [];
  private never: ProcessDeclaration | null = null;
  private readonly inlines: Inlines = { known: new Map(), sizes: new Map(), made: 0 };

  constructor(cursor: Cursor, diagnostics: readonly Diagnostic[]) {
    this.cursor = cursor;
    this.diagnostics = diagnostics;
  }

  parse(): Specification {
    const { cursor } = this;
    while (cursor.peek().kind !== 'end' && this.diagnostics.length < MAX_DIAGNOSTICS) {
      const before = cursor.peek();
      try {
        this.declaration();
      } catch (error) {
        if (!(error instanceof SyntaxStop)) throw error;
        if (before === cursor.peek()) cursor.take();
        cursor.skipDeclaration(STARTS);
      }
    }
    const { variables, types, symbols, processes, formulas, never } = this;
    return { variables, types, symbols, processes, formulas, never };
  }

  private declaration(): void {
    const { cursor } = this;
    const at = cursor.peek();
    if (cursor.accept(';')) return;
    const hint = REFUSED.get(at.text);
    if (hint !== undefined && at.kind === 'name') cursor.refuse(`\`${at.text}\``, at, hint);
    switch (at.kind === 'name' ? at.text : '') {
      case 'active':
      case 'proctype':
      case 'D_proctype':
        this.processes.push(this.process());
        return;
      case 'init':
        this.processes.push(this.initProcess());
        return;
      case 'never':
        if (this.never !== null) cursor.refuse('more than one `never` claim', at, 'keep one of them');
        this.never = this.neverClaim();
        return;
      case 'inline':
        this.inline();
        return;
      case 'typedef':
        this.typedef();
        return;
      case 'ltl':
        this.ltl();
        return;
      case 'mtype':
        if (this.symbolNames()) return;
        break;
      default:
    }
    if (!atVariables(cursor)) cursor.fail(`expected a declaration, not ${cursor.shown()}`);
    const declared = parseVariables(cursor);
    for (const { name, size } of declared) if (size !== null) this.inlines.sizes.set(name, size);
    this.variables.push(...declared);
  }

  /** `mtype = { a, b }`, also of a named set; false where variables of the type are declared. */
  private symbolNames(): boolean {
    const { cursor } = this;
    const isNamed = cursor.at(':', 1);
    const ahead = isNamed ? 3 : 1;
    if (!cursor.at('=', ahead) && !cursor.at('{', ahead)) return false;
    cursor.take();
    const set = cursor.accept(':') ? cursor.name('a set of mtype').text : '';
    cursor.accept('=');
    cursor.expect('{', 'before the names of `mtype`');
    const names = this.symbols.get(set) ?? [];
    this.symbols.set(set, names);
    const declared: { name: string; at: Token }[] = [];
    do {
      if (cursor.at('}')) break;
      const at = cursor.name('a name of `mtype`');
      declared.push({ name: at.text, at });
    } while (cursor.accept(','));
    names.push(...declared.reverse()); // SPIN counts from the last name of a declaration
    cursor.expect('}', 'after the names of `mtype`');
    return true;
  }

  private typedef(): void {
    const { cursor } = this;
    cursor.take();
    const at = cursor.name('the name of a type');
    cursor.expect('{', 'before the fields of a type');
    const fields: VariableDeclaration[] = [];
    while (!cursor.at('}')) {
      if (cursor.accept(';')) continue;
      fields.push(...parseVariables(cursor));
      if (!cursor.at('}')) cursor.expect(';', 'after a field');
    }
    cursor.expect('}', 'after the fields of a type');
    this.types.push({ at, name: at.text, fields });
  }

  private inline(): void {
    const { cursor } = this;
    cursor.take();
    const at = cursor.name('the name of an inline');
    const list = cursor.bracketed('(', ')', 'after the name of an inline');
    if (list.some(({ kind, text }, i) => (i % 2 === 0 ? kind !== 'name' : text !== ','))) {
      cursor.fail(`the parameters of the inline \`${at.text}\` are not a list of names`, at);
    }
    const parameters = list.filter((_, i) => i % 2 === 0).map(({ text }) => text);
    const body = cursor.bracketed('{', '}', 'before the body of an inline');
    this.inlines.known.set(at.text, { parameters, body });
  }

  private process(): ProcessDeclaration {
    const { cursor } = this;
    const isActive = cursor.accept('active');
    let active: ProcessDeclaration['active'] = null;
    if (isActive && cursor.accept('[')) {
      active = parseExpression(cursor);
      cursor.expect(']', 'after a number of processes');
    }
    if (!cursor.accept('D_proctype')) cursor.expect('proctype', 'before the name of a process');
    const at = cursor.name('the name of a process');
    cursor.expect('(', 'after the name of a process');
    const parameters: VariableDeclaration[] = [];
    while (!cursor.at(')')) {
      if (cursor.accept(';') || cursor.accept(',')) continue;
      parameters.push(...parseParameters(cursor));
    }
    cursor.expect(')', 'after the parameters of a process');
    return this.processBody({ at, name: at.text, isActive, active, parameters });
  }

  private initProcess(): ProcessDeclaration {
    const at = this.cursor.take();
    return this.processBody({ at, name: ':init:', isActive: true, active: null, parameters: [] });
  }

  private neverClaim(): ProcessDeclaration {
    const { cursor } = this;
    const at = cursor.take();
    const name = cursor.at('{') ? 'never' : cursor.name('the name of a claim').text;
    return this.processBody({ at, name, isActive: false, active: null, parameters: [] });
  }

  private processBody(head: Omit<ProcessDeclaration, 'priority' | 'provided' | 'body' | 'end'>): ProcessDeclaration {
    const { cursor } = this;
    let priority: ProcessDeclaration['priority'] = null;
    let provided: ProcessDeclaration['provided'] = null;
    for (;;) {
      if (cursor.accept('priority')) priority = parseExpression(cursor);
      else if (cursor.accept('provided')) provided = parseExpression(cursor);
      else break;
    }
    cursor.expect('{', `before the body of \`${head.name}\``);
    const body: Stmt[] = parseSequence(cursor, this.inlines);
    const end = cursor.expect('}', `after the body of \`${head.name}\``);
    return { ...head, priority, provided, body, end };
  }

  private ltl(): void {
    const { cursor } = this;
    const at = cursor.take();
    const name = cursor.at('{') ? `ltl_${this.formulas.length}` : cursor.name('the name of a formula').text;
    cursor.expect('{', 'before a formula');
    const formula = parseLtl(cursor);
    cursor.expect('}', 'after a formula');
    this.formulas.push({ at, name, formula });
  }
}

/** Parameters of one type: `byte a, b`. */
function parseParameters(cursor: Cursor): VariableDeclaration[] {
  const variables = parseVariables(cursor);
  for (const { at, size, initial } of variables) {
    if (size !== null || initial !== null) cursor.fail('a parameter is neither an array nor has a first value', at);
  }
  return variables;
}
