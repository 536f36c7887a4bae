// Pictures whose texts can be read. Edges between the same states are drawn as one, with a line of text for each: Graphviz would put loops one into
// the other, with their texts across them, and a band of arrows says no more than one. Where many states are initial, they are marked instead of
// having an arrow each. And where a picture goes from left to right it keeps no room for the width of a loop's text, from top to bottom none between that and other
// edges of the state: which is better depends on the picture.
import type { DotOptions } from './dot.ts';
import type { Picture, PictureEdge } from './picture.ts';

/** Larger pictures are laid out once. */
const LARGE = 60;

/** A way to lay a picture out. */
interface Candidate extends Pick<DotOptions, 'wrapping' | 'leaving'> {
  readonly picture: Picture;
}

/** Ways to lay the picture out, the usual one first. */
export function candidates(picture: Picture): Candidate[] {
  const merged = withMarkedStarts(withOneArrow(picture));
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

/** The picture with one arrow from a state to another for all edges between them. */
export function withOneArrow(picture: Picture): Picture {
  return { ...picture, edges: withoutParallels(picture.edges) };
}

/** The first edge of each source, target and kind of line stands for all of them. */
function withoutParallels(edges: readonly PictureEdge[]): PictureEdge[] {
  const bundles = new Map<string, PictureEdge[]>();
  const keyOf = ({ source, target, line = 'solid' }: PictureEdge): string => `${source} ${target} ${line}`;
  for (const edge of edges) {
    const bundle = bundles.get(keyOf(edge));
    if (bundle === undefined) bundles.set(keyOf(edge), [edge]);
    else bundle.push(edge);
  }
  return [...bundles.values()].map(([first, ...also]) => (also.length === 0 ? first : { ...first, also }));
}

/** More arrows from nowhere than this hide the picture. */
const MOST_STARTS = 3;

/** Many initial states have a mark inside, with what stood at their arrows. */
function withMarkedStarts(picture: Picture): Picture {
  const { starts, nodes } = picture;
  if (starts.length <= MOST_STARTS) return picture;
  const texts = new Map<number, string[]>();
  for (const { target, text } of starts) texts.set(target, [...(texts.get(target) ?? []), text ?? '']);
  const marked = nodes.map((node, i) => {
    const found = texts.get(i);
    return found === undefined ? node : { ...node, start: found.filter((text) => text !== '').join(' ∨ ') };
  });
  return { ...picture, nodes: marked, starts: [] };
}
