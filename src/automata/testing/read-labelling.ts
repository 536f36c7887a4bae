// The other way to put letters on states: a state (q, ℓ) has just read ℓ, and q is what is still asked of the letters after it. An
// edge reads the next letter ℓ' and leads to a state that has read ℓ'; its changesets are the ℓ ⊕ ℓ' for which it may be taken.
//
// A state then remembers only what the *rest* observes of ℓ, where the papers' (s, ℓ) has to remember all that s observes: a
// disjunction of formulas over three propositions each never has a state that knows more than three. And it needs no
// automaton that exists as a whole, only one whose states are expanded when they are reached: see `direct/`.
//
// The initial states are those reached by the first letter, their U all letters that reach them. Accepts what the source accepts:
// the k-th edge of a run here is edge k + 1 of the run there.
import type { Bdd, BddRef } from '../../dd/bdd.ts';
import { allMarks, type Marks } from '../acceptance.ts';
import { type CubeTable, CubeTables } from './cube-table.ts';
import { EdgeList } from './edge-list.ts';
import { type ConstructionLimits, checkSize, type LabelledAutomaton } from './labelled.ts';
import { type InitialState, uniteInitial } from './testing-automaton.ts';

export interface SourceEdge {
  readonly label: BddRef;
  readonly marks: Marks;
  readonly target: number;
}

/** An automaton that may be expanded state by state. */
export interface LetterSource {
  readonly bdd: Bdd;
  readonly propositions: readonly string[];
  readonly initial: readonly number[];
  /** The number of acceptance sets; asked when all states have been expanded. */
  setCount(): number;
  /** Marks beyond the acceptance sets do not count. */
  edges(state: number): readonly SourceEdge[];
  /** The variables that the state or a later one may ask about, ascending. */
  observed(state: number): readonly number[];
  /** Whether the language from the state is stutter-invariant; asked at most once a state. */
  isStutterInvariant(state: number): boolean;
  /** Whether a BA accepts by this state. */
  isAccepting(state: number): boolean;
  nameState(state: number, letters: BddRef): string;
}

/** The labelled automaton of a source; accepts the same words. */
export function labelWithLetterRead(source: LetterSource, limits: ConstructionLimits): LabelledAutomaton {
  return new ReadLabelling(source, limits).run();
}

type Mode = 'exact' | 'lenient';

class ReadLabelling {
  private readonly source: LetterSource;
  private readonly limits: ConstructionLimits;
  private readonly tables: CubeTables;
  private readonly cubes: CubeTable[] = [];
  private readonly outgoing: (readonly SourceEdge[])[] = [];
  private readonly stutterInvariant: boolean[] = [];
  private readonly targets = new Map<BddRef, Map<CubeTable, readonly number[]>>();
  private readonly numbers: { exact: Map<number, number>[]; lenient: Map<number, number>[] } = {
    exact: [],
    lenient: [],
  };
  private readonly origin: number[] = [];
  private readonly codes: number[] = [];
  private readonly lenient: boolean[] = [];
  private readonly edges = new EdgeList();

  constructor(source: LetterSource, limits: ConstructionLimits) {
    this.source = source;
    this.limits = limits;
    this.tables = new CubeTables(source.bdd);
  }

  run(): LabelledAutomaton {
    const { source, origin, codes, lenient, edges } = this;
    const { bdd, propositions } = source;
    const initial: InitialState[] = [];
    for (const state of source.initial) {
      for (const { label, target } of this.edgesOf(state)) {
        for (const code of this.codesFor(label, target)) {
          const letters = bdd.and(label, this.cubesOf(target).cube(code));
          initial.push({ state: this.number(target, code, this.modeAfter(state, 'exact')), letters });
        }
      }
    }
    for (let state = 0; state < origin.length; state++) this.addEdges(state);
    const all = allMarks(source.setCount());
    for (let i = 0; i < edges.length; i++) edges.marks.data[i] &= all;
    return {
      bdd,
      propositions,
      setCount: source.setCount(),
      stateCount: origin.length,
      lenient,
      accepting: origin.map((state) => source.isAccepting(state)),
      initial: uniteInitial(bdd, initial),
      edges,
      stateNames: origin.map((state, i) => source.nameState(state, this.cubesOf(state).cube(codes[i]))),
    };
  }

  private addEdges(from: number): void {
    const { bdd } = this.source;
    const state = this.origin[from];
    const cubes = this.cubesOf(state);
    const mode = this.modeAfter(state, this.lenient[from] ? 'lenient' : 'exact');
    const flips = cubes.variables.filter((_, i) => (this.codes[from] >>> i) & 1);
    const flip = new Flip(bdd, flips);
    for (const { label, marks, target } of this.edgesOf(state)) {
      const next = this.cubesOf(target);
      const before = next.project(cubes, this.codes[from]);
      const change = flip.of(label);
      for (const code of this.codesFor(label, target)) {
        this.edges.push(from, bdd.and(change, next.cube(before ^ code)), marks, this.number(target, code, mode));
      }
      checkSize(this.origin.length, this.edges, this.limits);
    }
  }

  /** From a state with a stutter-invariant language on, what the next letter begins is asked for by that language alone. */
  private modeAfter(state: number, mode: Mode): Mode {
    if (mode === 'lenient') return mode;
    return (this.stutterInvariant[state] ??= this.source.isStutterInvariant(state)) ? 'lenient' : 'exact';
  }

  private number(state: number, code: number, mode: Mode): number {
    const numbers = (this.numbers[mode][state] ??= new Map());
    let number = numbers.get(code);
    if (number === undefined) {
      number = this.origin.push(state) - 1;
      this.codes.push(code);
      this.lenient.push(mode === 'lenient');
      numbers.set(code, number);
      checkSize(this.origin.length, this.edges, this.limits);
    }
    return number;
  }

  private edgesOf(state: number): readonly SourceEdge[] {
    return (this.outgoing[state] ??= this.source.edges(state));
  }

  private cubesOf(state: number): CubeTable {
    return (this.cubes[state] ??= this.tables.over(this.source.observed(state)));
  }

  /** What letters in the label look like to the target. */
  private codesFor(label: BddRef, target: number): readonly number[] {
    const cubes = this.cubesOf(target);
    let known = this.targets.get(label);
    if (known === undefined) this.targets.set(label, (known = new Map()));
    let codes = known.get(cubes);
    if (codes === undefined) known.set(cubes, (codes = cubes.codesIn(label)));
    return codes;
  }
}

/** Substitutes x ⊕ 1 for some variables x: letters become changes from a letter in which these hold. */
class Flip {
  private readonly bdd: Bdd;
  private readonly flipped: ReadonlySet<number>;
  private readonly known = new Map<BddRef, BddRef>();

  constructor(bdd: Bdd, variables: readonly number[]) {
    this.bdd = bdd;
    this.flipped = new Set(variables);
  }

  /** Recurses over levels. */
  of(f: BddRef): BddRef {
    const { bdd } = this;
    if (bdd.isConstant(f) || this.flipped.size === 0) return f;
    const known = this.known.get(f);
    if (known !== undefined) return known;
    const top = bdd.topVariable(f);
    const [low, high] = [this.of(bdd.low(f)), this.of(bdd.high(f))];
    const result = this.flipped.has(top)
      ? bdd.ite(bdd.variable(top), low, high)
      : bdd.ite(bdd.variable(top), high, low);
    this.known.set(f, result);
    return result;
  }
}
