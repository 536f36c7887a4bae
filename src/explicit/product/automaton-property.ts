// A BA or TGBA compiled for products: for each state and letter number the matching edges, found once, when the model
// first shows that letter in that state. No table over 2^AP is ever made.

import type { Automaton } from '../../automata/automaton.ts';
import { disjunctiveClauses } from '../../automata/operations/acceptance-forms.ts';
import { invariant } from '../../base/assert.ts';
import { Int32List } from '../../base/growable.ts';
import { hopelessStates } from './hopeless.ts';
import type { LetterTable } from './letters.ts';
import type { AcceptanceMode, Property, Weakness } from './product.ts';
import { weaknessOf } from './weakness.ts';

/** An automaton as a property over the letters of a model; each clause of its acceptance condition is a mode. */
export class AutomatonProperty implements Property {
  readonly reads = 'letter';
  readonly modes: readonly AcceptanceMode[];
  /** The marks that some mode asks for. */
  private readonly used: number;
  readonly automaton: Automaton;
  private readonly letters: LetterTable;
  /** Automaton proposition number → proposition number of the letters. */
  readonly variables: readonly number[];
  private readonly tables: Int32Array[][];
  private knownWeakness: Weakness | null | undefined;
  private knownHopeless: Uint8Array | undefined;

  /** `names` are the propositions of the letters, in their order; the automaton may use some of them. */
  constructor(automaton: Automaton, letters: LetterTable, names: readonly string[]) {
    this.automaton = automaton;
    this.letters = letters;
    this.modes = disjunctiveClauses(automaton.acceptance.formula).map(({ inf, fin }) => ({
      required: inf,
      forbidden: fin,
    }));
    this.used = this.modes.reduce((marks, { required, forbidden }) => marks | required | forbidden, 0);
    this.variables = automaton.propositions.map((name) => names.indexOf(name));
    invariant(!this.variables.includes(-1), 'the letters show every proposition of the automaton');
    this.tables = Array.from({ length: automaton.stateCount }, () => []);
  }

  get stateCount(): number {
    return this.automaton.stateCount;
  }

  get weakness(): Weakness | null {
    if (this.knownWeakness === undefined) this.knownWeakness = weaknessOf(this.automaton);
    return this.knownWeakness;
  }

  get hopeless(): Uint8Array {
    return (this.knownHopeless ??= hopelessStates(this.automaton, this.modes));
  }

  initialStates(): readonly number[] {
    return this.automaton.initial;
  }

  edges(state: number, letter: number): Int32Array {
    return (this.tables[state][letter] ??= this.matching(state, letter));
  }

  /** Whether an edge of the automaton can be taken with the letter. */
  matches(edge: number, letter: number): boolean {
    const { bdd, edgeLabel } = this.automaton;
    return bdd.evaluate(edgeLabel[edge], (variable) => this.letters.holds(letter, this.variables[variable]));
  }

  private matching(state: number, letter: number): Int32Array {
    const { edgeStart, edgeMarks, edgeTarget } = this.automaton;
    const found = new Int32List();
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      if (!this.matches(e, letter)) continue;
      found.push(edgeTarget[e]);
      found.push(edgeMarks[e] & this.used);
    }
    return found.toArray();
  }
}
