// Counting the transitions of a state space: for each group the pairs of a reachable state and a step out of it.
//
// With the number of paths from the top to each node, and from each node to the bottom, a relation has to be followed
// through its own levels only: the sum over the nodes at its top level of (paths to the node) × (pairs below it).
import { EMPTY, type MddSet, TERMINAL } from '../dd/mdd/index.ts';
import { IDENTITY, type Relation } from './relation.ts';
import type { SymbolicSpace } from './space.ts';

/** Diagrams with more nodes are not worth the time. */
const MAX_NODES = 400_000;
/** Steps through nodes and relations together. */
const MAX_WORK = 4_000_000;

/** The number of transitions between the reachable states; null when counting would take too long. */
export function countTransitions(space: SymbolicSpace): bigint | null {
  if (space.states === EMPTY) return 0n;
  if (space.mdd.nodeCount(space.states) > MAX_NODES) return null;
  let result: bigint | null = null;
  space.mdd.scope(() => {
    result = new TransitionCount(space).run();
    return EMPTY;
  });
  return result;
}

interface Node {
  readonly values: readonly number[];
  readonly children: readonly MddSet[];
  above: bigint;
  below: bigint;
}

/** For what is left of a relation: how many paths from the top lead to each node. */
type PathCounts = Map<Relation, Map<MddSet, bigint>>;

class TransitionCount {
  private readonly space: SymbolicSpace;
  private readonly nodes = new Map<MddSet, Node>();
  /** The nodes of each level. */
  private readonly levels: MddSet[][];
  private work = 0;

  constructor(space: SymbolicSpace) {
    this.space = space;
    const height = space.levelOf.length;
    this.levels = Array.from({ length: height }, () => []);
    this.levels[height - 1]?.push(space.states);
    for (let level = height - 1; level >= 0; level--) this.readLevel(level);
    this.countPaths();
  }

  run(): bigint | null {
    const { space } = this;
    let total = 0n;
    for (const [group] of space.model.groups.entries()) {
      for (const relation of space.relationsOf(group)) {
        total += this.pairs(relation);
        if (this.work > MAX_WORK) return null;
      }
    }
    return total;
  }

  private readLevel(level: number): void {
    const { mdd } = this.space;
    const next = new Set<MddSet>();
    for (const set of this.levels[level]) {
      const values = mdd.topValues(set);
      const children = values.map((value) => mdd.child(set, value));
      this.nodes.set(set, { values, children, above: 0n, below: 0n });
      for (const child of children) next.add(child);
    }
    if (level > 0) this.levels[level - 1].push(...next);
  }

  private countPaths(): void {
    const { levels, nodes } = this;
    for (const level of levels) {
      for (const set of level) {
        const node = nodes.get(set)!;
        for (const child of node.children) node.below += this.below(child);
      }
    }
    const root = nodes.get(this.space.states);
    if (root !== undefined) root.above = 1n;
    for (const level of [...levels].reverse()) {
      for (const set of level) {
        const { above, children } = nodes.get(set)!;
        for (const child of children) if (child !== TERMINAL) nodes.get(child)!.above += above;
      }
    }
  }

  private below(set: MddSet): bigint {
    return set === TERMINAL ? 1n : this.nodes.get(set)!.below;
  }

  /** Paths are pushed down level by level, each with what is left of the relation, until nothing is left of it. */
  private pairs(relation: Relation): bigint {
    const top = this.space.relations.top(relation);
    if (top === -1) return this.below(this.space.states);
    let total = 0n;
    let paths: PathCounts = new Map([
      [relation, new Map(this.levels[top].map((set) => [set, this.nodes.get(set)!.above]))],
    ]);
    for (let level = top; paths.size > 0; level--) {
      const next: PathCounts = new Map();
      for (const [rest, counts] of paths) {
        this.work += counts.size;
        if (this.work > MAX_WORK) return 0n;
        this.stepDown(level, rest, counts, (set, below, count) => {
          if (below === IDENTITY) {
            total += count * this.below(set);
            return;
          }
          let reached = next.get(below);
          if (reached === undefined) next.set(below, (reached = new Map()));
          reached.set(set, (reached.get(set) ?? 0n) + count);
        });
      }
      paths = next;
    }
    return total;
  }

  private stepDown(
    level: number,
    relation: Relation,
    counts: ReadonlyMap<MddSet, bigint>,
    visit: (set: MddSet, rest: Relation, count: bigint) => void,
  ): void {
    const node = this.space.relations.node(relation);
    for (const [set, count] of counts) {
      const { values, children } = this.nodes.get(set)!;
      for (const [i, value] of values.entries()) {
        if (node.level < level) visit(children[i], relation, count);
        else if (node.kind === 'shift') {
          if (value >= node.min && value <= node.max) visit(children[i], node.next, count);
        } else {
          for (const [row, from] of node.from.entries()) {
            if (from === value) visit(children[i], node.next[row], count);
          }
        }
      }
    }
  }
}
