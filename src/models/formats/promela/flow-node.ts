// Control points of a process while its flow is built (flow.ts).
import type { Token } from './lexer.ts';
import type { Action, Point } from './terms.ts';

/** A control point under construction. */
export class Node {
  readonly at: Token;
  readonly isInterior: boolean;
  /** The d_step that it is inside of. */
  readonly inside: Node | null;
  /** The points where escapes begin, the outermost one first. */
  readonly escapes: readonly Node[];
  readonly labels = new Set<string>();
  readonly edges: NodeEdge[] = [];
  /** A choice: it has the steps of these. */
  options: Node[] | null = null;
  /** The point that this one is; by a jump, or because nothing stands between them. */
  same: { readonly node: Node; readonly by: 'jump' | 'nothing' } | null = null;
  point: Point | null = null;

  constructor(at: Token, context: Pick<Context, 'isAtomic' | 'inside' | 'escapes'>) {
    this.at = at;
    this.isInterior = context.isAtomic;
    this.inside = context.inside;
    this.escapes = context.escapes;
  }
}

export interface NodeEdge {
  readonly action: Action | { readonly kind: 'd_step'; readonly start: Node; readonly end: Node };
  readonly target: Node;
  readonly keeps: boolean;
  readonly at: Token;
  readonly text: string;
}

/** Where a statement stands. */
export interface Context {
  readonly isAtomic: boolean;
  readonly inside: Node | null;
  readonly escapes: readonly Node[];
  /** Behind the innermost loop. */
  readonly behind: Node | null;
}

/** The step of a jump that is a step by itself. */
export function jump(node: Node): NodeEdge {
  return { action: { kind: 'skip' }, target: node, keeps: false, at: node.at, text: 'goto' };
}
