// The memory of the process.
import { closeSync, openSync, writevSync } from 'node:fs';

/** The most that the whole process had so far, as the system measures it. */
export function peakMemoryBytes(): number {
  return process.resourceUsage().maxRSS * 1024;
}

/** From now on the peak is that of what follows, where the system can do that (Linux: proc(5), `clear_refs`); elsewhere nothing happens. */
export function forgetPeakMemory(): void {
  try {
    const descriptor = openSync('/proc/self/clear_refs', 'w');
    try {
      writevSync(descriptor, [Buffer.from('5')]);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // then it is the peak since the process was started
  }
}

/** What the whole process has now, as the system measures it: objects, arrays, and the memories of the kernels. */
export function usedMemoryBytes(): number {
  return process.memoryUsage.rss();
}
