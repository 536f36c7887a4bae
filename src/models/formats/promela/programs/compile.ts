// The steps of a model as programs: a group for every way that a step can go. A step that begins an atomic sequence is followed to its end,
// statement by statement, with a requirement where the sequence chooses; so are the insides of a d_step. `machine.ts` does the same for one
// state at a time, and says what it means; the tests compare both.
import type { Stopwatch } from '../../../../diagnostics/stopwatch.ts';
import { all, any, binary, constant, element, equals, variable } from '../../../expression/build.ts';
import type { Expression } from '../../../expression/expression.ts';
import { collectReads } from '../../../expression/support.ts';
import type { Assignment, Effect } from '../../../model.ts';
import type { Channel, Layout } from '../layout.ts';
import type { Initialisation } from '../program.ts';
import type { Action, CellTerm, Edge, Point, Sequence } from '../terms.ts';
import { type Actor, Expressions, type View } from './expressions.ts';
import { NotCompiled } from './not-compiled.ts';
import { canFault, FAULT, not, Path, reduced } from './path.ts';

/** A step of the model. */
export interface CompiledStep {
  readonly actor: Actor;
  readonly edge: Edge;
  readonly guard: Expression;
  readonly effects: readonly Effect[];
}

/** A step before it is known where processes can be. */
interface FoundStep extends Omit<CompiledStep, 'guard'> {
  /** The number of the control point that it begins at. */
  readonly from: number;
  /** Conditions on the state in which it is taken. */
  readonly guard: readonly Expression[];
  /** Whether it is only taken where nobody else can move. */
  readonly timeout: boolean;
}

/** Where a path goes on: the process that has the privilege to move. Null where the step has ended. */
type Onward = (Actor & { readonly point: Point }) | null;

interface Moved {
  readonly path: Path;
  readonly onward: Onward;
}

/** More than this is left to the interpreter. */
const MAX_STEPS = 6_000;
const MAX_PATHS = 20_000;

/** A receive and the control point that it begins at. */
interface ReceiveEdge {
  readonly point: Point;
  readonly edge: Edge;
  readonly action: Receive;
}

type Receive = Extract<Action, { kind: 'receive' }>;
type Send = Extract<Action, { kind: 'send' }>;

/** All steps. Throws `NotCompiled`. */
export function compileSteps(layout: Layout, initial: ArrayLike<number>, stopwatch: Stopwatch): CompiledStep[] {
  return new StepsCompiler(layout, initial, stopwatch).run();
}

class StepsCompiler {
  private readonly layout: Layout;
  private readonly expressions: Expressions;
  private readonly known: ReadonlyMap<number, number>;
  private readonly stopwatch: Stopwatch;
  private readonly initial: ArrayLike<number>;
  private readonly found: FoundStep[] = [];
  /** Where processes can be between steps of the model. */
  private readonly reached = new Map<string, { readonly actor: Actor; readonly point: Point }>();
  /** The receives of each type of process. */
  private readonly receives: readonly (readonly ReceiveEdge[])[];
  /** The receives of a process in a place that can be from a channel. */
  private readonly receivesFrom = new Map<string, readonly ReceiveEdge[]>();
  private paths = 0;

  constructor(layout: Layout, initial: ArrayLike<number>, stopwatch: Stopwatch) {
    if (layout.program.hasPriorities) throw new NotCompiled('priorities');
    this.layout = layout;
    this.stopwatch = stopwatch;
    this.initial = initial;
    this.expressions = new Expressions(layout);
    this.known = this.expressions.fixed.globals(initial);
    this.receives = layout.program.processes.map(({ flow }) =>
      flow.points.flatMap((point) =>
        point.edges.flatMap((edge) => (edge.action.kind === 'receive' ? [{ point, edge, action: edge.action }] : [])),
      ),
    );
  }

  run(): CompiledStep[] {
    const { layout, reached } = this;
    for (const { base } of layout.slots) this.reach(base, this.initial[base]);
    for (const { actor, point } of reached.values()) {
      this.point(actor, point, false);
      if (layout.program.uses.timeout) this.point(actor, point, true);
    }
    const nobodyMoves = layout.program.uses.timeout ? [not(this.somebodyMoves())] : [];
    return this.found
      .filter(({ guard }) => guard.every((condition) => this.canBe(condition)))
      .sort((a, b) => a.actor.slot - b.actor.slot || a.from - b.from)
      .map(({ actor, edge, guard, effects, timeout }) => {
        return { actor, edge, guard: all(timeout ? [...guard, ...nobodyMoves] : guard), effects };
      });
  }

