// Declarations: types, names of `mtype`, variables and where they stand. What a name stands for is found from the innermost scope outwards.
import type { DiagnosticCode } from '../../../diagnostics/codes.ts';
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { BaseType, Expr, Specification, TypeName, VariableDeclaration } from './ast.ts';
import type { Token } from './lexer.ts';
import { fold } from './operators.ts';
import {
  BIT,
  BYTE,
  type CellType,
  CHAN,
  INT,
  type Member,
  type MemberInitial,
  PID,
  Region,
  SHORT,
  type Shape,
  sizeOfMember,
} from './types.ts';

/** The longest array, the largest channel and the longest state vector, in cells. */
const MAX_CELLS = 65_536;

/** SPIN's largest number of processes and of channels. */
export const MAX_PROCESSES = 255;

/** Gathers the diagnostics of one model. */
export class Complaints {
  readonly list: Diagnostic[] = [];

  add(code: DiagnosticCode, message: string, { source, span }: Token, hint?: string): void {
    this.list.push({ code, message, source, span, ...(hint && { hint }) });
  }
}

/** A variable and where it stands. */
export interface Storage {
  readonly region: 'global' | 'local';
  readonly offset: number;
  readonly member: Member;
}

/** Names of one process, innermost scope last. */
export class Scope {
  readonly region: Region;
  private readonly kind: Storage['region'];
  private readonly layers: Map<string, Storage>[] = [new Map()];
  private readonly outer: Scope | null;
  /** All names that were ever declared here. */
  private readonly taken = new Set<string>();

  constructor(kind: Storage['region'], region: Region, outer: Scope | null) {
    this.kind = kind;
    this.region = region;
    this.outer = outer;
  }

  /** Opens a scope; what is declared from now on is forgotten by `leave`, but keeps its cells. */
  enter(): void {
    this.layers.push(new Map());
  }

  leave(): void {
    this.layers.pop();
  }

  find(name: string): Storage | null {
    for (let i = this.layers.length - 1; i >= 0; i--) {
      const found = this.layers[i].get(name);
      if (found !== undefined) return found;
    }
    return this.outer?.find(name) ?? null;
  }

  /** Whether the innermost scope has the name. */
  hasOwn(name: string): boolean {
    return this.layers.at(-1)!.has(name);
  }

  add(member: Omit<Member, 'offset'>): Storage {
    // Namesakes of other blocks are told apart in the names of the vector.
    const shown = this.taken.has(member.name) ? `${member.name}'${this.region.cells.length}` : member.name;
    this.taken.add(member.name);
    const offset = this.region.add({ ...member, name: shown });
    const storage: Storage = { region: this.kind, offset, member: { ...member, offset } };
    this.layers.at(-1)!.set(member.name, storage);
    return storage;
  }

  /** All names that can be seen. */
  *names(): Iterable<string> {
    for (const layer of this.layers) yield* layer.keys();
    if (this.outer !== null) yield* this.outer.names();
  }
}

const CELLS: Readonly<Record<Exclude<BaseType, 'unsigned' | 'mtype'>, CellType>> = {
  bit: BIT,
  byte: BYTE,
  short: SHORT,
  int: INT,
  chan: CHAN,
  pid: PID,
};

/** The types and names that a whole model knows. */
export class Declarations {
  readonly complaints: Complaints;
  readonly globals = new Region();
  readonly scope = new Scope('global', this.globals, null);
  /** The numbers of the names of `mtype`, and the names by set and number. */
  readonly symbols = new Map<string, { readonly value: number; readonly set: string }>();
  readonly symbolNames = new Map<string, Map<number, string>>();
  private readonly records = new Map<string, Shape>();

  constructor(specification: Specification, complaints: Complaints) {
    this.complaints = complaints;
    for (const [set, names] of specification.symbols) this.addSymbols(set, names);
    for (const { at, name, fields } of specification.types) {
      if (this.records.has(name)) complaints.add('PML806', `the type \`${name}\` is declared twice`, at);
      this.records.set(name, this.record(name, fields));
    }
    for (const declaration of specification.variables) this.declare(declaration, this.scope);
  }

  /** Declares a variable in the innermost scope; null where it cannot be. */
  declare(declaration: VariableDeclaration, scope: Scope): Storage | null {
    const { name, at } = declaration;
    if (scope.hasOwn(name)) {
      this.complaints.add('PML806', `\`${name}\` is declared twice`, at);
      return null;
    }
    const member = this.member(declaration);
    if (member === null) return null;
    if (scope.region.cells.length + sizeOfMember(member) + buffersOf(member) > MAX_CELLS) {
      this.complaints.add('PML808', `\`${name}\` makes the state longer than ${MAX_CELLS} numbers`, at);
      return null;
    }
    return scope.add(member);
  }

  /** The number that an expression is before the run; complains where it is none. */
  constant(expr: Expr): number | null {
    const value = this.fold(expr);
    if (value === null) this.complaints.add('PML807', 'this must be a number that is known before the run', expr.at);
    return value;
  }

