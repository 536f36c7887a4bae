// Identities of Boolean logic that bring operands of ∧ (dually ∨) to bear on each other, and those of ↔ and ⊕.
import type { Formula } from '../../formula.ts';
import { assumeEverywhere, assumePresent } from '../assume.ts';
import type { Rule } from '../rule.ts';
import type { Side } from '../side.ts';

export const booleanRules: readonly Rule[] = [
  {
    name: 'a & (!a | b) = a & b',
    level: 1,
    head: 'and',
    rewrite(node, side) {
      const parts = assumePresent(node.children, side);
      return parts === null ? null : side.and(parts);
    },
  },
  {
    name: 'G a & (a U b) = G a & (1 U b)',
    level: 2,
    head: 'and',
    rewrite(node, side) {
      const parts = assumeEverywhere(node.children, side, (part) => (side.isUniversal(part) ? facts(part, side) : []));
      return parts === null ? null : side.and(parts);
    },
  },
  {
    name: '(a | b) & (!a | !b) = a xor b',
    level: 1,
    head: 'and',
    rewrite: recogniseParity,
  },
  {
    name: '(a | b) & (a | c) = a | (b & c)',
    level: 1,
    head: 'and',
    rewrite: factor,
  },
];

/** What a universal formula says about every moment from now on: itself, and the parts of a in G a. */
function facts(part: Formula, side: Side): readonly Formula[] {
  if (!side.is(part, 'globally')) return [part];
  const [body] = part.children;
  return [part, body, ...side.conjuncts(body)];
}

/** Takes the operand out that the most of the disjunctions share. */
function factor(node: Formula, side: Side): Formula | null {
  const shared = new Map<Formula, number>();
  for (const child of node.children) {
    if (side.is(child, 'or')) for (const part of child.children) shared.set(part, (shared.get(part) ?? 0) + 1);
  }
  let best: Formula | null = null;
  for (const [part, times] of shared) {
    if (times > 1 && (best === null || times * part.size > shared.get(best)! * best.size)) best = part;
  }
  if (best === null) return null;
  const common = best;
  const rest: Formula[] = [];
  const remainders: Formula[] = [];
  for (const child of node.children) {
    if (!side.is(child, 'or') || !child.children.includes(common)) rest.push(child);
    else remainders.push(side.or(child.children.filter((part) => part !== common)));
  }
  return side.and([...rest, side.or([common, side.and(remainders)])]);
}

/** Two binary disjunctions whose operands are each other's negations say that exactly one operand holds. */
function recogniseParity(node: Formula, side: Side): Formula | null {
  const pairs = new Set(node.children.filter((child) => side.is(child, 'or') && child.children.length === 2));
  if (pairs.size < 2) return null;
  for (const pair of pairs) {
    const [a, b] = pair.children;
    const opposite = side.or([side.negation(a), side.negation(b)]);
    if (opposite === pair || !pairs.has(opposite)) continue;
    const parity = side.polarity === 'plain' ? side.store.xor(a, b) : side.store.equivalent(a, b);
    return side.and([...node.children.filter((child) => child !== pair && child !== opposite), parity]);
  }
  return null;
}
