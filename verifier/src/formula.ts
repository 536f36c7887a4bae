// Formulas in negation normal form: literals, ∧, ∨, X, U and R. Equal formulas of one store are the same object, whatever the order of
// operands, so that a formula of a certificate can be compared with one that was made here.
//
// F a is true U a, G a is false R a, a W b is b R (a ∨ b), a M b is b U (a ∧ b). What is made is simplified by the identities of the normal form
// (docs/certificates.md); each of them is an equivalence.
import { entry } from './model.ts';

export type Kind = 'true' | 'false' | 'atom' | 'not' | 'and' | 'or' | 'next' | 'until' | 'release';

/** The name of an atom is its text; `not` is of an atom. */
export type Formula = Readonly<{ id: number; kind: Kind; name: string; of: readonly Formula[] }>;

export class Store {
  private readonly known = new Map<string, Formula>();

  make(kind: Kind, of: readonly Formula[] = [], name = ''): Formula {
    const [a, b] = of;
    if (kind === 'and' || kind === 'or') return this.join(kind, of);
    if (kind === 'next' && (a.kind === 'true' || a.kind === 'false')) return a;
    if (kind === 'until' || kind === 'release') {
      // `true U (true U c)` is `true U c`; `false U b`, `b U b` and `a U constant` are their right side. Dually for R.
      const [open, closed] = kind === 'until' ? ['true', 'false'] : ['false', 'true'];
      if (b.kind === 'true' || b.kind === 'false' || a.kind === closed || a === b) return b;
      if (a.kind === open && b.kind === kind && b.of[0] === a) return b;
    }
    return this.plain(kind, of, name);
  }

  /** Flat, without repetitions and units; a zero decides. */
  private join(kind: 'and' | 'or', operands: readonly Formula[]): Formula {
    const [unit, zero] = kind === 'and' ? (['true', 'false'] as const) : (['false', 'true'] as const);
    const parts = new Set(operands.flatMap((operand) => (operand.kind === kind ? operand.of : [operand])));
    if (parts.has(this.make(zero))) return this.make(zero);
    parts.delete(this.make(unit));
    if (parts.size === 0) return this.make(unit);
    return parts.size === 1 ? [...parts][0] : this.plain(kind, [...parts], '');
  }

  /** A formula that has been made. */
  find(kind: string, of: readonly (Formula | undefined)[], name: string): Formula | undefined {
    return this.known.get(keyOf(kind, of, name));
  }

  private plain(kind: Kind, of: readonly Formula[], name: string): Formula {
    return entry(this.known, keyOf(kind, of, name), () => ({ id: this.known.size, kind, name, of }));
  }
}

function keyOf(kind: string, of: readonly (Formula | undefined)[], name: string): string {
  const ids = of.map((part) => part?.id ?? -1);
  if (kind === 'and' || kind === 'or') ids.sort((a, b) => a - b);
  return `${kind} ${ids.join()} ${name}`;
}

/** A formula and its negation, both in normal form. */
export type Both = Readonly<{ yes: Formula; no: Formula }>;

const CONNECTIVES = { true: 'false', false: 'true', and: 'or', or: 'and' } as const;
const DUAL = { ...CONNECTIVES, next: 'next', until: 'release', release: 'until' } as const;

/** What an operator of the logic makes of formulas with their negations. */
export function apply(store: Store, operator: string, a: Both, b: Both): Both {
  const not = ({ yes, no }: Both): Both => ({ yes: no, no: yes });
  const make = (kind: keyof typeof DUAL, ...of: Both[]): Both => {
    const [yes, no] = [of.map((one) => one.yes), of.map((one) => one.no)];
    return { yes: store.make(kind, yes), no: store.make(DUAL[kind], no) };
  };
  const either = (x: Both, y: Both): Formula => make('or', make('and', a, x), make('and', not(a), y)).yes;
  const meaning: Readonly<Record<string, () => Both>> = {
    '!': () => not(a),
    X: () => make('next', a),
    F: () => make('until', make('true'), a),
    G: () => make('release', make('false'), a),
    '&': () => make('and', a, b),
    '|': () => make('or', a, b),
    '->': () => (a.yes === b.yes ? make('true') : make('or', not(a), b)),
    '<->': () => (a.yes === b.yes ? make('true') : { yes: either(b, not(b)), no: either(not(b), b) }),
    '^': () => not(meaning['<->']()),
    U: () => make('until', a, b),
    R: () => make('release', a, b),
    W: () => make('release', b, make('or', a, b)),
    M: () => make('until', b, make('and', a, b)),
  };
  return meaning[operator]();
}
