// The syntax tree of a DVE model, as written: names are not yet looked up, constants not yet computed.
import type { Span } from '../../../diagnostics/source.ts';
import type { BinaryOperator } from '../../expression/expression.ts';

/** A name with its place. */
export interface Identifier {
  readonly text: string;
  readonly span: Span;
}

/** A variable, or an element of an array; of another process when `process` is given (`P->x`). */
export interface Reference {
  readonly kind: 'reference';
  readonly process: Identifier | null;
  readonly name: Identifier;
  readonly index: DveExpression | null;
  readonly span: Span;
}

export type DveExpression =
  | { readonly kind: 'number'; readonly value: number; readonly span: Span }
  | Reference
  /** `P.q`: process P is in state q. */
  | { readonly kind: 'location'; readonly process: Identifier; readonly state: Identifier; readonly span: Span }
  | {
      readonly kind: 'unary';
      readonly operator: '-' | '~' | '!';
      readonly operand: DveExpression;
      readonly span: Span;
    }
  | {
      readonly kind: 'binary';
      readonly operator: Exclude<BinaryOperator, '&&' | '||'>;
      readonly left: DveExpression;
      readonly right: DveExpression;
      readonly span: Span;
    }
  /** Chains of `&&` and `||` are flat, so that long ones are not deep. */
  | { readonly kind: 'all' | 'any'; readonly operands: readonly DveExpression[]; readonly span: Span }
  | { readonly kind: 'imply'; readonly left: DveExpression; readonly right: DveExpression; readonly span: Span };

export type ValueType = 'byte' | 'int';

/** One declared variable or constant. */
export interface VariableDeclaration {
  readonly name: Identifier;
  readonly type: ValueType;
  readonly constant: boolean;
  /** The size of an array; null for a plain variable. */
  readonly size: DveExpression | null;
  readonly initial: readonly DveExpression[];
}

/** A channel: untyped and unbuffered (`types` null, `size` null), or typed with a buffer, perhaps of size 0. */
export interface ChannelDeclaration {
  readonly name: Identifier;
  readonly types: readonly ValueType[] | null;
  readonly size: DveExpression | null;
}

/** `sync channel ! values` or `sync channel ? targets`. */
export interface Synchronisation {
  readonly channel: Identifier;
  readonly direction: 'send' | 'receive';
  readonly values: readonly DveExpression[];
  readonly span: Span;
}

export interface Effect {
  readonly target: Reference;
  readonly value: DveExpression;
}

export interface TransitionDeclaration {
  /** Null: the source of the transition before it. */
  readonly from: Identifier | null;
  readonly to: Identifier;
  readonly guards: readonly DveExpression[];
  readonly sync: Synchronisation | null;
  readonly effects: readonly Effect[];
  readonly span: Span;
}

export interface ProcessDeclaration {
  readonly name: Identifier;
  readonly variables: readonly VariableDeclaration[];
  readonly states: readonly Identifier[];
  readonly initial: Identifier | null;
  readonly commit: readonly Identifier[];
  readonly accept: readonly Identifier[];
  readonly asserts: readonly { readonly state: Identifier; readonly condition: DveExpression }[];
  readonly transitions: readonly TransitionDeclaration[];
}

export interface DveSystem {
  readonly variables: readonly VariableDeclaration[];
  readonly channels: readonly ChannelDeclaration[];
  readonly processes: readonly ProcessDeclaration[];
  readonly composition: 'async' | 'sync';
  readonly property: Identifier | null;
}
