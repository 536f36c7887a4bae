// The colours that tokens of one place can ever have, as far as they have been found: a growing list of rows, numbered in the order in which
// they were found. Searches see the rows that have been taken up (`visible`), and find those that agree with what they know already by an
// index.
import { Int32List } from '../../../base/growable.ts';
import type { Domain } from './sorts.ts';

/** Domains up to this size get a table with an entry for each colour; larger ones a map of the colours that there are. */
const DENSE = 1 << 17;

/** A set of colours of one domain. A colour is one number in the mixed radix of the domain, and a row of its components. */
export class PossibleColours {
  readonly domain: Domain;
  /** Component i of row r is entry r · domain.length + i. */
  readonly parts = new Int32List();
  /** Rows below this one have been taken up. */
  visible = 0;
  private count = 0;
  /** Row and one of each colour; 0 where it is not there. */
  private dense: Int32Array | null = null;
  private readonly sparse = new Map<number, number>();
  private readonly isDense: boolean;
  private readonly indexes = new Map<string, ColourIndex>();

  constructor(domain: Domain) {
    this.domain = domain;
    this.isDense = domain.reduce((size, sort) => size * sort.size, 1) <= DENSE;
  }

  get size(): number {
    return this.count;
  }

  /** The row of a colour, or -1. */
  rowOf(colour: number): number {
    if (this.isDense) return this.dense === null ? -1 : this.dense[colour] - 1;
    return this.sparse.get(colour) ?? -1;
  }

  /** Adds a colour; false when it was there. */
  add(colour: number): boolean {
    if (this.rowOf(colour) !== -1) return false;
    const row = this.count++;
    if (this.isDense) {
      this.dense ??= new Int32Array(this.domain.reduce((size, sort) => size * sort.size, 1));
      this.dense[colour] = row + 1;
    } else this.sparse.set(colour, row);
    const width = this.domain.length;
    this.parts.reserve((row + 1) * width);
    this.parts.length = (row + 1) * width;
    let rest = colour;
    for (let i = width - 1; i >= 0; i--) {
      const { size } = this.domain[i];
      this.parts.data[row * width + i] = rest % size;
      rest = Math.floor(rest / size);
    }
    return true;
  }

  /** The colour in a row. */
  colourAt(row: number): number {
    let colour = 0;
    const start = row * this.domain.length;
    for (let i = 0; i < this.domain.length; i++) colour = colour * this.domain[i].size + this.parts.data[start + i];
    return colour;
  }

  /** The index by some of the components; the same one whenever it is asked for. */
  indexBy(components: readonly number[]): ColourIndex {
    const name = components.join();
    let index = this.indexes.get(name);
    if (index === undefined) {
      index = new ColourIndex(this, components);
      this.indexes.set(name, index);
    }
    return index;
  }
}

/** Visible rows by some of their components: those that agree in them form a chain, the newest row first. */
export class ColourIndex {
  private readonly colours: PossibleColours;
  private readonly components: readonly number[];
  private readonly heads = new Map<number, number>();
  private readonly next = new Int32List();

  constructor(colours: PossibleColours, components: readonly number[]) {
    this.colours = colours;
    this.components = components;
  }

  /** The newest row whose components are `key`, a number in their mixed radix; -1 when there is none. */
  first(key: number): number {
    this.takeUp();
    return this.heads.get(key) ?? -1;
  }

  /** The next older row with the same components, or -1. */
  after(row: number): number {
    return this.next.get(row);
  }

  private takeUp(): void {
    const { parts, domain, visible } = this.colours;
    for (let row = this.next.length; row < visible; row++) {
      let key = 0;
      for (const i of this.components) key = key * domain[i].size + parts.data[row * domain.length + i];
      this.next.push(this.heads.get(key) ?? -1);
      this.heads.set(key, row);
    }
  }
}
