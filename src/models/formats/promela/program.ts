// A whole model with all its names found: process types with their cells and control flow.
import type { Diagnostic, Parsed } from '../../../diagnostics/diagnostic.ts';
import type { Expr, LtlNode, ProcessDeclaration, Specification, Stmt } from './ast.ts';
import { claimText } from './claim.ts';
import { Complaints, Declarations, MAX_PROCESSES, Scope, type Storage } from './declare.ts';
import { buildFlow, type Flow } from './flow.ts';
import { Resolver, type Uses } from './resolve.ts';
import type { Edge, Point, Term } from './terms.ts';
import { Region } from './types.ts';

/** First values that a variable gets when it comes to life. */
export interface Initialisation {
  readonly storage: Storage;
  /** One for the variable or for each element, or one for each of the first elements. */
  readonly values: readonly Term[];
  readonly kind: 'each' | 'list';
}

export interface Process {
  readonly index: number;
  readonly name: string;
  readonly declaration: ProcessDeclaration;
  readonly region: Region;
  readonly scope: Scope;
  readonly parameters: readonly Storage[];
  readonly initialisations: readonly Initialisation[];
  readonly flow: Flow;
  readonly provided: Term | null;
  readonly priority: number;
}

export interface Program {
  readonly specification: Specification;
  readonly declarations: Declarations;
  readonly resolver: Resolver;
  readonly processes: readonly Process[];
  readonly initialisations: readonly Initialisation[];
  /** The types of the processes that there are at the beginning, in the order of their numbers. */
  readonly initial: readonly number[];
  /** The types that are started by `run`. */
  readonly started: ReadonlySet<number>;
  readonly uses: Uses;
  /** The never claim, as automata are read. */
  readonly claim: string | null;
  /** Whether processes have different priorities. */
  readonly hasPriorities: boolean;
}

/** The program of a specification. */
export function linkProgram(specification: Specification): Parsed<Program> {
  const complaints = new Complaints();
  const declarations = new Declarations(specification, complaints);
  const linker = new Linker(specification, declarations);
  const program = linker.link();
  const diagnostics: readonly Diagnostic[] = complaints.list.slice(0, 20);
  return { value: diagnostics.length === 0 ? program : null, diagnostics };
}

class Linker {
  private readonly specification: Specification;
  private readonly declarations: Declarations;
  private readonly resolver: Resolver;
  private readonly uses: Uses = { last: false, timeout: false };
  private readonly scopes: Scope[];
  private readonly parameters: Storage[][];
  private readonly leading: Initialisation[][] = [];

  constructor(specification: Specification, declarations: Declarations) {
    this.specification = specification;
    this.declarations = declarations;
    const { processes } = specification;
    const numbers = new Map<string, number>();
    for (const [i, { name, at }] of processes.entries()) {
      if (numbers.has(name)) declarations.complaints.add('PML806', `the process \`${name}\` is declared twice`, at);
      numbers.set(name, i);
    }
    this.scopes = processes.map(() => new Scope('local', new Region(), declarations.scope));
    this.parameters = processes.map(({ parameters }, i) =>
      parameters.flatMap((parameter) => declarations.declare(parameter, this.scopes[i]) ?? []),
    );
    this.resolver = new Resolver(
      declarations,
      {
        find: (name) => numbers.get(name) ?? null,
        scope: (process) => this.scopes[process],
        names: () => numbers.keys(),
      },
      this.uses,
    );
    for (const [i, { body }] of processes.entries()) {
      this.leading.push(leadingDeclarations(body).flatMap(({ variables }) => this.declare(variables, this.scopes[i])));
    }
  }

  link(): Program {
    const { specification, declarations, resolver, uses } = this;
    const initialisations = this.initialisations(specification.variables, declarations.scope, (name) =>
      declarations.scope.find(name),
    );
    const processes = specification.processes.map((declaration, index): Process => {
      const scope = this.scopes[index];
      const rest = declaration.body.slice(leadingCount(declaration.body));
      const flow = buildFlow({ ...declaration, body: rest }, scope, resolver);
      const priority = declaration.priority === null ? 1 : (declarations.constant(declaration.priority) ?? 1);
      return {
        index,
        name: declaration.name,
        declaration,
        region: scope.region,
        scope,
        parameters: this.parameters[index],
        initialisations: this.leading[index],
        flow,
        provided: declaration.provided === null ? null : resolver.term(declaration.provided, scope),
        priority,
      };
    });
    for (const { formula } of specification.formulas) {
      for (const value of expressionsOf(formula)) resolver.forClaims().term(value, declarations.scope);
    }
    const started = this.started(processes);
    const initial = this.initial(processes);
    const claim = specification.never === null ? null : claimText(specification.never, resolver.forClaims());
    const hasPriorities = processes.some(({ declaration }) => declaration.priority !== null);
    return {
      specification,
      declarations,
      resolver,
      processes,
      initialisations,
      initial,
      started,
      uses,
      claim,
      hasPriorities,
    };
  }

