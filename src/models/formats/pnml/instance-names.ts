// How the instances of a coloured node are called: its id, and behind it the names of the colours that are not the one of `dot`. Names are made
// one way, and recognised the other: an instance that was not made, because it can never matter, may still be named in a formula.
import type { UnmadeInstances } from '../../petri/net.ts';
import type { ColouredNet } from './coloured-net.ts';
import { type Guard, holds } from './guard.ts';
import { ascended } from './interchangeable.ts';
import { type BasicSort, colourName } from './sorts.ts';

/** Readings of one name that are tried: names of colours may be such that there are many. */
const MAX_READINGS = 1000;
/** No number of a range has more characters. */
const MAX_DIGITS = 17;

export class InstanceNames {
  /** Whether the node has one instance only, which takes its id. */
  readonly isSingle: boolean;
  private readonly id: string;
  private readonly sorts: readonly BasicSort[];

  constructor(id: string, sorts: readonly BasicSort[]) {
    this.id = id;
    this.sorts = sorts;
    this.isSingle = sorts.every(({ kind }) => kind === 'dot');
  }

  of(colours: ArrayLike<number>): string {
    let name = this.id;
    for (let i = 0; i < this.sorts.length; i++) {
      const part = colourName(this.sorts[i], colours[i]);
      if (part !== '') name += `_${part}`;
    }
    return name;
  }

  /** Whether the name is that of an instance whose colours are accepted, whether it was made or not. */
  has(name: string, accepts: (colours: ArrayLike<number>) => boolean): boolean {
    if (!name.startsWith(this.id)) return false;
    const colours = new Int32Array(this.sorts.length);
    // Which colour of each component is tried next, and where in the name its part begins.
    const next = new Int32Array(this.sorts.length + 1);
    const at = new Int32Array(this.sorts.length + 1);
    at[0] = this.id.length;
    let readings = 0;
    let depth = 0;
    while (depth >= 0) {
      if (depth === this.sorts.length) {
        if (++readings > MAX_READINGS) return false;
        if (at[depth] === name.length && accepts(colours)) return true;
        depth--;
        continue;
      }
      const colour = nextColour(this.sorts[depth], next[depth], name, at[depth]);
      if (colour === -1) {
        depth--;
        continue;
      }
      next[depth] = colour + 1;
      colours[depth] = colour;
      const part = colourName(this.sorts[depth], colour);
      at[depth + 1] = at[depth] + (part === '' ? 0 : part.length + 1);
      next[++depth] = 0;
    }
    return false;
  }
}

/** The first colour from `from` on that the name can go on with at `position`; -1 when there is none. */
function nextColour(sort: BasicSort, from: number, name: string, position: number): number {
  if (sort.kind === 'range') {
    // Of numbers there is one for each length: the name itself tells which.
    const digits = /^_(-?\d+)/.exec(name.slice(position))?.[1] ?? '';
    let least = -1;
    for (let length = 1; length <= Math.min(digits.length, MAX_DIGITS); length++) {
      const text = digits.slice(0, length);
      const colour = Number(text) - sort.first;
      if (colour < from || colour >= sort.size || String(sort.first + colour) !== text) continue;
      if (least === -1 || colour < least) least = colour;
    }
    return least;
  }
  for (let colour = from; colour < sort.size; colour++) {
    const part = colourName(sort, colour);
    if (part === '' || name.startsWith(`_${part}`, position)) return colour;
  }
  return -1;
}

/** What names of instances are made of, as plain data. */
export interface ColouredNames {
  readonly places: readonly { readonly id: string; readonly domain: readonly BasicSort[] }[];
  readonly transitions: readonly ColouredTransitionNames[];
  /** Names of instances that had to take another one: they do not tell which node is meant. */
  readonly renamed: ReadonlySet<string>;
}

interface ColouredTransitionNames {
  readonly id: string;
  readonly slots: readonly BasicSort[];
  /** All must hold. */
  readonly guards: readonly Guard[];
  /** The interchangeable slots, of whose bindings one stands for the others. */
  readonly classes: readonly (readonly number[])[];
}

interface MadeInstances {
  /** The interchangeable slots of each transition. */
  readonly classes: readonly ColouredTransitionNames['classes'][];
  readonly renamed: ReadonlySet<string>;
}

/** Recognises the names of all instances of the net. */
export function instancesOf(net: ColouredNet, { classes, renamed }: MadeInstances): ColouredInstances {
  return new ColouredInstances({
    places: net.places.map(({ raw, domain }) => ({ id: raw.id, domain })),
    transitions: net.transitions.map(({ raw, slots, guards }, t) => ({
      id: raw.id,
      slots,
      guards,
      classes: classes[t],
    })),
    renamed,
  });
}

export class ColouredInstances implements UnmadeInstances {
  readonly names: ColouredNames;

  constructor(names: ColouredNames) {
    this.names = names;
  }

  isPlace(name: string): boolean {
    const { places, renamed } = this.names;
    return !renamed.has(name) && places.some(({ id, domain }) => new InstanceNames(id, domain).has(name, () => true));
  }

  likeOf(name: string): string | null {
    const { transitions, renamed } = this.names;
    if (renamed.has(name)) return null;
    for (const { id, slots, guards, classes } of transitions) {
      const names = new InstanceNames(id, slots);
      let like = name;
      const isFound = names.has(name, (binding) => {
        like = names.of(ascended(binding, classes));
        return guards.every((guard) => holds(guard, binding));
      });
      if (isFound) return renamed.has(like) ? null : like;
    }
    return null;
  }
}
