// The operators of LTL and their static facts.

/** The operators; `and` and `or` are n-ary, the rest as their group says. */
export type Kind = Constant | 'proposition' | Unary | Binary | Nary;
export type Constant = 'true' | 'false';
export type Unary = 'not' | 'next' | 'finally' | 'globally';
export type Binary = 'implies' | 'equivalent' | 'xor' | 'until' | 'release' | 'weakUntil' | 'strongRelease';
export type Nary = 'and' | 'or';

/** Every kind, in the order in which formulas of equal size are sorted. */
export const kinds: readonly Kind[] = [
  'false',
  'true',
  'proposition',
  'not',
  'and',
  'or',
  'implies',
  'equivalent',
  'xor',
  'next',
  'finally',
  'globally',
  'until',
  'release',
  'weakUntil',
  'strongRelease',
];

/** Position of each kind in `kinds`. */
export const kindRank: Readonly<Record<Kind, number>> = Object.fromEntries(
  kinds.map((kind, rank) => [kind, rank]),
) as Record<Kind, number>;

/** Operators that look beyond the present letter. */
export function isTemporalKind(kind: Kind): boolean {
  return kindRank[kind] >= kindRank.next;
}
