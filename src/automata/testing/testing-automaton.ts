// Testing automata: they read changesets ℓ ⊕ ℓ' between consecutive letters instead of letters. One type holds the whole
// family, told apart by `kind`:
//
//   ta    TA 〈S, I, U, R, F, G〉: accepting states F, livelock-accepting states G, implicit stuttering [BDK12, Def. 5]
//   gta   the same with acceptance sets on edges instead of F
//   sta   a TA, sgta a GTA, whose only livelock-accepting state has no way out, so that one pass finds all livelocks
//   tgta  TGTA 〈S, I, U, R, F〉: acceptance sets on edges, stuttering only by explicit edges [BDK12, Def. 6; BS15, Def. 4]
//
// An edge carries a set of changesets as a decision diagram over the propositions, variable i being true when proposition
// i changes: changes of propositions that the target does not observe are not enumerated. An F of states is kept as mark 0
// on all edges out of them, and `accepting` tells the states.
import { invariant } from '../../base/assert.ts';
import { Int32List } from '../../base/growable.ts';
import type { Bdd, BddRef } from '../../dd/bdd.ts';
import { allMarks, type Marks } from '../acceptance.ts';

export type TestingKind = 'ta' | 'gta' | 'sta' | 'sgta' | 'tgta';

/** An initial state and its U: the letters with which a run may start there. */
export interface InitialState {
  readonly state: number;
  readonly letters: BddRef;
}

export interface TestingParts {
  readonly kind: TestingKind;
  readonly propositions: readonly string[];
  /** Variable i stands for `propositions[i]`: true in a letter, or changing in a changeset. */
  readonly bdd: Bdd;
  readonly stateCount: number;
  readonly initial: readonly InitialState[];
  readonly edgeStart: Int32Array;
  /** The set of changesets of each edge. */
  readonly edgeChange: Int32Array;
  readonly edgeMarks: Int32Array;
  readonly edgeTarget: Int32Array;
  readonly setCount: number;
  /** F of a TA or STA: 1 for the accepting states; null for the kinds with acceptance on edges. */
  readonly accepting: Uint8Array | null;
  /** G: 1 for the livelock-accepting states; null for a TGTA. */
  readonly livelock: Uint8Array | null;
  /** What to call a state in a picture. */
  readonly stateNames: readonly string[];
}

/** A member of the family of testing automata; immutable once built. */
export class TestingAutomaton implements TestingParts {
  readonly kind: TestingKind;
  readonly propositions: readonly string[];
  readonly bdd: Bdd;
  readonly stateCount: number;
  readonly initial: readonly InitialState[];
  readonly edgeStart: Int32Array;
  readonly edgeChange: Int32Array;
  readonly edgeMarks: Int32Array;
  readonly edgeTarget: Int32Array;
  readonly setCount: number;
  readonly accepting: Uint8Array | null;
  readonly livelock: Uint8Array | null;
  readonly stateNames: readonly string[];

  constructor(parts: TestingParts) {
    this.kind = parts.kind;
    this.propositions = parts.propositions;
    this.bdd = parts.bdd;
    this.stateCount = parts.stateCount;
    this.initial = parts.initial;
    this.edgeStart = parts.edgeStart;
    this.edgeChange = parts.edgeChange;
    this.edgeMarks = parts.edgeMarks;
    this.edgeTarget = parts.edgeTarget;
    this.setCount = parts.setCount;
    this.accepting = parts.accepting;
    this.livelock = parts.livelock;
    this.stateNames = parts.stateNames;
  }

  get edgeCount(): number {
    return this.edgeTarget.length;
  }

  /** All marks together. */
  get allMarks(): Marks {
    return allMarks(this.setCount);
  }

  /** Whether a run may stay in any state, without an edge, while the word stutters. */
  get stuttersImplicitly(): boolean {
    return this.kind !== 'tgta';
  }
}

/** The set that holds the empty changeset alone. */
export function noChange(bdd: Bdd, propositionCount: number): BddRef {
  let result = bdd.true;
  for (let i = propositionCount - 1; i >= 0; i--) result = bdd.and(bdd.literal(i, false), result);
  return result;
}

/** An edge while an automaton is being made. */
export interface TestingEdge {
  readonly source: number;
  readonly change: BddRef;
  readonly marks: Marks;
  readonly target: number;
}

/**
 * Sorts edges by source, uniting those that differ in their changesets only; edges without any changeset are left out.
 * The order of the rest is that of the list.
 */
export function edgesBySource(
  bdd: Bdd,
  stateCount: number,
  edges: Iterable<TestingEdge>,
): Pick<TestingParts, 'edgeStart' | 'edgeChange' | 'edgeMarks' | 'edgeTarget'> {
  const bySource: Map<number, { change: BddRef; marks: Marks; target: number }>[] = [];
  for (let s = 0; s < stateCount; s++) bySource.push(new Map());
  for (const { source, change, marks, target } of edges) {
    invariant(source < stateCount && target < stateCount, 'edges connect states that exist');
    if (change === bdd.false) continue;
    const key = target * 0x1_0000_0000 + (marks >>> 0);
    const known = bySource[source].get(key);
    if (known) known.change = bdd.or(known.change, change);
    else bySource[source].set(key, { change, marks, target });
  }
  const edgeStart = new Int32Array(stateCount + 1);
  const [changes, marksOf, targets] = [new Int32List(), new Int32List(), new Int32List()];
  for (let s = 0; s < stateCount; s++) {
    for (const edge of bySource[s].values()) {
      changes.push(edge.change);
      marksOf.push(edge.marks);
      targets.push(edge.target);
    }
    edgeStart[s + 1] = targets.length;
  }
  return {
    edgeStart,
    edgeChange: changes.toArray(),
    edgeMarks: marksOf.toArray(),
    edgeTarget: targets.toArray(),
  };
}

/** The edges one by one, for a construction that changes some of them. */
export function* listEdges(automaton: TestingAutomaton): Generator<TestingEdge> {
  const { edgeStart, edgeChange, edgeMarks, edgeTarget } = automaton;
  for (let source = 0; source < automaton.stateCount; source++) {
    for (let e = edgeStart[source]; e < edgeStart[source + 1]; e++) {
      yield { source, change: edgeChange[e], marks: edgeMarks[e], target: edgeTarget[e] };
    }
  }
}
