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
import type { Bdd, BddRef } from '../../dd/bdd.ts';
import { allMarks, type Marks } from '../acceptance.ts';
import { EdgeList, type SortedEdges } from './edge-list.ts';

export const testingKinds = ['ta', 'gta', 'sta', 'sgta', 'tgta'] as const;

export type TestingKind = (typeof testingKinds)[number];

/** An initial state and its U: the letters with which a run may start there. */
export interface InitialState {
  readonly state: number;
  readonly letters: BddRef;
}

export interface TestingParts extends SortedEdges {
  readonly kind: TestingKind;
  readonly propositions: readonly string[];
  /** Variable i stands for `propositions[i]`: true in a letter, or changing in a changeset. */
  readonly bdd: Bdd;
  readonly stateCount: number;
  readonly initial: readonly InitialState[];
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

/** All edges, to be added to or changed by a construction. */
export function listEdges({ stateCount, edgeStart, edgeChange, edgeMarks, edgeTarget }: TestingAutomaton): EdgeList {
  const edges = new EdgeList();
  for (let source = 0; source < stateCount; source++) {
    for (let e = edgeStart[source]; e < edgeStart[source + 1]; e++) {
      edges.push(source, edgeChange[e], edgeMarks[e], edgeTarget[e]);
    }
  }
  return edges;
}

/** One entry per state, its U the union. */
export function uniteInitial(bdd: Bdd, initial: readonly InitialState[]): InitialState[] {
  const letters = new Map<number, BddRef>();
  for (const entry of initial) letters.set(entry.state, bdd.or(letters.get(entry.state) ?? bdd.false, entry.letters));
  return [...letters].map(([state, union]) => ({ state, letters: union }));
}
