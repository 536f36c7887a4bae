// The TGTA of a TGBA, on the fly: the edges for a state and two consecutive letters are computed when a model first shows that
// pair, so that no letter is ever built that the model does not have.
//
// The state (s, ℓ) of the two-step construction is just s here, since the letter is known wherever the TGTA is run. What
// [BDK12, Prop. 5] needs to know about stuttering in ℓ is found by one search over the TGBA with only the edges that read ℓ.
// The modes are those of `labelling.ts`: state s is entered exact as number 2s, lenient as 2s + 1.
import { Int32List } from '../../base/growable.ts';
import { allMarks, type Marks } from '../acceptance.ts';
import type { Automaton } from '../automaton.ts';
import { nearestOf, statesOnCycles } from './livelocks.ts';

export interface LazyTgtaOptions {
  /** Whether variable `variable` of the TGBA is true in letter number `letter`. */
  readonly holds: (letter: number, variable: number) => boolean;
  /** Whether the language from a state is stutter-invariant; by default all are (see `TestingOptions`). */
  readonly isStutterInvariant?: (state: number) => boolean;
}

/** The TGTA of a TGBA as a successor function over letter numbers. */
export class LazyTgta {
  readonly setCount: number;
  private readonly tgba: Automaton;
  private readonly holds: (letter: number, variable: number) => boolean;
  private readonly askStutterInvariant: (state: number) => boolean;
  private readonly lenientWhenEntered: (boolean | undefined)[] = [];
  private readonly slices: LetterSlice[] = [];
  /** Marks of a TGBA without acceptance sets: all its edges carry one (see `tgba-to-tgta.ts`). */
  private readonly extraMarks: Marks;

  constructor(tgba: Automaton, options: LazyTgtaOptions) {
    this.tgba = tgba;
    this.holds = options.holds;
    this.askStutterInvariant = options.isStutterInvariant ?? (() => true);
    this.setCount = Math.max(1, tgba.acceptance.setCount);
    this.extraMarks = tgba.acceptance.setCount === 0 ? 1 : 0;
  }

  /** The states in which a run may start when the first letter is `letter`. */
  initialStates(letter: number): number[] {
    const found = new Set<number>();
    for (const state of this.tgba.initial)
      this.enter(state, { from: 'exact', letter }, (entered) => found.add(entered));
    return [...found];
  }

  /** The edges from `state` in letter `from` when letter `to` comes next, as flat pairs (target, marks). */
  edges(state: number, from: number, to: number): Int32Array {
    const lenient = (state & 1) === 1;
    const origin = state >> 1;
    const found = new Int32List(4);
    if (lenient && from === to) {
      found.push(state);
      found.push(this.slice(from).accepting[origin] ? allMarks(this.setCount) : 0);
      return found.toArray();
    }
    const slice = this.slice(from);
    for (let i = slice.edgeStart[origin]; i < slice.edgeStart[origin + 1]; i++) {
      const marks = slice.edgeMarks[i];
      this.enter(slice.edgeTarget[i], { from: lenient ? 'lenient' : 'exact', letter: to }, (target) => {
        found.push(target);
        found.push(marks);
      });
    }
    return found.toArray();
  }

  /** The TGTA states that an edge into TGBA state `state` leads to: itself, and the livelock it can stutter into. */
  private enter(
    state: number,
    at: { readonly from: 'exact' | 'lenient'; readonly letter: number },
    visit: (state: number) => void,
  ): void {
    if (at.from === 'exact' && !this.becomesLenient(state)) {
      visit(2 * state);
      return;
    }
    visit(2 * state + 1);
    const { accepting, nearest } = this.slice(at.letter);
    if (!accepting[state] && nearest[state] >= 0) visit(2 * nearest[state] + 1);
  }

  private becomesLenient(state: number): boolean {
    return (this.lenientWhenEntered[state] ??= this.askStutterInvariant(state));
  }

  private slice(letter: number): LetterSlice {
    return (this.slices[letter] ??= sliceOf(this.tgba, (variable) => this.holds(letter, variable), this.extraMarks));
  }
}

/** The part of a TGBA that reads one letter, and where stuttering in it leads (as in `stuttering.ts`). */
interface LetterSlice {
  readonly edgeStart: Int32Array;
  readonly edgeMarks: Int32Array;
  readonly edgeTarget: Int32Array;
  /** 1 for the states on a cycle that shows all marks. */
  readonly accepting: Uint8Array;
  /** A state on such a cycle that can be reached, as near as possible; -1 when there is none. */
  readonly nearest: Int32Array;
}

function sliceOf(tgba: Automaton, letter: (variable: number) => boolean, extraMarks: Marks): LetterSlice {
  const { bdd, stateCount } = tgba;
  const edgeStart = new Int32Array(stateCount + 1);
  const [marks, targets] = [new Int32List(), new Int32List()];
  for (let s = 0; s < stateCount; s++) {
    for (let e = tgba.edgeStart[s]; e < tgba.edgeStart[s + 1]; e++) {
      if (!bdd.evaluate(tgba.edgeLabel[e], letter)) continue;
      marks.push(tgba.edgeMarks[e] | extraMarks);
      targets.push(tgba.edgeTarget[e]);
    }
    edgeStart[s + 1] = targets.length;
  }
  const graph = { stateCount, edgeStart, edgeMarks: marks.toArray(), edgeTarget: targets.toArray() };
  const all = extraMarks === 0 ? allMarks(tgba.acceptance.setCount) : extraMarks;
  const accepting = statesOnCycles(graph, all);
  return { ...graph, accepting, nearest: nearestOf(graph, accepting) };
}
