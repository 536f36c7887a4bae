// Questions about the shape of a formula, in words. Those about languages are answered from syntax alone: "yes" is always
// right, "no" means that the shape does not show it.
import type { Formula } from './formula.ts';
import { isTemporalKind, type Kind, kinds } from './kinds.ts';
import {
  BOOLEAN,
  EVENTUAL,
  GUARANTEE,
  NEXT_FREE,
  OBLIGATION,
  PERSISTENCE,
  RECURRENCE,
  SAFETY,
  UNIVERSAL,
} from './traits.ts';
import { fold, subformulas } from './traverse.ts';

/** The classes of Manna and Pnueli [MP90], from the lowest; `bottom` is both safety and guarantee. */
export type HierarchyClass =
  | 'bottom'
  | 'safety'
  | 'guarantee'
  | 'obligation'
  | 'recurrence'
  | 'persistence'
  | 'reactivity';

/** The lowest class that the syntax shows: the grammar of [CP03, §3]. */
export function syntacticClass(formula: Formula): HierarchyClass {
  if (formula.has(SAFETY | GUARANTEE)) return 'bottom';
  if (formula.has(SAFETY)) return 'safety';
  if (formula.has(GUARANTEE)) return 'guarantee';
  if (formula.has(OBLIGATION)) return 'obligation';
  if (formula.has(RECURRENCE)) return 'recurrence';
  if (formula.has(PERSISTENCE)) return 'persistence';
  return 'reactivity';
}

const bits: Readonly<Record<HierarchyClass, number>> = {
  bottom: SAFETY | GUARANTEE,
  safety: SAFETY,
  guarantee: GUARANTEE,
  obligation: OBLIGATION,
  recurrence: RECURRENCE,
  persistence: PERSISTENCE,
  reactivity: 0,
};

/** Whether the syntax shows that the formula belongs to the class, perhaps also to a lower one. */
export function isSyntactically(formula: Formula, place: HierarchyClass): boolean {
  return formula.has(bits[place]);
}

/** No temporal operator. */
export function isBoolean(formula: Formula): boolean {
  return formula.has(BOOLEAN);
}

/** No X, hence stutter-invariant: the fragment LTL\X. */
export function isNextFree(formula: Formula): boolean {
  return formula.has(NEXT_FREE);
}

/** Pure eventuality: prepending letters to a word of the language stays in it [EH00, §4]. */
export function isEventual(formula: Formula): boolean {
  return formula.has(EVENTUAL);
}

/** Pure universality: dropping letters from a word of the language stays in it [EH00, §4]. */
export function isUniversal(formula: Formula): boolean {
  return formula.has(UNIVERSAL);
}

/** Both eventual and universal: the truth of the formula is the same at all positions of a word. */
export function isSuspendable(formula: Formula): boolean {
  return formula.has(EVENTUAL | UNIVERSAL);
}

/** How often each operator stands in the tree, an n-ary one counting n - 1 times; operators that do not occur are left out. */
export function operatorCounts(formula: Formula): Map<Kind, number> {
  const occurrences = occurrencesOf(formula);
  const counts = new Map<Kind, number>();
  for (const [node, times] of occurrences) {
    if (node.children.length === 0) continue;
    const each = Math.max(1, node.children.length - 1);
    counts.set(node.kind, (counts.get(node.kind) ?? 0) + each * times);
  }
  return new Map(kinds.filter((kind) => counts.has(kind)).map((kind) => [kind, counts.get(kind)!]));
}

/** The longest chain of temporal operators inside one another; 0 for a Boolean formula. */
export function temporalDepth(formula: Formula): number {
  return fold<number>(
    formula,
    (node, depths) => (isTemporalKind(node.kind) ? 1 : 0) + depths.reduce((most, depth) => Math.max(most, depth), 0),
  );
}

/** How often each distinct subformula stands in the tree. */
function occurrencesOf(formula: Formula): Map<Formula, number> {
  const order = subformulas(formula);
  const times = new Map<Formula, number>(order.map((node) => [node, 0]));
  times.set(formula, 1);
  for (let i = order.length - 1; i >= 0; i--) {
    const node = order[i];
    for (const child of node.children) times.set(child, times.get(child)! + times.get(node)!);
  }
  return times;
}
