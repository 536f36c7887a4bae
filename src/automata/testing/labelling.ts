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

/** A labelled state, and its letter as a number: bit i is the value of the i-th proposition that its origin observes. */
interface LabelledState {
  readonly number: number;
  readonly code: number;
}

/** Codes are bit masks. Far fewer propositions fill the memory. */
const MAX_OBSERVED = 30;

class Labelling {
  private readonly automaton: Automaton;
  private readonly maxStates: number;
  private readonly cubes: CubeTable[];
  private readonly askStutterInvariant: (state: number) => boolean;
  private readonly stutterInvariant: (boolean | undefined)[] = [];
  private readonly origin: number[] = [];
  private readonly codes: number[] = [];
  private readonly lenient: boolean[] = [];
  private readonly edges: LabelledEdge[] = [];
  /** The labelled states of an original state, in exact and in lenient mode. */
  private readonly copies: { exact: LabelledState[][]; lenient: LabelledState[][] } = { exact: [], lenient: [] };

  constructor(automaton: Automaton, options: LabellingOptions) {
    this.automaton = automaton;
    this.maxStates = options.maxStates ?? DEFAULT_MAX_STATES;
    this.askStutterInvariant = options.isStutterInvariant;
    this.cubes = cubeTables(automaton.bdd, observedPropositions(automaton));
  }

  run(): LabelledAutomaton {
    const initial = this.automaton.initial.flatMap((state) =>
      this.copiesOf(state, 'exact').map(({ number }) => number),
    );
    for (let state = 0; state < this.origin.length; state++) this.addEdges(state);
    const { bdd, propositions, acceptance } = this.automaton;
    const { origin, lenient, edges } = this;
    const letters = origin.map((state, i) => this.cubes[state].cube(this.codes[i]));
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
    const copies: LabelledState[] = [];
    for (const code of this.cubes[state].codesIn(lettersRead(this.automaton, state))) {
      const number = this.origin.length;
      if (number >= this.maxStates) {
        throw new LimitExceeded('states', `the testing automaton has more than ${this.maxStates} states`);
      }
      this.origin.push(state);
      this.codes.push(code);
      this.lenient.push(lenient);
      copies.push({ number, code });
    }
    return copies;
  }

  private addEdges(source: number): void {
    const { bdd, edgeStart, edgeLabel, edgeMarks, edgeTarget } = this.automaton;
    const state = this.origin[source];
    const mode = this.lenient[source] ? 'lenient' : 'exact';
    const letter = this.cubes[state].cube(this.codes[source]);
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      // the observed propositions include those of the label, so a cube of letters is inside the label or outside
      if (bdd.isDisjoint(letter, edgeLabel[e])) continue;
      const cubes = this.cubes[edgeTarget[e]];
      const before = cubes.project(this.cubes[state], this.codes[source]);
      for (const { number, code } of this.copiesOf(edgeTarget[e], mode)) {
        const change = cubes.cube(before ^ code);
        this.edges.push({ source, change, marks: edgeMarks[e], target: number, stuttering: before === code });
      }
    }
  }
}

/** The cubes over one list of variables, by number: bit i of the code is the value of variable i of the list. */
class CubeTable {
  readonly variables: readonly number[];
  private readonly bdd: Bdd;
  private readonly cubes = new Map<number, BddRef>();

  constructor(bdd: Bdd, variables: readonly number[]) {
    this.bdd = bdd;
    this.variables = variables;
  }

  cube(code: number): BddRef {
    let cube = this.cubes.get(code);
    if (cube === undefined) {
      cube = this.bdd.true;
      for (let i = this.variables.length - 1; i >= 0; i--) {
        cube = this.bdd.and(this.bdd.literal(this.variables[i], ((code >>> i) & 1) === 1), cube);
      }
      this.cubes.set(code, cube);
    }
    return cube;
  }

  /** The codes of the cubes that meet `letters`, ascending. */
  codesIn(letters: BddRef): number[] {
    if (this.variables.length > MAX_OBSERVED) {
      throw new LimitExceeded('states', `a state observes ${this.variables.length} propositions: too many letters`);
    }
    let partial: { code: number; rest: BddRef }[] = letters === this.bdd.false ? [] : [{ code: 0, rest: letters }];
    for (const [i, variable] of this.variables.entries()) {
      partial = partial.flatMap(({ code, rest }) =>
        [false, true].flatMap((positive) => {
          const remaining = this.bdd.and(rest, this.bdd.literal(variable, positive));
          return remaining === this.bdd.false ? [] : [{ code: positive ? code | (1 << i) : code, rest: remaining }];
        }),
      );
    }
    return partial.map(({ code }) => code).sort((a, b) => a - b);
  }

  /** The part of a cube of `other` that these variables see; `other` has all of them. */
  project(other: CubeTable, code: number): number {
    if (other === this) return code;
    let result = 0;
    for (const [i, variable] of this.variables.entries()) {
      if ((code >>> other.variables.indexOf(variable)) & 1) result |= 1 << i;
    }
    return result;
  }
}

/** One table for each distinct list. */
function cubeTables(bdd: Bdd, lists: readonly (readonly number[])[]): CubeTable[] {
  const tables = new Map<string, CubeTable>();
  return lists.map((list) => {
    const key = list.join();
    if (!tables.has(key)) tables.set(key, new CubeTable(bdd, list));
    return tables.get(key)!;
  });
}
