// What every construction of a testing automaton starts with: states that know a letter, as far as they observe it, and edges with
// changesets between letters. Two ways lead here (`labelling.ts`, `read-labelling.ts`), and all kinds from here.
//
// For languages that are not stutter-invariant the states come in two modes. A run starts `exact`, where every stuttering step
// counts. It passes to `lenient` mode when what remains of the word is asked for by a stutter-invariant language alone,
// and stays there: from then on, everything may be simplified as [BDK12, Prop. 5] allows.
// Differs from [BS15, Prop. 3], which decides state by state in place: there, a run could pass infinitely often between
// simplified and other states, or rely on a stuttering cycle among the others, and the argument of [BDK12] for one
// stutter-invariant language does not cover that. The modes do cover it, and simplify everything behind an entry.
import type { Bdd } from '../../dd/bdd.ts';
import { LimitExceeded } from '../../diagnostics/limit.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { EdgeList } from './edge-list.ts';
import type { InitialState } from './testing-automaton.ts';

/** An automaton with letters on its states and changesets on its edges. */
export interface LabelledAutomaton {
  readonly bdd: Bdd;
  readonly propositions: readonly string[];
  readonly setCount: number;
  readonly stateCount: number;
  /** Where stuttering may be simplified. */
  readonly lenient: readonly boolean[];
  /** For F of a TA: whether the state stands for an accepting state of a BA. */
  readonly accepting: readonly boolean[];
  readonly initial: readonly InitialState[];
  readonly edges: EdgeList;
  readonly stateNames: readonly string[];
}

/** How large an automaton may become on the way; beyond, constructions end in `LimitExceeded`. */
export interface SizeLimits {
  /** A million by default. */
  readonly maxStates?: number;
  /** Edges before any are united; 33 million by default. */
  readonly maxEdges?: number;
}

/** The same under way, with the stopwatch of the run. */
export interface ConstructionLimits extends SizeLimits {
  readonly stopwatch: Stopwatch;
}

export interface LabellingOptions extends ConstructionLimits {
  /** Whether the language from a state of the original automaton is stutter-invariant; asked at most once a state. */
  readonly isStutterInvariant: (state: number) => boolean;
  /** `kept` unless given: lenient mode is never left, and a state reached in both modes has two copies. `by-state`: see `printed-tgta.ts`. */
  readonly lenience?: 'kept' | 'by-state';
}

const DEFAULT_MAX_STATES = 1 << 20;
/** Each edge takes some 40 bytes on the way. */
const DEFAULT_MAX_EDGES = 1 << 25;

/** Throws where the automaton outgrows its limits, or the run must end. */
export function checkSize(stateCount: number, edges: EdgeList, limits: ConstructionLimits): void {
  const { maxStates = DEFAULT_MAX_STATES, maxEdges = DEFAULT_MAX_EDGES, stopwatch } = limits;
  stopwatch.tick();
  if (stateCount > maxStates) {
    throw new LimitExceeded('states', `the testing automaton has more than ${maxStates} states`);
  }
  if (edges.length > maxEdges) {
    throw new LimitExceeded('memory', `the testing automaton has more than ${maxEdges} edges`);
  }
}
