// Statements of a process to control points and steps. The points are those of SPIN without its optimisations, because each of them is a
// part of the state:
//
//  - `if` and `do` are no steps: their point has the first steps of all options, also of options that begin with a choice again;
//  - a `goto` or `break` is no step either, except as the first statement of an option;
//  - the first point of an atomic sequence is an ordinary one, those behind it are interior: a process that arrives at one goes on alone;
//  - a d_step is one step, with control points of its own inside;
//  - in the body of an `unless` every point has the first steps of the escape too, with priority.
import { didYouMean } from '../../../diagnostics/nearest.ts';
import type { Expr, ProcessDeclaration, Reference, Stmt, VariableDeclaration } from './ast.ts';
import type { Scope } from './declare.ts';
import { type Context, jump, Node, type NodeEdge } from './flow-node.ts';
import type { Token } from './lexer.ts';
import { printExpression, printStatement } from './print.ts';
import type { Resolver } from './resolve.ts';
import type { Action, Edge, Point } from './terms.ts';

export interface Flow {
  readonly start: Point;
  readonly end: Point;
  /** All points, number 1 first. */
  readonly points: readonly Point[];
  /** The points of labels; a label that no step leads to has none. */
  readonly labels: ReadonlyMap<string, Point | null>;
}

/** The control flow of a process whose parameters and leading declarations are in `scope`, and not in its body. */
export function buildFlow(process: ProcessDeclaration, scope: Scope, resolver: Resolver): Flow {
  return new FlowBuilder(process, scope, resolver).build();
}

class FlowBuilder {
  private readonly process: ProcessDeclaration;
  private readonly scope: Scope;
  private readonly resolver: Resolver;
  private readonly labels = new Map<string, { readonly node: Node; isPlaced: boolean; readonly at: Token }>();
  private readonly end: Node;
  private readonly outside: Context = { isAtomic: false, inside: null, escapes: [], behind: null };
  private readonly points: Point[] = [];

  constructor(process: ProcessDeclaration, scope: Scope, resolver: Resolver) {
    this.process = process;
    this.scope = scope;
    this.resolver = resolver;
    this.end = new Node(process.end, this.outside);
  }

  build(): Flow {
    const { process, end, outside } = this;
    const start = new Node(process.body[0]?.at ?? process.at, outside);
    end.edges.push({ action: { kind: 'end' }, target: end, keeps: false, at: process.end, text: '-end-' });
    this.sequence(process.body, start, end, outside);
    this.checkLabels();
    if (this.resolver.declarations.complaints.list.length > 0) {
      const none: Point = { number: 1, edges: [], labels: new Set(), isInterior: false, at: process.at };
      return { start: none, end: none, points: [none], labels: new Map() };
    }
    const startPoint = this.pointOf(this.find(start));
    const endPoint = this.pointOf(end);
    const labels = new Map([...this.labels].map(([name, { node }]) => [name, this.find(node).point]));
    return { start: startPoint, end: endPoint, points: this.points, labels };
  }

  private complain(code: 'PML804' | 'PML805' | 'PML806' | 'PML807', message: string, at: Token, hint?: string): void {
    this.resolver.declarations.complaints.add(code, message, at, hint);
  }

  private declare(variable: Extract<Stmt, { kind: 'declare' }>['variables'][number]): void {
    this.resolver.declarations.declare(variable, this.scope);
  }

  private sequence(statements: readonly Stmt[], entry: Node, exit: Node, context: Context): void {
    const isStep = (statement: Stmt): boolean =>
      statement.kind === 'declare' ? statement.variables.some(takesStep) : statement.kind !== 'promise';
    let last = statements.length - 1;
    while (last >= 0 && !isStep(statements[last])) last--;
    let here = entry;
    for (const [i, statement] of statements.entries()) {
      if (!isStep(statement)) {
        if (statement.kind === 'declare') for (const variable of statement.variables) this.declare(variable);
        continue;
      }
      const next = i === last ? exit : new Node(statements[i + 1].at, context);
      this.statement(statement, here, next, context);
      here = next;
    }
    if (last === -1) entry.same = { node: exit, by: 'nothing' };
  }

