// What is said between the extension and its threads. Offsets are those of the editor: UTF-16 units from the beginning of the text.

/** The text of a file as the editor has it; the name tells the format, and what a model includes lies beside it. */
export interface FileText {
  readonly file: string;
  readonly text: string;
}

/** What a file is to the extension: a model, a list of formulas, or code with formulas in strings. */
export type FileKind = 'model' | 'formulas' | 'code';

export interface Mistake {
  readonly message: string;
  readonly code: string;
  readonly start: number;
  readonly end: number;
}

/** What can be checked: a formula as it is written, or a property that the model states, by its name. */
export type Asked = { readonly formula: string } | { readonly property: string };

/** Something that can be checked, and the line where it stands, from 0. */
export interface Checkable {
  readonly line: number;
  readonly asked: Asked;
}

export interface LookQuestion {
  readonly kind: 'look';
  readonly of: FileKind;
  readonly file: FileText;
  /** Of formulas: the model that they are about, where it is there. */
  readonly model: FileText | null;
}

export interface Looked {
  readonly mistakes: readonly Mistake[];
  readonly checkables: readonly Checkable[];
}

export interface NamesQuestion {
  readonly kind: 'names';
  readonly model: FileText;
}

/** A proposition as a formula writes it, in quotes where it needs them. */
export interface Name {
  readonly text: string;
  readonly about: string;
}

export interface CheckQuestion {
  readonly kind: 'check';
  readonly model: FileText;
  readonly asked: Asked;
  readonly limits: CheckLimits;
}

export interface CheckLimits {
  readonly seconds: number;
  readonly megabytes: number;
}

export interface Answer {
  readonly outcome: 'holds' | 'violated' | 'unknown';
  /** What the command prints. */
  readonly text: string;
  /** The counterexample as a page of its own, and as a picture. */
  readonly page: string | null;
  readonly picture: string | null;
}

/** Each question with its answer. */
export interface Talk {
  look: { readonly question: LookQuestion; readonly answer: Looked };
  names: { readonly question: NamesQuestion; readonly answer: readonly Name[] };
  check: { readonly question: CheckQuestion; readonly answer: Answer };
}

export type Question = Talk[keyof Talk]['question'];

export interface Request {
  readonly number: number;
  readonly question: Question;
}

export type Reply =
  | { readonly number: number; readonly states: number }
  | { readonly number: number; readonly answer: Talk[keyof Talk]['answer'] }
  | { readonly number: number; readonly failure: string };
