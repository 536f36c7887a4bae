// Identities at X, F and G.
import type { Formula } from '../../formula.ts';
import { assumeEverywhere } from '../assume.ts';
import { family, type Rule } from '../rule.ts';
import type { Side } from '../side.ts';

export const unaryRules: readonly Rule[] = family('next, finally, globally', [
  {
    name: 'X q = q',
    level: 2,
    head: 'next',
    sides: ['plain'],
    rewrite: (node, side) => (side.isSuspendable(node.children[0]) ? node.children[0] : null),
  },
  {
    name: 'X(a & q) = X a & q',
    level: 2,
    head: 'next',
    rewrite(node, side) {
      const [still, moving] = split(node.children[0], side, 'and', (part) => side.isSuspendable(part));
      return still.length === 0 ? null : side.and([...still, side.next(side.and(moving))]);
    },
  },
  {
    name: 'F e = e',
    level: 2,
    head: 'finally',
    rewrite: (node, side) => (side.isEventual(node.children[0]) ? node.children[0] : null),
  },
  {
    name: 'F X a = X F a',
    level: 1,
    head: 'finally',
    rewrite(node, side) {
      const [body] = node.children;
      return body.kind === 'next' ? side.next(side.finally(body.children[0])) : null;
    },
  },
  {
    name: 'F(a | (b U c)) = F(a | c)',
    level: 1,
    head: 'finally',
    rewrite: (node, side) => inDisjuncts(node, side, (part) => (side.is(part, 'until') ? part.children[1] : null)),
  },
  {
    name: 'F(a | (b M c)) = F(a | (b & c))',
    level: 1,
    head: 'finally',
    rewrite: (node, side) => {
      return inDisjuncts(node, side, (part) => (side.is(part, 'strongRelease') ? side.and(part.children) : null));
    },
  },
  {
    name: 'F(a | F b) = F(a | b)',
    level: 1,
    head: 'finally',
    rewrite: (node, side) => inDisjuncts(node, side, (part) => (side.is(part, 'finally') ? part.children[0] : null)),
  },
  {
    name: 'G F(a | X b) = G F(a | b)',
    level: 1,
    head: 'globally',
    rewrite(node, side) {
      const [inner] = node.children;
      if (!side.is(inner, 'finally')) return null;
      const plain = inDisjuncts(inner, side, (part) => (part.kind === 'next' ? part.children[0] : null));
      return plain === null ? null : side.globally(plain);
    },
  },
  {
    name: 'F(a | e) = F a | e',
    level: 2,
    head: 'finally',
    rewrite(node, side) {
      const [eventual, rest] = split(node.children[0], side, 'or', (part) => side.isEventual(part));
      return eventual.length === 0 ? null : side.or([...eventual, side.finally(side.or(rest))]);
    },
  },
  {
    name: 'F(a & q) = F a & q',
    level: 2,
    head: 'finally',
    rewrite(node, side) {
      const [still, moving] = split(node.children[0], side, 'and', (part) => side.isSuspendable(part));
      return still.length === 0 ? null : side.and([...still, side.finally(side.and(moving))]);
    },
  },
  {
    name: 'F(u & (a U b)) = F(u & b)',
    level: 2,
    head: 'finally',
    rewrite: (node, side) => underUniversal(node, side, (part) => (side.is(part, 'until') ? part.children[1] : null)),
  },
  {
    name: 'F(u & (a M b)) = F(u & a & b)',
    level: 2,
    head: 'finally',
    rewrite: (node, side) => {
      return underUniversal(node, side, (part) => (side.is(part, 'strongRelease') ? side.and(part.children) : null));
    },
  },
  {
    name: 'F(u & F a) = F(u & a)',
    level: 2,
    head: 'finally',
    rewrite: (node, side) => underUniversal(node, side, (part) => (side.is(part, 'finally') ? part.children[0] : null)),
  },
  {
    name: 'G(a & X e) = G(a & e)',
    level: 2,
    head: 'globally',
    rewrite(node, side) {
      return inConjuncts(node, side, (part) => {
        return part.kind === 'next' && side.isEventual(part) ? part.children[0] : null;
      });
    },
  },
  {
    name: 'G(a & F(b & e)) = G(a & F b & e)',
    level: 2,
    head: 'globally',
    rewrite(node, side) {
      return inConjuncts(node, side, (part) => {
        if (!side.is(part, 'finally')) return null;
        const [eventual, rest] = split(part.children[0], side, 'and', (inner) => side.isEventual(inner));
        return eventual.length === 0 ? null : side.and([...eventual, side.finally(side.and(rest))]);
      });
    },
  },
  {
    name: 'G(a & (b U a)) = G a',
    level: 2,
    head: 'globally',
    rewrite(node, side) {
      const [body] = node.children;
      if (!side.is(body, 'and')) return null;
      const parts = assumeEverywhere(body.children, side, (part) => [part]);
      return parts === null ? null : side.globally(side.and(parts));
    },
  },
]);

/** The operands of `kind` that pass the test, and the others; nothing passes when the root is another operator. */
function split(
  body: Formula,
  side: Side,
  kind: 'and' | 'or',
  test: (part: Formula) => boolean,
): [Formula[], Formula[]] {
  if (!side.is(body, kind)) return [[], [body]];
  return [body.children.filter(test), body.children.filter((part) => !test(part))];
}

/** F(a | b) with the disjuncts changed that `change` wants to change. */
function inDisjuncts(node: Formula, side: Side, change: (part: Formula) => Formula | null): Formula | null {
  const parts = side.disjuncts(node.children[0]);
  const changed = parts.map((part) => change(part) ?? part);
  return changed.every((part, i) => part === parts[i]) ? null : side.finally(side.or(changed));
}

/** G(a & b) with the conjuncts changed that `change` wants to change. */
function inConjuncts(node: Formula, side: Side, change: (part: Formula) => Formula | null): Formula | null {
  const parts = side.conjuncts(node.children[0]);
  const changed = parts.map((part) => change(part) ?? part);
  return changed.every((part, i) => part === parts[i]) ? null : side.globally(side.and(changed));
}

/** F(u & a): one conjunct changed, when all the others are universal. */
function underUniversal(node: Formula, side: Side, change: (part: Formula) => Formula | null): Formula | null {
  const [body] = node.children;
  if (!side.is(body, 'and')) return null;
  const moving = body.children.filter((part) => !side.isUniversal(part));
  if (moving.length !== 1) return null;
  const changed = change(moving[0]);
  if (changed === null) return null;
  return side.finally(side.and(body.children.map((part) => (part === moving[0] ? changed : part))));
}
