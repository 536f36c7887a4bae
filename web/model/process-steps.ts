// The arrows by which a process came from one location to another.
import type { ProcessView } from '../desk/protocol.ts';

type Process = Pick<ProcessView, 'name' | 'locations' | 'moves'>;

/**
 * The arrows of a step, as the picture names them: one, or those of a way through locations that a step only passes. Where names of steps tell
 * lines (`P[1]:12 x = 1`, as in Promela), only the arrows of those lines; then a process that did not move has none, and one may come back to where it was.
 */
export function arrowsBetween(process: Process, from: number, to: number, step: string | null): string[] {
  const hasLines = process.moves.some(({ line }) => line !== null);
  if (!hasLines) return from === to ? [] : [`${from}->${to}`];
  const lines = linesOf(process.name, step);
  const moves = process.moves.filter(({ line }) => line !== null && lines.has(line));
  // breadth first, from the first arrows on
  const ways: (readonly Process['moves'][number][])[] = moves
    .filter(({ source }) => source === from)
    .map((move) => [move]);
  const seen = new Set<number>();
  for (const way of ways) {
    const { target } = way[way.length - 1];
    if (target === to) return way.map((move) => `${move.source}->${move.target}`);
    if (seen.has(target) || !process.locations[target].isPassing) continue;
    seen.add(target);
    for (const move of moves) if (move.source === target) ways.push([...way, move]);
  }
  return [];
}

/** The lines on which a process moves in a step. */
function linesOf(name: string, step: string | null): ReadonlySet<number> {
  const number = /\[(\d+)\]$/.exec(name)?.[1];
  const moved = [...(step ?? '').matchAll(/\w\[(\d+)\]:(\d+) /g)].filter(([, own]) => own === number);
  return new Set(moved.map(([, , line]) => Number(line)));
}
