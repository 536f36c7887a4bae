// Terms of processes as expressions over the state vector.
import { all, any, binary, constant, element, unary, variable } from '../../../expression/build.ts';
import type { Expression } from '../../../expression/expression.ts';
import type { Assignment } from '../../../model.ts';
import { labelledPoints } from '../compile-term.ts';
import type { Channel, Layout } from '../layout.ts';
import type { CellTerm, Point, Term } from '../terms.ts';
import { questionOf, somebodyAt } from '../to-expression.ts';
import { type FixedCells, fixedCells } from './fixed-cells.ts';
import { NotCompiled } from './not-compiled.ts';
import { canFault, not, type Path } from './path.ts';

/** A process in a place. */
export interface Actor {
  readonly slot: number;
  readonly type: number;
}

/** Who evaluates a term, and where. */
export interface View extends Actor {
  readonly path: Path;
  /** Whether nobody can move but by waiting for that. */
  readonly timeout: boolean;
}

/** A channel that a term may stand for, and when it does. */
interface ChannelCase {
  readonly channel: Channel;
  readonly condition: Expression;
}

/** More channels than this that a term may stand for are left to the interpreter. */
const MAX_CHANNELS = 64;

export class Expressions {
  readonly layout: Layout;
  readonly fixed: FixedCells;
  /** Whether `timeout` was met since this was last set to false. */
  metTimeout = false;

  constructor(layout: Layout) {
    this.layout = layout;
    this.fixed = fixedCells(layout);
  }

  term(term: Term, view: View): Expression {
    const { layout } = this;
    switch (term.kind) {
      case 'constant':
        return constant(term.value);
      case 'cell':
        return this.cell(term, view);
      case 'unary':
        return unary(term.operator, this.term(term.operand, view));
      case 'binary':
        return binary(term.operator, this.term(term.left, view), this.term(term.right, view));
      case 'choice':
        return this.choice(term, view);
      case 'question': {
        const { question } = term;
        return this.overChannels(this.channels(term.channel, view), (channel) =>
          questionOf(question, channel, (subject) => view.path.read(subject)),
        );
      }
      case 'poll': {
        const matches = term.matches.map((match) => (match === null ? null : this.term(match, view)));
        return this.overChannels(this.channels(term.channel, view), (channel) => {
          if (matches.length !== channel.fields.length) throw new NotCompiled('a poll for other messages');
          const places = Array.from({ length: term.anywhere ? channel.capacity : 1 }, (_, place) =>
            this.isThere(channel, place, matches, view),
          );
          return any(places);
        });
      }
      case 'label':
        return this.label(term, view);
      case 'remote':
        return this.remote(term, view);
      case 'pid':
        return constant(view.slot);
      case 'processes':
        return view.path.read(layout.processes);
      case 'last':
        return view.path.read(layout.last);
      case 'timeout':
        this.metTimeout = true;
        return constant(view.timeout ? 1 : 0);
      case 'np_':
        return not(somebodyAt(layout, labelledPoints(layout, 'progress')));
      case 'enabled':
      case 'point':
        throw new NotCompiled('what only claims ask');
    }
  }

  /** The variable of a cell, or an element where an index varies. */
  target(cell: CellTerm, view: View): Assignment['target'] {
    let base = cell.offset + (cell.region === 'global' ? 0 : this.layout.slots[view.slot].base + 1);
    const varying: { index: Expression; length: number; stride: number }[] = [];
    for (const { term, length, stride } of cell.indexes) {
      const index = this.term(term, view);
      if (index.kind === 'constant' && index.value >= 0 && index.value < length) base += index.value * stride;
      else varying.push({ index, length, stride });
    }
    if (varying.length === 0) return variable(base);
    const [{ index, stride }] = varying;
    const length = varying.reduce((sum, part) => sum + (part.length - 1) * part.stride, 1);
    const { name } = cell;
    if (varying.length === 1 && stride === 1) return element({ base, length, name }, index);
    return element(
      { base, length, name },
      varying.map(checked).reduce((sum, part) => binary('+', sum, part)),
    );
  }

  /** The channels that a term may stand for; a state in which it stands for none faults. */
  channels(term: Term, view: View): { readonly cases: readonly ChannelCase[]; readonly none: Expression } {
    const id = this.term(term, view);
    const known = this.fixed.candidates(term, view);
    const isOnly = known?.length === 1 && !canFault(id);
    const is = (number: number): Expression => (isOnly ? constant(1) : binary('==', id, constant(number)));
    if (known !== null && (id.kind !== 'constant' || known.some((candidate) => candidate.id === id.value))) {
      limitChannels(known.length);
      const sure = known.flatMap(({ id: number, owner }) =>
        this.channelsOf(number, view).flatMap(({ channel, condition, type }) => {
          if (owner !== null && type !== owner) return [];
          return { channel, condition: all(owner === null ? [is(number), condition] : [is(number)]) };
        }),
      );
      return { cases: sure.filter(({ condition }) => !isNever(condition)), none: constant(0) };
    }
    const ids = id.kind === 'constant' ? [id.value] : this.fixed.allChannels;
    limitChannels(ids.length);
    const cases = ids.flatMap((number) =>
      this.channelsOf(number, view).map(({ channel, condition }) => ({
        channel,
        condition: all([is(number), condition]),
      })),
    );
    return { cases, none: not(any(cases.map(({ condition }) => condition))) };
  }

