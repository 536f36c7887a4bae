// Paths into plain values, as states are described by: `jobs[2].at`, `deep["a b"]`, `table[key]`; `state` where it is a single value.
import { showValue } from './describe-value.ts';

/** The keys of a path, one after another; null where it is no path. */
export function segmentsOf(path: string): readonly string[] | null {
  const found: string[] = [];
  const segment = /\.?([\p{L}_$][\p{L}\p{N}_$]*)|\[("(?:[^"\\]|\\.)*"|[^\]"]*)\]/uy;
  while (segment.lastIndex < path.length) {
    const match = segment.exec(path);
    if (match === null) return null;
    found.push(match[1] ?? keyIn(match[2]));
  }
  return found.length === 0 ? null : found;
}

function keyIn(brackets: string): string {
  if (!brackets.startsWith('"')) return brackets;
  try {
    return String(JSON.parse(brackets));
  } catch {
    return brackets;
  }
}

/** What a value has at the path; undefined where it has nothing there. */
export function partOf(value: unknown, segments: readonly string[]): unknown {
  if (segments.length === 1 && segments[0] === 'state' && !isContainer(value)) return value;
  let part = value;
  for (const segment of segments) {
    if (part instanceof Map) {
      const key = [...part.keys()].find((candidate) => candidate === segment || showValue(candidate) === segment);
      part = key === undefined ? undefined : part.get(key);
    } else if (typeof part === 'object' && part !== null && !(part instanceof Set) && Object.hasOwn(part, segment)) {
      part = (part as Record<string, unknown>)[segment];
    } else return undefined;
  }
  return part;
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof Set) && Object.keys(value).length > 0;
}
