// Edges that every accepting run of an automaton takes again and again. Such a run stays in one component at last, and shows all marks there that a mode requires: whichever
// mark is chosen, edges with it come again. So every accepting run has an end that begins with such an edge, at a state of the model whose letter
// allows it; and where no state that is reached allows one, there is no accepting run, whatever else the product may be. The negation of `GF a | FG b` asks for
// `!a & !b` again and again: where b is what a is not, no state shows that.
//
// Differs from exits (waiting-start.ts): a search that begins there may begin at pairs of states which the product does not reach. What it does not find is not
// there; what it finds need not be. The split of automata by components is that of Renault and others [RDKP13a].
import { strongComponents } from '../../automata/scc.ts';
import type { AutomatonProperty } from './automaton-property.ts';
import { RestartedProperty } from './restarted-property.ts';

/** Sets of edges: one of each is enough for a mode in one component. */
type Alternatives = readonly (readonly number[])[];

/** For each mode and each component that it may accept: for each mark that it requires the edges with it, or all edges where it requires none. */
export function recurringEdges({ automaton, modes }: AutomatonProperty): readonly Alternatives[] {
  const { stateCount, edgeStart, edgeTarget, edgeMarks } = automaton;
  const everywhere = Int32Array.from({ length: stateCount }, (_, state) => state);
  return modes.flatMap(({ required, forbidden }) => {
    const isCut = Uint8Array.from(edgeMarks, (marks) => ((marks & forbidden) === 0 ? 0 : 1));
    const { of, count } = strongComponents(automaton, everywhere, isCut);
    const inside: number[][] = Array.from({ length: count }, () => []);
    for (let state = 0; state < stateCount; state++) {
      for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
        if (isCut[e] === 0 && of[edgeTarget[e]] === of[state]) inside[of[state]].push(e);
      }
    }
    const marks = Array.from({ length: 32 }, (_, i) => 1 << i).filter((mark) => (required & mark) !== 0);
    return inside
      .map((edges) =>
        required === 0 ? [edges] : marks.map((mark) => edges.filter((e) => (edgeMarks[e] & mark) !== 0)),
      )
      .filter((alternatives) => alternatives.every((edges) => edges.length > 0));
  });
}

/** Of all alternatives those whose edges match the fewest of the letters. */
export function fewestMatches(
  property: AutomatonProperty,
  recurring: readonly Alternatives[],
  letters: readonly number[],
): number[] {
  const matches = (edges: readonly number[]): number =>
    letters.filter((letter) => edges.some((edge) => property.matches(edge, letter))).length;
  return recurring.flatMap((alternatives) => {
    const counts = alternatives.map(matches);
    return alternatives[counts.indexOf(Math.min(...counts))];
  });
}

/** The property of runs that begin with one of the edges. */
export class FromEdges extends RestartedProperty {
  private readonly sources: ReadonlyMap<number, readonly number[]>;

  constructor(whole: AutomatonProperty, edges: readonly number[]) {
    super(whole);
    const { edgeStart, stateCount } = whole.automaton;
    const leaves = (state: number) => (e: number) => edgeStart[state] <= e && e < edgeStart[state + 1];
    const all = Array.from({ length: stateCount }, (_, state) => [state, edges.filter(leaves(state))] as const);
    this.sources = new Map(all.filter(([, own]) => own.length > 0));
  }

  initialStates(letter: number): readonly number[] {
    return [...this.sources]
      .filter(([, edges]) => edges.some((edge) => this.whole.matches(edge, letter)))
      .map(([state]) => state);
  }
}
