// Formulas in negation normal form: literals, ∧, ∨, X, U and R. Equal formulas of one store are the same object, whatever the order of
// operands, so that a formula of a certificate can be compared with one that was made here.
//
// F a is true U a, G a is false R a, a W b is b R (a ∨ b), a M b is b U (a ∧ b). What is made is simplified by the identities of the normal form
// (docs/certificates.md); each of them is an equivalence.
import { inputUnless } from './problem.ts';

export type Kind = 'true' | 'false' | 'atom' | 'not' | 'and' | 'or' | 'next' | 'until' | 'release';

export interface Formula {
  readonly id: number;
  readonly kind: Kind;
  /** Of an atom: its text. */
  readonly name: string;
  /** `not` has an atom here. */
  readonly of: readonly Formula[];
  readonly depth: number;
}

/** What reads formulas recurses: deeper ones are refused. */
const DEEPEST = 1000;

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
    const sorted = [...parts].sort((x, y) => x.id - y.id);
    return sorted.length === 1 ? sorted[0] : this.plain(kind, sorted, '');
  }

  private plain(kind: Kind, of: readonly Formula[], name: string): Formula {
    const key = `${kind} ${of.map(({ id }) => id).join()} ${name}`;
    let formula = this.known.get(key);
    if (formula === undefined) {
      const depth = of.reduce((most, part) => Math.max(most, part.depth), 0) + 1;
      inputUnless(depth <= DEEPEST, `formula: nested more than ${DEEPEST} deep`);
      this.known.set(key, (formula = { id: this.known.size, kind, name, of, depth }));
    }
    return formula;
  }
}

/** A formula and its negation, both in normal form. */
export interface Both {
  readonly yes: Formula;
  readonly no: Formula;
}

const PAIRS = [
  ['true', 'false'],
  ['and', 'or'],
  ['next', 'next'],
  ['until', 'release'],
] as const;
const DUAL = new Map<Kind, Kind>(
  PAIRS.flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
);

/** What an operator of the logic makes of formulas with their negations. */
export function apply(store: Store, operator: string, a: Both, b: Both): Both {
  const not = ({ yes, no }: Both): Both => ({ yes: no, no: yes });
  const make = (kind: Kind, ...of: Both[]): Both => {
    const [yes, no] = [of.map((one) => one.yes), of.map((one) => one.no)];
    return { yes: store.make(kind, yes), no: store.make(DUAL.get(kind)!, no) };
  };
  switch (operator) {
    case '!':
      return not(a);
    case 'X':
      return make('next', a);
    case 'F':
      return make('until', make('true'), a);
    case 'G':
      return make('release', make('false'), a);
    case '&':
      return make('and', a, b);
    case '|':
      return make('or', a, b);
    case '->':
      return a.yes === b.yes ? make('true') : make('or', not(a), b);
    case '<->': {
      if (a.yes === b.yes) return make('true');
      const either = (x: Both, y: Both): Formula => make('or', make('and', a, x), make('and', not(a), y)).yes;
      return { yes: either(b, not(b)), no: either(not(b), b) };
    }
    case '^':
      return not(apply(store, '<->', a, b));
    case 'U':
      return make('until', a, b);
    case 'R':
      return make('release', a, b);
    case 'W':
      return make('release', b, make('or', a, b));
    default: // M
      return make('until', b, make('and', a, b));
  }
}
