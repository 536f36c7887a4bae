// Identities at ∧, and on the dual side at ∨, that bring several operands together. All operands of a node are grouped
// in one pass, so that a conjunction of many thousands costs no more than its length.
import type { Formula } from '../../formula.ts';
import type { Kind } from '../../kinds.ts';
import { dualKind } from '../../nnf.ts';
import { MAX_ASSUMED_OPERANDS } from '../assume.ts';
import { family, type Rule } from '../rule.ts';
import type { Side } from '../side.ts';
import { without } from './shapes.ts';

export const naryRules: readonly Rule[] = family('collecting operands', [
  {
    name: 'a & !a = 0',
    level: 1,
    head: 'and',
    rewrite(node, side) {
      // Only operators that stand beside their dual can belong to a formula and its negation.
      const kinds = new Set(node.children.map((child) => child.kind));
      const paired = node.children.filter((child) => kinds.has(negatedKind(child)));
      const all = new Set(paired);
      return paired.some((child) => all.has(side.negation(child))) ? side.bottom : null;
    },
  },
  {
    name: 'X a & X b = X(a & b)',
    level: 1,
    head: 'and',
    rewrite: (node, side) =>
      merge(node, side, (child) => (child.kind === 'next' ? child.children[0] : null), side.next),
  },
  {
    name: 'G a & G b = G(a & b)',
    level: 1,
    head: 'and',
    rewrite: (node, side) =>
      merge(node, side, (child) => (side.is(child, 'globally') ? child.children[0] : null), side.globally),
  },
  {
    name: 'F G a & F G b = F G(a & b)',
    level: 1,
    head: 'and',
    rewrite(node, side) {
      const body = (child: Formula): Formula | null => {
        return side.is(child, 'finally') && side.is(child.children[0], 'globally')
          ? child.children[0].children[0]
          : null;
      };
      return merge(node, side, body, (merged) => side.finally(side.globally(merged)));
    },
  },
  {
    name: '(a U b) & (c U b) = (a & c) U b',
    level: 1,
    head: 'and',
    rewrite: (node, side) => {
      return mergeBinary(node, side, { weak: 'weakUntil', strong: 'until', shared: 1 });
    },
  },
  {
    name: '(a R b) & (a R c) = a R (b & c)',
    level: 1,
    head: 'and',
    rewrite: (node, side) => {
      return mergeBinary(node, side, { weak: 'release', strong: 'strongRelease', shared: 0 });
    },
  },
  {
    name: 'F b & (a W b) = a U b',
    level: 1,
    head: 'and',
    rewrite: (node, side) => strengthen(node, side, 'weakUntil', (a, b) => [b, side.until(a, b)]),
  },
  {
    name: 'F a & (a R b) = a M b',
    level: 1,
    head: 'and',
    rewrite: (node, side) => strengthen(node, side, 'release', (a, b) => [a, side.strongRelease(a, b)]),
  },
  {
    name: 'F a & G(!a | u) = a M (!a | u)',
    level: 2,
    head: 'and',
    rewrite: firstOccurrence,
  },
  {
    name: 'a & X G a = G a',
    level: 1,
    head: 'and',
    rewrite: foldGlobally,
  },
  {
    name: 'a | (b & X(b U a)) = b U a',
    level: 1,
    head: 'or',
    rewrite: foldUntil,
  },
]);

/** The operator at the root of the negation in normal form. */
function negatedKind({ kind }: Formula): Kind {
  switch (kind) {
    case 'proposition':
      return 'not';
    case 'not':
      return 'proposition';
    case 'equivalent':
      return 'xor';
    case 'xor':
      return 'equivalent';
    case 'implies':
      return 'and';
    default:
      return dualKind[kind];
  }
}

/** Puts the operands that `body` takes apart together into one, when there are two or more. */
function merge(
  node: Formula,
  side: Side,
  body: (child: Formula) => Formula | null,
  wrap: (merged: Formula) => Formula,
): Formula | null {
  const bodies: Formula[] = [];
  const rest: Formula[] = [];
  for (const child of node.children) {
    const inner = body(child);
    if (inner === null) rest.push(child);
    else bodies.push(inner);
  }
  return bodies.length < 2 ? null : side.and([...rest, wrap.call(side, side.and(bodies))]);
}

