// The threads that help a search: when they are worth calling, and the memory that they share with it. They are started once, and go along when
// the search moves to another memory.
import { compileOnce, MemoryRefused } from '../../../base/wasm-host.ts';
import type { Kernel } from '../kernel.ts';
import type { CrewOptions } from './crew.ts';
import { crewedStore } from './crewed-store.ts';
import { coreBase64 } from './shared-core.generated.ts';
import type { HelperThread, ThreadHost } from './thread-host.ts';

/** When threads are called; other numbers serve tests. */
export interface HelpersOptions extends CrewOptions {
  /** States that are found before threads are started, which takes as long as finding two hundred thousand. */
  readonly startFrom?: number;
  /** States that are found before they are called. */
  readonly fromStates?: number;
  /** States that must wait then: narrow searches have nothing to share. */
  readonly fromWaiting?: number;
  /** States of a slice at most: threads are called between slices. */
  readonly slice?: number;
}

const START_FROM = 1 << 16;
const FROM_STATES = 1 << 17;
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
  /** Whether several have worked on states that are now in another kernel. */
  private haveMixed = false;

  constructor(host: ThreadHost, options: HelpersOptions = {}) {
    this.host = host;
    this.options = options;
  }

  /** The most threads that ever worked together, up to now in this kernel. */
  workedIn(kernel: Kernel): number {
    this.most = Math.max(this.most, crewedStore(kernel)?.threads ?? 1);
    return this.most;
  }

  /** Whether others have worked in the kernel. */
  workIn(kernel: Kernel): boolean {
    return (crewedStore(kernel)?.threads ?? 1) > 1;
  }

  /** Whether the order of the states is chance, because several threads have found them. */
  isOrderOpen(kernel: Kernel): boolean {
    return this.haveMixed || this.workIn(kernel);
  }

  /** A kernel in which threads go on with the search; null where that cannot be, or would not pay (yet). */
  enlist(kernel: Kernel, make: MakeKernel): Kernel | null {
    if (this.areGivenUp || !this.mayHelp(kernel)) return null;
    const { startFrom = START_FROM, fromStates = FROM_STATES } = this.options;
    if (kernel.states < Math.min(startFrom, fromStates)) return null;
    const threads = this.started();
    if (kernel.states < fromStates || !this.hasEnoughToShare(kernel)) return null;
    // What has to wait for a thread is done by then without it.
    if (threads.some(({ isReady, isLost }) => isReady === false && !isLost)) return null;
    const target = threads.length === 0 ? null : orNull(() => make(this.crewOf(threads)));
    if (target !== null && crewedStore(target)?.takeOver(kernel, threads, this.options)) return target;
    this.giveUp();
    return null;
  }

  /** The kernel in which one thread goes on alone, where that was found to be as quick; null as long as it was not. */
  release(kernel: Kernel, make: () => Kernel): Kernel | null {
    const store = crewedStore(kernel);
    if (this.areGivenUp || store?.isInVain !== true) return null;
    this.workedIn(kernel);
    this.haveMixed = true;
    const target = store.giveBack === undefined ? kernel : orNull(make);
    // Without room for that the first thread does it alone where it is.
    const isMoved = target !== null && store.giveBack?.(target) !== false;
    if (target === kernel) store.dismiss();
    if (isMoved) this.giveUp();
    else this.areGivenUp = true;
    return isMoved ? target : null;
  }

  /** The threads of a crew that has done its work in the kernel: they are free for other places. */
  freeAfter(kernel: Kernel): readonly HelperThread[] {
    return this.workIn(kernel) ? (this.threads ?? []) : [];
  }

  /** The search begins anew, without other threads. */
  restart(kernel: Kernel): void {
    this.dismiss(kernel);
    this.haveMixed = false;
  }

  /** The search is moved out of the kernel, or over. */
  leave(kernel: Kernel): void {
    this.workedIn(kernel);
    this.haveMixed = this.isOrderOpen(kernel);
    crewedStore(kernel)?.leave();
  }

  /** Brings the search to rest, and ends all threads; none is started again. */
  dismiss(kernel: Kernel): void {
    this.workedIn(kernel);
    crewedStore(kernel)?.dismiss();
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

  /** Whether threads can take part. Only code can be given to them; folded states are not added by several. */
  private mayHelp(kernel: Kernel): boolean {
    return crewedStore(kernel) === null && !kernel.compiled.inHost && kernel.store.kind !== 'folded';
  }

  private hasEnoughToShare({ store, core }: Kernel): boolean {
    const { fromWaiting = FROM_WAITING } = this.options;
    const [head, tail] = store.kind === 'inline' ? [core.inlineHead, core.inlineTail] : [core.head, core.total];
    return (tail.value - head.value) >>> 0 >= fromWaiting;
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
