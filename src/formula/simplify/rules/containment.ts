// Formulas that are valid or unsatisfiable, which takes an oracle that knows languages. With such an oracle all the rules
// with a side condition reach further as well; these are the ones that have no use without it. The cases left out, such
// as a valid a ∧ b, cannot arise when the operands are simplified.
import type { Formula } from '../../formula.ts';
import { family, type Rule } from '../rule.ts';
import type { Side } from '../side.ts';

const ifValid = (node: Formula, side: Side): Formula | null => (side.implies(side.top, node) ? side.top : null);
const ifImpossible = (node: Formula, side: Side): Formula | null => {
  return side.implies(node, side.bottom) ? side.bottom : null;
};

export const containmentRules: readonly Rule[] = family('language containment', [
  { name: 'a & b = 0 if (a&b) => 0', level: 3, head: 'and', rewrite: ifImpossible },
  { name: 'a M b = 0 if (aMb) => 0', level: 3, head: 'strongRelease', rewrite: ifImpossible },
  { name: 'a U b = 1 if 1 => (aUb)', level: 3, head: 'until', rewrite: ifValid },
  { name: 'F a = 1 if 1 => (Fa)', level: 3, head: 'finally', rewrite: ifValid },
]);