  /** Notes that a process can be at a control point between steps of the model. */
  private reach(base: number, at: number): void {
    const { typeOfPoint, pointBase, program, slots } = this.layout;
    const key = `${base}:${at}`;
    if (at === 0 || this.reached.has(key)) return;
    const slot = slots.findIndex((place) => place.base === base);
    const type = typeOfPoint[at];
    const point = program.processes[type].flow.points[at - pointBase[type] - 1];
    this.reached.set(key, { actor: { slot, type }, point });
  }

  /** False for a condition that asks for a control point which is never reached. */
  private canBe(condition: Expression): boolean {
    if (condition.kind !== 'binary' || condition.operator !== '==') return true;
    const { left, right } = condition;
    if (left.kind !== 'variable' || right.kind !== 'constant' || right.value === 0) return true;
    const isBase = this.layout.slots.some(({ base }) => base === left.variable);
    return !isBase || this.reached.has(`${left.variable}:${right.value}`);
  }

  /** The steps of a process at a control point; with `timeout`, only those that have waited for it. */
  private point(actor: Actor, point: Point, timeout: boolean): void {
    const start = this.begin(actor, point);
    if (!this.isProvided(actor, start)) return;
    const plain = point.edges.filter(({ action }) => action.kind !== 'else');
    const from = this.numberOf(actor.type, point);
    for (const edge of point.edges) {
      const path = start.fork();
      this.expressions.metTimeout = false;
      const view = this.view(actor, path, timeout);
      if (edge.action.kind === 'else' && !path.require(not(this.anyOf(plain, view)))) continue;
      const moved = this.take(path, actor, edge, timeout);
      if (timeout && !this.expressions.metTimeout) continue;
      for (const way of moved) this.finish({ actor, edge, from, timeout }, way);
    }
  }

  /** A path from a control point on. */
  private begin({ slot, type }: Actor, point: Point): Path {
    const { layout } = this;
    const path = Path.from(this.known);
    path.require(equals(layout.slots[slot].base, this.numberOf(type, point)));
    if (layout.violated >= 0) path.require(equals(layout.violated, 0));
    this.rememberFirstValues(path, { slot, type }, point);
    return path;
  }

  /**
   * At a point that nothing leads to, a process that is there from the beginning has its first values; and where it is alone, everything
   * has.
   */
  private rememberFirstValues(path: Path, { slot, type }: Actor, point: Point): void {
    const { slots, program, variables } = this.layout;
    const { flow } = program.processes[type];
    const isNew = program.initial[slot] === type && point === flow.start && !program.started.has(type);
    if (!isNew || flow.points.some(({ edges }) => edges.some(({ target }) => target === point))) return;
    const { base, width } = slots[slot];
    const [first, end] = program.initial.length === 1 ? [0, variables.length] : [base, base + width];
    for (let i = first; i < end; i++) path.remember(i, this.initial[i]);
  }

  private numberOf(type: number, point: Point): number {
    return this.layout.pointBase[type] + point.number;
  }

  private view(actor: Actor, path: Path, timeout = false): View {
    return { ...actor, path, timeout };
  }

