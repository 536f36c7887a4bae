// Formulas as plain trees, without a store and its identities, and their meaning by the definition with quantifiers: what the
// constructors and the judge are compared with. Shares no code with either.
import type { Random } from '../../src/base/random.ts';
import type { Formula, FormulaStore } from '../../src/formula/formula.ts';
import type { Binary, Kind, Nary, Unary } from '../../src/formula/kinds.ts';
import type { Letter, Word } from '../../src/formula/word.ts';

export interface RawFormula {
  readonly kind: Kind;
  readonly name?: string;
  readonly children: readonly RawFormula[];
}

const UNARY: readonly Unary[] = ['not', 'next', 'finally', 'globally'];
const BINARY: readonly (Binary | Nary)[] = [
  'and',
  'or',
  'implies',
  'equivalent',
  'xor',
  'until',
  'release',
  'weakUntil',
  'strongRelease',
];
export const rawOperators: readonly (Unary | Binary | Nary)[] = [...UNARY, ...BINARY];

export function isUnary(kind: Kind): kind is Unary {
  return (UNARY as readonly Kind[]).includes(kind);
}

/** A random tree of exactly `size` nodes, constants included. */
export function randomRaw(random: Random, names: readonly string[], size: number): RawFormula {
  if (size === 1) {
    if (random.chance(0.2)) return { kind: random.chance(0.5) ? 'true' : 'false', children: [] };
    return { kind: 'proposition', name: random.pick(names), children: [] };
  }
  if (size === 2 || random.chance(0.4))
    return { kind: random.pick(UNARY), children: [randomRaw(random, names, size - 1)] };
  const left = random.between(1, size - 2);
  const children = [randomRaw(random, names, left), randomRaw(random, names, size - 1 - left)];
  return { kind: random.pick(BINARY), children };
}

/** The tree made by the constructors of a store. */
export function build(store: FormulaStore, raw: RawFormula): Formula {
  const { kind } = raw;
  const children = raw.children.map((child) => build(store, child));
  if (kind === 'true' || kind === 'false') return store.constant(kind === 'true');
  if (kind === 'proposition') return store.proposition(raw.name!);
  if (isUnary(kind)) return store.unary(kind, children[0]);
  if (kind === 'and' || kind === 'or') return store.nary(kind, children);
  return store.binary(kind, children[0], children[1]);
}

/**
 * Whether the suffix of the word at `position` (any natural number) satisfies the tree. Quantifiers over later positions range
 * over |u| + |v| of them: after that the suffixes repeat.
 */
export function holdsAt(word: Word, raw: RawFormula, position: number): boolean {
  const [left, right] = raw.children;
  const at = (child: RawFormula, i: number): boolean => holdsAt(word, child, i);
  const horizon = position + word.prefix.length + word.cycle.length;
  const exists = (from: number, to: number, test: (i: number) => boolean): boolean => {
    for (let i = from; i < to; i++) if (test(i)) return true;
    return false;
  };
  const all = (from: number, to: number, test: (i: number) => boolean): boolean => !exists(from, to, (i) => !test(i));
  const until = (hold: RawFormula, goal: RawFormula): boolean =>
    exists(position, horizon, (j) => at(goal, j) && all(position, j, (k) => at(hold, k)));
  const strongRelease = (stop: RawFormula, hold: RawFormula): boolean =>
    exists(position, horizon, (j) => at(stop, j) && all(position, j + 1, (k) => at(hold, k)));
  const always = (child: RawFormula): boolean => all(position, horizon, (j) => at(child, j));
  switch (raw.kind) {
    case 'true':
    case 'false':
      return raw.kind === 'true';
    case 'proposition':
      return letterOfWord(word, position).has(raw.name!);
    case 'not':
      return !at(left, position);
    case 'next':
      return at(left, position + 1);
    case 'finally':
      return exists(position, horizon, (j) => at(left, j));
    case 'globally':
      return always(left);
    case 'and':
      return at(left, position) && at(right, position);
    case 'or':
      return at(left, position) || at(right, position);
    case 'implies':
      return !at(left, position) || at(right, position);
    case 'equivalent':
      return at(left, position) === at(right, position);
    case 'xor':
      return at(left, position) !== at(right, position);
    case 'until':
      return until(left, right);
    case 'weakUntil':
      return until(left, right) || always(left);
    case 'strongRelease':
      return strongRelease(left, right);
    case 'release':
      return strongRelease(left, right) || always(right);
  }
}

function letterOfWord({ prefix, cycle }: Word, position: number): Letter {
  return position < prefix.length ? prefix[position] : cycle[(position - prefix.length) % cycle.length];
}

/** The tree in prefix notation, for messages. */
export function showRaw(raw: RawFormula): string {
  if (raw.children.length === 0) return raw.name ?? raw.kind;
  return `${raw.kind}(${raw.children.map((child) => showRaw(child)).join(', ')})`;
}