  private block(statements: readonly Stmt[], entry: Node, exit: Node, context: Context): void {
    this.scope.enter();
    this.sequence(statements, entry, exit, context);
    this.scope.leave();
  }

  private statement(statement: Stmt, entry: Node, exit: Node, context: Context): void {
    const { at } = statement;
    switch (statement.kind) {
      case 'block': {
        // The point before a block is not the one before a loop that the block begins with.
        const node = new Node(statement.body[0]?.at ?? at, context);
        this.block(statement.body, node, exit, context);
        entry.options = [node];
        return;
      }
      case 'if':
      case 'do':
        this.choice(statement, entry, exit, context);
        return;
      case 'atomic':
        this.atomic(statement.body, entry, exit, context);
        return;
      case 'd_step':
        this.deterministic(statement, entry, exit, context);
        return;
      case 'unless':
        this.unless(statement, entry, exit, context);
        return;
      case 'goto':
        entry.same = { node: this.label(statement.label, at), by: 'jump' };
        return;
      case 'break':
        if (context.behind === null) this.complain('PML807', '`break` outside of a loop', at);
        else entry.same = { node: context.behind, by: 'jump' };
        return;
      case 'label':
        this.place(statement.name, at, entry);
        this.statement(statement.body, entry, exit, context);
        return;
      case 'declare':
        this.initialise(statement, entry, exit, context);
        return;
      case 'promise':
        entry.same = { node: exit, by: 'nothing' };
        return;
      default:
        entry.edges.push({
          action: this.action(statement),
          target: exit,
          keeps: false,
          at,
          text: printStatement(statement),
        });
    }
  }

  private choice(statement: Extract<Stmt, { kind: 'if' | 'do' }>, entry: Node, exit: Node, context: Context): void {
    const isLoop = statement.kind === 'do';
    const inner = isLoop ? { ...context, behind: exit } : context;
    entry.options = statement.options.map((option) => {
      const node = new Node(option[0].at, inner);
      this.block(option, node, isLoop ? entry : exit, inner);
      return node;
    });
  }

  private atomic(body: readonly Stmt[], entry: Node, exit: Node, context: Context): void {
    if (context.isAtomic || context.inside !== null) {
      this.block(body, entry, exit, context);
      return;
    }
    const inner = { ...context, isAtomic: true };
    const node = new Node(body[0]?.at ?? entry.at, inner);
    this.block(body, node, exit, inner);
    entry.options = [node];
  }

  private deterministic(
    statement: Extract<Stmt, { kind: 'atomic' | 'd_step' | 'block' }>,
    entry: Node,
    exit: Node,
    context: Context,
  ): void {
    const { at, body } = statement;
    if (context.inside !== null) {
      this.block(body, entry, exit, context);
      return;
    }
    const inside: Context = { isAtomic: false, inside: entry, escapes: [], behind: null };
    const start = new Node(at, inside);
    const end = new Node(at, inside);
    this.block(body, start, end, inside);
    // SPIN keeps the privilege after a d_step that ends an atomic sequence with which its process ends.
    const keeps = context.isAtomic;
    entry.edges.push({
      action: { kind: 'd_step', start, end },
      target: exit,
      keeps,
      at,
      text: printStatement(statement),
    });
  }

  private unless(statement: Extract<Stmt, { kind: 'unless' }>, entry: Node, exit: Node, context: Context): void {
    const way = new Node(statement.escape.at, context);
    this.block(inBraces(statement.escape), way, exit, context);
    const inner = { ...context, escapes: [...context.escapes, way] };
    const body = new Node(statement.body.at, inner);
    this.block(inBraces(statement.body), body, exit, inner);
    entry.same = { node: body, by: 'nothing' };
  }

