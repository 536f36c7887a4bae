// The tableau as a property of products. Its states are sets of obligations, its marks say which formulas a U b are not postponed: a run is
// accepted when none of them is postponed for ever.
import { LimitExceeded } from '../diagnostics/limit.ts';
import type { LetterTable } from '../explicit/product/letters.ts';
import type { AcceptanceMode, Property } from '../explicit/product/product.ts';
import type { Formula } from '../formula/formula.ts';
import { subformulas } from '../formula/traverse.ts';
import { choicesFor, conjunctsOf, withoutImplied } from './tableau.ts';
import { type TableauRanks, tableauRanks, unranked } from './tableau-ranks.ts';

/** The most formulas a U b: each is one bit of a word. */
const MOST_MARKS = 30;
/** The most propositions: their letters are numbers. */
const MOST_PROPOSITIONS = 50;
/** The most expansions for which the whole tableau is made before the search. */
const MOST_EXPANSIONS = 2000;

export class TableauProperty implements Property {
  readonly reads = 'letter';
  readonly modes: readonly AcceptanceMode[];
  /** The sets of obligations found so far, by number; that of the whole formula is number 0. */
  readonly sets: (readonly Formula[])[] = [];
  /** The formulas a U b; mark i is that of number i. */
  readonly untils: readonly Formula[];
  /** The components of the tableau, where it was small enough to be made as a whole. */
  readonly ranks: TableauRanks;
  readonly hopeless: Uint8Array;
  private readonly numbers = new Map<string, number>();
  /** By set, then by letter. */
  private readonly tables: Int32Array[][] = [];
  /** By set, then by the propositions that hold. */
  private readonly expanded: Map<number, Int32Array>[] = [];
  private readonly letters: LetterTable;
  private readonly names: readonly string[];
  private readonly places: ReadonlyMap<string, number>;

  /** For a formula in normal form; `names` are the propositions of the letters. Throws `LimitExceeded` where it has too many eventualities or propositions. */
  constructor(formula: Formula, letters: LetterTable, names: readonly string[]) {
    this.untils = subformulas(formula).filter(({ kind }) => kind === 'until');
    if (this.untils.length > MOST_MARKS) {
      throw new LimitExceeded('states', `certificates have at most ${MOST_MARKS} eventualities`);
    }
    if (names.length > MOST_PROPOSITIONS) {
      throw new LimitExceeded('states', `certificates have at most ${MOST_PROPOSITIONS} propositions`);
    }
    this.modes = [{ required: 2 ** this.untils.length - 1, forbidden: 0 }];
    this.letters = letters;
    this.names = names;
    this.places = new Map(names.map((name, place) => [name, place]));
    this.number(withoutImplied(conjunctsOf(formula)));
    this.ranks = this.expandAll() ? tableauRanks(this.expanded, this.modes[0].required) : unranked;
    this.hopeless = Uint8Array.from(this.ranks.ofSet, (rank) => (this.ranks.postponed[rank] === 'levels' ? 0 : 1));
  }

  initialStates(): readonly number[] {
    return [0];
  }

  edges(state: number, letter: number): Int32Array {
    return (this.tables[state][letter] ??= this.expand(state, this.propositionsOf(letter)));
  }

  /** The propositions of a letter, as bits. */
  private propositionsOf(letter: number): number {
    return this.names.reduce((sum, _, place) => sum + (this.letters.holds(letter, place) ? 2 ** place : 0), 0);
  }

  /** Expands every set in every letter; false where there are too many of them. */
  private expandAll(): boolean {
    const letters = 2 ** this.names.length;
    for (let set = 0; set < this.sets.length; set++) {
      if (this.sets.length * letters > MOST_EXPANSIONS) return false;
      for (let letter = 0; letter < letters; letter++) this.expand(set, letter);
    }
    return true;
  }

  private expand(state: number, letter: number): Int32Array {
    const known = this.expanded[state].get(letter);
    if (known !== undefined) return known;
    const holds = ({ name }: Formula): boolean => Math.floor(letter / 2 ** this.places.get(name)!) % 2 === 1;
    const found: number[] = [];
    for (const { next, postponed } of choicesFor(this.sets[state], holds)) {
      let marks = this.modes[0].required;
      for (const formula of postponed) marks &= ~(1 << this.untils.indexOf(formula));
      found.push(this.number(next), marks);
    }
    const edges = Int32Array.from(found);
    this.expanded[state].set(letter, edges);
    return edges;
  }

  private number(set: readonly Formula[]): number {
    const key = set.map(({ id }) => id).join();
    let number = this.numbers.get(key);
    if (number === undefined) {
      this.numbers.set(key, (number = this.sets.length));
      this.sets.push(set);
      this.tables.push([]);
      this.expanded.push(new Map());
    }
    return number;
  }
}
