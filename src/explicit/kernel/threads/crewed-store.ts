// What stores that a crew searches have in common.
import type { Kernel } from '../kernel.ts';
import type { StateStore } from '../store/state-store.ts';
import type { CrewOptions } from './crew.ts';
import type { CrewPlace } from './helper.ts';
import type { HelperThread } from './thread-host.ts';

/** Places for states that each thread finds for itself in the beginning. */
export const PLACES = 4096;

/** A store on a shared memory. It takes over a search from a store of its kind, under the same packing, as it stands. */
export interface CrewedStore extends StateStore {
  /** Threads that have worked together, at most. */
  readonly threads: number;
  /** Takes over the states and the place of a search, and begins with the threads; false if there is no room. */
  takeOver(former: Kernel, threads: readonly HelperThread[], options: CrewOptions): boolean;
  /** Whether one thread alone was found to be as quick. */
  readonly isInVain: boolean;
  /** Brings all threads to rest, and gives everything to a kernel for one thread; false without room for it. Where that is not there, one thread can as well go on here. */
  giveBack?(target: Kernel): boolean;
  /** Brings all threads to rest, as far as they are not lost, and gives them up. */
  dismiss(): void;
  /** Gives up the other threads. */
  leave(): void;
}

/** The store of a kernel that has a crew, or null. */
export function crewedStore({ store, options }: Kernel): CrewedStore | null {
  return options.crew === undefined ? null : (store as CrewedStore);
}

/** Copies bytes from one memory to another. */
export function copy(
  former: Kernel,
  kernel: Kernel,
  { from, to, bytes }: { readonly from: number; readonly to: number; readonly bytes: number },
): void {
  kernel.words.set(former.words.subarray(from / 4, (from + bytes) / 4), to / 4);
}

/** Where the thread of that index works; `states` is what the store alone knows. */
export function helperPlace(
  kernel: Kernel,
  index: number,
  { bits, states }: { readonly bits: number; readonly states: CrewPlace['states'] },
): CrewPlace {
  const { layout, compiled } = kernel;
  const { control, virtual, tables, buffer } = layout.members[index];
  return {
    memory: kernel.memory,
    core: kernel.coreModule,
    model: kernel.modelCode({ ...layout, control, virtual, tables }),
    member: index + 1,
    crew: layout.crew,
    table: { at: layout.table, bits, maxBits: layout.tableBits },
    keys: layout.keys,
    buffer: { at: buffer, states: layout.bufferStates, mostSuccessors: compiled.mostSuccessors },
    states,
  };
}
