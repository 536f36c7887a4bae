// When steps can be taken: as expressions over the state of a path. `steps.ts` and `machine.ts` ask the same of one state.
import { all, any, binary, constant } from '../../../expression/build.ts';
import type { Expression } from '../../../expression/expression.ts';
import type { Channel, Layout } from '../layout.ts';
import type { Action, Edge, Point } from '../terms.ts';
import { type Actor, type Expressions, numberOf, type View } from './expressions.ts';
import { FAULT, not, Path, reduced } from './path.ts';

export type Receive = Extract<Action, { kind: 'receive' }>;
export type Send = Extract<Action, { kind: 'send' }>;

/** A receive and the control point that it begins at. */
interface ReceiveEdge {
  readonly point: Point;
  readonly edge: Edge;
  readonly action: Receive;
}

export class Questions {
  private readonly layout: Layout;
  private readonly expressions: Expressions;
  private readonly known: ReadonlyMap<number, number>;
  /** The receives of each type of process. */
  private readonly receives: readonly (readonly ReceiveEdge[])[];
  /** The receives of a process in a place that can be from a channel. */
  private readonly receivesFrom = new Map<string, readonly ReceiveEdge[]>();

  constructor(expressions: Expressions, known: ReadonlyMap<number, number>) {
    this.layout = expressions.layout;
    this.expressions = expressions;
    this.known = known;
    this.receives = this.layout.program.processes.map(({ flow }) =>
      flow.points.flatMap((point) =>
        point.edges.flatMap((edge) => (edge.action.kind === 'receive' ? [{ point, edge, action: edge.action }] : [])),
      ),
    );
  }

  others({ slot }: Actor): Actor[] {
    return this.layout.slots.flatMap(({ pid, types }) =>
      pid === slot ? [] : types.map((type) => ({ slot: pid, type })),
    );
  }

  /** The receives of a process that may be from the channel. */
  partners(other: Actor, channel: Channel): readonly ReceiveEdge[] {
    const key = `${other.slot} ${other.type} ${channel.id}`;
    let found = this.receivesFrom.get(key);
    if (found === undefined) {
      const receiver: View = { ...other, path: Path.from(this.known), timeout: false };
      found = this.receives[other.type].filter(({ action }) => {
        const isSame = this.isSame(channel, action, receiver);
        return isSame.kind !== 'constant' || isSame.value !== 0;
      });
      this.receivesFrom.set(key, found);
    }
    return found;
  }

  /** Whether a receive is one from the channel. */
  isSame(channel: Channel, { channel: term }: Receive, receiver: View): Expression {
    const { cases, none } = this.expressions.channels(term, receiver);
    const same = cases.flatMap(({ channel: found, condition }) => (found.id === channel.id ? [condition] : []));
    if (none.kind !== 'constant' || none.value !== 0) same.push(all([none, FAULT]));
    return any(same);
  }

  accepts(receiver: View, action: Receive, message: readonly Expression[]): Expression {
    const wanted = this.wanted(receiver, action);
    return all(wanted.flatMap((value, k) => (value === null ? [] : [binary('==', value, message[k])])));
  }

  /** The values that the fields of a message must have; null where any will do. */
  wanted(view: View, { fields }: Receive): (Expression | null)[] {
    return fields.map((field) => (field.kind === 'match' ? this.expressions.term(field.value, view) : null));
  }

  /** The values as a message of the channel carries them; null where their number is wrong. */
  message(view: View, values: Send['values'], { fields }: Channel): Expression[] | null {
    if (values.length !== fields.length) return null;
    return values.map((value, i) => reduced(fields[i], this.expressions.term(value, view)));
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
            binary('==', view.path.read(base), constant(numberOf(this.layout, other.type, point))),
            this.isSame(channel, action, receiver),
          ];
          const message = this.message(view, values, channel);
          if (provided !== null) conditions.push(this.expressions.term(provided, receiver));
          if (strictness === 'strict') {
            for (const before of edge.over) conditions.push(not(this.canReceive(before, receiver, channel, message)));
          }
          const fits = message !== null && action.fields.length === message.length;
          return all([...conditions, fits ? this.accepts(receiver, action, message) : FAULT]);
        }),
      ),
    );
  }

  /** Whether a step of a receiver takes the message that is offered. */
  canReceive(edge: Edge, receiver: View, channel: Channel, message: readonly Expression[] | null): Expression {
    const { action } = edge;
    if (action.kind !== 'receive' || message === null || action.fields.length !== message.length) return constant(0);
    return all([this.isSame(channel, action, receiver), this.accepts(receiver, action, message)]);
  }

  /** Whether a step can be taken without a partner. */
  enabled({ action }: Edge, view: View): Expression {
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
  canTake(edge: Edge, view: View, strictness: 'strict' | 'loose' = 'loose'): Expression {
    const alone = this.enabled(edge, view);
    const { action } = edge;
    if (action.kind !== 'send') return alone;
    const together = this.askChannel(view, action.channel, (channel) =>
      channel.capacity > 0 ? constant(0) : this.meets(view, action, channel, strictness),
    );
    return any([alone, together]);
  }

  /** Whether one of the steps of a control point can be taken. */
  anyOf(edges: readonly Edge[], view: View): Expression {
    return any(
      edges.map((edge) =>
        all([...edge.over.map((other) => not(this.canTake(other, view))), this.canTake(edge, view, 'strict')]),
      ),
    );
  }

  private anyInside({ edges }: Point, view: View): Expression {
    if (edges.some(({ action }) => action.kind === 'else')) return constant(1);
    return any(edges.map((edge) => this.enabled(edge, view)));
  }
}
