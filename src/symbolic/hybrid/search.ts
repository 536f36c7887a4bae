// The graph of aggregates, and Couvreur's check on it [Cou99]. A node is a stay of the automaton with an aggregate: a set of model states, closed
// under the self-loops that the stay absorbs. Its edges are moves. docs/adr/013 proves that it has an accepting cycle, or an aggregate in which
// a run can stay and accept, exactly when the product has an accepting run.
//
//     visit(node):  if a run can stay in it for ever and accept: stop, there is one
//                   for each move: the states that it leads to, closed under what the next stay absorbs, without those known to be hopeless
//                     a new node: visit it
//                     a node on the way: merge components; if the marks inside are all: stop, there is an accepting run
//                   a component that is left without that is hopeless: its states are left out from now on
import type { Marks } from '../../automata/acceptance.ts';
import { EMPTY, type Mdd, type MddSet, type ReachOptions } from '../../dd/mdd/index.ts';
import type { MoveGraph } from './moves.ts';
import { type Aggregation, afterMove, fairStay, type Stay, Stays } from './stays.ts';

/** Pairs of a state of the automaton and each of the model states of a set. */
export type PairSet = readonly [state: number, set: MddSet];

export interface HybridCounts {
  /** Nodes and edges of the graph of aggregates that were seen, and the longest path to one. */
  readonly nodes: number;
  readonly edges: number;
  readonly depth: number;
  /** How often an aggregate was tested for a run that stays in it. */
  readonly tests: number;
}

export interface HybridFound {
  /** Where an accepting run was found: each of these pairs is reached from a cycle with all marks inside them; null when there is none. */
  readonly accepting: readonly PairSet[] | null;
  /** Pairs among which there is a way from the initial ones to these. */
  readonly way: readonly PairSet[];
  /** All pairs that were seen; some may be listed more than once. */
  readonly seen: readonly PairSet[];
}

interface Node {
  readonly stay: Stay;
  readonly set: MddSet;
  /** Its place on the stack of open nodes; -1 when its component has been left. */
  index: number;
  nextMove: number;
}

/** A component of the open nodes: its first node, the marks inside, and those of the edge that leads to it. */
interface Root {
  readonly index: number;
  marks: Marks;
  readonly incoming: Marks;
}

interface AggregateOptions extends Pick<ReachOptions, 'strategy' | 'clusters'> {
  /** `granted` unless given. */
  readonly aggregation?: Aggregation;
}

/** Sets that it keeps are protected: `close` gives them back. */
export class AggregateSearch {
  private readonly mdd: Mdd;
  private readonly graph: MoveGraph;
  private readonly how: Pick<ReachOptions, 'strategy' | 'clusters'>;
  private readonly stays: Stays;
  private readonly prunes: boolean;
  /** By kind of stay and set. */
  private readonly nodes = new Map<number, Node>();
  /** By state of the automaton: model states with which nothing accepts. */
  private readonly hopeless = new Map<number, MddSet>();
  private readonly open: Node[] = [];
  private readonly path: Node[] = [];
  private readonly roots: Root[] = [];
  private accepting: readonly PairSet[] | null = null;
  /** What a test has found. */
  private fairSet: MddSet = EMPTY;
  private nodeCount = 0;
  private edgeCount = 0;
  private depth = 0;
  private tests = 0;

  constructor(mdd: Mdd, graph: MoveGraph, { strategy, clusters, aggregation = 'granted' }: AggregateOptions = {}) {
    this.mdd = mdd;
    this.graph = graph;
    this.how = { strategy, clusters };
    this.stays = new Stays(mdd, graph, aggregation);
    this.prunes = aggregation === 'granted';
  }

  get counts(): HybridCounts {
    return { nodes: this.nodeCount, edges: this.edgeCount, depth: this.depth, tests: this.tests };
  }

  /** Looks for an accepting run. The sets that it gives live until `close`. */
  search(): HybridFound {
    for (const [state, set] of this.graph.initial) {
      this.enter(this.stays.first(state), () => set, 0);
      while (this.path.length > 0 && this.accepting === null) this.step();
      if (this.accepting !== null) break;
    }
    const way = this.open.map(({ stay, set }): PairSet => [stay.state, set]);
    return { accepting: this.accepting, way, seen: [...this.hopeless, ...way] };
  }

