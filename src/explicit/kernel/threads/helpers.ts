// The threads that help a search: when they are worth calling, and the memory that they share with it. They are started once, and go along when
// the search moves to another memory.
import { compileOnce, MemoryRefused } from '../../../base/wasm-host.ts';
import type { Kernel } from '../kernel.ts';
import type { CrewOptions } from './crew.ts';
import { CrewStore } from './crew-store.ts';
import { coreBase64 } from './shared-core.generated.ts';
import type { HelperThread, ThreadHost } from './thread-host.ts';

/** When threads are called; other numbers serve tests. */
export interface HelpersOptions extends CrewOptions {
  /** States that are found before: starting a thread takes as long as finding a few hundred thousand. */
  readonly fromStates?: number;
  /** States that must wait then: narrow searches have nothing to share. */
  readonly fromWaiting?: number;
}

const FROM_STATES = 400_000;
const FROM_WAITING = 16_384;

/** Makes a kernel for some threads. */
type MakeKernel = (crew: NonNullable<Kernel['options']['crew']>) => Kernel;

export class Helpers {
  private readonly host: ThreadHost;
  private readonly options: HelpersOptions;
  private threads: HelperThread[] | null = null;
  /** Whether they have failed once: the search goes on without. */
  private areGivenUp = false;
  /** The most threads that ever worked together. */
  private most = 1;

  constructor(host: ThreadHost, options: HelpersOptions = {}) {
    this.host = host;
    this.options = options;
  }

  /** The most threads that ever worked together, up to now in this kernel. */
  workedIn({ store }: Kernel): number {
    if (store instanceof CrewStore) this.most = Math.max(this.most, store.threads);
    return this.most;
  }

  /** Whether others have worked in the kernel. */
  workIn({ store }: Kernel): boolean {
    return store instanceof CrewStore && store.threads > 1;
  }

  /** A kernel in which threads go on with the search; null where that cannot be, or would not pay (yet). */
  enlist(kernel: Kernel, make: MakeKernel): Kernel | null {
    if (this.areGivenUp || !this.isWorthIt(kernel)) return null;
    const threads = this.started();
    const target = threads.length === 0 ? null : orNull(() => make(this.crewOf(threads)));
    if (target !== null && (target.store as CrewStore).takeOver(kernel, threads, this.options)) return target;
    this.giveUp();
    return null;
  }

  /** The search is moved out of the kernel, or over. */
  leave(kernel: Kernel): void {
    this.workedIn(kernel);
    if (kernel.store instanceof CrewStore) kernel.store.leave();
  }

  /** Brings the search to rest, and ends all threads; none is started again. */
  dismiss(kernel: Kernel): void {
    this.workedIn(kernel);
    if (kernel.store instanceof CrewStore) kernel.store.dismiss();
    this.giveUp();
  }

  private giveUp(): void {
    this.areGivenUp = true;
    for (const thread of this.threads ?? []) thread.end();
    this.threads = null;
  }

  private crewOf(threads: readonly HelperThread[]): Parameters<MakeKernel>[0] {
    return { core: compileOnce(coreBase64), threads: threads.length + 1 };
  }

  private isWorthIt({ store, states, core }: Kernel): boolean {
    const { fromStates = FROM_STATES, fromWaiting = FROM_WAITING } = this.options;
    if (store.kind !== 'inline' || store instanceof CrewStore || states < fromStates) return false;
    return (core.inlineTail.value - core.inlineHead.value) >>> 0 >= fromWaiting;
  }

  private started(): readonly HelperThread[] {
    this.threads ??= Array.from({ length: this.host.threads - 1 }, () => this.host.start()).filter(
      (thread) => thread !== null,
    );
    return this.threads;
  }
}

/** Null where the system grants no memory for a kernel. */
export function orNull(make: () => Kernel): Kernel | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof MemoryRefused) return null;
    throw error;
  }
}
