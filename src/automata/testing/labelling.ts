// The first step of every construction of a testing automaton: letters move from the edges to the states, and each edge is
// labelled with the change between the letters of its ends: [BDK12, Prop. 2 and 4], [BS15, Prop. 2].
//
// Differs from the papers: a state (s, ℓ) is made only for the part of ℓ that s observes, which is the quotient of theirs by
// letters that no run from s can tell apart [BDK11, first optimisation]; U and the changesets are sets accordingly.
//
// For languages that are not stutter-invariant the states come in two modes. A run starts `exact`, where every stuttering step
// counts. It passes to `lenient` mode when it enters a state whose language is stutter-invariant, and stays there: from such a
// state on, the whole rest may be simplified as [BDK12, Prop. 5] allows.
// Differs from [BS15, Prop. 3], which decides state by state in place: there, a run could pass infinitely often between
// simplified and other states, or rely on a stuttering cycle among the others, and the argument of [BDK12] for one
// stutter-invariant language does not cover that. The modes do cover it, and simplify everything behind an entry.

import type { Bdd, BddRef } from '../../dd/bdd.ts';
import { LimitExceeded } from '../../diagnostics/limit.ts';
import type { Marks } from '../acceptance.ts';
import type { Automaton } from '../automaton.ts';
import { lettersRead } from '../properties.ts';
import { observedPropositions } from './observed.ts';

/** An edge of the labelled automaton. */
export interface LabelledEdge {
  readonly source: number;
  /** All changesets that lead from the letter of the source to that of the target. */
  readonly change: BddRef;
  readonly marks: Marks;
  readonly target: number;
  /** Whether the empty changeset is among them. */
  readonly stuttering: boolean;
}

/** A TGBA or BA with letters on its states. */
export interface LabelledAutomaton {
  readonly bdd: Bdd;
  readonly propositions: readonly string[];
  readonly setCount: number;
  /** The state of the original automaton. */
  readonly origin: readonly number[];
  /** The letters of each state: a cube over what its origin observes. */
  readonly letters: readonly BddRef[];
  /** 1 where stuttering may be simplified. */
  readonly lenient: readonly boolean[];
  readonly initial: readonly number[];
  readonly edges: readonly LabelledEdge[];
}

export interface LabellingOptions {
  /** Whether the language from a state of the original automaton is stutter-invariant; asked at most once a state. */
  readonly isStutterInvariant: (state: number) => boolean;
  /** More states than this end in `LimitExceeded`. */
  readonly maxStates?: number;
}

const DEFAULT_MAX_STATES = 1 << 20;

/** The automaton with letters on its states and changesets on its edges; accepts the same words. */
export function labelStates(automaton: Automaton, options: LabellingOptions): LabelledAutomaton {
  return new Labelling(automaton, options).run();
}

interface LabelledState {
  readonly number: number;
  readonly letters: BddRef;
}

class Labelling {
  private readonly automaton: Automaton;
  private readonly maxStates: number;
  private readonly observed: readonly (readonly number[])[];
  private readonly askStutterInvariant: (state: number) => boolean;
  private readonly stutterInvariant: (boolean | undefined)[] = [];
  private readonly origin: number[] = [];
  private readonly letters: BddRef[] = [];
  private readonly lenient: boolean[] = [];
  private readonly edges: LabelledEdge[] = [];
  /** The labelled states of an original state, in exact and in lenient mode. */
  private readonly copies: { exact: LabelledState[][]; lenient: LabelledState[][] } = { exact: [], lenient: [] };

  constructor(automaton: Automaton, options: LabellingOptions) {
    this.automaton = automaton;
    this.maxStates = options.maxStates ?? DEFAULT_MAX_STATES;
    this.askStutterInvariant = options.isStutterInvariant;
    this.observed = observedPropositions(automaton);
  }

  run(): LabelledAutomaton {
    const initial = this.automaton.initial.flatMap((state) =>
      this.copiesOf(state, 'exact').map(({ number }) => number),
    );
    for (let state = 0; state < this.origin.length; state++) this.addEdges(state);
    const { bdd, propositions, acceptance } = this.automaton;
    const { origin, letters, lenient, edges } = this;
    return { bdd, propositions, setCount: acceptance.setCount, origin, letters, lenient, initial, edges };
  }

  /** The labelled states for `state` when it is entered in the given mode. */
  private copiesOf(state: number, mode: 'exact' | 'lenient'): LabelledState[] {
    const entered = mode === 'lenient' || this.isStutterInvariant(state) ? 'lenient' : 'exact';
    return (this.copies[entered][state] ??= this.makeCopies(state, entered === 'lenient'));
  }

  private isStutterInvariant(state: number): boolean {
    return (this.stutterInvariant[state] ??= this.askStutterInvariant(state));
  }

  /** One copy for each letter over what the state observes, unless the state is stuck on it. */
  private makeCopies(state: number, lenient: boolean): LabelledState[] {
    const read = lettersRead(this.automaton, state);
    return cubesOver(this.automaton.bdd, this.observed[state], read).map((letters) => {
      const number = this.origin.length;
      if (number >= this.maxStates) {
        throw new LimitExceeded('states', `the testing automaton has more than ${this.maxStates} states`);
      }
      this.origin.push(state);
      this.letters.push(letters);
      this.lenient.push(lenient);
      return { number, letters };
    });
  }

  private addEdges(source: number): void {
    const { bdd, edgeStart, edgeLabel, edgeMarks, edgeTarget } = this.automaton;
    const state = this.origin[source];
    const mode = this.lenient[source] ? 'lenient' : 'exact';
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      // the observed propositions include those of the label, so a cube of letters is inside the label or outside
      if (bdd.isDisjoint(this.letters[source], edgeLabel[e])) continue;
      for (const target of this.copiesOf(edgeTarget[e], mode)) {
        const change = changeBetween(bdd, this.letters[source], target.letters, this.observed[edgeTarget[e]]);
        const stuttering = !bdd.isDisjoint(this.letters[source], target.letters);
        this.edges.push({ source, change, marks: edgeMarks[e], target: target.number, stuttering });
      }
    }
  }
}

/** The cubes over all the given variables that meet `within`, in ascending binary order of the letters. */
function cubesOver(bdd: Bdd, variables: readonly number[], within: BddRef): BddRef[] {
  let cubes: { cube: BddRef; rest: BddRef }[] = within === bdd.false ? [] : [{ cube: bdd.true, rest: within }];
  for (const variable of variables.toReversed()) {
    cubes = cubes.flatMap(({ cube, rest }) =>
      [false, true].flatMap((positive) => {
        const literal = bdd.literal(variable, positive);
        const remaining = bdd.and(rest, literal);
        return remaining === bdd.false ? [] : [{ cube: bdd.and(literal, cube), rest: remaining }];
      }),
    );
  }
  return cubes.map(({ cube }) => cube);
}

/** The changesets from a letter of `from` to one of `to`, both cubes; fixed on `variables`, free elsewhere. */
function changeBetween(bdd: Bdd, from: BddRef, to: BddRef, variables: readonly number[]): BddRef {
  let change = bdd.true;
  for (const variable of variables.toReversed()) {
    const positive = bdd.variable(variable);
    const before = !bdd.isDisjoint(from, positive);
    const after = !bdd.isDisjoint(to, positive);
    change = bdd.and(bdd.literal(variable, before !== after), change);
  }
  return change;
}
