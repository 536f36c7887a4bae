// Identities at ↔ and ⊕, which are each other's twins: a ↔ b is the negation of a ⊕ b, and (¬a) ↔ b is a ⊕ b.
import { compareFormulas, type Formula } from '../../formula.ts';
import { family, type Rule, type RuleText } from '../rule.ts';
import type { Side } from '../side.ts';

export const parityRules: readonly Rule[] = family('equivalence, exclusive or', [
  ...sumRules('equivalent'),
  ...sumRules('xor'),
  ...orderRules('equivalent'),
  ...orderRules('xor'),
]);

/** Identities of sums modulo 2. */
function sumRules(head: 'equivalent' | 'xor'): RuleText[] {
  const sign = head === 'equivalent' ? '<->' : 'xor';
  const equal = head === 'equivalent';
  const other = equal ? 'xor' : 'equivalent';
  const own = { level: 1, head, sides: ['plain'] } as const;
  return [
    {
      ...own,
      name: `!a ${sign} b = a ${equal ? 'xor' : '<->'} b`,
      rewrite(node, side) {
        const [a, b] = node.children;
        const flipA = isLesser(side.negation(a), a);
        const flipB = isLesser(side.negation(b), b);
        if (!flipA && !flipB) return null;
        const kind = flipA === flipB ? head : other;
        return side.store.binary(kind, flipA ? side.negation(a) : a, flipB ? side.negation(b) : b);
      },
    },
    {
      ...own,
      name: `X a ${sign} X b = X(a ${sign} b)`,
      rewrite({ children: [a, b] }, side) {
        if (a.kind !== 'next' || b.kind !== 'next') return null;
        return side.next(side.store.binary(head, a.children[0], b.children[0]));
      },
    },
    {
      ...own,
      name: `a ${sign} (a ${sign} b) = b`,
      rewrite: ({ children: [a, b] }, side) => cancel(a, b, equal, side) ?? cancel(b, a, equal, side),
    },
  ];
}

/** Where one operand, or its negation, implies the other, ∧ or ∨ is enough. */
function orderRules(head: 'equivalent' | 'xor'): RuleText[] {
  const equal = head === 'equivalent';
  const own = { level: 1, head, sides: ['plain'] } as const;
  return [
    {
      ...own,
      name: equal ? 'a <-> b = a | !b if a => b' : 'a xor b = !a & b if a => b',
      rewrite: ({ children: [a, b] }, side) => {
        return ordered(a, b, equal, side) ?? ordered(b, a, equal, side);
      },
    },
    {
      ...own,
      name: equal ? 'a <-> b = !a & !b if a => !b' : 'a xor b = a | b if a => !b',
      rewrite({ children: [a, b] }, side) {
        if (!side.implies(a, side.negation(b))) return null;
        return equal ? side.and([side.negation(a), side.negation(b)]) : side.or([a, b]);
      },
    },
    {
      ...own,
      name: equal ? 'a <-> b = a & b if !a => b' : 'a xor b = !a | !b if !a => b',
      rewrite({ children: [a, b] }, side) {
        if (!side.implies(side.negation(a), b)) return null;
        return equal ? side.and([a, b]) : side.or([side.negation(a), side.negation(b)]);
      },
    },
  ];
}

function isLesser(a: Formula, b: Formula): boolean {
  return compareFormulas(a, b) < 0;
}

/** b, or its negation, when `sum` is b ↔ a or b ⊕ a. */
function cancel(a: Formula, sum: Formula, equal: boolean, side: Side): Formula | null {
  if ((sum.kind !== 'equivalent' && sum.kind !== 'xor') || !sum.children.includes(a)) return null;
  const [b] = sum.children.filter((child) => child !== a);
  return (sum.kind === 'equivalent') === equal ? b : side.negation(b);
}

/** When a ⇒ b, they are equal unless only b holds. */
function ordered(a: Formula, b: Formula, equal: boolean, side: Side): Formula | null {
  if (!side.implies(a, b)) return null;
  return equal ? side.or([a, side.negation(b)]) : side.and([side.negation(a), b]);
}