  /** Follows a step to the end of its atomic sequence. */
  private finish(begun: Omit<FoundStep, 'guard' | 'effects'>, first: Moved): void {
    const pending = [first];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      this.stopwatch.tick();
      if (++this.paths > MAX_PATHS) throw new NotCompiled('atomic sequences with many ways');
      const { path, onward } = next;
      if (onward !== null) {
        pending.push(...this.alone(path, onward));
        continue;
      }
      for (const { base } of this.layout.slots) {
        const at = path.valueOf(base);
        if (at !== undefined) this.reach(base, at);
      }
      if (this.found.push({ ...begun, ...path.finished() }) > MAX_STEPS) throw new NotCompiled('many steps');
    }
  }

  /** What a process does that has the privilege to move; the step ends where it can do nothing. */
  private alone(path: Path, { point, slot, type }: NonNullable<Onward>): Moved[] {
    const actor = { slot, type };
    const { provided } = this.layout.program.processes[type];
    const moved: Moved[] = [];
    if (provided !== null) {
      const held = path.fork();
      if (held.require(not(this.expressions.term(provided, this.view(actor, held)))))
        moved.push({ path: held, onward: null });
      if (!this.isProvided(actor, path)) return moved;
    }
    const plain = point.edges.filter(({ action }) => action.kind !== 'else');
    for (const edge of plain) moved.push(...this.take(path.fork(), actor, edge, false));
    const rest = path.fork();
    if (!rest.require(not(this.anyOf(plain, this.view(actor, rest))))) return moved;
    const otherwise = point.edges.find(({ action }) => action.kind === 'else');
    if (otherwise === undefined) moved.push({ path: rest, onward: null });
    else moved.push(...this.take(rest, actor, otherwise, false));
    return moved;
  }

  private isProvided(actor: Actor, path: Path): boolean {
    const { provided } = this.layout.program.processes[actor.type];
    return provided === null || path.require(this.expressions.term(provided, this.view(actor, path)));
  }

  /** Takes a step wherever it can be taken. */
  private take(path: Path, actor: Actor, edge: Edge, timeout: boolean): Moved[] {
    const view = this.view(actor, path, timeout);
    for (const other of edge.over) if (!path.require(not(this.canTake(other, view)))) return [];
    const { action } = edge;
    if (action.kind !== 'send') return this.act(view, action).map((way) => this.arrive(way, actor, edge));
    return this.eachChannel(view, action.channel, (at, channel) => {
      if (channel.capacity === 0) return this.meet(at, edge, action, channel);
      return this.put(at, action, channel).map((way) => this.arrive(way, actor, edge));
    });
  }

  /** A path for each channel that a term may be; one that faults where it is none. */
  private eachChannel(view: View, term: Send['channel'], go: (view: View, channel: Channel) => Moved[]): Moved[] {
    const { cases, none } = this.expressions.channels(term, view);
    const moved = cases.flatMap(({ channel, condition }) => {
      const path = view.path.fork();
      return path.require(condition) ? go({ ...view, path }, channel) : [];
    });
    const fault = view.path.fork();
    if (fault.require(none)) moved.push(...this.faulty(fault));
    return moved;
  }

  private faulty(path: Path): Moved[] {
    path.require(FAULT);
    return [{ path, onward: null }];
  }

  /** Moves a process on to the target of its step. */
  private arrive(path: Path, actor: Actor, edge: Edge): Moved {
    const { layout } = this;
    if (edge.action.kind !== 'end') this.moveTo(path, actor, edge.target);
    const isViolated = layout.violated >= 0 && path.valueOf(layout.violated) !== 0;
    return { path, onward: edge.holds && !isViolated ? { ...actor, point: edge.target } : null };
  }

  private moveTo(path: Path, { slot, type }: Actor, target: Point): void {
    const { layout } = this;
    path.assign(variable(layout.slots[slot].base), constant(this.numberOf(type, target)));
    if (layout.last >= 0) path.assign(variable(layout.last), constant(slot));
  }

  /** What an action does, but for meetings and for the new control point. */
  private act(view: View, action: Action): Path[] {
    const { path } = view;
    switch (action.kind) {
      case 'test':
        return path.require(this.expressions.term(action.term, view)) ? [path] : [];
      case 'skip':
      case 'else':
      case 'print':
        return [path];
      case 'end':
        return this.end(view);
      case 'assign':
        this.store(view, action.cell, this.expressions.term(action.value, view));
        return [path];
      case 'assert':
        return this.assert(view, action);
      case 'run':
        return this.start(view, action);
      case 'receive':
        return this.pathsOf(
          this.eachChannel(view, action.channel, (at, channel) =>
            this.receive(at, action, channel).map((way) => ({ path: way, onward: null })),
          ),
        );
      case 'send':
        return this.pathsOf(
          this.eachChannel(view, action.channel, (at, channel) =>
            channel.capacity === 0 ? [] : this.put(at, action, channel).map((way) => ({ path: way, onward: null })),
          ),
        );
      case 'd_step':
        return this.deterministic(view, action.body);
    }
  }

  private pathsOf(moved: readonly Moved[]): Path[] {
    return moved.map(({ path }) => path);
  }

  private store(view: View, cell: CellTerm, value: Expression): void {
    view.path.assign(this.expressions.target(cell, view), reduced(cell.type, value));
  }

  private assert(view: View, { term }: Extract<Action, { kind: 'assert' }>): Path[] {
    const { path } = view;
    const { violated } = this.layout;
    const value = this.expressions.term(term, view);
    if (violated < 0) {
      // nobody asks for the value, but it must have one
      if (canFault(value)) path.require(any([value, constant(1)]));
      return [path];
    }
    const wrong = path.fork();
    const ways = path.require(value) ? [path] : [];
    if (!wrong.require(not(value))) return ways;
    wrong.assign(variable(violated), constant(1));
    return [...ways, wrong];
  }

  private end({ path, slot }: View): Path[] {
    const { layout } = this;
    const { base, width } = layout.slots[slot];
    if (!path.requireValue(layout.processes, slot + 1)) return [];
    for (let i = base; i < base + width; i++) path.assign(variable(i), constant(0));
    path.assign(variable(layout.processes), constant(slot));
    if (layout.last >= 0) path.assign(variable(layout.last), constant(slot));
    return [path];
  }

  private start(view: View, { process, args, result }: Extract<Action, { kind: 'run' }>): Path[] {
    const { layout } = this;
    const ways: Path[] = [];
    for (const { pid, types } of layout.slots) {
      const path = view.path.fork();
      // a process has a smaller number than those that it starts
      if (pid <= view.slot || !types.includes(process) || !path.requireValue(layout.processes, pid)) continue;
      this.bringToLife({ ...view, path }, { slot: pid, type: process }, args);
      if (result !== null) this.store({ ...view, path }, result, constant(pid));
      ways.push(path);
    }
    const most = layout.slots.length;
    const full = view.path.fork();
    if (most < 255 && full.requireValue(layout.processes, most)) ways.push(...this.pathsOf(this.faulty(full)));
    return ways;
  }

  private bringToLife(view: View, born: Actor, args: Extract<Action, { kind: 'run' }>['args']): void {
    const { layout } = this;
    const { path } = view;
    const { base } = layout.slots[born.slot];
    const { flow, parameters, region, initialisations } = layout.program.processes[born.type];
    const values = args.map((value) => this.expressions.term(value, view));
    const given = parameters.flatMap(({ offset, member }, i) => {
      if (member.shape.kind !== 'cell') return [];
      return [{ target: variable(base + 1 + offset), value: reduced(member.shape.type, values[i] ?? constant(0)) }];
    });
    path.assignTogether([
      ...given,
      { target: variable(base), value: constant(this.numberOf(born.type, flow.start)) },
      ...region.channels.map(({ owner }, index) => ({
        target: variable(base + 1 + owner),
        value: constant(layout.channelId(born.slot, index)),
      })),
      { target: variable(layout.processes), value: constant(born.slot + 1) },
    ]);
    for (const part of initialisations) this.initialise(part, { ...view, ...born });
  }

  private initialise({ storage, values, kind }: Initialisation, view: View): void {
    const { shape, length } = storage.member;
    if (shape.kind !== 'cell') return;
    const base = storage.offset + (storage.region === 'global' ? 0 : this.layout.slots[view.slot].base + 1);
    const count = kind === 'list' ? values.length : (length ?? 1);
    for (let i = 0; i < count; i++) {
      const value = this.expressions.term(values[kind === 'list' ? i : 0], view);
      view.path.assign(variable(base + i), reduced(shape.type, value));
    }
  }

  /** A message into a buffer: at the end, or before the first one that is larger. */
  private put(view: View, { values, sorted }: Send, channel: Channel): Path[] {
    const { path } = view;
    const { count, capacity, fields } = channel;
    if (!path.require(binary('<', path.read(count), constant(capacity)))) return [];
    const message = this.message(view, values, channel);
    if (message === null) return this.pathsOf(this.faulty(path));
    const width = fields.length;
    const first = count + 1;
    if (!sorted) {
      const index = width === 1 ? path.read(count) : binary('*', path.read(count), constant(width));
      const length = (capacity - 1) * width + 1;
      const cells = message.map((value, k) => ({
        target: element({ base: first + k, length, name: channel.name }, index),
        value,
      }));
      path.assignTogether([...cells, { target: variable(count), value: binary('+', path.read(count), constant(1)) }]);
      return [path];
    }
    const isLarger = (place: number): Expression => {
      const at = first + place * width;
      const larger = message.map((value, k) =>
        all([
          ...message.slice(0, k).map((before, j) => binary('==', path.read(at + j), before)),
          binary('>', path.read(at + k), value),
        ]),
      );
      return all([binary('<', constant(place), path.read(count)), any(larger)]);
    };
    return Array.from({ length: capacity }, (_, place) => place).flatMap((place) => {
      const way = path.fork();
      const isHere = any([binary('==', way.read(count), constant(place)), isLarger(place)]);
      if (!way.require(binary('>=', way.read(count), constant(place))) || !way.require(isHere)) return [];
      for (let before = 0; before < place; before++) if (!way.require(not(isLarger(before)))) return [];
      const moves: Pick<Assignment, 'target' | 'value'>[] = [];
      for (let i = (capacity - 1) * width - 1; i >= place * width; i--) {
        moves.push({ target: variable(first + i + width), value: way.read(first + i) });
      }
      moves.push(...message.map((value, k) => ({ target: variable(first + place * width + k), value })));
      moves.push({ target: variable(count), value: binary('+', way.read(count), constant(1)) });
      way.assignTogether(moves);
      return [way];
    });
  }

  /** The values as a message of the channel carries them; null where their number is wrong. */
  private message(view: View, values: Send['values'], { fields }: Channel): Expression[] | null {
    if (values.length !== fields.length) return null;
    return values.map((value, i) => reduced(fields[i], this.expressions.term(value, view)));
  }

  /** A message out of a buffer. */
  private receive(view: View, action: Receive, channel: Channel): Path[] {
    const { capacity, count, fields } = channel;
    if (count < 0) return [];
    if (action.fields.length !== fields.length) {
      const { path } = view;
      return path.require(binary('>', path.read(count), constant(0))) ? this.pathsOf(this.faulty(path)) : [];
    }
    const width = fields.length;
    const first = count + 1;
    const wanted = this.wanted(view, action);
    const places = action.anywhere ? capacity : 1;
    return Array.from({ length: places }, (_, place) => place).flatMap((place) => {
      const path = view.path.fork();
      const at = { ...view, path };
      if (!path.require(this.expressions.isThere(channel, place, wanted, at))) return [];
      for (let before = 0; before < place; before++) {
        if (!path.require(not(this.expressions.isThere(channel, before, wanted, at)))) return [];
      }
      const cells = fields.map((_, k) => path.read(first + place * width + k));
      const buffer = new Set<number>();
      for (let i = 0; i <= capacity * width; i++) buffer.add(count + i);
      this.storeFields(at, action, cells, buffer);
      if (!action.keep) {
        for (let i = place * width; i < (capacity - 1) * width; i++) {
          path.assign(variable(first + i), path.read(first + i + width));
        }
        for (let i = (capacity - 1) * width; i < capacity * width; i++) path.assign(variable(first + i), constant(0));
        path.assign(variable(count), binary('-', path.read(count), constant(1)));
      }
      return [path];
    });
  }

  /** The values that the fields of a message must have; null where any will do. */
  private wanted(view: View, { fields }: Receive): (Expression | null)[] {
    return fields.map((field) => (field.kind === 'match' ? this.expressions.term(field.value, view) : null));
  }

  /** Stores fields one after another; what is stored and where must not depend on `changing`, which other parts of the step change. */
  private storeFields(
    view: View,
    { fields }: Receive,
    values: readonly Expression[],
    changing: ReadonlySet<number>,
  ): void {
    const written = new Set<number>();
    for (const [k, field] of fields.entries()) {
      if (field.kind !== 'store') continue;
      const target = this.expressions.target(field.cell, view);
      const reads = new Set<number>();
      if (target.kind === 'element') collectReads(target.index, reads);
      for (const read of reads) if (changing.has(read)) throw new NotCompiled('an index that changes on the way');
      reads.clear();
      collectReads(values[k], reads);
      for (const read of reads) if (written.has(read)) throw new NotCompiled('values that depend on each other');
      view.path.assign(target, reduced(field.cell.type, values[k]));
      if (target.kind === 'variable') written.add(target.variable);
      else for (let i = 0; i < target.length; i++) written.add(target.base + i);
    }
  }

  /** A send to whoever is ready to receive; the privilege of an atomic sequence goes to the receiver. */
  private meet(view: View, edge: Edge, action: Send, channel: Channel): Moved[] {
    return this.others(view).flatMap((other) =>
      this.partners(other, channel).flatMap((receive): Moved[] => {
        const path = view.path.fork();
        const [sender, receiver] = [
          { ...view, path },
          { ...other, path, timeout: view.timeout },
        ];
        const { base } = this.layout.slots[other.slot];
        if (!path.requireValue(base, this.numberOf(other.type, receive.point))) return [];
        if (!this.isProvided(other, path)) return [];
        if (!path.require(this.isSame(channel, receive.action, receiver))) return [];
        for (const before of receive.edge.over) if (!path.require(not(this.enabled(before, receiver)))) return [];
        const message = this.message(sender, action.values, channel);
        if (message === null || receive.action.fields.length !== message.length) return this.faulty(path);
        if (!path.require(this.accepts(receiver, receive.action, message))) return [];
        const { last, slots } = this.layout;
        const changing = new Set([slots[view.slot].base, base, last]);
        for (const value of message) {
          const reads = new Set<number>();
          collectReads(value, reads);
          for (const read of reads) if (changing.has(read)) throw new NotCompiled('a message about the meeting itself');
        }
        this.storeFields(receiver, receive.action, message, changing);
        this.moveTo(path, view, edge.target);
        return [this.arrive(path, other, receive.edge)];
      }),
    );
  }

  private others({ slot }: Actor): Actor[] {
    return this.layout.slots.flatMap(({ pid, types }) =>
      pid === slot ? [] : types.map((type) => ({ slot: pid, type })),
    );
  }

  /** The receives of a process that may be from the channel. */
  private partners(other: Actor, channel: Channel): readonly ReceiveEdge[] {
    const key = `${other.slot} ${other.type} ${channel.id}`;
    let found = this.receivesFrom.get(key);
    if (found === undefined) {
      const receiver = this.view(other, Path.from(this.known));
      found = this.receives[other.type].filter(({ action }) => {
        const isSame = this.isSame(channel, action, receiver);
        return isSame.kind !== 'constant' || isSame.value !== 0;
      });
      this.receivesFrom.set(key, found);
    }
    return found;
  }

  /** Whether a receive is one from the channel. */
  private isSame(channel: Channel, { channel: term }: Receive, receiver: View): Expression {
    const { cases, none } = this.expressions.channels(term, receiver);
    const same = cases.flatMap(({ channel: found, condition }) => (found.id === channel.id ? [condition] : []));
    if (none.kind !== 'constant' || none.value !== 0) same.push(all([none, FAULT]));
    return any(same);
  }

  private accepts(receiver: View, action: Receive, message: readonly Expression[]): Expression {
    const wanted = this.wanted(receiver, action);
    return all(wanted.flatMap((value, k) => (value === null ? [] : [binary('==', value, message[k])])));
  }

  /** Whether a send to a channel without buffer meets somebody; `canTake` of the machine is less strict about the other side. */
  private meets(view: View, { values }: Send, channel: Channel, strictness: 'strict' | 'loose'): Expression {
    return any(
      this.others(view).flatMap((other) =>
        this.partners(other, channel).map(({ point, edge, action }) => {
          const receiver = { ...other, path: view.path, timeout: view.timeout };
          const { base } = this.layout.slots[other.slot];
          const { provided } = this.layout.program.processes[other.type];
          const conditions = [
            binary('==', view.path.read(base), constant(this.numberOf(other.type, point))),
            this.isSame(channel, action, receiver),
          ];
          if (strictness === 'strict') {
            if (provided !== null) conditions.push(this.expressions.term(provided, receiver));
            for (const before of edge.over) conditions.push(not(this.enabled(before, receiver)));
          }
          const message = this.message(view, values, channel);
          const fits = message !== null && action.fields.length === message.length;
          return all([...conditions, fits ? this.accepts(receiver, action, message) : FAULT]);
        }),
      ),
    );
  }

  /** Whether a step can be taken without a partner. */
  private enabled({ action }: Edge, view: View): Expression {
    const { path } = view;
    switch (action.kind) {
      case 'test':
        return this.expressions.term(action.term, view);
      case 'end':
        return binary('==', path.read(this.layout.processes), constant(view.slot + 1));
      case 'run': {
        const most = this.layout.slots.length;
        const hasRoom = binary('<', path.read(this.layout.processes), constant(most));
        return most < 255 ? any([hasRoom, FAULT]) : hasRoom;
      }
      case 'send':
        return this.askChannel(view, action.channel, ({ count, capacity }) =>
          count < 0 ? constant(0) : binary('<', path.read(count), constant(capacity)),
        );
      case 'receive': {
        const wanted = this.wanted(view, action);
        return this.askChannel(view, action.channel, (channel) => {
          if (channel.count < 0) return constant(0);
          if (action.fields.length !== channel.fields.length) {
            return all([binary('>', path.read(channel.count), constant(0)), FAULT]);
          }
          const places = Array.from({ length: action.anywhere ? channel.capacity : 1 }, (_, place) => place);
          return any(places.map((place) => this.expressions.isThere(channel, place, wanted, view)));
        });
      }
      case 'd_step':
        return this.anyInside(action.body.start, view);
      default:
        return constant(1);
    }
  }

  /** A question about whichever channel a term is. */
  private askChannel(view: View, term: Send['channel'], ask: (channel: Channel) => Expression): Expression {
    const { cases, none } = this.expressions.channels(term, view);
    const answers = cases.map(({ channel, condition }) => all([condition, ask(channel)]));
    return any([...answers, ...(none.kind === 'constant' && none.value === 0 ? [] : [all([none, FAULT])])]);
  }

  /** Whether a step can be taken, with or without a partner. */
  private canTake(edge: Edge, view: View, strictness: 'strict' | 'loose' = 'loose'): Expression {
    const alone = this.enabled(edge, view);
    const { action } = edge;
    if (action.kind !== 'send') return alone;
    const together = this.askChannel(view, action.channel, (channel) =>
      channel.capacity > 0 ? constant(0) : this.meets(view, action, channel, strictness),
    );
    return any([alone, together]);
  }

  /** Whether one of the steps of a control point can be taken. */
  private anyOf(edges: readonly Edge[], view: View): Expression {
    return any(
      edges.map((edge) =>
        all([...edge.over.map((other) => not(this.canTake(other, view))), this.canTake(edge, view, 'strict')]),
      ),
    );
  }

  /** Whether somebody can move without waiting for `timeout`. */
  private somebodyMoves(): Expression {
    const path = Path.from(this.known);
    const { slots, program } = this.layout;
    return any(
      [...this.reached.values()].map(({ actor, point }) => {
        const view = this.view(actor, path);
        const { provided } = program.processes[actor.type];
        const isThere = equals(slots[actor.slot].base, this.numberOf(actor.type, point));
        const conditions = provided === null ? [isThere] : [isThere, this.expressions.term(provided, view)];
        const hasElse = point.edges.some(({ action }) => action.kind === 'else');
        return all(hasElse ? conditions : [...conditions, this.anyOf(point.edges, view)]);
      }),
    );
  }

  /** One step through the inside of a d_step: at every point the first statement that can be executed. */
  private deterministic(view: View, { start, end }: Sequence): Path[] {
    const done: Path[] = [];
    const pending = [{ path: view.path, point: start, isFirst: true }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      this.stopwatch.tick();
      if (++this.paths > MAX_PATHS) throw new NotCompiled('d_steps with many ways');
      const { path, point, isFirst } = next;
      if (point === end) {
        done.push(path);
        continue;
      }
      const plain = point.edges.filter(({ action }) => action.kind !== 'else');
      let isOpen = true;
      for (const edge of plain) {
        const way = { ...view, path: path.fork() };
        const isEnabled = this.enabled(edge, way);
        for (const after of this.act(way, edge.action)) {
          pending.push({ path: after, point: edge.target, isFirst: false });
        }
        isOpen = path.require(not(isEnabled));
        if (!isOpen) break;
      }
      if (!isOpen) continue;
      const otherwise = point.edges.find(({ action }) => action.kind === 'else');
      if (otherwise !== undefined) pending.push({ path, point: otherwise.target, isFirst: false });
      else if (!isFirst) done.push(...this.pathsOf(this.faulty(path)));
    }
    return done;
  }

  private anyInside({ edges }: Point, view: View): Expression {
    if (edges.some(({ action }) => action.kind === 'else')) return constant(1);
    return any(edges.map((edge) => this.enabled(edge, view)));
  }
}
