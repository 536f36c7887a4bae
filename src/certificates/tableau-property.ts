// The tableau as a property of products. Its states are sets of obligations, its marks say which formulas a U b are not postponed: a run is
// accepted when none of them is postponed for ever.
import { LimitExceeded } from '../diagnostics/limit.ts';
import type { LetterTable } from '../explicit/product/letters.ts';
import type { AcceptanceMode, Property } from '../explicit/product/product.ts';
import type { Formula } from '../formula/formula.ts';
import { subformulas } from '../formula/traverse.ts';
import { choicesFor, conjunctsOf, withoutImplied } from './tableau.ts';

/** The most formulas a U b: each is one bit of a word. */
const MOST_MARKS = 30;

export class TableauProperty implements Property {
  readonly reads = 'letter';
  readonly modes: readonly AcceptanceMode[];
  /** The sets of obligations found so far, by number; that of the whole formula is number 0. */
  readonly sets: (readonly Formula[])[] = [];
  /** The formulas a U b; mark i is that of number i. */
  readonly untils: readonly Formula[];
  private readonly numbers = new Map<string, number>();
  private readonly tables: Int32Array[][] = [];
  private readonly letters: LetterTable;
  private readonly places: ReadonlyMap<string, number>;

  /** For a formula in normal form; `names` are the propositions of the letters. Throws `LimitExceeded` where it has too many eventualities. */
  constructor(formula: Formula, letters: LetterTable, names: readonly string[]) {
    this.untils = subformulas(formula).filter(({ kind }) => kind === 'until');
    if (this.untils.length > MOST_MARKS) {
      throw new LimitExceeded('states', `certificates have at most ${MOST_MARKS} eventualities`);
    }
    this.modes = [{ required: 2 ** this.untils.length - 1, forbidden: 0 }];
    this.letters = letters;
    this.places = new Map(names.map((name, place) => [name, place]));
    this.number(withoutImplied(conjunctsOf(formula)));
  }

  initialStates(): readonly number[] {
    return [0];
  }

  edges(state: number, letter: number): Int32Array {
    return (this.tables[state][letter] ??= this.expand(state, letter));
  }

  private expand(state: number, letter: number): Int32Array {
    const holds = ({ name }: Formula): boolean => this.letters.holds(letter, this.places.get(name)!);
    const found: number[] = [];
    for (const { next, postponed } of choicesFor(this.sets[state], holds)) {
      let marks = this.modes[0].required;
      for (const formula of postponed) marks &= ~(1 << this.untils.indexOf(formula));
      found.push(this.number(next), marks);
    }
    return Int32Array.from(found);
  }

  private number(set: readonly Formula[]): number {
    const key = set.map(({ id }) => id).join();
    let number = this.numbers.get(key);
    if (number === undefined) {
      this.numbers.set(key, (number = this.sets.length));
      this.sets.push(set);
      this.tables.push([]);
    }
    return number;
  }
}
