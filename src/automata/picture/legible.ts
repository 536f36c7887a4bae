// Pictures whose texts can be read. Graphviz puts the loops of a state one into the other, with their texts across them: they are drawn as one.
// And where a picture goes from left to right it keeps no room for the width of a loop's text, from top to bottom none between that and other
// edges of the state: which is better depends on the picture.
import { type DotOptions, loopsOf } from './dot.ts';
import type { Picture, PictureEdge } from './picture.ts';

/** Larger pictures are laid out once. */
const LARGE = 60;

/** A way to lay a picture out. */
interface Candidate extends Pick<DotOptions, 'wrapping' | 'leaving'> {
  readonly picture: Picture;
}

/** Ways to lay the picture out, the usual one first. */
export function candidates(picture: Picture): Candidate[] {
  const merged = { ...picture, edges: withOneLoop(picture.edges) };
  if (picture.nodes.length > LARGE) return [{ picture: merged }];
  const toTheRight: Picture = { ...merged, direction: 'left-to-right' };
  const down: Picture = { ...merged, direction: 'top-to-bottom' };
  const ways: Candidate[] = [
    { picture: toTheRight },
    { picture: down },
    { picture: toTheRight, wrapping: 'narrow' },
    { picture: down, wrapping: 'narrow' },
    { picture: toTheRight, leaving: 'forward' },
    { picture: toTheRight, leaving: 'forward', wrapping: 'narrow' },
  ];
  const { direction } = picture;
  return direction === undefined ? ways : ways.filter((way) => way.picture.direction === direction);
}

/** The first loop of each state and kind of line stands for all of them. */
function withOneLoop(edges: readonly PictureEdge[]): PictureEdge[] {
  const loops = new Map<string, PictureEdge[]>();
  const keyOf = ({ source, line = 'solid' }: PictureEdge): string => `${source} ${line}`;
  for (const loop of loopsOf(edges)) loops.set(keyOf(loop), [...(loops.get(keyOf(loop)) ?? []), loop]);
  return edges.flatMap((edge) => {
    if (edge.source !== edge.target) return [edge];
    const [first, ...also] = loops.get(keyOf(edge))!;
    if (edge !== first) return [];
    return also.length === 0 ? [edge] : [{ ...edge, also }];
  });
}
