// Products of a Kripke structure with a property automaton, found on the fly by the emptiness check that walks them.
//
// A property is compiled to tables: the edges that match a letter (or a changeset) are found by one indexed load, and
// computed the first time that the model shows it.
import type { Int32List } from '../../base/growable.ts';
import { PairTable } from '../../base/pair-table.ts';
import type { Kripke } from './kripke.ts';

/**
 * One way to accept: a cycle shows all `required` marks and none of the `forbidden` ones. Generalized Büchi acceptance is
 * one mode without forbidden marks; a testing automaton has one for Büchi acceptance and one for livelocks; a list
 * of modes is a generalized Rabin condition.
 */
export interface AcceptanceMode {
  readonly required: number;
  readonly forbidden: number;
}

/** What is known of a property none of whose components has both accepting and rejecting cycles. */
export interface Weakness {
  /** Whether an accepting component is never left and accepts everything. */
  readonly terminal: boolean;
  /** 1 for the states of the automaton in accepting components. */
  readonly accepting: Uint8Array;
}

/** A property automaton as products see it; letters are numbers of a `LetterTable`. */
export interface Property {
  /** `letter`: edges depend on the letter of the source state; `change`: on the letters of source and target. */
  readonly reads: 'letter' | 'change';
  readonly modes: readonly AcceptanceMode[];
  /** Its states are numbers below this one; absent where they are found on the way. */
  readonly stateCount?: number;
  /** Null or absent when the automaton is not known to be weak. */
  readonly weakness?: Weakness | null;
  /** 1 for states that lie on no accepting cycle; absent when that is not known. */
  readonly hopeless?: Uint8Array;
  /** The states in which a run may start when the model starts with this letter. */
  initialStates(letter: number): readonly number[];
  /** The edges that match when the model goes from letter `from` to letter `to`, as flat pairs (target, marks). */
  edges(state: number, from: number, to: number): Int32Array;
}

/** What an emptiness check sees of a product. */
export interface Product {
  /** A cycle is accepting when one of the modes says so. */
  readonly modes: readonly AcceptanceMode[];
  /** The number of states found so far. */
  readonly size: number;
  /** Given for the product with a weak automaton: whether the component of its state in this product state is accepting. */
  readonly weakness?: { readonly terminal: boolean; readonly isAccepting: (state: number) => boolean } | null;
  initialStates(): readonly number[];
  /** Appends (target, marks) for each edge out of `state`. */
  expand(state: number, edges: Int32List): void;
}

/** K ⊗ A for a property that reads letters (BA, TGBA [BDK12, Def. 7]) or changesets (TGTA [BDK12, Def. 9]). */
export class SynchronisedProduct implements Product {
  readonly kripke: Kripke;
  readonly property: Property;
  readonly modes: readonly AcceptanceMode[];
  /** Product state number → (model state, automaton state). */
  readonly pairs: PairTable;

  constructor(kripke: Kripke, property: Property) {
    this.kripke = kripke;
    this.property = property;
    this.modes = property.modes;
    this.pairs = new PairTable(property.stateCount);
  }

  get size(): number {
    return this.pairs.size;
  }

  get weakness(): Exclude<Product['weakness'], undefined> {
    const { weakness } = this.property;
    if (!weakness) return null;
    const { terminal, accepting } = weakness;
    return { terminal, isAccepting: (state) => accepting[this.pairs.right.data[state]] === 1 };
  }

  initialStates(): number[] {
    return this.kripke.graph
      .initialStates()
      .flatMap((state) =>
        this.property.initialStates(this.kripke.letter(state)).map((initial) => this.pairs.intern(state, initial)),
      );
  }

  expand(state: number, edges: Int32List): void {
    const source = this.pairs.left.get(state);
    const from = this.pairs.right.get(state);
    if (this.property.reads === 'letter') this.expandByLetter(source, from, edges);
    else this.expandByChange(source, from, edges);
  }

  private expandByLetter(source: number, from: number, edges: Int32List): void {
    const letter = this.kripke.letter(source);
    const matching = this.property.edges(from, letter, letter);
    if (matching.length === 0) return; // the automaton is stuck: the model need not be expanded
    const { graph } = this.kripke;
    const degree = graph.expand(source);
    const start = graph.startOf(source);
    for (let i = start; i < start + degree; i++) {
      const target = graph.targets.data[i];
      for (let e = 0; e < matching.length; e += 2) {
        edges.push(this.pairs.intern(target, matching[e]));
        edges.push(matching[e + 1]);
      }
    }
  }

  private expandByChange(source: number, from: number, edges: Int32List): void {
    const { kripke } = this;
    const { graph } = kripke;
    const degree = graph.expand(source);
    const start = graph.startOf(source);
    const letter = kripke.letter(source);
    for (let i = start; i < start + degree; i++) {
      const target = graph.targets.data[i];
      const matching = this.property.edges(from, letter, kripke.letter(target));
      for (let e = 0; e < matching.length; e += 2) {
        edges.push(this.pairs.intern(target, matching[e]));
        edges.push(matching[e + 1]);
      }
    }
  }
}
