// Pictures of automata of any kind, before they are text: nodes, edges, marks, initial arrows, clusters. `dot.ts` beside this
// file writes them for Graphviz.

/** A state as it is drawn. */
export interface PictureNode {
  readonly text: string;
  /**
   * A circle, or a rounded box for longer texts. `double` has two lines around it, `double-dashed` two dashed ones, `mixed` a
   * plain and a dashed one.
   */
  readonly outline: 'single' | 'double' | 'double-dashed' | 'mixed' | 'diamond';
  /** The acceptance sets of the state. */
  readonly marks: readonly number[];
  /** A second line, in small letters. */
  readonly note?: string;
  /** Initial without an arrow: a mark, and the text that the arrow would have, which may be empty. */
  readonly start?: string;
  /** The colour inside, such as `#d7ecff`; that of all states unless given. */
  readonly fill?: string;
}

export interface PictureEdge {
  readonly source: number;
  readonly target: number;
  readonly text: string;
  readonly marks: readonly number[];
  readonly line?: 'solid' | 'dashed';
  /** Further edges that this one is drawn for, a line of text each. */
  readonly also?: readonly Pick<PictureEdge, 'text' | 'marks'>[];
}

/** An arrow from nowhere. */
export interface PictureStart {
  readonly target: number;
  readonly text?: string;
}

/** States that are drawn together in a frame. */
export interface PictureCluster {
  readonly nodes: readonly number[];
  readonly kind: 'accepting' | 'rejecting' | 'neutral';
}

/** A line of the caption: plain text, or text with marks in it where a number stands. */
export type CaptionLine = readonly (string | number)[];

export interface Picture {
  readonly caption: readonly CaptionLine[];
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
  readonly starts: readonly PictureStart[];
  readonly clusters?: readonly PictureCluster[];
  readonly direction?: 'left-to-right' | 'top-to-bottom';
}

/**
 * `layers` is the way of Graphviz; `drawing` takes a circle instead where most states are joined; `table` has a row for each state; `auto` draws, unless
 * the texts of a circle have no room: that is a table.
 */
export const pictureForms = ['auto', 'drawing', 'layers', 'table'] as const;
export type PictureForm = (typeof pictureForms)[number];
