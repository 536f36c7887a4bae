// What a finite run already decides. Where it has no say, since it depends on how the run goes on, the truth is null: Kleene's three values, with
// everything after the last position unknown.
import { type Formula, subformulas } from 'tegata/formula';

export type Truth = boolean | null;

const not = (a: Truth): Truth => (a === null ? null : !a);
const and = (a: Truth, b: Truth): Truth =>
  a === false || b === false ? false : a === null || b === null ? null : true;
const or = (a: Truth, b: Truth): Truth => not(and(not(a), not(b)));
const equal = (a: Truth, b: Truth): Truth => (a === null || b === null ? null : a === b);

/** The truth of each subformula at each position of a run that begins with these letters. */
export function truthAlongPrefix(letters: readonly ReadonlySet<string>[], formula: Formula): Map<Formula, Truth[]> {
  const truth = new Map<Formula, Truth[]>();
  for (const part of subformulas(formula)) {
    const row: Truth[] = Array<Truth>(letters.length).fill(null);
    const below = part.children.map((child) => truth.get(child)!);
    for (let i = letters.length - 1; i >= 0; i--) {
      const next = i + 1 < letters.length ? row[i + 1] : null;
      row[i] = truthAt(
        part,
        below.map((values) => values[i]),
        next,
        below[0]?.[i + 1] ?? null,
        letters[i],
      );
    }
    truth.set(part, row);
  }
  return truth;
}

/** The truth of a part at a position, from that of its operands there, its own at the next one, and its first operand's there. */
function truthAt(
  { kind, name }: Formula,
  [left, right, ...more]: readonly Truth[],
  next: Truth,
  leftNext: Truth,
  letter: ReadonlySet<string>,
): Truth {
  switch (kind) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'proposition':
      return letter.has(name);
    case 'not':
      return not(left);
    case 'and':
      return [right, ...more].reduce(and, left);
    case 'or':
      return [right, ...more].reduce(or, left);
    case 'implies':
      return or(not(left), right);
    case 'equivalent':
      return equal(left, right);
    case 'xor':
      return not(equal(left, right));
    case 'next':
      return leftNext;
    case 'finally':
      return or(left, next);
    case 'globally':
      return and(left, next);
    case 'until':
    case 'weakUntil':
      return or(right, and(left, next));
    case 'release':
    case 'strongRelease':
      return and(right, or(left, next));
    default:
      return kind satisfies never;
  }
}
