// Replaces chosen operators by others: what a tool with a smaller vocabulary needs. The definitions form a chain that
// ends in {¬, ∧, ∨, X, U}; each uses only operators that are not on the list to remove, or that are defined further on.
import type { Formula } from './formula.ts';
import { rewriteBottomUp } from './traverse.ts';

/** The operators that can be removed. */
export type Abbreviation =
  | 'implies'
  | 'equivalent'
  | 'xor'
  | 'finally'
  | 'globally'
  | 'release'
  | 'weakUntil'
  | 'strongRelease';

/** Every operator that can be removed; what remains is {¬, ∧, ∨, X, U}. */
export const abbreviations: readonly Abbreviation[] = [
  'implies',
  'equivalent',
  'xor',
  'finally',
  'globally',
  'release',
  'weakUntil',
  'strongRelease',
];

/** The same language without the given operators. Each of them at the root of `formula` is one step of rewriting. */
export function unabbreviate(formula: Formula, remove: readonly Abbreviation[] = abbreviations): Formula {
  const unwanted = new Set<string>(remove);
  return rewriteBottomUp(formula, (node) => (unwanted.has(node.kind) ? define(node, unwanted) : node));
}

/** `node` by operators that are wanted; its operands are free of unwanted ones already. */
function define(node: Formula, unwanted: ReadonlySet<string>): Formula {
  const { store } = node;
  const [a, b] = node.children;
  switch (node.kind) {
    case 'implies':
      return store.or(store.not(a), b);
    case 'equivalent':
      if (!unwanted.has('xor')) return store.not(store.xor(a, b));
      return store.or(store.and(a, b), store.and(store.not(a), store.not(b)));
    case 'xor':
      if (!unwanted.has('equivalent')) return store.not(store.equivalent(a, b));
      return store.or(store.and(a, store.not(b)), store.and(store.not(a), b));
    case 'finally':
      return store.until(store.true, a);
    case 'globally':
      return always(a, unwanted);
    case 'weakUntil':
      if (!unwanted.has('release')) return store.release(b, store.or(a, b));
      return store.or(store.until(a, b), always(a, unwanted));
    case 'strongRelease':
      return store.until(b, store.and(a, b));
    case 'release':
      if (!unwanted.has('weakUntil')) return store.weakUntil(b, store.and(a, b));
      return store.or(store.until(b, store.and(a, b)), always(b, unwanted));
    default:
      return node;
  }
}

/** G a by the best operator that is wanted. */
function always(a: Formula, unwanted: ReadonlySet<string>): Formula {
  const { store } = a;
  if (!unwanted.has('globally')) return store.globally(a);
  if (!unwanted.has('release')) return store.release(store.false, a);
  if (!unwanted.has('weakUntil')) return store.weakUntil(a, store.false);
  const never = store.not(a);
  return store.not(unwanted.has('finally') ? store.until(store.true, never) : store.finally(never));
}