  /** Whether a message with these values is at a place of a buffer. */
  isThere(channel: Channel, place: number, values: readonly (Expression | null)[], { path }: View): Expression {
    if (channel.count < 0) return constant(0);
    const at = channel.count + 1 + place * channel.fields.length;
    const tests = values.flatMap((value, k) => (value === null ? [] : [binary('==', path.read(at + k), value)]));
    return all([binary('>', path.read(channel.count), constant(place)), ...tests]);
  }

  /** Whether a process of the type is in a place; the empty condition where nobody else can be there. */
  private isType({ slot, type }: Actor, { path }: View): Expression {
    const { slots, pointBase, program } = this.layout;
    const { base, types } = slots[slot];
    const here = path.read(base);
    const first = pointBase[type] + 1;
    const last = pointBase[type] + program.processes[type].flow.points.length;
    if (types.length === 1) return binary('!=', here, constant(0));
    return all([binary('>=', here, constant(first)), binary('<=', here, constant(last))]);
  }

  /** What a number stands for, by the type of the process that has the channel. */
  private channelsOf(id: number, view: View): (ChannelCase & { readonly type: number | null })[] {
    const { layout } = this;
    const known = layout.channels[id];
    if (known !== undefined) return [{ channel: known, condition: constant(1), type: null }];
    const slot = layout.channelBase.findLastIndex((base) => base <= id);
    if (id === 0 || slot < 0) return [];
    const index = id - layout.channelBase[slot];
    return layout.slots[slot].types.flatMap((type) => {
      const process = layout.program.processes[type];
      if (index >= process.region.channels.length) return [];
      const isOwn = slot === view.slot && type === view.type;
      const condition = isOwn ? constant(1) : this.isType({ slot, type }, view);
      return [{ channel: layout.localChannel(slot, process, index), condition, type }];
    });
  }

  private overChannels(
    { cases, none }: { readonly cases: readonly ChannelCase[]; readonly none: Expression },
    ask: (channel: Channel) => Expression,
  ): Expression {
    const [first] = cases;
    if (cases.length === 1 && first.condition.kind === 'constant') return ask(first.channel);
    const parts = cases.map(({ channel, condition }) => {
      const answer = ask(channel);
      if (canFault(answer)) throw new NotCompiled('a question about a channel that varies');
      return binary('*', all([condition]), answer);
    });
    const unlessNone = binary('/', constant(0), not(none));
    return parts.reduce((sum, part) => binary('+', sum, part), unlessNone);
  }

  private cell(term: CellTerm, view: View): Expression {
    const target = this.target(term, view);
    if (target.kind === 'element') return target;
    if (term.region === 'local') {
      const fixed = this.fixed.local(view, target.variable);
      if (fixed !== null) return constant(fixed);
    }
    return view.path.read(target.variable);
  }

  /** There is no conditional expression: both sides are computed, which is only right where both have a value. */
  private choice(term: Extract<Term, { kind: 'choice' }>, view: View): Expression {
    const condition = this.term(term.condition, view);
    if (condition.kind === 'constant') return this.term(condition.value !== 0 ? term.then : term.otherwise, view);
    const then = this.term(term.then, view);
    const otherwise = this.term(term.otherwise, view);
    if (canFault(then) || canFault(otherwise)) throw new NotCompiled('a choice between values that may not exist');
    const isNot = not(condition);
    return binary('+', binary('*', not(isNot), then), binary('*', isNot, otherwise));
  }

  /** The places where a process of the type with this number can be. */
  private places(process: number, pid: Term | null, view: View): { readonly slot: number; readonly is: Expression }[] {
    const slots = this.layout.slots.flatMap(({ types, pid: slot }) => (types.includes(process) ? [slot] : []));
    if (pid === null) {
      if (slots.length > 1) throw new NotCompiled('the first process of a type');
      return slots.map((slot) => ({ slot, is: constant(1) }));
    }
    const number = this.term(pid, view);
    return slots.map((slot) => ({ slot, is: binary('==', number, constant(slot)) }));
  }

  private label({ process, pid, label }: Extract<Term, { kind: 'label' }>, view: View): Expression {
    const { layout } = this;
    const point = layout.program.processes[process].flow.labels.get(label) ?? null;
    if (point === null) return constant(0);
    const at = layout.pointBase[process] + point.number;
    return any(
      this.places(process, pid, view).map(({ slot, is }) => {
        const here = view.path.read(layout.slots[slot].base);
        return all([is, binary('==', here, constant(at))]);
      }),
    );
  }

  private remote({ process, pid, cell }: Extract<Term, { kind: 'remote' }>, view: View): Expression {
    const parts = this.places(process, pid, view).map(({ slot, is }) => {
      const value = this.cell(cell, { ...view, slot, type: process });
      if (canFault(value)) throw new NotCompiled('an element of an array of another process');
      return binary('*', all([is, this.isType({ slot, type: process }, view)]), value);
    });
    return parts.reduce((sum, part) => binary('+', sum, part), constant(0));
  }
}

function limitChannels(count: number): void {
  if (count > MAX_CHANNELS) throw new NotCompiled('a channel that may be any of many');
}

function isNever(condition: Expression): boolean {
  return condition.kind === 'constant' && condition.value === 0;
}

/** The number of a control point of a type of process in the state vector. */
export function numberOf({ pointBase }: Layout, type: number, point: Point): number {
  return pointBase[type] + point.number;
}

/** An index times its stride, which faults where the index is outside. */
function checked({ index, length, stride }: { index: Expression; length: number; stride: number }): Expression {
  const isInside = all([binary('>=', index, constant(0)), binary('<', index, constant(length))]);
  return binary('+', binary('*', index, constant(stride)), binary('/', constant(0), isInside));
}
