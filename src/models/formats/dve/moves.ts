// Moves: what one transition of one process needs and does. Sends to and receives from a buffer are complete in
// themselves; a synchronisation on a channel without buffer is kept for `compose.ts`, which finds the partner.

import { didYouMean } from '../../../diagnostics/nearest.ts';
import type { Span } from '../../../diagnostics/source.ts';
import { all, binary, constant, element, variable } from '../../expression/build.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Assignment } from '../../model.ts';
import type { DveExpression, Reference, Synchronisation, TransitionDeclaration } from './ast.ts';
import type { Declarations } from './declare.ts';
import type { ChannelLayout, Complaints, ProcessLayout, Width } from './layout.ts';
import { findState, lowerExpression, lowerTarget, type Place, type Scope } from './lower.ts';

/** Half of a handshake: the values that a sender offers (already of the channel's type), or where a receiver puts them. */
type Handshake =
  | { readonly direction: 'send'; readonly channel: ChannelLayout; readonly values: readonly Expression[] }
  | { readonly direction: 'receive'; readonly channel: ChannelLayout; readonly places: readonly Place[] };

/** A send or receive; the values of a received handshake are those of its partner. */
interface Talk {
  readonly kind: 'handshake' | 'buffer';
  readonly direction: 'send' | 'receive';
  readonly channel: string;
  /** Over the state before the step. */
  readonly values: readonly Expression[];
}

export interface Move {
  readonly process: ProcessLayout;
  readonly from: number;
  readonly to: number;
  /** Guard and state of the buffer; the location is not part of it. */
  readonly condition: Expression;
  readonly effects: readonly Assignment[];
  readonly handshake: Handshake | null;
  /** What it says or hears on a channel, for charts. */
  readonly talk: Talk | null;
  /** `P.a->b` */
  readonly name: string;
  readonly span: Span;
}

/** The moves of `process`, in the order of its transitions. */
export function movesOf(process: ProcessLayout, declarations: Declarations, complaints: Complaints): Move[] {
  const moves: Move[] = [];
  let source: TransitionDeclaration['from'] = null;
  for (const transition of process.declaration.transitions) {
    source = transition.from ?? source;
    if (source === null) {
      complaints.add('DVE302', 'the first transition of a process needs a source state', transition.span);
      continue;
    }
    const from = findState(process, source, complaints);
    const to = findState(process, transition.to, complaints);
    const move = new MoveBuilder(process, declarations, complaints).build(transition);
    if (from === null || to === null) continue;
    const name = `${process.name}.${source.text}->${transition.to.text}`;
    moves.push({ process, from, to, name, span: transition.span, ...move });
  }
  return moves;
}

/** `value` as a message of the given width carries it. */
function retype(value: Expression, width: Width): Expression {
  if (width === 'byte') return binary('&', value, constant(0xff));
  return binary('>>', binary('<<', value, constant(16)), constant(16));
}

class MoveBuilder {
  private readonly scope: Scope;
  private readonly channels: ReadonlyMap<string, ChannelLayout>;
  private readonly isProperty: boolean;
  private readonly complaints: Complaints;
  private talk: Talk | null = null;

  constructor(process: ProcessLayout, declarations: Declarations, complaints: Complaints) {
    this.scope = { locals: process.locals, globals: declarations.globals, processes: declarations.processes };
    this.channels = declarations.channels;
    this.isProperty = declarations.property === process;
    this.complaints = complaints;
  }

  build(transition: TransitionDeclaration): Pick<Move, 'condition' | 'effects' | 'handshake' | 'talk'> {
    const guards = transition.guards.map((guard) => this.lower(guard));
    const effects: Assignment[] = [];
    const handshake = transition.sync && this.synchronise(transition.sync, guards, effects);
    for (const { target, value } of transition.effects) {
      const place = lowerTarget(target, this.scope, this.complaints);
      const lowered = this.lower(value);
      if (place) effects.push({ ...place, value: lowered });
    }
    return { condition: all(guards), effects, handshake, talk: this.talk };
  }

  private lower(expression: DveExpression): Expression {
    return lowerExpression(expression, this.scope, this.complaints);
  }

  private synchronise(sync: Synchronisation, guards: Expression[], effects: Assignment[]): Handshake | null {
    const channel = this.findChannel(sync);
    if (channel === null) return null;
    const { widths, capacity } = channel;
    if (sync.direction === 'send') {
      const values = sync.values.map((value) => this.lower(value));
      this.talk = { kind: capacity > 0 ? 'buffer' : 'handshake', direction: 'send', channel: channel.name, values };
      if (capacity > 0) {
        this.enqueue(channel, values, guards, effects);
        return null;
      }
      const typed = widths === null ? values : values.map((value, i) => retype(value, widths[i]));
      return { direction: 'send', channel, values: typed };
    }
    const places = sync.values.flatMap((value) => {
      return lowerTarget(value as Reference, this.scope, this.complaints) ?? [];
    });
    const direction = 'receive';
    if (capacity === 0) {
      this.talk = { kind: 'handshake', direction, channel: channel.name, values: [] };
      return { direction, channel, places };
    }
    this.talk = { kind: 'buffer', direction, channel: channel.name, values: channel.fields.map(variable) };
    this.dequeue(channel, places, guards, effects);
    return null;
  }

  private findChannel({ channel: name, values, span }: Synchronisation): ChannelLayout | null {
    const channel = this.channels.get(name.text);
    if (channel === undefined) {
      const hint = didYouMean(name.text, this.channels.keys());
      this.complaints.add('DVE303', `unknown channel \`${name.text}\``, name.span, hint);
      return null;
    }
    if (this.isProperty) {
      this.complaints.add('DVE305', 'a property process cannot use channels', span);
      return null;
    }
    if (channel.widths !== null && channel.widths.length !== values.length) {
      const message = `channel \`${name.text}\` carries ${channel.widths.length} values, not ${values.length}`;
      this.complaints.add('DVE307', message, span);
      return null;
    }
    return channel;
  }

  /** The send waits while the buffer is full; the values are computed before anything changes. */
  private enqueue(
    channel: ChannelLayout,
    values: readonly Expression[],
    guards: Expression[],
    effects: Assignment[],
  ): void {
    const { count, capacity, fields, name } = channel;
    guards.push(binary('<', variable(count), constant(capacity)));
    for (const [i, value] of values.entries()) {
      const target = element({ base: fields[i], length: capacity, name }, variable(count));
      effects.push({ target, value, width: (channel.widths as readonly Width[])[i] });
    }
    effects.push({ target: variable(count), value: binary('+', variable(count), constant(1)), width: 'none' });
  }

  /** The receive waits while the buffer is empty; what is behind the first message moves up. */
  private dequeue(channel: ChannelLayout, places: readonly Place[], guards: Expression[], effects: Assignment[]): void {
    const { count, capacity, fields } = channel;
    guards.push(binary('>', variable(count), constant(0)));
    for (const [i, place] of places.entries()) effects.push({ ...place, value: variable(fields[i]) });
    for (const base of fields) {
      for (let i = 0; i < capacity; i++) {
        const value = i + 1 < capacity ? variable(base + i + 1) : constant(0);
        effects.push({ target: variable(base + i), value, width: 'none' });
      }
    }
    effects.push({ target: variable(count), value: binary('-', variable(count), constant(1)), width: 'none' });
  }
}
