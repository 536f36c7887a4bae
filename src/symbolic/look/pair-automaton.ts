// An automaton as a walk over single pairs sees it: which edges take a step of the model from one letter to the next. A TGBA reads the
// letter of the source (TACAS'14, Def. 5), a TGTA the changeset (Def. 10). Edges are found once for each state and each word read.
import { allMarks, type Marks } from '../../automata/acceptance.ts';
import type { Automaton } from '../../automata/automaton.ts';
import type { TestingAutomaton } from '../../automata/testing/testing-automaton.ts';

interface PairEdge {
  readonly to: number;
  readonly marks: Marks;
}

/** Letters are bit masks over the automaton's own propositions. */
export interface PairAutomaton {
  readonly allMarks: Marks;
  /** The states in which a run may start with this letter. */
  initial(letter: number): readonly number[];
  /** The edges out of `from` for a step from a state with the letter `before` to one with the letter `after`. */
  edges(from: number, before: number, after: number): readonly PairEdge[];
}

/** A TGBA or BA. */
export function pairTgba(automaton: Automaton): PairAutomaton {
  const { bdd, edgeLabel } = automaton;
  const edges = new EdgeMemory(automaton, (e, letter) => bdd.evaluate(edgeLabel[e], bit(letter)));
  return {
    allMarks: allMarks(automaton.acceptance.setCount),
    initial: () => [...automaton.initial],
    edges: (from, before) => edges.reading(from, before),
  };
}

export function pairTgta(automaton: TestingAutomaton): PairAutomaton {
  const { bdd, edgeChange } = automaton;
  const edges = new EdgeMemory(automaton, (e, change) => bdd.evaluate(edgeChange[e], bit(change)));
  return {
    allMarks: automaton.allMarks,
    initial: (letter) =>
      automaton.initial.filter(({ letters }) => bdd.evaluate(letters, bit(letter))).map(({ state }) => state),
    edges: (from, before, after) => edges.reading(from, before ^ after),
  };
}

interface Edges {
  readonly edgeStart: Int32Array;
  readonly edgeTarget: Int32Array;
  readonly edgeMarks: Int32Array;
}

function bit(mask: number): (variable: number) => boolean {
  return (variable) => ((mask >>> variable) & 1) === 1;
}

class EdgeMemory {
  private readonly automaton: Edges;
  private readonly reads: (edge: number, word: number) => boolean;
  /** By word read, then by state. */
  private readonly known = new Map<number, (readonly PairEdge[] | undefined)[]>();

  constructor(automaton: Edges, reads: (edge: number, word: number) => boolean) {
    this.automaton = automaton;
    this.reads = reads;
  }

  reading(from: number, word: number): readonly PairEdge[] {
    let byState = this.known.get(word);
    if (byState === undefined) this.known.set(word, (byState = []));
    return (byState[from] ??= this.find(from, word));
  }

  private find(from: number, word: number): PairEdge[] {
    const { edgeStart, edgeTarget, edgeMarks } = this.automaton;
    const found: PairEdge[] = [];
    for (let e = edgeStart[from]; e < edgeStart[from + 1]; e++) {
      if (this.reads(e, word)) found.push({ to: edgeTarget[e], marks: edgeMarks[e] });
    }
    return found;
  }
}
