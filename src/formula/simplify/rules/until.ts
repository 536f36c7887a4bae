// Identities at U, and on the dual side at R: [SB00, §4; EH00, §4] and
// consequences of a U b = b ∨ (a ∧ X(a U b)).
import { presentUnder } from '../assume.ts';
import { family, type Rule } from '../rule.ts';
import { assumesSmall, holdsWhile, without } from './shapes.ts';

export const untilRules: readonly Rule[] = family('until, release', [
  {
    name: '1 U a = F a',
    level: 1,
    head: 'until',
    rewrite: ({ children: [left, right] }, side) => (left === side.top ? side.finally(right) : null),
  },
  {
    name: 'a U b = b if a => b',
    level: 1,
    head: 'until',
    rewrite: ({ children: [left, right] }, side) => (side.implies(left, right) ? right : null),
  },
  {
    name: 'a U e = e',
    level: 2,
    head: 'until',
    rewrite: ({ children: [, right] }, side) => (side.isEventual(right) ? right : null),
  },
  {
    name: 'a U b = F b if !a => b',
    level: 1,
    head: 'until',
    rewrite: ({ children: [left, right] }, side) => {
      return side.implies(side.negation(left), right) ? side.finally(right) : null;
    },
  },
  {
    name: 'a U b = F b if F(b) => a',
    level: 2,
    head: 'until',
    rewrite({ children: [left, right] }, side) {
      const reached = side.finally(right);
      return side.implies(reached, left) ? reached : null;
    },
  },
  {
    name: 'X a U X b = X(a U b)',
    level: 1,
    head: 'until',
    rewrite({ children: [left, right] }, side) {
      if (left.kind !== 'next' || right.kind !== 'next') return null;
      return side.next(side.until(left.children[0], right.children[0]));
    },
  },
  {
    name: 'a U (b U c) = b U c if a => b',
    level: 1,
    head: 'until',
    rewrite: ({ children: [left, right] }, side) => {
      return holdsWhile(right, side).some((hold) => side.implies(left, hold)) ? right : null;
    },
  },
  {
    name: 'a U (b U c) = a U c if b => a',
    level: 1,
    head: 'until',
    rewrite({ children: [left, right] }, side) {
      if (!side.is(right, 'until') || !side.implies(right.children[0], left)) return null;
      return side.until(left, right.children[1]);
    },
  },
  {
    name: 'a U (b | (c U d)) = a U (b | d) if c => a',
    level: 1,
    head: 'until',
    rewrite({ children: [left, right] }, side) {
      if (!side.is(right, 'or')) return null;
      const parts = right.children.map((part) => {
        return side.is(part, 'until') && side.implies(part.children[0], left) ? part.children[1] : part;
      });
      return parts.every((part, i) => part === right.children[i]) ? null : side.until(left, side.or(parts));
    },
  },
  {
    name: 'a U (b & a) = b M a',
    level: 1,
    head: 'until',
    rewrite({ children: [left, right] }, side) {
      if (!side.is(right, 'and')) return null;
      const rest = without(right.children, side.conjuncts(left));
      return rest === null ? null : side.strongRelease(side.and(rest), left);
    },
  },
  {
    name: 'a U (b | G a) = a W b',
    level: 1,
    head: 'until',
    rewrite({ children: [left, right] }, side) {
      const rest = without(side.disjuncts(right), [side.globally(left)]);
      return rest === null ? null : side.weakUntil(left, side.or(rest));
    },
  },
  {
    name: '(a U b) U b = a U b',
    level: 1,
    head: 'until',
    rewrite({ children: [left, right] }, side) {
      if (!(side.is(left, 'until') || side.is(left, 'weakUntil')) || left.children[1] !== right) return null;
      return side.until(left.children[0], right);
    },
  },
  {
    name: '(a & b) U c = a U c if !b => c',
    level: 1,
    head: 'until',
    rewrite({ children: [left, right] }, side) {
      if (!assumesSmall(left, right)) return null;
      // Before the first c, every disjunct of c is false; on the dual side, true.
      const facts = side.disjuncts(right).map((part) => side.negation(part));
      const changed = presentUnder(left, facts, side);
      return changed === left ? null : side.until(changed, right);
    },
  },
  {
    name: 'a U (b | e) = (a U b) | e',
    level: 2,
    head: 'until',
    rewrite({ children: [left, right] }, side) {
      if (!side.is(right, 'or')) return null;
      const eventual = right.children.filter((part) => side.isEventual(part));
      if (eventual.length === 0) return null;
      const rest = right.children.filter((part) => !side.isEventual(part));
      return side.or([...eventual, side.until(left, side.or(rest))]);
    },
  },
  {
    name: 'a U (b & q) = (a U b) & q',
    level: 2,
    head: 'until',
    rewrite({ children: [left, right] }, side) {
      if (!side.is(right, 'and')) return null;
      const still = right.children.filter((part) => side.isSuspendable(part));
      if (still.length === 0) return null;
      const rest = right.children.filter((part) => !side.isSuspendable(part));
      return side.and([...still, side.until(left, side.and(rest))]);
    },
  },
]);
