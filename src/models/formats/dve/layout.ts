// Where the declarations of a DVE model live in the state vector: global variables, then the buffers of channels, then
// for each process its location and its local variables. Plain constants are not stored. Constant arrays are, because
// their index may vary; their bounds are a single value, so that they cost no bit in a packed state.

import type { DiagnosticCode } from '../../../diagnostics/codes.ts';
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Source, Span } from '../../../diagnostics/source.ts';
import { reduceTo } from '../../expression/closures.ts';
import type { Assignment, Variable } from '../../model.ts';
import type { DveExpression, Identifier, ProcessDeclaration, ValueType, VariableDeclaration } from './ast.ts';

export type Width = Exclude<Assignment['width'], 'none'>;

/** What a name of a variable or constant stands for. */
export type Storage =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'variable'; readonly variable: number; readonly width: Width; readonly name: string }
  | {
      readonly kind: 'array';
      readonly base: number;
      readonly length: number;
      readonly width: Width;
      readonly name: string;
      readonly constant: boolean;
    };

export interface ChannelLayout {
  readonly name: string;
  /** Widths of the values, or null for an untyped channel. */
  readonly widths: readonly Width[] | null;
  /** 0: no buffer, sender and receiver meet. */
  readonly capacity: number;
  /** The variable that counts the messages in the buffer, when there is one. */
  readonly count: number;
  /** For each value of a message the first of `capacity` variables; free places hold 0. */
  readonly fields: readonly number[];
}

export interface ProcessLayout {
  readonly name: string;
  readonly declaration: ProcessDeclaration;
  /** The variable that holds the location. */
  readonly location: number;
  readonly states: ReadonlyMap<string, number>;
  readonly locals: ReadonlyMap<string, Storage>;
}

/** The largest array or buffer, and the longest state vector. */
const MAX_CELLS = 65_536;

/** Gathers the diagnostics of one source. */
export class Complaints {
  readonly source: Source;
  readonly list: Diagnostic[] = [];

  constructor(source: Source) {
    this.source = source;
  }

  add(code: DiagnosticCode, message: string, span: Span, hint?: string): void {
    this.list.push({ code, message, span, source: this.source, hint });
  }
}

/** Computes an expression before the run in the scope given; complains and gives null where that is impossible. */
type ComputeConstant = (expression: DveExpression, scope: ReadonlyMap<string, Storage>) => number | null;

/** The width of values of a declared type. */
export function widthOf(type: ValueType): Width {
  return type === 'byte' ? 'byte' : 'int16';
}

/** The state vector under construction. */
export class Vector {
  readonly variables: Variable[] = [];
  readonly initial: number[] = [];
  private readonly complaints: Complaints;
  private readonly compute: ComputeConstant;

  constructor(complaints: Complaints, compute: ComputeConstant) {
    this.complaints = complaints;
    this.compute = compute;
  }

  /** Appends a variable and gives its number. */
  add(variable: Variable, initial: number): number {
    this.variables.push(variable);
    this.initial.push(initial);
    return this.variables.length - 1;
  }

  /** Declares `declaration` in `scope`, under `prefix` in the names of the vector. */
  declare(declaration: VariableDeclaration, scope: Map<string, Storage>, prefix: string): void {
    const { name, constant, size } = declaration;
    if (scope.has(name.text)) {
      this.complaints.add('DVE304', `\`${name.text}\` is declared twice`, name.span);
      return;
    }
    const width = widthOf(declaration.type);
    const values = declaration.initial.map((value) => reduceTo(width, this.compute(value, scope) ?? 0));
    const fullName = prefix + name.text;
    if (size !== null) {
      const length = this.size(size, scope, 'an array', 1);
      const base = this.variables.length;
      for (let i = 0; i < length; i++) this.cell(`${fullName}[${i}]`, width, values[i] ?? 0, constant);
      scope.set(name.text, { kind: 'array', base, length, width, name: fullName, constant });
    } else if (constant) {
      scope.set(name.text, { kind: 'constant', value: values[0] ?? 0 });
    } else {
      const variable = this.cell(fullName, width, values[0] ?? 0, false);
      scope.set(name.text, { kind: 'variable', variable, width, name: fullName });
    }
  }

  /** A size computed before the run, from `least` to MAX_CELLS; complains about any other. */
  size(expression: DveExpression, scope: ReadonlyMap<string, Storage>, what: string, least: number): number {
    const size = this.compute(expression, scope);
    if (size === null) return least;
    if (size < least) this.complaints.add('DVE306', `${what} cannot have ${size} elements`, expression.span);
    if (size + this.variables.length > MAX_CELLS) {
      const message = `${what} of ${size} elements makes the state longer than ${MAX_CELLS} variables`;
      this.complaints.add('DVE309', message, expression.span);
      return least;
    }
    return Math.max(size, least);
  }

  private cell(name: string, width: Width, initial: number, constant: boolean): number {
    if (constant) return this.add({ name, lower: initial, upper: initial }, initial);
    const bounds = width === 'byte' ? { lower: 0, upper: 255 } : { lower: -32768, upper: 32767 };
    return this.add({ name, ...bounds }, initial);
  }
}

/** Numbers the states of a process, complaining about missing and repeated ones. */
export function numberStates(declaration: ProcessDeclaration, complaints: Complaints): Map<string, number> {
  const states = new Map<string, number>();
  for (const state of declaration.states) {
    if (states.has(state.text)) complaints.add('DVE304', `state \`${state.text}\` is declared twice`, state.span);
    else states.set(state.text, states.size);
  }
  if (states.size === 0) {
    const message = `process \`${declaration.name.text}\` has no states`;
    complaints.add('DVE308', message, declaration.name.span);
  } else if (declaration.initial === null) {
    const message = `process \`${declaration.name.text}\` has no initial state`;
    complaints.add('DVE308', message, declaration.name.span, 'write `init STATE;` after the states');
  }
  return states;
}

/** Tells whether `name` is new in `known`, complaining if not. */
export function isNewName(
  name: Identifier,
  known: ReadonlyMap<string, unknown>,
  what: string,
  complaints: Complaints,
): boolean {
  if (!known.has(name.text)) return true;
  complaints.add('DVE304', `${what} \`${name.text}\` is declared twice`, name.span);
  return false;
}
