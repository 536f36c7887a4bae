// The TGTA of a TGBA, on the fly: the edges for a state and two consecutive letters are computed when a model first shows that
// pair, so that no letter is ever built that the model does not have.
//
// The state (q, ℓ) of `read-labelling.ts` is just q here, since the letter is known wherever the TGTA is run: q is what remains to be
// done after ℓ. What [BDK12, Prop. 5] needs to know about stuttering in ℓ is found by one search over the TGBA with only the
// edges that read ℓ. The modes are those of `labelled.ts`: state q is entered exact as number 2q, lenient as 2q + 1.
//
// Differs from the paper: a step leads to at most one livelock state that it would not reach anyway, since only words that stutter for
// ever need it, and one is enough for them.
import { Int32List } from '../../base/growable.ts';
import { allMarks, type Marks } from '../acceptance.ts';
import type { Automaton } from '../automaton.ts';
import { nearestOf, statesOnCycles } from './livelocks.ts';

interface LazyTgtaOptions {
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

  /** The states in which a run may be when it has read `letter` as the first one. */
  initialStates(letter: number): number[] {
    const found = new Set<number>();
    for (const state of this.tgba.initial) {
      const flat = this.read(2 * state, letter);
      for (let i = 0; i < flat.length; i += 2) found.add(flat.data[i]);
    }
    return [...found];
  }

  /** The edges from `state` after letter `from` when letter `to` comes next, as flat pairs (target, marks). */
  edges(state: number, from: number, to: number): Int32Array {
    if ((state & 1) === 0 || from !== to) return this.read(state, to).toArray();
    return Int32Array.of(state, this.slice(to).accepting[state >> 1] ? allMarks(this.setCount) : 0);
  }

  /** Where the state goes when it reads `letter`: along the edges of the TGBA, and to a livelock that stuttering then leads to. */
  private read(state: number, letter: number): Int32List {
    const origin = state >> 1;
    const { edgeStart, edgeMarks, edgeTarget, accepting, nearest } = this.slice(letter);
    const mode = (state & 1) === 1 || this.becomesLenient(origin) ? 1 : 0;
    const found = new Int32List(4);
    let livelock = -1;
    let entered = mode === 0;
    for (let i = edgeStart[origin]; i < edgeStart[origin + 1]; i++) {
      const target = edgeTarget[i];
      found.push(2 * target + mode);
      found.push(edgeMarks[i]);
      if (accepting[target]) entered = true;
      else if (nearest[target] >= 0) livelock = nearest[target];
    }
    if (!entered && livelock >= 0) {
      found.push(2 * livelock + 1);
      found.push(0);
    }
    return found;
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
