// The judge of finite beginnings: what is already settled about a formula when only the first letters of a word are known, whatever
// follows. Straight from the definition of each operator, three-valued (true, false, not settled), and independent of all automata.
//
// A prefix on which a formula is settled false tells the whole story of its failure: these are the informative bad prefixes of [KV01]. A bad
// prefix need not be informative (X a ∧ X ¬a has only bad ones); for this judge it becomes one when the missing letters are there.
import { assertNever } from '../base/assert.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Formula } from './formula.ts';
import { subformulas } from './traverse.ts';
import type { Letter } from './word.ts';

/** True, false, or null where it depends on what follows. */
export type Settled = boolean | null;

/** Ends the judge with `LimitExceeded`. */
type Watch = Pick<Stopwatch, 'look'>;

/** Whether every infinite word that begins so satisfies the formula (true), none does (false), or this judge cannot tell (null). */
export function settledBy(letters: readonly Letter[], formula: Formula, watch?: Watch): Settled {
  if (letters.length === 0) return null;
  const nodes = [...subformulas(formula)];
  const lastUse = new Map<Formula, Formula>();
  for (const node of nodes) for (const child of node.children) lastUse.set(child, node);
  const settled = new Map<Formula, Settled[]>();
  for (const node of nodes) {
    watch?.look();
    const { children } = node;
    const operands = children.map((child) => settled.get(child)!);
    // The tables of a long formula on a long word are larger than the memory.
    for (const child of children) if (lastUse.get(child) === node) settled.delete(child);
    settled.set(node, evaluate(letters, node, operands));
  }
  return settled.get(formula)![0];
}

/**
 * The length of the shortest beginning of the word on which the formula is settled false; null when there is none. Throws `LimitExceeded`
 * when the watch says so before that is known.
 */
export function lostAfter(letters: readonly Letter[], formula: Formula, watch?: Watch): number | null {
  if (settledBy(letters, formula, watch) !== false) return null;
  // What is settled stays settled when letters are added.
  let [bad, good] = [letters.length, 0];
  while (bad - good > 1) {
    const middle = (bad + good) >> 1;
    if (settledBy(letters.slice(0, middle), formula, watch) === false) bad = middle;
    else good = middle;
  }
  return bad;
}

/** For every subformula, what is settled about it at each position. */
export function settledAlong(letters: readonly Letter[], formula: Formula): Map<Formula, Settled[]> {
  const settled = new Map<Formula, Settled[]>();
  for (const node of subformulas(formula)) {
    const operands = node.children.map((child) => settled.get(child)!);
    settled.set(node, evaluate(letters, node, operands));
  }
  return settled;
}

function evaluate(letters: readonly Letter[], node: Formula, operands: Settled[][]): Settled[] {
  const [left, right] = operands;
  const at = (value: (i: number) => Settled): Settled[] => letters.map((_, i) => value(i));
  switch (node.kind) {
    case 'true':
      return at(() => true);
    case 'false':
      return at(() => false);
    case 'proposition':
      return at((i) => letters[i].has(node.name));
    case 'not':
      return at((i) => not(left[i]));
    case 'and':
      return at((i) => operands.reduce<Settled>((all, operand) => and(all, operand[i]), true));
    case 'or':
      return at((i) => operands.reduce<Settled>((any, operand) => or(any, operand[i]), false));
    case 'implies':
      return at((i) => or(not(left[i]), right[i]));
    case 'equivalent':
      return at((i) => equal(left[i], right[i]));
    case 'xor':
      return at((i) => not(equal(left[i], right[i])));
    case 'next':
      return at((i) => left[i + 1] ?? constant(node.children[0]));
    case 'finally':
      return backwards(letters.length, constant(node.children[0]), (i, later) => or(left[i], later));
    case 'globally':
      return backwards(letters.length, constant(node.children[0]), (i, later) => and(left[i], later));
    case 'until':
    case 'weakUntil':
      return backwards(letters.length, constant(node), (i, later) => or(right[i], and(left[i], later)));
    case 'release':
    case 'strongRelease':
      return backwards(letters.length, constant(node), (i, later) => and(right[i], or(left[i], later)));
    default:
      return assertNever(node.kind);
  }
}

/** What is settled beyond the last letter: nothing but constants. */
function constant(node: Formula): Settled {
  return node.kind === 'true' || node.kind === 'false' ? node.kind === 'true' : null;
}

function backwards(length: number, end: Settled, step: (i: number, later: Settled) => Settled): Settled[] {
  const value = new Array<Settled>(length);
  for (let i = length - 1, later = end; i >= 0; i--) later = value[i] = step(i, later);
  return value;
}

function not(a: Settled): Settled {
  return a === null ? null : !a;
}

function and(a: Settled, b: Settled): Settled {
  if (a === false || b === false) return false;
  return a === null || b === null ? null : true;
}

function or(a: Settled, b: Settled): Settled {
  return not(and(not(a), not(b)));
}

function equal(a: Settled, b: Settled): Settled {
  return a === null || b === null ? null : a === b;
}
