// Formulas as plain data, for other threads: parsed once, sent with all sharing, and made again in the store of the receiver.
import type { Formula, FormulaStore } from './formula.ts';
import type { Kind } from './kinds.ts';
import { subformulas } from './traverse.ts';

/** The distinct subformulas, each after its children, which are numbers in this list; the formula itself comes last. */
export type SendableFormula = readonly SendableNode[];

export interface SendableNode {
  readonly kind: Kind;
  /** The name of a proposition; empty for every other kind. */
  readonly name: string;
  readonly children: readonly number[];
}

export function toSendable(formula: Formula): SendableFormula {
  const numbers = new Map<Formula, number>();
  return subformulas(formula).map((node, number) => {
    numbers.set(node, number);
    return { kind: node.kind, name: node.name, children: node.children.map((child) => numbers.get(child)!) };
  });
}

/** The formula that was sent. */
export function fromSendable(store: FormulaStore, nodes: SendableFormula): Formula {
  const made: Formula[] = [];
  for (const node of nodes) {
    const children = node.children.map((child) => made[child]);
    made.push(store.rebuild(node, children));
  }
  return made[made.length - 1];
}
