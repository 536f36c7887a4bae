// Identities at M, and on the dual side at W. Recall that a M b = b U (a ∧ b), and a W b = (a U b) ∨ G a.
import { presentUnder } from '../assume.ts';
import { family, type Rule } from '../rule.ts';
import { assumesSmall, endsWith, without } from './shapes.ts';

export const strongReleaseRules: readonly Rule[] = family('strong release, weak until', [
  {
    name: 'a M 1 = F a',
    level: 1,
    head: 'strongRelease',
    rewrite: ({ children: [left, right] }, side) => (right === side.top ? side.finally(left) : null),
  },
  {
    name: 'a M b = b if b => a',
    level: 1,
    head: 'strongRelease',
    rewrite: ({ children: [left, right] }, side) => (side.implies(right, left) ? right : null),
  },
  {
    name: 'a M b = 0 if a => !b',
    level: 1,
    head: 'strongRelease',
    rewrite: ({ children: [left, right] }, side) => {
      return side.implies(left, side.negation(right)) ? side.bottom : null;
    },
  },
  {
    name: 'e M a = e & a',
    level: 2,
    head: 'strongRelease',
    rewrite: ({ children: [left, right] }, side) => (side.isEventual(left) ? side.and([left, right]) : null),
  },
  {
    name: 'a M b = F a if F(a) => b',
    level: 2,
    head: 'strongRelease',
    rewrite({ children: [left, right] }, side) {
      const reached = side.finally(left);
      return side.implies(reached, right) ? reached : null;
    },
  },
  {
    name: 'X a M X b = X(a M b)',
    level: 1,
    head: 'strongRelease',
    rewrite({ children: [left, right] }, side) {
      if (left.kind !== 'next' || right.kind !== 'next') return null;
      return side.next(side.strongRelease(left.children[0], right.children[0]));
    },
  },
  {
    name: 'a M (b U c) = b U c if c => a',
    level: 1,
    head: 'strongRelease',
    rewrite: ({ children: [left, right] }, side) => {
      return endsWith(right, side).some((goal) => side.implies(goal, left)) ? right : null;
    },
  },
  {
    name: 'a M (b R c) = a M c if a => b',
    level: 1,
    head: 'strongRelease',
    rewrite({ children: [left, right] }, side) {
      if (!side.is(right, 'release') && !side.is(right, 'strongRelease')) return null;
      return side.implies(left, right.children[0]) ? side.strongRelease(left, right.children[1]) : null;
    },
  },
  {
    name: 'a M (b & (c R d)) = a M (b & d) if a => c',
    level: 1,
    head: 'strongRelease',
    rewrite({ children: [left, right] }, side) {
      if (!side.is(right, 'and')) return null;
      const parts = right.children.map((part) => {
        const releases = side.is(part, 'release') || side.is(part, 'strongRelease');
        return releases && side.implies(left, part.children[0]) ? part.children[1] : part;
      });
      return parts.every((part, i) => part === right.children[i]) ? null : side.strongRelease(left, side.and(parts));
    },
  },
  {
    name: 'a M (b | a) = b U a',
    level: 1,
    head: 'strongRelease',
    rewrite({ children: [left, right] }, side) {
      if (!side.is(right, 'or')) return null;
      const rest = without(right.children, side.disjuncts(left));
      return rest === null ? null : side.until(side.or(rest), left);
    },
  },
  {
    name: 'a M b = b U a if a => b',
    level: 2,
    head: 'strongRelease',
    rewrite: ({ children: [left, right] }, side) => (side.implies(left, right) ? side.until(right, left) : null),
  },
  {
    name: '(a & b) M b = a M b',
    level: 1,
    head: 'strongRelease',
    rewrite({ children: [left, right] }, side) {
      if (!assumesSmall(left, right)) return null;
      const changed = presentUnder(left, side.conjuncts(right), side);
      return changed === left ? null : side.strongRelease(changed, right);
    },
  },
  {
    name: 'a M (b & u) = (a M b) & u',
    level: 2,
    head: 'strongRelease',
    rewrite({ children: [left, right] }, side) {
      if (!side.is(right, 'and')) return null;
      const universal = right.children.filter((part) => side.isUniversal(part));
      const rest = right.children.filter((part) => !side.isUniversal(part));
      // With nothing else on the right the result would be F a & u, which is larger.
      if (universal.length === 0 || rest.length === 0) return null;
      return side.and([...universal, side.strongRelease(left, side.and(rest))]);
    },
  },
  {
    name: '(a & q) M b = (a M b) & q',
    level: 2,
    head: 'strongRelease',
    rewrite({ children: [left, right] }, side) {
      if (!side.is(left, 'and')) return null;
      const still = left.children.filter((part) => side.isSuspendable(part));
      if (still.length === 0) return null;
      const rest = left.children.filter((part) => !side.isSuspendable(part));
      return side.and([...still, side.strongRelease(side.and(rest), right)]);
    },
  },
]);
