// Expressions to terms: every name is looked up, what is unknown gets a diagnostic and counts as 0, so that all of it is reported.
import { didYouMean } from '../../../diagnostics/nearest.ts';
import { applyBinary } from '../../expression/expression.ts';
import type { Argument, Expr, Reference } from './ast.ts';
import type { Declarations, Scope, Storage } from './declare.ts';
import type { CellTerm, FieldAction, IndexTerm, Term } from './terms.ts';
import { type Shape, sizeOf } from './types.ts';

const ZERO: Term = { kind: 'constant', value: 0 };

/** What the terms of a process need to know of the others. */
interface Processes {
  /** The number of a process type, or null. */
  find(name: string): number | null;
  /** The scope of its parameters and variables, for remote references. */
  scope(process: number): Scope;
  names(): Iterable<string>;
}

/** What was used, for the parts of a state that are only kept if somebody looks at them. */
export interface Uses {
  last: boolean;
  timeout: boolean;
}

export class Resolver {
  readonly declarations: Declarations;
  readonly processes: Processes;
  readonly uses: Uses;
  /** Who speaks: claims and formulas may ask what processes may not. */
  private readonly speaker: 'process' | 'claim';

  constructor(declarations: Declarations, processes: Processes, uses: Uses, speaker: 'process' | 'claim' = 'process') {
    this.declarations = declarations;
    this.processes = processes;
    this.uses = uses;
    this.speaker = speaker;
  }

  /** The same for claims and formulas. */
  forClaims(): Resolver {
    return new Resolver(this.declarations, this.processes, this.uses, 'claim');
  }

  /** The term of an expression in a scope. */
  term(expr: Expr, scope: Scope): Term {
    const { complaints } = this.declarations;
    switch (expr.kind) {
      case 'number':
        return { kind: 'constant', value: expr.value };
      case 'reference':
        return this.named(expr, scope);
      case 'unary': {
        const operand = this.term(expr.operand, scope);
        if (operand.kind !== 'constant') return { kind: 'unary', operator: expr.operator, operand };
        const { value } = operand;
        const folded = expr.operator === '!' ? Number(value === 0) : expr.operator === '-' ? -value | 0 : ~value;
        return { kind: 'constant', value: folded };
      }
      case 'binary': {
        const points = this.comparedPoints(expr, scope);
        if (points !== null) return points;
        const left = this.term(expr.left, scope);
        const right = this.term(expr.right, scope);
        const { operator } = expr;
        const faults = (operator === '/' || operator === '%') && right.kind === 'constant' && right.value === 0;
        if (left.kind === 'constant' && right.kind === 'constant' && !faults) {
          return { kind: 'constant', value: applyBinary(operator, left.value, right.value) };
        }
        return { kind: 'binary', operator, left, right };
      }
      case 'choice': {
        const [condition, then, otherwise] = [expr.condition, expr.then, expr.otherwise].map((part) =>
          this.term(part, scope),
        );
        return { kind: 'choice', condition, then, otherwise };
      }
      case 'question':
        return { kind: 'question', question: expr.question, channel: this.channel(expr.channel, scope) };
      case 'poll': {
        const matches = expr.args.flatMap((argument) => this.matches(argument, scope));
        return { kind: 'poll', channel: this.channel(expr.channel, scope), anywhere: expr.anywhere, matches };
      }
      case 'run': {
        const hint = 'write `x = run P()` or `run P()` as a statement of its own';
        complaints.add('PML804', '`run` inside of a larger expression is not supported', expr.at, hint);
        return ZERO;
      }
      case 'remote-label': {
        const process = this.process(expr.process, expr);
        const pid = expr.pid === null ? null : this.term(expr.pid, scope);
        return process === null ? ZERO : { kind: 'label', process, pid, label: expr.label, at: expr.at };
      }
      case 'remote-variable': {
        const process = this.process(expr.process, expr);
        if (process === null) return ZERO;
        const pid = expr.pid === null ? null : this.term(expr.pid, scope);
        const cell = this.cell(expr.variable, this.processes.scope(process));
        return cell === null || cell.region !== 'local' ? (cell ?? ZERO) : { kind: 'remote', process, pid, cell };
      }
      case 'enabled':
        if (this.speaker === 'claim') return { kind: 'enabled', pid: this.term(expr.pid, scope) };
        complaints.add('PML804', '`enabled` is only for claims and formulas', expr.at);
        return ZERO;
      case 'pc_value': {
        const hint = 'in claims and formulas compare two of them: `pc_value(0) == pc_value(1)`';
        complaints.add('PML804', 'the number of `pc_value` is not supported', expr.at, hint);
        return ZERO;
      }
      case 'get_priority':
        complaints.add('PML804', `\`${expr.kind}\` is not supported`, expr.at);
        return ZERO;
      case 'timeout':
        this.uses.timeout = true;
        return { kind: 'timeout' };
      case 'np_':
        return { kind: 'np_' };
    }
  }

  /** Two control points that are equal or not; null for any other expression. The numbers themselves mean nothing. */
  private comparedPoints(expr: Extract<Expr, { kind: 'binary' }>, scope: Scope): Term | null {
    const { operator, left, right } = expr;
    if (this.speaker !== 'claim' || (operator !== '==' && operator !== '!=')) return null;
    if (left.kind !== 'pc_value' || right.kind !== 'pc_value') return null;
    const pointOf = (pid: Expr): Term => ({ kind: 'point', pid: this.term(pid, scope) });
    return { kind: 'binary', operator, left: pointOf(left.pid), right: pointOf(right.pid) };
  }