  /** The fields of a channel, records taken apart. */
  cellsOf(type: TypeName): CellType[] {
    const shape = this.shape(type, null);
    if (shape === null) return [];
    const cells: CellType[] = [];
    const gather = (inner: Shape, length: number | null): void => {
      for (let i = 0; i < (length ?? 1); i++) {
        if (inner.kind === 'cell') cells.push(inner.type);
        else for (const member of inner.members.values()) gather(member.shape, member.length);
      }
    };
    gather(shape, null);
    return cells;
  }

  private addSymbols(set: string, names: readonly { readonly name: string; readonly at: Token }[]): void {
    const shown = new Map<number, string>();
    this.symbolNames.set(set, shown);
    for (const [i, { name, at }] of names.entries()) {
      if (this.symbols.has(name)) this.complaints.add('PML806', `\`${name}\` is declared twice`, at);
      const value = i + 1;
      if (value > 255) this.complaints.add('PML808', 'there are more than 255 names of `mtype`', at);
      this.symbols.set(name, { value, set });
      shown.set(value, name);
    }
  }

  private record(name: string, fields: readonly VariableDeclaration[]): Shape {
    const members = new Map<string, Member>();
    let size = 0;
    for (const field of fields) {
      const member = this.member(field);
      if (member === null) continue;
      if (members.has(field.name)) this.complaints.add('PML806', `\`${field.name}\` is declared twice`, field.at);
      members.set(field.name, { ...member, offset: size });
      size += sizeOfMember(member);
      if (size > MAX_CELLS) {
        this.complaints.add('PML808', `the type \`${name}\` has more than ${MAX_CELLS} numbers`, field.at);
        size = 0;
      }
    }
    return { kind: 'record', name, members, size };
  }

  private member({ at, name, type, bits, size, initial }: VariableDeclaration): Omit<Member, 'offset'> | null {
    const shape = this.shape(type, bits);
    if (shape === null) return null;
    let length: number | null = null;
    if (size !== null) {
      length = this.constant(size);
      if (length === null) return null;
      if (length < 1 || length > MAX_CELLS) {
        this.complaints.add('PML808', `an array of ${length} elements: 1 to ${MAX_CELLS} are possible`, size.at);
        return null;
      }
    }
    const first = this.initial(initial, shape, at);
    return first === undefined ? null : { name, shape, length, initial: first };
  }

  private initial(initial: VariableDeclaration['initial'], shape: Shape, at: Token): MemberInitial | null | undefined {
    if (initial === null || initial.kind === 'list') return initial;
    if (initial.kind === 'value') {
      if (shape.kind === 'cell') return initial;
      this.complaints.add('PML807', 'a variable of a declared type has no first value of its own', at);
      return undefined;
    }
    const capacity = this.constant(initial.capacity);
    if (capacity === null) return undefined;
    const fields = initial.fields.flatMap((type) => this.cellsOf(type));
    if (capacity < 0 || capacity > 255) {
      this.complaints.add('PML808', `a channel of capacity ${capacity}: 0 to 255 are possible`, initial.capacity.at);
      return undefined;
    }
    return { kind: 'channel', capacity, fields };
  }

  private shape(type: TypeName, bits: Expr | null): Shape | null {
    if (type.kind === 'user') {
      const record = this.records.get(type.name);
      if (record !== undefined) return record;
      const hint = `declare it before: typedef ${type.name} { … }`;
      this.complaints.add('PML805', `unknown type \`${type.name}\``, type.at, hint);
      return null;
    }
    if (type.base === 'mtype') return { kind: 'cell', type: { name: 'mtype', bits: 8, symbols: type.set ?? '' } };
    if (type.base !== 'unsigned') return { kind: 'cell', type: CELLS[type.base] };
    const width = bits === null ? 32 : this.constant(bits);
    if (width === null) return null;
    if (width >= 1 && width <= 31) return { kind: 'cell', type: { name: `unsigned:${width}`, bits: width } };
    this.complaints.add('PML807', `an unsigned number of ${width} bits: 1 to 31 are possible`, bits!.at);
    return null;
  }

  private fold(expr: Expr): number | null {
    switch (expr.kind) {
      case 'number':
        return expr.value;
      case 'reference': {
        const [{ name, index }] = expr.parts;
        return expr.parts.length === 1 && index === null ? (this.symbols.get(name)?.value ?? null) : null;
      }
      case 'unary': {
        const operand = this.fold(expr.operand);
        if (operand === null) return null;
        return expr.operator === '!' ? Number(operand === 0) : expr.operator === '-' ? -operand | 0 : ~operand;
      }
      case 'binary': {
        const left = this.fold(expr.left);
        const right = this.fold(expr.right);
        if (left === null || right === null) return null;
        return fold(expr.operator, left, right);
      }
      default:
        return null;
    }
  }
}

function buffersOf({ initial, length }: Omit<Member, 'offset'>): number {
  if (initial?.kind !== 'channel') return 0;
  return (1 + initial.capacity * initial.fields.length) * (length ?? 1);
}