  /**
   * Variables that are declared behind a statement or inside of a block get their first value, or 0, by a step each, every time that it is
   * passed. As in SPIN, of an array only the first element does, and of a record nothing: the step is there all the same.
   */
  private initialise(
    { variables, at }: Extract<Stmt, { kind: 'declare' }>,
    entry: Node,
    exit: Node,
    context: Context,
  ): void {
    const last = variables.findLast(takesStep);
    let here = entry;
    for (const variable of variables) {
      const storage = this.resolver.declarations.declare(variable, this.scope);
      if (storage === null || !takesStep(variable)) continue;
      const { initial, name, size } = variable;
      if (initial !== null && (initial.kind !== 'value' || size !== null)) {
        const hint = 'declare it before the first statement of the process';
        this.complain('PML804', 'an array with first values behind a statement is not supported', variable.at, hint);
        continue;
      }
      const next = variable === last ? exit : new Node(at, context);
      if (storage.member.shape.kind === 'record') {
        here.edges.push({ action: { kind: 'skip' }, target: next, keeps: false, at: variable.at, text: name });
      } else {
        const zero: Expr = { kind: 'number', at: variable.at, value: 0 };
        const target: Reference = {
          kind: 'reference',
          at: variable.at,
          parts: [{ name, index: size === null ? null : zero }],
        };
        this.statement({ kind: 'assign', at: variable.at, target, value: initial?.value ?? zero }, here, next, context);
      }
      here = next;
    }
  }

  private action(statement: Stmt): Action {
    const { resolver, scope } = this;
    switch (statement.kind) {
      case 'expression':
        if (statement.value.kind === 'run') return this.run(statement.value, null);
        return { kind: 'test', term: resolver.term(statement.value, scope) };
      case 'assign':
        return this.assign(statement);
      case 'send': {
        const values = statement.args.flatMap((value) => resolver.values(value, scope));
        return { kind: 'send', channel: resolver.channel(statement.channel, scope), sorted: statement.sorted, values };
      }
      case 'receive': {
        const { anywhere, keep } = statement;
        const fields = statement.args.flatMap((argument) => resolver.fields(argument, scope));
        return { kind: 'receive', channel: resolver.channel(statement.channel, scope), anywhere, keep, fields };
      }
      case 'assert':
        return { kind: 'assert', term: resolver.term(statement.value, scope), text: printExpression(statement.value) };
      case 'print': {
        const args = statement.args.map((value) => resolver.term(value, scope));
        return { kind: 'print', format: statement.format, args };
      }
      case 'else':
        return { kind: 'else' };
      default:
        return { kind: 'skip' };
    }
  }

  private assign({ target, value }: Extract<Stmt, { kind: 'assign' }>): Action {
    const { resolver, scope } = this;
    const [{ name }] = target.parts;
    if (name === '_' && scope.find(name) === null) {
      return value.kind === 'run' ? this.run(value, null) : { kind: 'skip' };
    }
    if (name === '_priority' && scope.find(name) === null) {
      this.complain('PML804', '`_priority` is not supported', target.at);
      return { kind: 'skip' };
    }
    const cell = resolver.cell(target, scope);
    if (cell === null) return { kind: 'skip' };
    if (value.kind === 'run') return this.run(value, cell);
    return { kind: 'assign', cell, value: resolver.term(value, scope) };
  }

  private run(
    {
      name,
      args,
      at,
    }: { readonly name: string; readonly args: readonly Parameters<Resolver['term']>[0][]; readonly at: Token },
    result: Extract<Action, { kind: 'run' }>['result'],
  ): Action {
    const { resolver, scope } = this;
    const process = resolver.processes.find(name);
    if (process === null) {
      this.complain('PML805', `unknown process \`${name}\``, at, didYouMean(name, resolver.processes.names()));
      return { kind: 'skip' };
    }
    return { kind: 'run', process, args: args.map((value) => resolver.term(value, scope)), result };
  }

  private label(name: string, at: Token): Node {
    const known = this.labels.get(name);
    if (known !== undefined) return known.node;
    const node = new Node(at, this.outside);
    this.labels.set(name, { node, isPlaced: false, at });
    return node;
  }

  private place(name: string, at: Token, entry: Node): void {
    const known = this.labels.get(name);
    if (known?.isPlaced) {
      this.complain('PML806', `the label \`${name}\` is declared twice in one process`, at);
      return;
    }
    entry.labels.add(name);
    if (known === undefined) {
      this.labels.set(name, { node: entry, isPlaced: true, at });
    } else {
      known.node.same = { node: entry, by: 'nothing' };
      known.isPlaced = true;
    }
  }

