// Machines of XState 5 as models. XState's own pure transition function computes the steps, so that guards, parallel and nested
// states, history and eventless transitions mean what they mean there; which event comes next is an open choice.
//
// A state of the model is what distinguishes snapshots: the state value, the context (bounded by the user's projection), the
// status, and what history states remember. Delays are non-deterministic: an `after` transition may happen at any moment while
// its state is active. So are actors that a state invokes: each may end with one of the given outputs, or fail.
//
// Limits: actions other than `assign`, `raise` and the like are not executed; spawned actors, messages between actors and events
// that are raised with a delay do not happen unless they are listed as events.
import {
  type AnyStateMachine,
  type ContextFrom,
  type EventFromLogic,
  type InputFrom,
  initialTransition,
  type StateSchemaFrom,
  type StateValue,
  transition,
} from 'xstate';
import { defineModel } from '../models/typescript/define.ts';
import type { ValueModel } from '../models/typescript/definition.ts';

/** A state of the model of a machine. */
export interface MachineState<C> {
  /** As in a snapshot: a name, or an object for parallel and nested states. */
  readonly value: StateValue;
  readonly context: C;
  readonly status: 'active' | 'done' | 'error' | 'stopped';
  /** For machines with history states: the ids of the states that each of them remembers. */
  readonly history?: Readonly<Record<string, readonly string[]>>;
}

/** How an invoked actor may end. */
export interface ActorEnds {
  /** The outputs with which it may be done; one `undefined` unless given. */
  readonly outputs?: readonly unknown[];
  /** The errors with which it may fail; one `undefined` unless given. */
  readonly errors?: readonly unknown[];
}

export interface MachineOptions<M extends AnyStateMachine, P extends string = string> {
  /** The id of the machine unless given. */
  readonly name?: string;
  readonly input?: InputFrom<M>;
  /** The events that may come, with the payloads that are of interest; one without payload for each type unless given. */
  readonly events?: readonly EventFromLogic<M>[];
  /**
   * Applied to the context after each step, and what it gives is the context from then on: bound counters, drop what does not
   * matter. Without it the context stays as it is, and may have to be finite by itself.
   */
  readonly context?: (context: ContextFrom<M>) => ContextFrom<M>;
  /** How invoked actors end, by their ids. */
  readonly actors?: Readonly<Record<string, ActorEnds>>;
  /** Whether it may be that no event ever comes again (`possible`); `never` unless given. */
  readonly idle?: 'possible' | 'never';
  /** Propositions beside those of the states: `a.b` holds in the state `b` of `a`, and `done` where the machine has ended. */
  readonly propositions?: Readonly<Record<P, (state: MachineState<ContextFrom<M>>) => boolean>>;
}

/** The names of the propositions that every model of the machine has: its states by their paths, and `done`. */
export type MachineProposition<M extends AnyStateMachine> = 'done' | StatePath<StateSchemaFrom<M>>;

type StatePath<Schema> = 0 extends 1 & Schema
  ? string
  : Schema extends { readonly states: infer States }
    ? { [K in keyof States & string]: K | `${K}.${StatePath<States[K]>}` }[keyof States & string]
    : never;

/** The names of the transitions: events, alone or with a payload, and what happens by itself. */
export type MachineTransition<M extends AnyStateMachine> =
  | EventFromLogic<M>['type']
  | `${EventFromLogic<M>['type']} {${string}`
  | `after ${string} in ${string}`
  | `${'done' | 'error'} ${string}`
  | 'idle';

