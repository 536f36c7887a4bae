// Unit propagation for LTL. In a & φ the formula a may be taken for true wherever φ looks at the present moment; when a
// is universal, or under a G, everywhere in φ. Dually with ∨, false, eventual and F.
//
// Formulas above a size are left alone, since every level of a deep formula would walk through all that is below it.
import type { Formula } from '../formula.ts';
import { fold } from '../traverse.ts';
import type { Side } from './side.ts';

/** Total size of the operands up to which assumptions are tried. */
const MAX_ASSUMED_SIZE = 200;
/** Number of operands up to which each is assumed for each other. */
export const MAX_ASSUMED_OPERANDS = 40;
/** Number of assumptions, and size of the formula, up to which the oracle is asked what they imply. */
const MAX_ASKED = 12;
const MAX_ASKED_SIZE = 100;

/** Whether the operands are few and small enough. */
export function isAssumable(operands: readonly Formula[]): boolean {
  if (operands.length > MAX_ASSUMED_OPERANDS) return false;
  return operands.reduce((sum, operand) => sum + operand.size, 0) <= MAX_ASSUMED_SIZE;
}

/**
 * The conjuncts (of this side), each simplified under the assumption of the others at the present moment; null when nothing
 * changes. They are treated in turn and each change is used at once, so that no two conjuncts vouch for each other.
 */
export function assumePresent(conjuncts: readonly Formula[], side: Side): Formula[] | null {
  if (!isAssumable(conjuncts)) return null;
  for (let i = conjuncts.length - 1; i >= 0; i--) {
    const others = conjuncts.filter((_, j) => j !== i);
    const changed = presentUnder(conjuncts[i], others, side);
    if (changed !== conjuncts[i]) return conjuncts.map((conjunct, j) => (j === i ? changed : conjunct));
  }
  return null;
}

/** `formula` where what the assumptions decide about the present moment is replaced by constants. */
export function presentUnder(formula: Formula, assumptions: readonly Formula[], side: Side): Formula {
  const negated = assumptions.map((assumption) => side.negation(assumption));
  const known = new Map<Formula, Formula>();
  for (const negation of negated) known.set(negation, side.bottom);
  for (const assumption of assumptions) known.set(assumption, side.top);
  const ask = assumptions.length <= MAX_ASKED && formula.size <= MAX_ASKED_SIZE;
  const decide = (node: Formula): Formula | null => {
    const value = known.get(node);
    if (value !== undefined) return value;
    if (!ask) return null;
    if (assumptions.some((assumption) => side.implies(assumption, node))) return side.top;
    if (negated.some((negation) => side.implies(node, negation))) return side.bottom;
    return null;
  };
  return present(formula, decide);
}

/** Replaces what is decided in the part of the formula that speaks of the present. Its depth is bounded by its size. */
function present(node: Formula, decide: (node: Formula) => Formula | null): Formula {
  const { store } = node;
  const decided = decide(node);
  if (decided !== null) return decided;
  if (node.children.length === 0 || node.kind === 'next' || node.kind === 'not') return node;
  const now = node.children.map((child) => present(child, decide));
  const [left, right] = now;
  switch (node.kind) {
    case 'finally':
      return left === store.true ? left : node;
    case 'globally':
      return left === store.false ? left : node;
    case 'until':
    case 'weakUntil':
      return right === store.true || left === store.false ? right : node;
    case 'release':
    case 'strongRelease':
      return right === store.false || left === store.true ? right : node;
    default:
      return now.every((child, i) => child === node.children[i]) ? node : store.rebuild(node, now);
  }
}

/**
 * The conjuncts (of this side), one of them simplified under the assumption that what another one `grants` holds now and for
 * ever; null when nothing changes.
 */
export function assumeEverywhere(
  conjuncts: readonly Formula[],
  side: Side,
  grants: (conjunct: Formula) => readonly Formula[],
): Formula[] | null {
  if (!isAssumable(conjuncts)) return null;
  for (const source of conjuncts) {
    const known = new Map<Formula, Formula>();
    for (const fact of grants(source)) {
      known.set(fact, side.top);
      known.set(side.negation(fact), side.bottom);
    }
    if (known.size === 0) continue;
    const changed = conjuncts.map((conjunct) => (conjunct === source ? conjunct : replaceAll(conjunct, known)));
    if (changed.some((conjunct, i) => conjunct !== conjuncts[i])) return changed;
  }
  return null;
}

function replaceAll(formula: Formula, known: ReadonlyMap<Formula, Formula>): Formula {
  return fold<Formula>(formula, (node, children) => {
    const value = known.get(node);
    if (value !== undefined) return value;
    return children.every((child, i) => child === node.children[i]) ? node : node.store.rebuild(node, children);
  });
}
