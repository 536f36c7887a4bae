// What a PNML file says, before references are resolved and colours unfolded.
import type { Located } from '../problems.ts';
import type { XmlElement } from '../xml/xml-stream.ts';

export interface RawPlace extends Located {
  readonly id: string;
  readonly name: string;
  readonly initial: number;
  readonly capacity: number | null;
  /** Of coloured nets: the sort and the initial marking as terms. */
  readonly type: XmlElement | null;
  readonly marking: XmlElement | null;
}

export interface RawTransition extends Located {
  readonly id: string;
  readonly name: string;
  readonly condition: XmlElement | null;
}

/** A node that stands for another one, usually on another page. */
export interface RawReference extends Located {
  readonly id: string;
  readonly target: string;
  readonly kind: 'place' | 'transition';
}

export interface RawArc extends Located {
  readonly source: string;
  readonly target: string;
  readonly weight: number;
  readonly kind: 'normal' | 'inhibitor';
  /** Of coloured nets: the inscription as a term; null when there is none. */
  readonly inscription: XmlElement | null;
}

/** A unit of a nested-unit net: its own places. */
export interface RawUnit extends Located {
  readonly places: readonly string[];
}

export interface RawNet {
  readonly id: string;
  readonly kind: 'pt' | 'symmetric';
  readonly places: readonly RawPlace[];
  readonly transitions: readonly RawTransition[];
  readonly references: readonly RawReference[];
  readonly arcs: readonly RawArc[];
  /** The contents of all `declarations` elements. */
  readonly declarations: readonly XmlElement[];
  /** Units in each of which at most one place is marked, with one token; empty when the file does not promise that. */
  readonly safeUnits: readonly RawUnit[];
}
