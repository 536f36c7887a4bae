// How a kernel keeps its states: what the three kinds of store have in common. A store is the host's side of what assembly/ does with the
// regions of the memory; there is one to each kernel.
import type { Kernel, Order } from '../kernel.ts';
import type { StoreShape } from '../layout.ts';

/** In an arena with ids, folded (tree compression) with ids, or in the table itself without ids. */
export type StoreKind = 'arena' | 'folded' | 'inline';

/** Takes `n` neighbouring packed states at an address; false when it has no room for them. */
export type TakeStates = (address: number, n: number) => boolean;

/** Where a search is, apart from its states. */
export interface SearchPlace {
  /** Breadth-first: how many states of the present level wait. */
  readonly levelLeft: number;
  readonly level: number;
  readonly transitions: bigint;
  readonly deadlocks: bigint;
  readonly firstDeadlock: number;
  /** Depth-first: the ids of the states that wait, and the most there ever were. */
  readonly stack: Uint32Array;
  readonly peak: number;
}

export interface StateStore {
  readonly kind: StoreKind;
  /** States in this memory and elsewhere. */
  readonly states: number;
  /** States in this memory. */
  readonly ownStates: number;
  /** Bytes in use, as far as the kernel has written them. */
  readonly bytes: number;
  readonly transitions: number;
  readonly deadlocks: number;
  /** Breadth-first: the distance from the initial states that the search has reached. Depth-first: the states that wait in this memory. */
  readonly depth: number;

  /** Expands up to `budget` states; gives a status. */
  slice(budget: number): number;
  /** Adds the first `n` states of the buffer; gives a status. */
  add(n: number): number;
  /** The same for states that the search is to expand. */
  addStarts(n: number): number;
  /** The address of the packed state that is to be expanded next; valid until the next call. */
  next(): number;
  /** Forgets all states and the search; false where that cannot be done. */
  forget(): boolean;
  /** Calls `visit` with the address and number of neighbouring packed states, up to `most`, until all own states were seen. */
  forEachBatch(most: number, visit: (address: number, n: number) => void): void;

  // For moving to another kernel. There the states that were expanded come first, then those that wait, in their order.

  /** Gives the states that were expanded; false as soon as they are not taken. */
  giveExpanded(take: TakeStates): boolean;
  /** Gives the states that wait, in their order. */
  giveWaiting(take: TakeStates): boolean;
  /** Gives successors that were found but not yet looked up: they may be known or new. */
  giveUnsettled(take: TakeStates): boolean;
  readonly place: SearchPlace;
  /** All states that were expanded have come; the next ones wait. */
  beginWaiting(): void;
  /** All states are here: goes on where the search was; false without room for its stack. */
  resume(place: SearchPlace): boolean;
}

/** A kind of store. */
export interface StoreClass {
  readonly shape: StoreShape;
  /** Opens an empty store in the kernel's memory. */
  new (kernel: Kernel): StateStore;
}

/** Bytes of an id on the stack of a depth-first search; breadth-first, the arena itself is the queue. */
export function stackBytes(order: Order): number {
  return order === 'depth-first' ? 4 : 0;
}
