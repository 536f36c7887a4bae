// What the parser makes of a Promela text. Names are as written; `link.ts` finds out what they stand for. Every node keeps the token at
// which it begins, for diagnostics and for the lines of counterexamples.
import type { BinaryOperator } from '../../expression/expression.ts';
import type { Token } from './lexer.ts';

export interface Reference {
  readonly kind: 'reference';
  readonly at: Token;
  /** `a[1].b` has the parts `a[1]` and `b`. */
  readonly parts: readonly { readonly name: string; readonly index: Expr | null }[];
}

/** The questions about channels that look like functions. */
export type ChannelQuestion = 'len' | 'full' | 'empty' | 'nfull' | 'nempty';

export type Expr =
  | Reference
  | { readonly kind: 'number'; readonly at: Token; readonly value: number }
  | { readonly kind: 'unary'; readonly at: Token; readonly operator: '-' | '~' | '!'; readonly operand: Expr }
  | {
      readonly kind: 'binary';
      readonly at: Token;
      readonly operator: BinaryOperator;
      readonly left: Expr;
      readonly right: Expr;
    }
  | {
      readonly kind: 'choice';
      readonly at: Token;
      readonly condition: Expr;
      readonly then: Expr;
      readonly otherwise: Expr;
    }
  | { readonly kind: 'question'; readonly at: Token; readonly question: ChannelQuestion; readonly channel: Expr }
  | {
      readonly kind: 'poll';
      readonly at: Token;
      readonly channel: Reference;
      readonly anywhere: boolean;
      readonly args: readonly Argument[];
    }
  | { readonly kind: 'run'; readonly at: Token; readonly name: string; readonly args: readonly Expr[] }
  | {
      readonly kind: 'remote-label';
      readonly at: Token;
      readonly process: string;
      readonly pid: Expr | null;
      readonly label: string;
    }
  | {
      readonly kind: 'remote-variable';
      readonly at: Token;
      readonly process: string;
      readonly pid: Expr | null;
      readonly variable: Reference;
    }
  | { readonly kind: 'enabled' | 'pc_value' | 'get_priority'; readonly at: Token; readonly pid: Expr }
  | { readonly kind: 'timeout' | 'np_'; readonly at: Token };

/** What a receive does with a field: matches a value, or stores it; `_` forgets it. */
export type Argument =
  | { readonly kind: 'match'; readonly value: Expr }
  | { readonly kind: 'place'; readonly value: Reference }
  | { readonly kind: 'forget' };

export type BaseType = 'bit' | 'byte' | 'short' | 'int' | 'unsigned' | 'mtype' | 'chan' | 'pid';

export type TypeName =
  | { readonly kind: 'base'; readonly base: BaseType /** Of the set, for `mtype:set`. */; readonly set?: string }
  | { readonly kind: 'user'; readonly name: string; readonly at: Token };

export type Initial =
  | { readonly kind: 'value'; readonly value: Expr }
  | { readonly kind: 'list'; readonly values: readonly Expr[] }
  | { readonly kind: 'channel'; readonly capacity: Expr; readonly fields: readonly TypeName[] };

export interface VariableDeclaration {
  readonly at: Token;
  readonly name: string;
  readonly type: TypeName;
  /** Bits of an `unsigned`. */
  readonly bits: Expr | null;
  readonly size: Expr | null;
  readonly initial: Initial | null;
  /** A hidden variable is no part of the state. */
  readonly isHidden: boolean;
}

export type Stmt =
  | { readonly kind: 'expression'; readonly at: Token; readonly value: Expr }
  | { readonly kind: 'assign'; readonly at: Token; readonly target: Reference; readonly value: Expr }
  | {
      readonly kind: 'send';
      readonly at: Token;
      readonly channel: Reference;
      readonly sorted: boolean;
      readonly args: readonly Expr[];
    }
  | {
      readonly kind: 'receive';
      readonly at: Token;
      readonly channel: Reference;
      /** Takes the first message that matches, wherever it is. */
      readonly anywhere: boolean;
      /** Leaves the message in the channel. */
      readonly keep: boolean;
      readonly args: readonly Argument[];
    }
  | { readonly kind: 'if' | 'do'; readonly at: Token; readonly options: readonly (readonly Stmt[])[] }
  | { readonly kind: 'atomic' | 'd_step' | 'block'; readonly at: Token; readonly body: readonly Stmt[] }
  | { readonly kind: 'unless'; readonly at: Token; readonly body: Stmt; readonly escape: Stmt }
  | { readonly kind: 'goto'; readonly at: Token; readonly label: string }
  | { readonly kind: 'break' | 'else'; readonly at: Token }
  | { readonly kind: 'label'; readonly at: Token; readonly name: string; readonly body: Stmt }
  | { readonly kind: 'assert'; readonly at: Token; readonly value: Expr }
  | { readonly kind: 'print'; readonly at: Token; readonly format: string; readonly args: readonly Expr[] }
  | { readonly kind: 'declare'; readonly at: Token; readonly variables: readonly VariableDeclaration[] }
  /** `xr` and `xs` promise something that only reductions need. */
  | { readonly kind: 'promise'; readonly at: Token };

export interface ProcessDeclaration {
  readonly at: Token;
  readonly name: string;
  /** Instances at the beginning. */
  readonly active: Expr | null;
  readonly isActive: boolean;
  readonly parameters: readonly VariableDeclaration[];
  readonly priority: Expr | null;
  readonly provided: Expr | null;
  readonly body: readonly Stmt[];
  readonly end: Token;
}

/** A formula: operators of LTL over expressions. */
export type LtlNode =
  | { readonly kind: 'unary'; readonly operator: '!' | 'G' | 'F' | 'X'; readonly operand: LtlNode }
  | {
      readonly kind: 'binary';
      readonly operator: '&&' | '||' | '->' | '<->' | 'U' | 'R' | 'W' | 'M';
      readonly left: LtlNode;
      readonly right: LtlNode;
    }
  | { readonly kind: 'state'; readonly value: Expr };

export interface LtlDeclaration {
  readonly at: Token;
  readonly name: string;
  readonly formula: LtlNode;
}

export interface Specification {
  readonly variables: readonly VariableDeclaration[];
  readonly types: readonly {
    readonly at: Token;
    readonly name: string;
    readonly fields: readonly VariableDeclaration[];
  }[];
  /** The names of each set of `mtype`, the unnamed one under ''. */
  readonly symbols: ReadonlyMap<string, readonly { readonly name: string; readonly at: Token }[]>;
  readonly processes: readonly ProcessDeclaration[];
  readonly formulas: readonly LtlDeclaration[];
  readonly never: ProcessDeclaration | null;
}