interface Pair {
  readonly weak: 'weakUntil' | 'release';
  readonly strong: 'until' | 'strongRelease';
  /** The position of the operand that the merged formulas share. */
  readonly shared: 0 | 1;
}

/** Merges formulas of two kinds that share one operand; the result is strong as soon as one of them is. */
function mergeBinary(node: Formula, side: Side, pair: Pair): Formula | null {
  const groups = new Map<Formula, Formula[]>();
  for (const child of node.children) {
    if (!side.is(child, pair.weak) && !side.is(child, pair.strong)) continue;
    const key = child.children[pair.shared];
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [child]);
    else group.push(child);
  }
  const merged = new Set<Formula>();
  const results: Formula[] = [];
  for (const [key, group] of groups) {
    if (group.length < 2) continue;
    for (const child of group) merged.add(child);
    const together = side.and(group.map((child) => child.children[1 - pair.shared]));
    const strong = group.some((child) => side.is(child, pair.strong));
    if (pair.shared === 1) results.push(strong ? side.until(together, key) : side.weakUntil(together, key));
    else results.push(strong ? side.strongRelease(key, together) : side.release(key, together));
  }
  if (results.length === 0) return null;
  return side.and([...node.children.filter((child) => !merged.has(child)), ...results]);
}

/** Turns a weak operator into the strong one, where an F among the operands says that its goal is reached. */
function strengthen(
  node: Formula,
  side: Side,
  weak: 'weakUntil' | 'release',
  strong: (a: Formula, b: Formula) => [goal: Formula, result: Formula],
): Formula | null {
  const reached = new Set(node.children.filter((child) => side.is(child, 'finally')));
  if (reached.size === 0) return null;
  const gone = new Set<Formula>();
  const results: Formula[] = [];
  for (const child of node.children) {
    if (!side.is(child, weak)) continue;
    const [goal, result] = strong(child.children[0], child.children[1]);
    const finallyGoal = side.finally(goal);
    if (!reached.has(finallyGoal)) continue;
    gone.add(child).add(finallyGoal);
    results.push(result);
  }
  return results.length === 0 ? null : side.and([...node.children.filter((child) => !gone.has(child)), ...results]);
}

/** a & X(b & G a) = X b & G a. */
function foldGlobally(node: Formula, side: Side): Formula | null {
  const next = node.children.find((child) => child.kind === 'next');
  if (next === undefined) return null;
  const conjuncts = side.conjuncts(next.children[0]);
  for (const always of conjuncts) {
    if (!side.is(always, 'globally')) continue;
    const rest = without(node.children, side.conjuncts(always.children[0]));
    if (rest === null) continue;
    const later = side.next(side.and(conjuncts.filter((conjunct) => conjunct !== always)));
    return side.and([...rest.filter((child) => child !== next), later, always]);
  }
  return null;
}

/** a | (b & X(b U a)) = b U a, and the same with W. */
function foldUntil(node: Formula, side: Side): Formula | null {
  for (const child of node.children) {
    if (!side.is(child, 'and')) continue;
    const next = child.children.find((part) => part.kind === 'next');
    const until = next?.children[0];
    if (next === undefined || until === undefined) continue;
    if (!side.is(until, 'until') && !side.is(until, 'weakUntil')) continue;
    const [hold, goal] = until.children;
    if (without(child.children, [...side.conjuncts(hold), next])?.length !== 0) continue;
    const rest = without(node.children, [...side.disjuncts(goal), child]);
    if (rest !== null) return side.or([...rest, until]);
  }
  return null;
}

/** Since u is universal, G(!a | u) says that u holds from the first a on. */
function firstOccurrence(node: Formula, side: Side): Formula | null {
  if (node.children.length > MAX_ASSUMED_OPERANDS) return null;
  const reached = node.children.filter((child) => side.is(child, 'finally'));
  for (const always of node.children) {
    if (!side.is(always, 'globally') || !side.is(always.children[0], 'or')) continue;
    const [body] = always.children;
    for (const once of reached) {
      const rest = without(body.children, side.disjuncts(side.negation(once.children[0])));
      if (rest === null || !rest.every((part) => side.isUniversal(part))) continue;
      const others = node.children.filter((child) => child !== always && child !== once);
      return side.and([...others, side.strongRelease(once.children[0], body)]);
    }
  }
  return null;
}