  private declare(variables: Extract<Stmt, { kind: 'declare' }>['variables'], scope: Scope): Initialisation[] {
    return variables.flatMap((variable) => {
      const storage = this.declarations.declare(variable, scope);
      return storage === null ? [] : this.initialisations([variable], scope, () => storage);
    });
  }

  /** The first values of variables and of the members of their types. */
  private initialisations(
    variables: Specification['variables'],
    scope: Scope,
    find: (name: string) => Storage | null,
  ): Initialisation[] {
    return variables.flatMap((variable) => {
      const storage = find(variable.name);
      return storage === null ? [] : this.initialisation(storage, scope);
    });
  }

  private initialisation(storage: Storage, scope: Scope): Initialisation[] {
    const { member } = storage;
    const { initial, shape } = member;
    if (shape.kind === 'record') {
      const step = shape.size;
      return Array.from({ length: member.length ?? 1 }, (_, i) =>
        [...shape.members.values()].flatMap((inner) => {
          const offset = storage.offset + i * step + inner.offset;
          return this.initialisation({ region: storage.region, offset, member: inner }, scope);
        }),
      ).flat();
    }
    if (initial === null || initial.kind === 'channel') return [];
    const given = initial.kind === 'list' ? initial.values : [initial.value];
    if (initial.kind === 'list' && (member.length === null || given.length > member.length)) {
      this.declarations.complaints.add('PML807', `\`${member.name}\` has fewer places than first values`, given[0].at);
      return [];
    }
    const values = given.map((value) => this.resolver.term(value, scope));
    return [{ storage, values, kind: initial.kind === 'list' ? 'list' : 'each' }];
  }

  private initial(processes: readonly Process[]): number[] {
    const { complaints } = this.declarations;
    const initial: number[] = [];
    for (const { declaration, index } of processes) {
      if (!declaration.isActive) continue;
      const count = declaration.active === null ? 1 : (this.declarations.constant(declaration.active) ?? 0);
      if (count < 0 || initial.length + count > MAX_PROCESSES) {
        complaints.add('PML808', `there are more than ${MAX_PROCESSES} processes`, declaration.at);
        break;
      }
      for (let i = 0; i < count; i++) initial.push(index);
    }
    if (initial.length === 0 && complaints.list.length === 0) {
      const at = processes[0]?.declaration.at;
      const hint = 'begin with `init { … }`, or put `active` before a proctype';
      if (at !== undefined) complaints.add('PML809', 'no process is there at the beginning', at, hint);
    }
    return initial;
  }

  /** The types of all `run`, whose arguments are counted. */
  private started(processes: readonly Process[]): Set<number> {
    const started = new Set<number>();
    for (const edge of allEdges(processes)) {
      if (edge.action.kind !== 'run') continue;
      const { process, args } = edge.action;
      started.add(process);
      const wanted = processes[process].parameters.length;
      if (args.length !== wanted) {
        const message = `\`${processes[process].name}\` takes ${wanted} ${wanted === 1 ? 'argument' : 'arguments'}, not ${args.length}`;
        this.declarations.complaints.add('PML807', message, edge.at);
      }
    }
    return started;
  }
}

/** The expressions that a formula speaks of. */
function expressionsOf(formula: LtlNode): Expr[] {
  switch (formula.kind) {
    case 'state':
      return [formula.value];
    case 'unary':
      return expressionsOf(formula.operand);
    case 'binary':
      return [...expressionsOf(formula.left), ...expressionsOf(formula.right)];
  }
}

function leadingCount(body: readonly Stmt[]): number {
  const first = body.findIndex(({ kind }) => kind !== 'declare' && kind !== 'promise');
  return first === -1 ? body.length : first;
}

/** The declarations before the first statement: their variables have their first values from the beginning. */
function leadingDeclarations(body: readonly Stmt[]): Extract<Stmt, { kind: 'declare' }>[] {
  return body.slice(0, leadingCount(body)).filter((statement) => statement.kind === 'declare');
}

/** All steps of all processes, those inside of a d_step included. */
export function* allEdges(processes: readonly Process[]): Iterable<Edge> {
  for (const { flow } of processes) {
    const seen = new Set<Point>(flow.points);
    for (const point of seen) {
      for (const edge of point.edges) {
        yield edge;
        if (edge.action.kind === 'd_step') seen.add(edge.action.body.start);
        if (point.number === 0) seen.add(edge.target);
      }
    }
  }
}
