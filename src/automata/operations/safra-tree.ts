// The states of the determinisation: ordered trees over sets of states of a nondeterministic automaton, one step at a time.
//
// A node of the tree is a set of runs that have seen, since its parent last started over, the mark that the parent waits
// for. Each state sits at one node (its deepest); older nodes have smaller numbers, a child is younger than its parent. When all
// runs of a node have moved to its children, the node starts over and waits for its next mark: a good event. A node without
// states vanishes: a bad event. The oldest node with an event decides the priority of the step.
//
// This is Safra's construction [Saf88] with Piterman's compact numbering [Pit06], on edges instead of states [Red12], and for
// generalized conditions directly [SV12]: a node waits for one mark after another. Differs from the papers: nodes live in accepting components only; a run that enters such
// a component begins a tree of its own, since what it did before does not matter (as Klein and Baier treat
// components in ltl2dstar [KB06]); marks that every edge of a component carries are not waited for.
import type { Marks } from '../acceptance.ts';

/** States in ascending order, the node at which each sits (-1: none), and of each node its parent and awaited mark. */
export interface SafraTree {
  readonly states: readonly number[];
  readonly leaves: readonly number[];
  /** The parent of each node; -1 for the root of a tree. */
  readonly parents: readonly number[];
  /** The position, in the list of the component's marks, of the mark that the node waits for. */
  readonly awaited: readonly number[];
}

/** An edge of the nondeterministic automaton that reads the letter of the step. */
export interface TreeEdge {
  readonly target: number;
  readonly marks: Marks;
}

/** What the step has to know about the components of the nondeterministic automaton. */
export interface TreeContext {
  /** The component of each state. */
  readonly component: ArrayLike<number>;
  /** For each component the marks to wait for in turn; null where no cycle accepts. Empty where all do. */
  readonly marks: readonly (readonly number[] | null)[];
}

/** A step leads to a tree, with a priority of which the smallest decides; odd ones accept. */
interface TreeStep {
  readonly tree: SafraTree;
  readonly priority: number;
}

/** A priority that decides nothing: no event happened. */
const NO_EVENT = 0x3ffffffe;

/** The tree of the initial states. */
export function initialTree(context: TreeContext, states: readonly number[]): SafraTree {
  const growth = new Growth(context, { states: [], leaves: [], parents: [], awaited: [] });
  for (const state of states) growth.enter(state);
  return growth.finish().tree;
}

/** The tree after a letter, `edges(i)` being the edges of the i-th state of the tree that read it. */
export function stepTree(context: TreeContext, tree: SafraTree, edges: (i: number) => readonly TreeEdge[]): TreeStep {
  const growth = new Growth(context, tree);
  tree.states.forEach((state, i) => {
    for (const edge of edges(i)) growth.follow(state, tree.leaves[i], edge);
  });
  return growth.finish();
}

/** The same tree as text: equal trees have equal keys. */
export function treeKey(tree: SafraTree): string {
  return `${tree.states.join()}|${tree.leaves.join()}|${tree.parents.join()}|${tree.awaited.join()}`;
}

/** A tree that is being made from another one. */
class Growth {
  private readonly context: TreeContext;
  private readonly parents: number[];
  private readonly awaited: number[];
  /** Nodes with a smaller number were there before the step. */
  private readonly oldCount: number;
  private readonly leafOf = new Map<number, number>();
  /** The child that this step made, by its parent; and the root that it made, by component. */
  private readonly newChild = new Map<number, number>();
  private readonly newRoot = new Map<number, number>();

  constructor(context: TreeContext, tree: SafraTree) {
    this.context = context;
    this.parents = [...tree.parents];
    this.awaited = [...tree.awaited];
    this.oldCount = tree.parents.length;
  }

  enter(target: number): void {
    const component = this.context.component[target];
    this.settle(target, this.context.marks[component] === null ? -1 : this.child(this.newRoot, component, -1));
  }

