// The components of a tableau. No step leads to a component of higher rank, so that levels have to be found only inside those components that
// postpone no formula for ever by themselves.

export interface TableauRanks {
  /** The rank of each set of obligations; sets beyond the end have rank 0. */
  readonly ofSet: readonly number[];
  /** For each rank the mark that no edge inside bears, -1 where there is no edge inside; `levels` where it depends on the states. */
  readonly postponed: readonly (number | 'levels')[];
}

/** Where nothing is known of the tableau. */
export const unranked: TableauRanks = { ofSet: [], postponed: ['levels'] };

/** The ranks of a whole tableau: for each set flat edges (target, marks), by letter. */
export function tableauRanks(sets: readonly ReadonlyMap<number, Int32Array>[], required: number): TableauRanks {
  const targets = sets.map((byLetter) => new Set([...byLetter.values()].flatMap((edges) => [...everySecond(edges)])));
  const reached = targets.map((_, set) => reachable(targets, set));
  // Sets that reach each other are one component; what a set reaches, it reaches fewer others from.
  const ofSet: number[] = sets.map(() => -1);
  const order = sets.map((_, set) => set).sort((a, b) => reached[a].size - reached[b].size);
  const postponed: (number | 'levels')[] = [];
  for (const set of order) {
    if (ofSet[set] !== -1) continue;
    const component = [...reached[set]].filter((other) => reached[other].has(set));
    for (const member of component) ofSet[member] = postponed.length;
    postponed.push(markOf(component, sets, required));
  }
  return { ofSet, postponed };
}

function* everySecond(edges: Int32Array): Iterable<number> {
  for (let i = 0; i < edges.length; i += 2) yield edges[i];
}

/** The set and all that follow it. */
function reachable(targets: readonly ReadonlySet<number>[], start: number): ReadonlySet<number> {
  const found = new Set([start]);
  for (const set of found) for (const target of targets[set]) found.add(target);
  return found;
}

function markOf(
  component: readonly number[],
  sets: readonly ReadonlyMap<number, Int32Array>[],
  required: number,
): number | 'levels' {
  const inside = new Set(component);
  let [marks, isCyclic] = [0, false];
  for (const set of component) {
    for (const edges of sets[set].values()) {
      for (let i = 0; i < edges.length; i += 2) {
        if (!inside.has(edges[i])) continue;
        isCyclic = true;
        marks |= edges[i + 1];
      }
    }
  }
  if (!isCyclic) return -1;
  const left = required & ~marks;
  return left === 0 ? 'levels' : 31 - Math.clz32(left);
}