  /** The cell of a variable that is no record; complains about any other. */
  cell(reference: Reference, scope: Scope): CellTerm | null {
    const cells = this.cells(reference, scope);
    if (cells === null) return null;
    if (cells.length === 1) return cells[0];
    const name = reference.parts.map((part) => part.name).join('.');
    this.declarations.complaints.add('PML807', `\`${name}\` is a record, not a number`, reference.at);
    return null;
  }

  /** The cells of a variable: several for a record. */
  cells(reference: Reference, scope: Scope): CellTerm[] | null {
    const storage = this.storage(reference, scope);
    return storage === null ? null : this.walk(reference, storage, scope);
  }

  /** What sends are given: the cells of records one by one. */
  values(expr: Expr, scope: Scope): Term[] {
    if (expr.kind === 'reference' && scope.find(expr.parts[0].name) !== null) return this.cells(expr, scope) ?? [];
    return [this.term(expr, scope)];
  }

  /** What a receive does with its fields; names of `mtype` are matched. */
  fields(argument: Argument, scope: Scope): FieldAction[] {
    if (argument.kind === 'forget') return [{ kind: 'forget' }];
    if (argument.kind === 'match') return [{ kind: 'match', value: this.term(argument.value, scope) }];
    const [{ name, index }] = argument.value.parts;
    const symbol =
      argument.value.parts.length === 1 && index === null ? this.declarations.symbols.get(name) : undefined;
    if (scope.find(name) === null && symbol !== undefined) {
      return [{ kind: 'match', value: { kind: 'constant', value: symbol.value } }];
    }
    return (this.cells(argument.value, scope) ?? []).map((cell) => ({ kind: 'store', cell }));
  }

  private matches(argument: Argument, scope: Scope): (Term | null)[] {
    return this.fields(argument, scope).map((field) => (field.kind === 'match' ? field.value : null));
  }

  /** A term that is a channel. */
  channel(expr: Expr, scope: Scope): Term {
    const term = this.term(expr, scope);
    if (term.kind === 'cell' && term.type.name !== 'chan') {
      this.declarations.complaints.add('PML807', `\`${term.name}\` is not a channel`, expr.at);
    }
    return term;
  }

  private process(name: string, { at }: Expr): number | null {
    const found = this.processes.find(name === 'init' ? ':init:' : name);
    if (found !== null) return found;
    const hint = didYouMean(name, this.processes.names());
    this.declarations.complaints.add('PML805', `unknown process \`${name}\``, at, hint);
    return null;
  }

  private named(reference: Reference, scope: Scope): Term {
    const { complaints, symbols } = this.declarations;
    const [{ name, index }] = reference.parts;
    if (scope.find(name) === null && reference.parts.length === 1 && index === null) {
      const symbol = symbols.get(name);
      if (symbol !== undefined) return { kind: 'constant', value: symbol.value };
      switch (name) {
        case '_pid':
          return { kind: 'pid' };
        case '_nr_pr':
          return { kind: 'processes' };
        case '_last':
          this.uses.last = true;
          return { kind: 'last' };
        case '_':
          complaints.add('PML807', '`_` can be written but not read', reference.at);
          return ZERO;
        case '_priority':
          complaints.add('PML804', '`_priority` is not supported', reference.at);
          return ZERO;
        default:
      }
    }
    return this.cell(reference, scope) ?? ZERO;
  }

  private storage({ at, parts }: Reference, scope: Scope): Storage | null {
    const [{ name }] = parts;
    const found = scope.find(name);
    if (found !== null) return found;
    const known = [...scope.names(), ...this.declarations.symbols.keys()];
    this.declarations.complaints.add('PML805', `unknown name \`${name}\``, at, didYouMean(name, known));
    return null;
  }

  private walk(reference: Reference, storage: Storage, scope: Scope): CellTerm[] | null {
    const { complaints } = this.declarations;
    const { at, parts } = reference;
    let { member } = storage;
    let { offset } = storage;
    const indexes: IndexTerm[] = [];
    for (const [i, { name, index }] of parts.entries()) {
      if (i > 0) {
        const inner = member.shape.kind === 'record' ? member.shape.members.get(name) : undefined;
        if (inner === undefined) {
          const known = member.shape.kind === 'record' ? member.shape.members.keys() : [];
          complaints.add('PML805', `\`${parts[i - 1].name}\` has no member \`${name}\``, at, didYouMean(name, known));
          return null;
        }
        member = inner;
        offset += inner.offset;
      }
      const isLast = i === parts.length - 1;
      if (index !== null && member.length === null) {
        complaints.add('PML807', `\`${name}\` is not an array`, at);
        return null;
      }
      if (member.length === null) continue;
      if (index === null && !isLast) {
        complaints.add('PML807', `\`${name}\` is an array: which element is meant?`, at);
        return null;
      }
      // An array without an index is its first element.
      const term = index === null ? ZERO : this.term(index, scope);
      const stride = sizeOf(member.shape);
      if (term.kind === 'constant' && term.value >= 0 && term.value < member.length) offset += term.value * stride;
      else indexes.push({ term, length: member.length, stride });
    }
    const name = parts.map((part) => part.name).join('.');
    return leaves(member.shape, { kind: 'cell', region: storage.region, offset, indexes, name });
  }
}

/** All cells of a shape that begins at a cell. */
function leaves(shape: Shape, at: Omit<CellTerm, 'type'>): CellTerm[] {
  if (shape.kind === 'cell') return [{ ...at, type: shape.type }];
  return [...shape.members.values()].flatMap((member) =>
    Array.from({ length: member.length ?? 1 }, (_, i) => {
      const offset = at.offset + member.offset + i * sizeOf(member.shape);
      return leaves(member.shape, { ...at, offset, name: `${at.name}.${member.name}` });
    }).flat(),
  );
}