  private checkLabels(): void {
    const placed = [...this.labels].flatMap(([name, { isPlaced }]) => (isPlaced ? [name] : []));
    for (const [name, { isPlaced, at }] of this.labels) {
      if (!isPlaced) this.complain('PML805', `unknown label \`${name}\``, at, didYouMean(name, placed));
    }
  }

  /** The point that a node is; a circle of jumps is a point of its own that can do nothing but jump. */
  private find(node: Node): Node {
    const seen = new Set<Node>();
    let here = node;
    while (here.same !== null) {
      if (seen.has(here)) {
        here.same = null;
        here.edges.push({ action: { kind: 'skip' }, target: here, keeps: false, at: here.at, text: 'goto' });
        return here;
      }
      seen.add(here);
      here = here.same.node;
    }
    return here;
  }

  /** The finished point of a node, and of everything behind it. */
  private pointOf(first: Node): Point {
    const waiting: Node[] = [];
    const begun = (node: Node): Point => {
      if (node.point === null) {
        const { labels, isInterior, at, inside } = node;
        const point: Point = { number: 0, edges: [], labels, isInterior, at };
        node.point = point;
        if (inside === null) point.number = this.points.push(point);
        waiting.push(node);
      }
      return node.point;
    };
    begun(first);
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      const made = new Map<NodeEdge, Edge>();
      const finish = (edge: NodeEdge, over: readonly Edge[]): Edge => {
        const target = this.find(edge.target);
        if (target.inside !== node!.inside) {
          this.complain('PML804', 'a jump into or out of a d_step is not supported', edge.at);
        }
        const { at, text } = edge;
        const action = 'start' in edge.action ? this.insideOf(edge.action, begun) : edge.action;
        return {
          action,
          target: begun(target),
          holds: (edge.keeps && target === this.end) || target.isInterior,
          at,
          text,
          over,
        };
      };
      const escapes = new Map<Node, readonly Edge[]>();
      const escapeEdges = (from: readonly Node[]): Edge[] => {
        const before: Edge[] = [];
        for (const way of from) {
          let edges = escapes.get(way);
          if (edges === undefined) {
            edges = this.steps(way).map(({ edge }) => finish(edge, [...before]));
            escapes.set(way, edges);
          }
          before.push(...edges);
        }
        return before;
      };
      for (const { edge, escapes: around } of this.steps(node)) made.set(edge, finish(edge, escapeEdges(around)));
      node.point!.edges = [...[...escapes.values()].flat(), ...made.values()];
      if (node.point!.edges.filter(({ action }) => action.kind === 'else').length > 1) {
        this.complain('PML807', 'two `else` belong to one choice here', node.at);
      }
    }
    return first.point!;
  }

  /** The action of a d_step, whose points are begun. */
  private insideOf({ start, end }: { readonly start: Node; readonly end: Node }, begun: (node: Node) => Point): Action {
    const first = this.find(start);
    if (first.inside !== start.inside) {
      this.complain('PML804', 'a jump into or out of a d_step is not supported', start.at);
    }
    return { kind: 'd_step', body: { start: begun(first), end: begun(end) } };
  }

  /** The steps of a point, those of the options of choices included, each with the escapes around it. */
  private steps(node: Node): { readonly edge: NodeEdge; readonly escapes: readonly Node[] }[] {
    const found = this.find(node);
    const { escapes } = found;
    if (found.options === null) return found.edges.map((edge) => ({ edge, escapes }));
    return found.options.flatMap((option) => {
      // an `unless` that begins an option may begin with a jump itself
      let first = option;
      while (first.same?.by === 'nothing') first = first.same.node;
      if (first.same?.by === 'jump') return [{ edge: jump(first), escapes: first.escapes }];
      const inner = this.find(option);
      return inner === found ? [] : this.steps(inner);
    });
  }
}

/** Whether a declaration that is passed is a step; SPIN has channels made at the beginning of a process alone. */
function takesStep({ initial }: VariableDeclaration): boolean {
  return initial?.kind !== 'channel';
}

/** The statements of a block, or the statement itself: both sides of an `unless` are sequences. */
function inBraces(statement: Stmt): readonly Stmt[] {
  return statement.kind === 'block' ? statement.body : [statement];
}
