// Channels: messages on their way, as plain arrays in a shared variable. The channel itself has no state; it knows how many
// messages fit, in which order they arrive, and what may go wrong.
import { UsageError } from '../diagnostics/diagnostic.ts';
import type { Process } from './system.ts';

export interface ChannelOptions {
  /** The most messages that can be on their way. */
  readonly capacity: number;
  /** `fifo` (the default): they arrive in the order in which they were sent; `any`: in any order. */
  readonly order?: 'fifo' | 'any';
}

/** A message that arrives, and what is then still on its way. */
export interface Arrival<M> {
  readonly message: M;
  readonly rest: readonly M[];
}

/** What can be done with the messages of type `M` that are on their way. */
export interface Channel<M> {
  /** No messages: the initial value of the shared variable. */
  readonly empty: readonly M[];
  isFull(messages: readonly M[]): boolean;
  /** The messages after one more was sent; null when the channel is full, so that the sender has to wait. */
  send(messages: readonly M[], message: M): readonly M[] | null;
  /** Every message that can arrive next: at most one where order is kept. */
  receive(messages: readonly M[]): readonly Arrival<M>[];
  /** The ways to lose one message. */
  lose(messages: readonly M[]): readonly (readonly M[])[];
  /** The ways to have one message twice; none when the channel is full. */
  duplicate(messages: readonly M[]): readonly (readonly M[])[];
}

/** A channel for plain values. Where order does not matter, messages are kept sorted, so that equal states are equal. */
export function channel<M>(options: ChannelOptions): Channel<M> {
  const { capacity, order = 'fifo' } = options;
  if (!Number.isInteger(capacity) || capacity < 1) {
    throw new UsageError(`channel: the capacity must be a whole number from 1 on, not ${capacity}`);
  }
  const kept = (messages: readonly M[]): readonly M[] => (order === 'fifo' ? messages : sorted(messages));
  const without = (messages: readonly M[], i: number): M[] => [...messages.slice(0, i), ...messages.slice(i + 1)];
  const isFull = (messages: readonly M[]): boolean => messages.length >= capacity;
  return {
    empty: [],
    isFull,
    send: (messages, message) => (isFull(messages) ? null : kept([...messages, message])),
    receive: (messages) => {
      if (order === 'fifo') return messages.length === 0 ? [] : [{ message: messages[0], rest: messages.slice(1) }];
      return distinct(messages).map((i) => ({ message: messages[i], rest: without(messages, i) }));
    },
    lose: (messages) => distinct(messages).map((i) => without(messages, i)),
    duplicate: (messages) => {
      if (isFull(messages)) return [];
      return distinct(messages).map((i) => [...messages.slice(0, i + 1), ...messages.slice(i)]);
    },
  };
}

/** What a channel may do to its messages. */
export type ChannelFault = 'loss' | 'duplication';

/**
 * The process that stands for an unreliable channel: from time to time a message in the shared variable `variable` is lost
 * (action `lose`) or doubled (`duplicate`).
 */
export function unreliable<K extends string, M>(
  variable: K,
  kind: Channel<M>,
  faults: readonly ChannelFault[] = ['loss'],
): Process<null, { readonly [V in K]: readonly M[] }> {
  type Shared = { readonly [V in K]: readonly M[] };
  const change = (outcomes: readonly (readonly M[])[]): { shared: Partial<Shared> }[] =>
    outcomes.map((messages) => ({ shared: { [variable]: messages } as unknown as Partial<Shared> }));
  const lose = (_: null, shared: Shared): { shared: Partial<Shared> }[] => change(kind.lose(shared[variable]));
  const duplicate = (_: null, shared: Shared): { shared: Partial<Shared> }[] =>
    change(kind.duplicate(shared[variable]));
  return {
    initial: null,
    actions: { ...(faults.includes('loss') && { lose }), ...(faults.includes('duplication') && { duplicate }) },
  };
}

/** Where the distinct messages first stand. */
function distinct(messages: readonly unknown[]): number[] {
  const seen = new Set<string>();
  return messages.flatMap((message, i) => {
    const key = keyOf(message);
    if (seen.has(key)) return [];
    seen.add(key);
    return [i];
  });
}

function sorted<M>(messages: readonly M[]): readonly M[] {
  const keyed = messages.map((message) => ({ message, key: keyOf(message) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ message }) => message);
}

/** The same text for messages of the same structure, whatever the order of their properties. */
function keyOf(message: unknown): string {
  return (
    JSON.stringify(message, (_, value: unknown) => {
      if (typeof value === 'bigint') return `${value}n`;
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
    }) ?? 'undefined'
  );
}