  close(): void {
    for (const { set } of this.nodes.values()) this.release(set);
    for (const set of this.hopeless.values()) this.release(set);
    this.release(this.fairSet);
    this.nodes.clear();
    this.hopeless.clear();
    this.fairSet = EMPTY;
  }

  /** The next move of the last node of the path, or the way back. */
  private step(): void {
    const node = this.path[this.path.length - 1];
    this.mdd.tick();
    if (node.nextMove === node.stay.moves.length) {
      this.path.pop();
      if (this.roots[this.roots.length - 1].index === node.index) this.leave(node.index);
      return;
    }
    const move = node.stay.moves[node.nextMove++];
    this.enter(this.stays.after(node.stay, move), () => afterMove(this.mdd, node.set, move), move.marks);
  }

  /** Goes to the aggregate of the entry, along an edge with these marks. */
  private enter(stay: Stay, entry: () => MddSet, marks: Marks): void {
    const set = this.protectedSet(() => this.aggregate(stay, entry()));
    if (set === EMPTY) return;
    if (this.path.length > 0) this.edgeCount++;
    const key = stay.kind * 2 ** 32 + set;
    const known = this.nodes.get(key);
    if (known !== undefined) {
      this.release(set);
      if (known.index >= 0) this.merge(known, marks);
      return;
    }
    const node: Node = { stay, set, index: this.open.length, nextMove: 0 };
    this.nodes.set(key, node);
    this.nodeCount++;
    this.roots.push({ index: node.index, marks: 0, incoming: marks });
    this.open.push(node);
    this.path.push(node);
    this.depth = Math.max(this.depth, this.path.length);
    this.test(node);
  }

  private aggregate({ state, closing }: Stay, entry: MddSet): MddSet {
    const { mdd } = this;
    const hopeless = this.prunes ? (this.hopeless.get(state) ?? EMPTY) : EMPTY;
    const fresh = mdd.minus(entry, hopeless);
    if (fresh === EMPTY) return EMPTY;
    return mdd.minus(mdd.reach(fresh, closing, this.how), hopeless);
  }

  private test({ stay, set }: Node): void {
    const { mdd, graph, how } = this;
    if (stay.tested === null) return;
    this.tests++;
    this.fairSet = this.protectedSet(() => fairStay(mdd, set, { ...graph, loops: stay.tested! }, how));
    if (this.fairSet !== EMPTY) this.accepting = [[stay.state, this.fairSet]];
  }

  /** An edge back to an open node: all components since then are one. */
  private merge({ index }: Node, marks: Marks): void {
    let inside = marks;
    let root = this.roots.pop()!;
    for (; root.index > index; root = this.roots.pop()!) inside |= root.marks | root.incoming;
    root.marks |= inside;
    this.roots.push(root);
    const all = this.graph.marks;
    if ((root.marks & all) !== all) return;
    this.accepting = this.open.slice(root.index).map(({ stay, set }): PairSet => [stay.state, set]);
  }

  /** The component that begins there has no accepting run, and none leads out of it. */
  private leave(index: number): void {
    this.roots.pop();
    for (const node of this.open.splice(index)) {
      const { state, kind } = node.stay;
      const before = this.hopeless.get(state) ?? EMPTY;
      this.hopeless.set(
        state,
        this.protectedSet(() => this.mdd.union(before, node.set)),
      );
      this.release(before);
      node.index = -1;
      if (!this.prunes) continue;
      this.nodes.delete(kind * 2 ** 32 + node.set);
      this.release(node.set);
    }
  }

  /** What the work gives, and nothing else that it made. */
  private protectedSet(work: () => MddSet): MddSet {
    let result: MddSet = EMPTY;
    this.mdd.scope(() => {
      result = work();
      if (result !== EMPTY) this.mdd.protect(result);
      return EMPTY;
    });
    return result;
  }

  private release(set: MddSet): void {
    if (set !== EMPTY) this.mdd.release(set);
  }
}
