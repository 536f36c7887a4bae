// The tableau of a formula as a table that grows: sets of obligations by number, and for each of them its choices in a letter as edges with marks. Mark
// i says that the formula a U b of number i is not postponed: a run is accepted when none of them is postponed for ever.
import { LimitExceeded } from '../diagnostics/limit.ts';
import type { Formula } from '../formula/formula.ts';
import { subformulas } from '../formula/traverse.ts';
import { choicesFor, conjunctsOf, withoutImplied } from './tableau.ts';

/** The most formulas a U b: each is one bit of a word. */
const MOST_MARKS = 30;
/** The most propositions: letters are numbers. */
const MOST_PROPOSITIONS = 50;

export class TableauTable {
  /** The sets of obligations found so far; that of the whole formula is number 0. */
  readonly sets: (readonly Formula[])[] = [];
  /** The formulas a U b. */
  readonly untils: readonly Formula[];
  readonly names: readonly string[];
  /** All marks. */
  readonly marks: number;
  /** By set, then by letter. */
  readonly expanded: Map<number, Int32Array>[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly places: ReadonlyMap<string, number>;

  /** For a formula in normal form over the named propositions. Throws `LimitExceeded` where it has too many eventualities or propositions. */
  constructor(formula: Formula, names: readonly string[]) {
    this.untils = subformulas(formula).filter(({ kind }) => kind === 'until');
    if (this.untils.length > MOST_MARKS) {
      throw new LimitExceeded('states', `certificates have at most ${MOST_MARKS} eventualities`);
    }
    if (names.length > MOST_PROPOSITIONS) {
      throw new LimitExceeded('states', `certificates have at most ${MOST_PROPOSITIONS} propositions`);
    }
    this.marks = 2 ** this.untils.length - 1;
    this.names = names;
    this.places = new Map(names.map((name, place) => [name, place]));
    this.number(withoutImplied(conjunctsOf(formula)));
  }

  /** Flat edges (set, marks) of a set in the letter whose bits say which propositions hold. */
  expand(set: number, letter: number): Int32Array {
    const known = this.expanded[set].get(letter);
    if (known !== undefined) return known;
    const holds = ({ name }: Formula): boolean => Math.floor(letter / 2 ** this.places.get(name)!) % 2 === 1;
    const found: number[] = [];
    for (const { next, postponed } of choicesFor(this.sets[set], holds)) {
      let marks = this.marks;
      for (const formula of postponed) marks &= ~(1 << this.untils.indexOf(formula));
      found.push(this.number(next), marks);
    }
    const edges = Int32Array.from(found);
    this.expanded[set].set(letter, edges);
    return edges;
  }

  /** Expands every set in every letter; false where that takes more expansions. */
  expandAll(most: number): boolean {
    const letters = 2 ** this.names.length;
    for (let set = 0; set < this.sets.length; set++) {
      if (this.sets.length * letters > most) return false;
      for (let letter = 0; letter < letters; letter++) this.expand(set, letter);
    }
    return true;
  }

  private number(set: readonly Formula[]): number {
    const key = set.map(({ id }) => id).join();
    let number = this.numbers.get(key);
    if (number === undefined) {
      this.numbers.set(key, (number = this.sets.length));
      this.sets.push(set);
      this.expanded.push(new Map());
    }
    return number;
  }
}
