// The memory of the process.

/** The most that the whole process had so far, as the system measures it. */
export function peakMemoryBytes(): number {
  return process.resourceUsage().maxRSS * 1024;
}

/** What this thread uses now: objects, and the arrays outside their heap. */
export function usedMemoryBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
