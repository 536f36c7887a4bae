// Walks over formulas without recursion, so that a formula nested 100,000 deep does not overflow the stack. Shared
// subformulas are visited once.
import type { Formula, FormulaStore } from './formula.ts';

/** The distinct subformulas, each after its children; the formula itself comes last. */
export function subformulas(formula: Formula): Formula[] {
  const order: Formula[] = [];
  const seen = new Set<Formula>([formula]);
  const stack: { node: Formula; next: number }[] = [{ node: formula, next: 0 }];
  while (stack.length > 0) {
    const frame = stack[stack.length - 1];
    if (frame.next === frame.node.children.length) {
      order.push(frame.node);
      stack.pop();
      continue;
    }
    const child = frame.node.children[frame.next++];
    if (!seen.has(child)) {
      seen.add(child);
      stack.push({ node: child, next: 0 });
    }
  }
  return order;
}

/** Computes a value bottom-up: `combine` receives each distinct subformula and the values of its children. */
export function fold<T>(formula: Formula, combine: (node: Formula, values: T[]) => T): T {
  const values = new Map<Formula, T>();
  for (const node of subformulas(formula)) {
    values.set(
      node,
      combine(
        node,
        node.children.map((child) => values.get(child) as T),
      ),
    );
  }
  return values.get(formula) as T;
}

/** Rewrites bottom-up: `rewrite` receives each node over its already rewritten children. */
export function rewriteBottomUp(formula: Formula, rewrite: (node: Formula) => Formula): Formula {
  return fold<Formula>(formula, (node, children) => {
    const same = children.every((child, i) => child === node.children[i]);
    return rewrite(same ? node : node.store.rebuild(node, children));
  });
}

/** The names of the propositions that occur, sorted. */
export function propositionsOf(formula: Formula): string[] {
  const names: string[] = [];
  for (const node of subformulas(formula)) if (node.kind === 'proposition') names.push(node.name);
  return names.sort();
}

/** The same formula in another store. */
export function copyInto(store: FormulaStore, formula: Formula): Formula {
  return fold<Formula>(formula, (node, children) => store.rebuild(node, children));
}
