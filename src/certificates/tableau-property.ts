// The tableau as a property of products: its states are sets of obligations.
import type { LetterTable } from '../explicit/product/letters.ts';
import type { AcceptanceMode, Property } from '../explicit/product/product.ts';
import { type TableauRanks, tableauRanks, unranked } from './tableau-ranks.ts';
import type { TableauTable } from './tableau-table.ts';

/** The most expansions for which the whole tableau is made before the search. */
const MOST_EXPANSIONS = 2000;

export class TableauProperty implements Property {
  readonly reads = 'letter';
  readonly modes: readonly AcceptanceMode[];
  readonly tableau: TableauTable;
  /** The components of the tableau, where it was small enough to be made as a whole. */
  readonly ranks: TableauRanks;
  readonly hopeless: Uint8Array;
  /** By set, then by letter. */
  private readonly tables: Int32Array[][] = [];
  private readonly letters: LetterTable;

  /** The letters have the propositions of the tableau. */
  constructor(tableau: TableauTable, letters: LetterTable) {
    this.tableau = tableau;
    this.modes = [{ required: tableau.marks, forbidden: 0 }];
    this.letters = letters;
    this.ranks = tableau.expandAll(MOST_EXPANSIONS) ? tableauRanks(tableau.expanded, tableau.marks) : unranked;
    this.hopeless = Uint8Array.from(this.ranks.ofSet, (rank) => (this.ranks.postponed[rank] === 'levels' ? 0 : 1));
  }

  initialStates(): readonly number[] {
    return [0];
  }

  edges(state: number, letter: number): Int32Array {
    const table = (this.tables[state] ??= []);
    return (table[letter] ??= this.tableau.expand(state, this.propositionsOf(letter)));
  }

  /** The propositions of a letter, as bits. */
  private propositionsOf(letter: number): number {
    const { names } = this.tableau;
    return names.reduce((sum, _, place) => sum + (this.letters.holds(letter, place) ? 2 ** place : 0), 0);
  }
}