/** The model of a machine: every sequence of events that it reacts to. */
export function fromMachine<M extends AnyStateMachine, P extends string = never>(
  machine: M,
  options: MachineOptions<M, P> = {},
): ValueModel<MachineState<ContextFrom<M>>, MachineProposition<M> | P, MachineTransition<M>> {
  type State = MachineState<ContextFrom<M>>;
  const bound = options.context ?? ((context: ContextFrom<M>): ContextFrom<M> => context);
  const nodes = allNodes(machine);
  const remembers = nodes.some(({ type }) => type === 'history');

  const stateOf = (snapshot: Snapshot): State => ({
    value: snapshot.value,
    context: bound(snapshot.context as ContextFrom<M>),
    status: snapshot.status,
    ...(remembers && { history: idsOf(snapshot.historyValue) }),
  });
  const snapshotOf = (state: State): Snapshot => {
    const { value, context, status, history } = state;
    const nodesOf = (ids: readonly string[]): unknown[] => ids.map((id) => machine.getStateNodeById(id));
    const historyValue = Object.fromEntries(Object.entries(history ?? {}).map(([key, ids]) => [key, nodesOf(ids)]));
    return machine.resolveState({ value, context, status, historyValue } as never) as Snapshot;
  };

  const next: Record<string, (state: State) => State[]> = {};
  for (const { name, event } of eventsOf(machine, nodes, options)) {
    next[name] = (state) => {
      if (state.status !== 'active') return [];
      const snapshot = snapshotOf(state);
      if (!snapshot.can(event)) return [];
      return [stateOf(transition(machine, snapshot as never, event as never)[0] as Snapshot)];
    };
  }
  if (options.idle === 'possible') next.idle = (state) => [state];

  const model = defineModel<State>({
    name: options.name ?? machine.id,
    initial: () => [stateOf(initialTransition(machine, options.input as never)[0] as Snapshot)],
    next,
    propositions: { ...statePropositions<State>(machine, nodes), ...options.propositions },
  });
  return model as unknown as ValueModel<State, MachineProposition<M> | P, MachineTransition<M>>;
}

/** What is used of a snapshot. */
interface Snapshot {
  readonly value: StateValue;
  readonly context: unknown;
  readonly status: MachineState<unknown>['status'];
  readonly historyValue: Readonly<Record<string, readonly { readonly id: string }[]>>;
  can(event: { readonly type: string }): boolean;
}

interface NamedEvent {
  readonly name: string;
  readonly event: { readonly type: string };
}

type StateNode = AnyStateMachine['root'];

function allNodes(machine: AnyStateMachine): StateNode[] {
  const found = [machine.root];
  for (let i = 0; i < found.length; i++) found.push(...Object.values(found[i].states));
  return found;
}

function idsOf(history: Snapshot['historyValue']): Record<string, string[]> {
  return Object.fromEntries(Object.entries(history).map(([key, nodes]) => [key, nodes.map(({ id }) => id)]));
}

/** All events that may come: the user's, delays that run out, and the ends of invoked actors. */
function eventsOf<M extends AnyStateMachine>(
  machine: M,
  nodes: readonly StateNode[],
  { events, actors = {} }: Pick<MachineOptions<M>, 'events' | 'actors'>,
): NamedEvent[] {
  const plain = machine.events.filter((type) => !type.startsWith('xstate.') && type !== '*');
  const given = (events ?? plain.map((type) => ({ type }))) as readonly { readonly type: string }[];
  const named = given.map((event) => ({ name: eventName(event), event }));
  for (const node of nodes) {
    for (const { eventType, delay } of node.after) {
      named.push({ name: `after ${String(delay)} in ${pathOf(node)}`, event: { type: eventType } });
    }
    for (const { id } of node.invoke) {
      const { outputs = [undefined], errors = [undefined] } = actors[id] ?? {};
      for (const output of outputs) {
        const type = `xstate.done.actor.${id}`;
        named.push({ name: `done ${id}${payload(output)}`, event: { type, output, actorId: id } as { type: string } });
      }
      for (const error of errors) {
        const type = `xstate.error.actor.${id}`;
        named.push({ name: `error ${id}${payload(error)}`, event: { type, error, actorId: id } as { type: string } });
      }
    }
  }
  return named;
}

function eventName({ type, ...rest }: { readonly type: string }): string {
  return Object.keys(rest).length === 0 ? type : `${type}${payload(rest)}`;
}

function payload(value: unknown): string {
  return value === undefined ? '' : ` ${JSON.stringify(value)}`;
}

function pathOf({ path }: StateNode): string {
  return path.length === 0 ? 'the machine' : path.join('.');
}

function statePropositions<S extends MachineState<unknown>>(
  machine: AnyStateMachine,
  nodes: readonly StateNode[],
): Record<string, (state: S) => boolean> {
  const found: Record<string, (state: S) => boolean> = { done: ({ status }) => status === 'done' };
  for (const node of nodes) {
    if (node !== machine.root) found[pathOf(node)] = ({ value }) => isIn(value, node.path);
  }
  return found;
}

/** Whether a state value lies in the state with this path. */
function isIn(value: StateValue, path: readonly string[]): boolean {
  let at: StateValue | undefined = value;
  for (const [i, key] of path.entries()) {
    if (at === undefined) return false;
    if (typeof at === 'string') return at === key && i === path.length - 1;
    at = at[key];
    if (at === undefined) return false;
  }
  return true;
}