  follow(source: number, leaf: number, { target, marks }: TreeEdge): void {
    const component = this.context.component[target];
    if (component !== this.context.component[source]) this.enter(target);
    else if (leaf < 0) this.settle(target, -1);
    else {
      const list = this.context.marks[component]!;
      const seen = list.length === 0 || (marks >>> list[this.awaited[leaf]]) & 1;
      this.settle(target, seen ? this.child(this.newChild, leaf, leaf) : leaf);
    }
  }

  /** Ends the step: nodes with events, the priority, and the tree without the nodes that are gone. */
  finish(): TreeStep {
    const count = this.parents.length;
    const home = this.collapse();
    let priority = NO_EVENT;
    for (let node = 0; node < this.oldCount && priority === NO_EVENT; node++) {
      if (home.to[node] !== node) priority = 2 * node;
      else if (home.startsOver[node]) priority = 2 * node + 1;
    }
    const number = new Array<number>(count).fill(-1);
    const [parents, awaited]: [number[], number[]] = [[], []];
    for (let node = 0; node < count; node++) {
      if (home.to[node] !== node) continue;
      number[node] = parents.length;
      parents.push(this.parents[node] < 0 ? -1 : number[this.parents[node]]);
      awaited.push(this.awaited[node]);
    }
    const states = [...this.leafOf.keys()].sort((a, b) => a - b);
    const leaves = states.map((state) => {
      const leaf = this.leafOf.get(state)!;
      return leaf < 0 ? -1 : number[home.to[leaf]];
    });
    return { tree: { states, leaves, parents, awaited }, priority };
  }

  /**
   * Where the states of each node end: at the node itself, at the ancestor that starts over, or nowhere (-1) when the node
   * has none. A node starts over when it has states below it but none of its own.
   */
  private collapse(): { to: number[]; startsOver: boolean[] } {
    const count = this.parents.length;
    const own = new Array<number>(count).fill(0);
    for (const leaf of this.leafOf.values()) if (leaf >= 0) own[leaf]++;
    const total = [...own];
    for (let node = count - 1; node >= 0; node--) if (this.parents[node] >= 0) total[this.parents[node]] += total[node];
    const to = new Array<number>(count);
    const startsOver = new Array<boolean>(count).fill(false);
    for (let node = 0; node < count; node++) {
      const parent = this.parents[node];
      if (total[node] === 0) to[node] = -1;
      else if (parent >= 0 && (startsOver[parent] || to[parent] !== parent)) to[node] = to[parent];
      else {
        to[node] = node;
        startsOver[node] = own[node] === 0;
      }
    }
    this.moveOn(to, startsOver);
    return { to, startsOver };
  }

  /** Nodes that start over wait for the next mark of their component; all states of a node are in one. */
  private moveOn(to: readonly number[], startsOver: readonly boolean[]): void {
    const moved = new Set<number>();
    for (const [state, leaf] of this.leafOf) {
      const node = leaf < 0 ? -1 : to[leaf];
      if (node < 0 || !startsOver[node] || moved.has(node)) continue;
      moved.add(node);
      const { length } = this.context.marks[this.context.component[state]]!;
      if (length > 0) this.awaited[node] = (this.awaited[node] + 1) % length;
    }
  }

  /** The node of this step in `made` under `key`, made if need be. */
  private child(made: Map<number, number>, key: number, parent: number): number {
    let node = made.get(key);
    if (node === undefined) {
      node = this.parents.length;
      this.parents.push(parent);
      this.awaited.push(0);
      made.set(key, node);
    }
    return node;
  }

  /** Puts the state at the node, unless it already sits at a better one. */
  private settle(state: number, node: number): void {
    const before = this.leafOf.get(state);
    if (before === undefined || (node >= 0 && this.isBetter(node, before))) this.leafOf.set(state, node);
  }

  /** The older of two branches is better; of a node and its descendant, the descendant. */
  private isBetter(node: number, other: number): boolean {
    if (node === other) return false;
    const [one, two] = [this.branch(node), this.branch(other)];
    for (let i = 0; i < one.length && i < two.length; i++) if (one[i] !== two[i]) return one[i] < two[i];
    return one.length > two.length;
  }

  private branch(node: number): number[] {
    const branch: number[] = [];
    for (let at = node; at >= 0; at = this.parents[at]) branch.push(at);
    return branch.reverse();
  }
}
