// The memory of the process.

/** The most that the whole process had so far, as the system measures it. */
export function peakMemoryBytes(): number {
  return process.resourceUsage().maxRSS * 1024;
}

/** What the whole process has now, as the system measures it: objects, arrays, and the memories of the kernels. */
export function usedMemoryBytes(): number {
  return process.memoryUsage.rss();
}
