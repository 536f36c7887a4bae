// The labelling of the papers: letters move from the edges to the states, and each edge is labelled with the change between
// the letters of its ends: [BDK12, Prop. 2 and 4], [BS15, Prop. 2]. A state (s, ℓ) is about to read ℓ.
//
// Differs from the papers: a state (s, ℓ) is made only for the part of ℓ that s observes, which is the quotient of theirs by
// letters that no run from s can tell apart [BDK11, first optimisation]; U and the changesets are sets accordingly.
import type { Automaton } from '../automaton.ts';
import { lettersRead } from '../properties.ts';
import { type CubeTable, CubeTables } from './cube-table.ts';
import { EdgeList } from './edge-list.ts';
import { type ConstructionLimits, checkSize, type LabelledAutomaton, type LabellingOptions } from './labelled.ts';
import { observedPropositions } from './observed.ts';
import { nameState } from './state-names.ts';

/** The automaton with letters on its states and changesets on its edges; accepts the same words. */
export function labelStates(automaton: Automaton, options: LabellingOptions): LabelledAutomaton {
  return new Labelling(automaton, options).run();
}

/** The labelled states of one state of the original automaton in one mode: their numbers and the codes of their letters. */
interface Copies {
  readonly numbers: readonly number[];
  readonly codes: readonly number[];
}

class Labelling {
  private readonly automaton: Automaton;
  private readonly limits: ConstructionLimits;
  private readonly cubes: readonly CubeTable[];
  private readonly askStutterInvariant: (state: number) => boolean;
  private readonly lenience: 'kept' | 'by-state';
  private readonly stutterInvariant: (boolean | undefined)[] = [];
  private readonly origin: number[] = [];
  private readonly codes: number[] = [];
  private readonly lenient: boolean[] = [];
  private readonly edges = new EdgeList();
  private readonly copies: { exact: Copies[]; lenient: Copies[] } = { exact: [], lenient: [] };

  constructor(automaton: Automaton, options: LabellingOptions) {
    this.automaton = automaton;
    this.limits = options;
    this.askStutterInvariant = options.isStutterInvariant;
    this.lenience = options.lenience ?? 'kept';
    const tables = new CubeTables(automaton.bdd);
    this.cubes = observedPropositions(automaton).map((variables) => tables.over(variables));
  }

  run(): LabelledAutomaton {
    const { automaton, origin, codes, lenient, edges } = this;
    const starts = automaton.initial.flatMap((state) => this.copiesOf(state, 'exact').numbers);
    for (let state = 0; state < origin.length; state++) this.addEdges(state);
    const letters = origin.map((state, i) => this.cubes[state].cube(codes[i]));
    return {
      bdd: automaton.bdd,
      propositions: automaton.propositions,
      setCount: automaton.acceptance.setCount,
      stateCount: origin.length,
      lenient,
      accepting: origin.map((state) => automaton.edgeMarks[automaton.edgeStart[state]] === 1),
      initial: starts.map((state) => ({ state, letters: letters[state] })),
      edges,
      stateNames: origin.map((state, i) => nameState(automaton, state, letters[i])),
    };
  }

  /** The labelled states for `state` when it is entered in the given mode. */
  private copiesOf(state: number, mode: 'exact' | 'lenient'): Copies {
    const stays = mode === 'lenient' && this.lenience === 'kept';
    const entered = stays || this.isStutterInvariant(state) ? 'lenient' : 'exact';
    return (this.copies[entered][state] ??= this.makeCopies(state, entered === 'lenient'));
  }

  private isStutterInvariant(state: number): boolean {
    return (this.stutterInvariant[state] ??= this.askStutterInvariant(state));
  }

  /** One copy for each letter over what the state observes, unless the state is stuck on it. */
  private makeCopies(state: number, lenient: boolean): Copies {
    const codes = this.cubes[state].codesIn(lettersRead(this.automaton, state));
    const numbers = codes.map((code) => {
      this.codes.push(code);
      this.lenient.push(lenient);
      return this.origin.push(state) - 1;
    });
    checkSize(this.origin.length, this.edges, this.limits);
    return { numbers, codes };
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
      const { numbers, codes } = this.copiesOf(edgeTarget[e], mode);
      for (let i = 0; i < numbers.length; i++) {
        this.edges.push(source, cubes.cube(before ^ codes[i]), edgeMarks[e], numbers[i]);
      }
      checkSize(this.origin.length, this.edges, this.limits);
    }
  }
}
