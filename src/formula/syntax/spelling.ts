// How the operators are spelt: the union of Spot's, SPIN's and LTSmin's infix spellings and the mathematical symbols.
import type { Binary, Nary, Unary } from '../kinds.ts';

const UNARY: Readonly<Record<Unary, readonly string[]>> = {
  not: ['!', '~', '¬'],
  next: ['()', '○', '◯'],
  finally: ['<>', '◇', '⋄', '♢'],
  globally: ['[]', '□', '◻', '⬜'],
};

const BINARY: Readonly<
  Record<Exclude<Binary, 'weakUntil' | 'until' | 'release' | 'strongRelease'> | Nary, readonly string[]>
> = {
  and: ['&', '&&', '/\\', '*', '∧', '⋀', '∩'],
  or: ['|', '||', '\\/', '+', '∨', '⋁', '∪'],
  implies: ['->', '-->', '=>', '→', '⇒', '⟶'],
  equivalent: ['<->', '<-->', '<=>', '↔', '⇔', '⟷'],
  xor: ['^', '⊕'],
};

/** What a spelling means. */
export type Meaning =
  | { readonly type: 'unary'; readonly kind: Unary }
  | { readonly type: 'binary'; readonly kind: Binary | Nary }
  | { readonly type: 'constant'; readonly kind: 'true' | 'false' }
  | { readonly type: 'open' | 'close' };

/** Operators and brackets that are made of signs. */
export const signs: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...spellings(UNARY).map(([text, kind]): [string, Meaning] => [text, { type: 'unary', kind }]),
  ...spellings(BINARY).map(([text, kind]): [string, Meaning] => [text, { type: 'binary', kind }]),
  ['⊤', { type: 'constant', kind: 'true' }],
  ['⊥', { type: 'constant', kind: 'false' }],
  ['(', { type: 'open' }],
  [')', { type: 'close' }],
]);

/** Operators and constants that are words. `F`, `G` and `X` are not here: they may be glued to what follows. */
export const words: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['U', { type: 'binary', kind: 'until' }],
  ['R', { type: 'binary', kind: 'release' }],
  ['V', { type: 'binary', kind: 'release' }],
  ['W', { type: 'binary', kind: 'weakUntil' }],
  ['M', { type: 'binary', kind: 'strongRelease' }],
  ['xor', { type: 'binary', kind: 'xor' }],
  ['not', { type: 'unary', kind: 'not' }],
]);

/** Prefix operators that are letters. */
export const prefixLetters: ReadonlyMap<string, Unary> = new Map<string, Unary>([
  ['X', 'next'],
  ['F', 'finally'],
  ['G', 'globally'],
]);

/** Matches the longest sign at its `lastIndex`. */
export function signPattern(): RegExp {
  const longestFirst = [...signs.keys()].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((sign) => sign.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'uy');
}

function spellings<K extends string>(table: Readonly<Record<K, readonly string[]>>): [string, K][] {
  return (Object.keys(table) as K[]).flatMap((kind) => table[kind].map((text): [string, K] => [text, kind]));
}
