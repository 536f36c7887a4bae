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

  private pairs(relation: Relation): bigint {
    const top = this.space.relations.top(relation);
    if (top === -1) return this.below(this.space.states);
    const memo = new Map<string, bigint>();
    let total = 0n;
    for (const set of this.levels[top]) {
      const pairs = this.pairsBelow(set, top, relation, memo);
      if (pairs > 0n) total += pairs * this.nodes.get(set)!.above;
    }
    return total;
  }

  private pairsBelow(set: MddSet, level: number, relation: Relation, memo: Map<string, bigint>): bigint {
    if (relation === IDENTITY) return this.below(set);
    const key = `${set} ${relation}`;
    const known = memo.get(key);
    if (known !== undefined) return known;
    this.work++;
    const node = this.space.relations.node(relation);
    const { values, children } = this.nodes.get(set)!;
    let total = 0n;
    for (const [i, value] of values.entries()) {
      const below = (next: Relation): bigint => this.pairsBelow(children[i], level - 1, next, memo);
      if (node.level < level) total += below(relation);
      else if (node.kind === 'shift') total += value >= node.min && value <= node.max ? below(node.next) : 0n;
      else for (const [row, from] of node.from.entries()) if (from === value) total += below(node.next[row]);
    }
    memo.set(key, total);
    return total;
  }
}
