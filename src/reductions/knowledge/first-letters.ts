// What the first letters of all runs decide: a formula is rewritten at moment 0 with what is known of the letters at moments 0, 1, …, by the
// expansion laws (F φ = φ ∨ X F φ, and so on). Where nothing is known it stays as it is. Exact for every word whose first letters are as
// known, whatever comes after.
import type { Formula } from '../../formula/formula.ts';
import { fold } from '../../formula/traverse.ts';

/** The value that a proposition has at a moment of every run; undefined where runs differ or it is not known. */
export type KnownLetter = ReadonlyMap<string, boolean>;

/** A formula that has the same value as the given one on all words that begin with letters as known. */
export function rewriteAtStart(formula: Formula, letters: readonly KnownLetter[]): Formula {
  let next: ReadonlyMap<Formula, Formula> | null = null;
  for (let moment = letters.length - 1; moment >= 0; moment--) next = atMoment(formula, letters[moment], next);
  return next?.get(formula) ?? formula;
}

/** Each subformula as it is at a moment, given what it is at the next one; null where that is not known. */
function atMoment(
  formula: Formula,
  letter: KnownLetter,
  next: ReadonlyMap<Formula, Formula> | null,
): ReadonlyMap<Formula, Formula> {
  const found = new Map<Formula, Formula>();
  fold<Formula>(formula, (node, now) => {
    const rewritten = rewrite(node, now, { letter, later: next?.get(node), child: next?.get(node.children[0]) });
    found.set(node, rewritten);
    return rewritten;
  });
  return found;
}

interface Knowledge {
  readonly letter: KnownLetter;
  /** The same formula, and its first operand, at the next moment. */
  readonly later?: Formula;
  readonly child?: Formula;
}

/** The node at this moment; `now` are its operands at this moment. */
function rewrite(node: Formula, now: readonly Formula[], { letter, later, child }: Knowledge): Formula {
  const { store } = node;
  const [a, b] = now;
  switch (node.kind) {
    case 'true':
    case 'false':
      return node;
    case 'proposition': {
      const value = letter.get(node.name);
      return value === undefined ? node : store.constant(value);
    }
    case 'next':
      return child === undefined ? node : store.next(child);
    case 'finally':
      return decided(node, either(a, later));
    case 'globally':
      return decided(node, both(a, later));
    case 'until':
    case 'weakUntil':
      return decided(node, either(b, both(a, later)));
    case 'release':
    case 'strongRelease':
      return decided(node, both(b, either(a, later)));
    default:
      return store.rebuild(node, now);
  }
}

/** The constant that the value is, or the node as it was: an expansion that decides nothing would only be larger. */
function decided(node: Formula, value: boolean | undefined): Formula {
  return value === undefined ? node : node.store.constant(value);
}

/** Of formulas and of values already known; undefined is not known. */
type Known = Formula | boolean | undefined;

function truthOf(known: Known): boolean | undefined {
  if (known === undefined || typeof known === 'boolean') return known;
  return known.kind === 'true' ? true : known.kind === 'false' ? false : undefined;
}

function either(a: Known, b: Known): boolean | undefined {
  const [left, right] = [truthOf(a), truthOf(b)];
  if (left === true || right === true) return true;
  return left === false && right === false ? false : undefined;
}

function both(a: Known, b: Known): boolean | undefined {
  const [left, right] = [truthOf(a), truthOf(b)];
  if (left === false || right === false) return false;
  return left === true && right === true ? true : undefined;
}
