// What the page and its desk say to each other. The desk is a worker that thinks for the page: it reads formulas and models, draws, and plays.
// Checks are asked of the package's own worker. Everything here can be sent with `postMessage`.

import type { ProductKind } from 'tegata/graph';
import type { Compiled } from '../code/compile.ts';

/** Something wrong with a text, at its place there. */
export interface Finding {
  readonly message: string;
  readonly hint: string | null;
  readonly code: string;
  readonly start: number;
  readonly end: number;
}

/** A word: the propositions that hold at each position, and where the cycle begins; a run that is only begun has none, and ends there. */
export interface WordView {
  readonly letters: readonly (readonly string[])[];
  readonly cycleStart: number;
}

/** What was found, or why it was not. */
export type Sought<T> = { readonly found: T } | { readonly unknown: string };

export interface StudyQuestion {
  readonly formula: string;
  /** Compared with the formula, unless it is empty. */
  readonly second: string;
}

export interface Comparison {
  readonly relation: 'equivalent' | 'implies' | 'is implied by' | 'is unrelated to';
  /** Words of one formula alone. */
  readonly onlyFirst: WordView | null;
  readonly onlySecond: WordView | null;
}

export interface Study {
  readonly findings: readonly Finding[];
  readonly secondFindings: readonly Finding[];
  /** Null where the formula cannot be read. */
  readonly facts: Facts | null;
  readonly comparison: Sought<Comparison> | null;
}

export interface Facts {
  readonly printed: string;
  readonly symbols: string;
  readonly simplified: string;
  readonly size: number;
  readonly propositions: readonly string[];
  readonly hierarchy: Sought<string>;
  /** Null: it is. Otherwise two words that differ in stuttering alone, of which one satisfies the formula. */
  readonly stutter: Sought<{ readonly satisfying: WordView; readonly violating: WordView } | null>;
  readonly satisfying: Sought<WordView | null>;
  readonly violating: Sought<WordView | null>;
}

export interface TruthQuestion {
  readonly formula: string;
  readonly word: WordView;
}

export interface TruthRow {
  readonly text: string;
  /** How deep in the formula it stands; the formula itself is at 0. */
  readonly depth: number;
  /** Null where a run that is only begun does not decide it. */
  readonly holds: readonly (boolean | null)[];
}

/** `closure` is the TGBA of the textbooks, by sets of subformulas. */
export type AutomatonKind = 'tgba' | 'ba' | 'ta' | 'tgta' | 'closure';

export interface AutomatonQuestion {
  readonly formula: string;
  readonly kind: AutomatonKind;
}

/** An automaton as a table: a row for each state, a column for each label of its edges. */
export interface AutomatonTable {
  readonly labels: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    /** What may be read at the beginning, where the state is initial. */
    readonly start: string | null;
    readonly isAccepting: boolean;
    readonly cells: readonly (readonly { readonly target: number; readonly marks: readonly number[] }[])[];
  }[];
}

export interface AutomatonView {
  readonly states: number;
  readonly edges: number;
  readonly acceptanceSets: number;
  readonly deterministic: boolean;
  readonly hoa: string;
  readonly dot: string;
  /** Null where it is too large to be drawn; `unknown` says so. */
  readonly svg: Sought<string>;
  /** Null where it would be too wide or too long. */
  readonly table: AutomatonTable | null;
}

/** How a TA or TGTA is constructed: by ours, by the papers' to the letter, or straight from the formula. */
export type Construction = 'ours' | 'printed' | 'direct';

export interface StepsQuestion {
  readonly formula: string;
  readonly kind: 'ta' | 'tgta';
  readonly construction: Construction;
}

/** An automaton on the way. */
export interface ConstructionView {
  readonly caption: string;
  readonly states: number;
  readonly edges: number;
  readonly svg: Sought<string>;
}

export interface RunQuestion {
  readonly formula: string;
  readonly kind: AutomatonKind;
  readonly word: WordView;
}

/** Entries of an endless sequence; after the last one comes that at `cycleStart`. */
export interface Endless<T> {
  readonly steps: readonly T[];
  readonly cycleStart: number;
}

