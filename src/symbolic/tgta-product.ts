// The product with a TGTA [BDKT14, Def. 10]: a step of the model with changeset c, together with an edge that reads c.
//
// Eq. (1) splits it: T = T∅ ∪ T*. Where each state of the automaton has a stuttering self-loop and no other stuttering edge, the steps
// without change need not look at the automaton state: T∅ consists of events over the model's own levels. T* consists of
// the steps with a change, together with the automaton state.
//
// Differs from the paper: the TGTA of a formula that is not stutter-invariant also has states where stuttering counts ([BS15]; docs/adr/002).
// The split is read off the automaton itself: the stuttering part is the largest set of states with exactly stuttering self-loops
// that no edge leaves. Outside it every step, stuttering or not, involves the automaton state.
import type { TestingAutomaton } from '../automata/testing/testing-automaton.ts';
import { invariant } from '../base/assert.ts';
import { EMPTY, type MddEvents, type MddSet } from '../dd/mdd/index.ts';
import type { Changeset, SymbolicLabelling } from './labelling.ts';
import { Pairs } from './pairs.ts';
import type { ProductParts } from './product.ts';
import {
  coreEdges,
  coreStatesOf,
  edgeEvents,
  eventsOnDemand,
  fairComponentsOf,
  fairLoops,
  type PairSpace,
  type ProductEdge,
  type ProductEvents,
  pairsWith,
} from './product-events.ts';
import { IDENTITY, type Relation } from './relation.ts';

/** The product of the space of `labelling`, whose propositions are those of the automaton, with a TGTA. */
export function tgtaProduct(labelling: SymbolicLabelling, automaton: TestingAutomaton, dead: MddSet): ProductParts {
  invariant(automaton.kind === 'tgta', 'the automaton is a TGTA');
  labelling.requireLetters();
  const { space } = labelling;
  const over = { space, pairs: new Pairs(space) };
  const { setCount } = automaton;
  const parts = space.model.groups.flatMap((_, group) =>
    space.relationsOf(group).flatMap((relation) => [...labelling.splitByChange(relation)]),
  );
  const reads = new ChangeReader(automaton);
  const tables = parts.map(([change, relation]) => {
    space.mdd.tick();
    return reads.edges(change, relation);
  });
  const deadEdges = dead === EMPTY ? [] : reads.edges(0, IDENTITY);
  const stuttering = stutteringPart(automaton, reads);
  const components = fairComponentsOf(automaton, automaton.allMarks);
  const eventsOf = (choose: (list: readonly ProductEdge[]) => readonly ProductEdge[]): ProductEvents => {
    const edges = tables.map(choose);
    return eventsOnDemand(over, {
      setCount,
      edges,
      deadEdges: choose(deadEdges),
      ...closures(over, { parts, tables: edges, stuttering: new Set(stuttering) }),
    });
  };
  return {
    ...over,
    stateCount: automaton.stateCount,
    setCount,
    initial: pairsWith(over, (vector) => {
      const letter = labelling.letterOf(vector);
      const { bdd, initial } = automaton;
      return initial.filter(({ letters }) => bdd.evaluate(letters, bit(letter))).map(({ state }) => state);
    }),
    dead,
    stuttering,
    coreStates: coreStatesOf(components),
    all: eventsOf((edges) => edges),
    // The stuttering self-loops are edges inside a component: the core of the stuttering part is one too.
    core: eventsOf((edges) => coreEdges(edges, components)),
    deadLoops: edgeEvents(over, [fairLoops(deadEdges, automaton.allMarks)]),
  };
}

function bit(mask: number): (variable: number) => boolean {
  return (variable) => ((mask >>> variable) & 1) === 1;
}

/** The edges of an automaton that read a changeset; found once for each. */
class ChangeReader {
  private readonly automaton: TestingAutomaton;
  private readonly found = new Map<Changeset, readonly Omit<ProductEdge, 'relation'>[]>();

  constructor(automaton: TestingAutomaton) {
    this.automaton = automaton;
  }

  edges(change: Changeset, relation: Relation): ProductEdge[] {
    return this.reading(change).map((edge) => ({ ...edge, relation }));
  }

  reading(change: Changeset): readonly Omit<ProductEdge, 'relation'>[] {
    let edges = this.found.get(change);
    if (edges === undefined) {
      edges = this.matching(change);
      this.found.set(change, edges);
    }
    return edges;
  }

  private matching(change: Changeset): Omit<ProductEdge, 'relation'>[] {
    const { bdd, stateCount, edgeStart, edgeChange, edgeTarget, edgeMarks } = this.automaton;
    const edges: Omit<ProductEdge, 'relation'>[] = [];
    for (let from = 0; from < stateCount; from++) {
      for (let e = edgeStart[from]; e < edgeStart[from + 1]; e++) {
        if (bdd.evaluate(edgeChange[e], bit(change))) edges.push({ from, to: edgeTarget[e], marks: edgeMarks[e] });
      }
    }
    return edges;
  }
}

/** The largest set of states, closed under all edges, whose stuttering edges are self-loops, at least one each. */
function stutteringPart({ stateCount, edgeStart, edgeTarget }: TestingAutomaton, reads: ChangeReader): number[] {
  const inside = new Uint8Array(stateCount);
  for (const { from } of reads.reading(0)) inside[from] = 1;
  for (const { from, to } of reads.reading(0)) if (from !== to) inside[from] = 0;
  for (let changed = true; changed; ) {
    changed = false;
    for (let q = 0; q < stateCount; q++) {
      if (inside[q] === 0) continue;
      const leaves = edgeTarget.subarray(edgeStart[q], edgeStart[q + 1]).some((target) => inside[target] === 0);
      if (!leaves) continue;
      inside[q] = 0;
      changed = true;
    }
  }
  return Array.from(inside.keys()).filter((q) => inside[q] === 1);
}

function closures(
  over: PairSpace,
  split: {
    readonly parts: readonly (readonly [Changeset, Relation])[];
    readonly tables: readonly (readonly ProductEdge[])[];
    readonly stuttering: ReadonlySet<number>;
  },
): { readonly exactClosure: () => MddEvents; readonly stutteringClosure: () => MddEvents } {
  const { mdd } = over.space;
  const { parts, tables, stuttering } = split;
  return {
    exactClosure: () =>
      edgeEvents(
        over,
        tables.map((edges) => edges.filter(({ from }) => !stuttering.has(from))),
      ),
    stutteringClosure: () => {
      if (stuttering.size === 0) return mdd.events([]);
      const changing = tables.map((edges, i) =>
        parts[i][0] === 0 ? [] : edges.filter(({ from }) => stuttering.has(from)),
      );
      const quiet = parts.filter(([change]) => change === 0).map(([, relation]) => over.space.event(relation));
      return mdd.events([...quiet, ...mdd.members(edgeEvents(over, changing))]);
    },
  };
}
