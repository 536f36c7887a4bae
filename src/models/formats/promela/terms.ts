// Terms: expressions whose names have been found. A term is about one process; where that stands in the state vector is only known when
// the term is compiled for one of the places of processes.
import type { BinaryOperator } from '../../expression/expression.ts';
import type { ChannelQuestion } from './ast.ts';
import type { Token } from './lexer.ts';
import type { CellType } from './types.ts';

/** An index that varies: `length` elements of `stride` cells. */
export interface IndexTerm {
  readonly term: Term;
  readonly length: number;
  readonly stride: number;
}

/** A cell of the global variables or of a process. */
export interface CellTerm {
  readonly kind: 'cell';
  readonly region: 'global' | 'local';
  readonly offset: number;
  readonly indexes: readonly IndexTerm[];
  readonly type: CellType;
  readonly name: string;
}

export type Term =
  | { readonly kind: 'constant'; readonly value: number }
  | CellTerm
  | { readonly kind: 'unary'; readonly operator: '-' | '~' | '!'; readonly operand: Term }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Term; readonly right: Term }
  | { readonly kind: 'choice'; readonly condition: Term; readonly then: Term; readonly otherwise: Term }
  | { readonly kind: 'question'; readonly question: ChannelQuestion; readonly channel: Term }
  /** Whether a message is there that has these values; null matches anything. */
  | {
      readonly kind: 'poll';
      readonly channel: Term;
      readonly anywhere: boolean;
      readonly matches: readonly (Term | null)[];
    }
  /** Whether a process of the type is at the label; the first one where `pid` is null. */
  | {
      readonly kind: 'label';
      readonly process: number;
      readonly pid: Term | null;
      readonly label: string;
      readonly at: Token;
    }
  /** A variable of a process of the type, 0 where there is none. */
  | { readonly kind: 'remote'; readonly process: number; readonly pid: Term | null; readonly cell: CellTerm }
  /** In claims and formulas: whether a process can move; its control point, which is only compared. */
  | { readonly kind: 'enabled' | 'point'; readonly pid: Term }
  /** Its own number; the number of processes; who moved last; whether nobody can move; whether nobody makes progress. */
  | { readonly kind: 'pid' | 'processes' | 'last' | 'timeout' | 'np_' };

/** What a receive does with a field. */
export type FieldAction =
  | { readonly kind: 'match'; readonly value: Term }
  | { readonly kind: 'store'; readonly cell: CellTerm }
  | { readonly kind: 'forget' };

/** What a step does. */
export type Action =
  | { readonly kind: 'test'; readonly term: Term }
  | { readonly kind: 'skip' | 'else' | 'end' }
  | { readonly kind: 'assign'; readonly cell: CellTerm; readonly value: Term }
  | { readonly kind: 'send'; readonly channel: Term; readonly sorted: boolean; readonly values: readonly Term[] }
  | {
      readonly kind: 'receive';
      readonly channel: Term;
      readonly anywhere: boolean;
      readonly keep: boolean;
      readonly fields: readonly FieldAction[];
    }
  | { readonly kind: 'assert'; readonly term: Term; readonly text: string }
  | { readonly kind: 'print'; readonly format: string; readonly args: readonly Term[] }
  | { readonly kind: 'run'; readonly process: number; readonly args: readonly Term[]; readonly result: CellTerm | null }
  | { readonly kind: 'd_step'; readonly body: Sequence };

/** A step of a process from one control point to another. */
export interface Edge {
  readonly action: Action;
  readonly target: Point;
  /** The process keeps the privilege to move after it: it is inside of an atomic sequence. */
  readonly holds: boolean;
  readonly at: Token;
  readonly text: string;
  /** Steps of the same point that have priority over it: escapes of an `unless` around it. */
  readonly over: readonly Edge[];
}

/** A control point. */
export interface Point {
  /** From 1 on, in its process; 0 in the inside of a d_step. */
  number: number;
  edges: readonly Edge[];
  readonly labels: ReadonlySet<string>;
  readonly isInterior: boolean;
  readonly at: Token;
}

/** The inside of a d_step. */
export interface Sequence {
  readonly start: Point;
  readonly end: Point;
}