/** How an automaton reads a word. Arrows are named as in the picture: `0->1`. */
export interface RunView {
  readonly isAccepted: boolean;
  readonly possible: Endless<{ readonly states: readonly number[]; readonly arrows: readonly string[] }>;
  readonly run: Endless<{ readonly state: number; readonly arrow: string | null }> | null;
}

/** The file of a model. */
export interface ModelText {
  readonly name: string;
  readonly text: string;
}

export interface ModelQuestion {
  readonly model: ModelText;
  /** Looked at together with the model: its propositions must be known there. */
  readonly formula: string;
}

export interface ModelView {
  readonly findings: readonly Finding[];
  readonly formulaFindings: readonly Finding[];
  readonly summary: ModelSummaryView | null;
}

export interface ModelSummaryView {
  readonly format: string;
  readonly variables: number;
  readonly transitions: number;
  /** Properties that the file itself states. */
  readonly properties: readonly { readonly name: string; readonly formula: string }[];
  /** Some propositions that formulas can name, for completion. */
  readonly propositions: readonly string[];
  readonly isNet: boolean;
  /** Whether its processes can be drawn. */
  readonly hasProcesses: boolean;
}

/** A way through a model: the number of the choice at each step. */
export interface PlayQuestion {
  readonly model: ModelText;
  readonly path: readonly number[];
}

export interface PlayView {
  readonly state: readonly { readonly name: string; readonly value: string; readonly changed: boolean }[];
  readonly choices: readonly string[];
  /** The steps that were taken. */
  readonly taken: readonly string[];
}

/** A Petri net, laid out. */
export interface NetView {
  readonly width: number;
  readonly height: number;
  readonly places: readonly { readonly id: string; readonly name: string; readonly x: number; readonly y: number }[];
  readonly transitions: readonly {
    readonly id: string;
    readonly name: string;
    readonly x: number;
    readonly y: number;
  }[];
  readonly arcs: readonly {
    readonly path: string;
    readonly kind: 'arc' | 'inhibitor';
    readonly weight: number;
    readonly x: number;
    readonly y: number;
  }[];
}

/** A process of a program, drawn. */
export interface ProcessView {
  readonly name: string;
  /** Its locations as states name them, by their numbers in the picture; a step may lead through those that it only passes. */
  readonly locations: readonly { readonly name: string; readonly isPassing: boolean }[];
  /** Its arrows; the line is known where the names of steps tell it. */
  readonly moves: readonly { readonly source: number; readonly target: number; readonly line: number | null }[];
  readonly svg: string;
}

export interface GraphQuestion {
  readonly model: ModelText;
  /** Colours the states where it holds, unless it is empty. */
  readonly proposition: string;
}

export interface GraphView {
  readonly states: number;
  readonly steps: number;
  readonly svg: string;
}

export interface ProductQuestion {
  readonly model: ModelText;
  /** The property: the model is run with the automaton of its negation. */
  readonly formula: string;
  readonly kind: ProductKind;
}

export interface ProductView {
  readonly states: number;
  readonly edges: number;
  readonly svg: string;
}

export interface LibraryNet {
  readonly name: string;
  readonly parameter: number;
}

/** What can be asked, and what the answer is. */
export interface Requests {
  study: { question: StudyQuestion; answer: Study };
  truth: { question: TruthQuestion; answer: readonly TruthRow[] };
  automaton: { question: AutomatonQuestion; answer: AutomatonView };
  steps: { question: StepsQuestion; answer: readonly ConstructionView[] };
  run: { question: RunQuestion; answer: RunView };
  model: { question: ModelQuestion; answer: ModelView };
  play: { question: PlayQuestion; answer: PlayView };
  net: { question: ModelText; answer: NetView };
  processes: { question: ModelText; answer: readonly ProcessView[] };
  graph: { question: GraphQuestion; answer: GraphView };
  product: { question: ProductQuestion; answer: ProductView };
  library: { question: LibraryNet; answer: ModelText };
  compile: { question: ModelText; answer: Compiled };
}

export type RequestKind = keyof Requests;

export interface Request {
  readonly number: number;
  readonly kind: RequestKind;
  readonly question: unknown;
}

export type Reply =
  | { readonly number: number; readonly answer: unknown }
  | { readonly number: number; readonly failure: string };
