// What a PNML file says, before references are resolved and colours unfolded. Ids are numbered as they are met, and arcs, of which there
// are most, are rows of flat lists.
import { Int32List } from '../../../base/growable.ts';
import type { StringTable } from '../../../base/intern.ts';
import type { Located } from '../problems.ts';
import type { XmlElement } from '../xml/xml-stream.ts';

export interface RawNode extends Located {
  readonly id: string;
  /** The number of the id. */
  readonly number: number;
}

export interface RawPlace extends RawNode {
  readonly name: string;
  readonly initial: number;
  readonly capacity: number | null;
  /** Of coloured nets: the sort and the initial marking as terms. */
  readonly type: XmlElement | null;
  readonly marking: XmlElement | null;
}

export interface RawTransition extends RawNode {
  readonly name: string;
  readonly condition: XmlElement | null;
}

/** A node that stands for another one, usually on another page. */
export interface RawReference extends RawNode {
  readonly target: string;
  readonly kind: 'place' | 'transition';
}

export interface RawArc extends Located {
  /** Numbers of ids. */
  readonly source: number;
  readonly target: number;
  readonly weight: number;
  readonly kind: 'normal' | 'inhibitor';
  /** Of coloured nets: the inscription as a term; null when there is none. */
  readonly inscription: XmlElement | null;
}

/** All arcs of a file, numbered in its order. */
export class RawArcs {
  readonly sources = new Int32List();
  readonly targets = new Int32List();
  readonly weights = new Int32List();
  private readonly inhibitors = new Set<number>();
  private readonly inscriptions = new Map<number, XmlElement>();
  private readonly lines = new Int32List();
  private readonly columns = new Int32List();

  get length(): number {
    return this.sources.length;
  }

  add({ source, target, weight, kind, inscription, line, column }: RawArc): void {
    const number = this.length;
    this.sources.push(source);
    this.targets.push(target);
    this.weights.push(weight);
    this.lines.push(line);
    this.columns.push(column);
    if (kind === 'inhibitor') this.inhibitors.add(number);
    if (inscription !== null) this.inscriptions.set(number, inscription);
  }

  isInhibitor(arc: number): boolean {
    return this.inhibitors.has(arc);
  }

  inscription(arc: number): XmlElement | null {
    return this.inscriptions.get(arc) ?? null;
  }

  /** Where the arc stands in the file. */
  at(arc: number): Located {
    return { line: this.lines.get(arc), column: this.columns.get(arc) };
  }
}

/** A unit of a nested-unit net: its own places. */
export interface RawUnit {
  readonly places: readonly string[];
}

export interface RawNet {
  readonly id: string;
  readonly kind: 'pt' | 'symmetric';
  /** All ids that nodes have or arcs name. */
  readonly ids: StringTable;
  readonly places: readonly RawPlace[];
  readonly transitions: readonly RawTransition[];
  readonly references: readonly RawReference[];
  readonly arcs: RawArcs;
  /** The contents of all `declarations` elements. */
  readonly declarations: readonly XmlElement[];
  /** Units in each of which at most one place is marked, with one token; empty when the file does not promise that. */
  readonly safeUnits: readonly RawUnit[];
}
