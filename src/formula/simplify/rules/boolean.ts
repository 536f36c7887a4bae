// Identities of Boolean logic that bring operands of ∧ (dually ∨) to bear on each other, and those of ↔ and ⊕.
import type { Formula } from '../../formula.ts';
import { assumeEverywhere, assumePresent } from '../assume.ts';
import { family, type Rule } from '../rule.ts';
import type { Side } from '../side.ts';

export const booleanRules: readonly Rule[] = family('Boolean logic', [
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
]);

/** What a universal formula says about every moment from now on: itself, and the parts of a in G a. */
function facts(part: Formula, side: Side): readonly Formula[] {
  if (!side.is(part, 'globally')) return [part];
  const [body] = part.children;
  return [part, body, ...side.conjuncts(body)];
}

/**
 * Takes operands out that several disjunctions share, beginning with the one that saves most. Each disjunction takes part
 * in one step only; what remains is found when the result is simplified.
 */
function factor(node: Formula, side: Side): Formula | null {
  const holders = new Map<Formula, Formula[]>();
  for (const child of node.children) {
    if (!side.is(child, 'or')) continue;
    for (const part of child.children) {
      const held = holders.get(part);
      if (held === undefined) holders.set(part, [child]);
      else held.push(child);
    }
  }
  const saved = ([part, held]: [Formula, Formula[]]): number => part.size * (held.length - 1);
  const shared = [...holders].filter(([, held]) => held.length > 1).sort((a, b) => saved(b) - saved(a));
  const rest = new Set(node.children);
  const results: Formula[] = [];
  for (const [part, held] of shared) {
    const here = held.filter((child) => rest.has(child));
    if (here.length < 2) continue;
    for (const child of here) rest.delete(child);
    const remainders = here.map((child) => side.or(child.children.filter((other) => other !== part)));
    results.push(side.or([part, side.and(remainders)]));
  }
  return results.length === 0 ? null : side.and([...rest, ...results]);
}

/** Two binary disjunctions whose operands are each other's negations say that exactly one operand holds. */
function recogniseParity(node: Formula, side: Side): Formula | null {
  const rest = new Set(node.children);
  const results: Formula[] = [];
  for (const pair of node.children) {
    if (!side.is(pair, 'or') || pair.children.length !== 2 || !rest.has(pair)) continue;
    const [a, b] = pair.children;
    const opposite = side.or([side.negation(a), side.negation(b)]);
    if (opposite === pair || !rest.has(opposite)) continue;
    rest.delete(pair);
    rest.delete(opposite);
    results.push(side.polarity === 'plain' ? side.store.xor(a, b) : side.store.equivalent(a, b));
  }
  return results.length === 0 ? null : side.and([...rest, ...results]);
}
