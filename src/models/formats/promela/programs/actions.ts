// What statements do to a path: assignments, messages, processes that begin and end, the insides of a d_step. A statement that can go several ways
// makes several paths of one.
import { all, any, binary, constant, element, variable } from '../../../expression/build.ts';
import type { Expression } from '../../../expression/expression.ts';
import { collectReads } from '../../../expression/support.ts';
import type { Assignment } from '../../../model.ts';
import type { Channel, Layout } from '../layout.ts';
import type { Initialisation } from '../program.ts';
import type { Action, CellTerm, Sequence } from '../terms.ts';
import { type Actor, type Expressions, numberOf, type View } from './expressions.ts';
import { NotCompiled } from './not-compiled.ts';
import { canFault, FAULT, not, type Path, reduced } from './path.ts';
import type { Questions, Receive, Send } from './questions.ts';

/** A path that has no value where it is taken. */
export function faulty(path: Path): Path {
  path.demand(FAULT);
  return path;
}

export class Actions {
  private readonly layout: Layout;
  private readonly expressions: Expressions;
  private readonly questions: Questions;
  /** Called for every path that is followed; throws where there are too many. */
  private readonly count: () => void;

  constructor(expressions: Expressions, questions: Questions, count: () => void) {
    this.layout = expressions.layout;
    this.expressions = expressions;
    this.questions = questions;
    this.count = count;
  }

  /** A path for each channel that a term may be; one that faults where it is none. */
  eachChannel<T>(
    view: View,
    term: Send['channel'],
    go: { readonly on: (view: View, channel: Channel) => readonly T[]; readonly nowhere: (path: Path) => T },
  ): T[] {
    const { cases, none } = this.expressions.channels(term, view);
    const found = cases.flatMap(({ channel, condition }) => {
      const path = view.path.fork();
      return path.demand(condition) ? go.on({ ...view, path }, channel) : [];
    });
    const fault = view.path.fork();
    if (fault.demand(none)) found.push(go.nowhere(faulty(fault)));
    return found;
  }

  /** What an action does, but for meetings and for the new control point. */
  act(view: View, action: Action): Path[] {
    const { path } = view;
    switch (action.kind) {
      case 'test':
        return path.demand(this.expressions.term(action.term, view)) ? [path] : [];
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
        return this.eachChannel(view, action.channel, {
          on: (at, channel) => this.receive(at, action, channel),
          nowhere: (fault) => fault,
        });
      case 'send':
        return this.eachChannel(view, action.channel, {
          on: (at, channel) => (channel.capacity === 0 ? [] : this.put(at, action, channel)),
          nowhere: (fault) => fault,
        });
      case 'd_step':
        return this.deterministic(view, action.body);
    }
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
      if (canFault(value)) path.demand(any([value, constant(1)]));
      return [path];
    }
    const wrong = path.fork();
    const ways = path.demand(value) ? [path] : [];
    if (!wrong.demand(not(value))) return ways;
    wrong.assign(variable(violated), constant(1));
    return [...ways, wrong];
  }

  private end({ path, slot }: View): Path[] {
    const { layout } = this;
    const { base, width } = layout.slots[slot];
    if (!path.demandValue(layout.processes, slot + 1)) return [];
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
      if (pid <= view.slot || !types.includes(process) || !path.demandValue(layout.processes, pid)) continue;
      this.bringToLife({ ...view, path }, { slot: pid, type: process }, args);
      if (result !== null) this.store({ ...view, path }, result, constant(pid));
      ways.push(path);
    }
    const most = layout.slots.length;
    const full = view.path.fork();
    if (most < 255 && full.demandValue(layout.processes, most)) ways.push(faulty(full));
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
      { target: variable(base), value: constant(numberOf(layout, born.type, flow.start)) },
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
  put(view: View, { values, sorted }: Send, channel: Channel): Path[] {
    const { path } = view;
    const { count, capacity, fields } = channel;
    if (!path.demand(binary('<', path.read(count), constant(capacity)))) return [];
    const message = this.questions.message(view, values, channel);
    if (message === null) return [faulty(path)];
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
      if (!way.demand(binary('>=', way.read(count), constant(place))) || !way.demand(isHere)) return [];
      for (let before = 0; before < place; before++) if (!way.demand(not(isLarger(before)))) return [];
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

  /** A message out of a buffer. */
  private receive(view: View, action: Receive, channel: Channel): Path[] {
    const { capacity, count, fields } = channel;
    if (count < 0) return [];
    if (action.fields.length !== fields.length) {
      const { path } = view;
      return path.demand(binary('>', path.read(count), constant(0))) ? [faulty(path)] : [];
    }
    const width = fields.length;
    const first = count + 1;
    const wanted = this.questions.wanted(view, action);
    const places = action.anywhere ? capacity : 1;
    return Array.from({ length: places }, (_, place) => place).flatMap((place) => {
      const path = view.path.fork();
      const at = { ...view, path };
      if (!path.demand(this.expressions.isThere(channel, place, wanted, at))) return [];
      for (let before = 0; before < place; before++) {
        if (!path.demand(not(this.expressions.isThere(channel, before, wanted, at)))) return [];
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

  /** Stores fields one after another; what is stored and where must not depend on `changing`, which other parts of the step change. */
  storeFields(view: View, { fields }: Receive, values: readonly Expression[], changing: ReadonlySet<number>): void {
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

  /** One step through the inside of a d_step: at every point the first statement that can be executed. */
  private deterministic(view: View, { start, end }: Sequence): Path[] {
    const done: Path[] = [];
    const pending = [{ path: view.path, point: start, isFirst: true }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      this.count();
      const { path, point, isFirst } = next;
      if (point === end || path.isFaulty) {
        done.push(path);
        continue;
      }
      const plain = point.edges.filter(({ action }) => action.kind !== 'else');
      let isOpen = true;
      for (const edge of plain) {
        const way = { ...view, path: path.fork() };
        const isEnabled = this.questions.enabled(edge, way);
        for (const after of this.act(way, edge.action)) {
          pending.push({ path: after, point: edge.target, isFirst: false });
        }
        isOpen = path.demand(not(isEnabled));
        if (!isOpen) break;
      }
      if (!isOpen) continue;
      const otherwise = point.edges.find(({ action }) => action.kind === 'else');
      if (otherwise !== undefined) pending.push({ path, point: otherwise.target, isFirst: false });
      else if (!isFirst) done.push(faulty(path));
    }
    return done;
  }
}
