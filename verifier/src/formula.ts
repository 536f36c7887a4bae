// Formulas in negation normal form: literals, ∧, ∨, X, U and R. Equal formulas of one store are the same object, whatever the order of
// operands, so that a formula of a certificate can be compared with one that was made here.
//
// F a is true U a, G a is false R a, a W b is b R (a ∨ b), a M b is b U (a ∧ b). The constructors apply the identities of the normal form
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
  readonly true: Formula = this.make('true', []);
  readonly false: Formula = this.make('false', []);

  atom(name: string): Formula {
    return this.make('atom', [], name);
  }

  notAtom(atom: Formula): Formula {
    return this.make('not', [atom]);
  }

  /** Flat, without repetitions and units; a zero decides. */
  and(operands: readonly Formula[]): Formula {
    return this.join('and', operands, this.true, this.false);
  }

  or(operands: readonly Formula[]): Formula {
    return this.join('or', operands, this.false, this.true);
  }

  next(a: Formula): Formula {
    return a === this.true || a === this.false ? a : this.make('next', [a]);
  }

  until(a: Formula, b: Formula): Formula {
    return this.fixpoint('until', a, b, this.true, this.false);
  }

  release(a: Formula, b: Formula): Formula {
    return this.fixpoint('release', a, b, this.false, this.true);
  }

  /** `open U (open U c)` is `open U c`; `closed U b`, `b U b` and `a U constant` are their right side. Dually for R. */
  private fixpoint(kind: 'until' | 'release', a: Formula, b: Formula, open: Formula, closed: Formula): Formula {
    if (b === this.true || b === this.false || a === closed || a === b) return b;
    if (a === open && b.kind === kind && b.of[0] === open) return b;
    return this.make(kind, [a, b]);
  }

  private join(kind: 'and' | 'or', operands: readonly Formula[], unit: Formula, zero: Formula): Formula {
    const parts = new Set<Formula>();
    for (const operand of operands) {
      if (operand.kind === kind) for (const part of operand.of) parts.add(part);
      else if (operand !== unit) parts.add(operand);
    }
    if (parts.has(zero)) return zero;
    if (parts.size === 0) return unit;
    const sorted = [...parts].sort((x, y) => x.id - y.id);
    return sorted.length === 1 ? sorted[0] : this.make(kind, sorted);
  }

  private make(kind: Kind, of: readonly Formula[], name = ''): Formula {
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

/** The operators of the logic over formulas with their negations. */
export class Operators {
  readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  constant(value: boolean): Both {
    const { true: yes, false: no } = this.store;
    return value ? { yes, no } : { yes: no, no: yes };
  }

  atom(name: string): Both {
    const atom = this.store.atom(name);
    return { yes: atom, no: this.store.notAtom(atom) };
  }

  prefix(operator: string, a: Both): Both {
    const { store } = this;
    if (operator === '!') return { yes: a.no, no: a.yes };
    if (operator === 'X') return { yes: store.next(a.yes), no: store.next(a.no) };
    if (operator === 'G') return this.prefix('!', this.prefix('F', this.prefix('!', a)));
    return { yes: store.until(store.true, a.yes), no: store.release(store.false, a.no) };
  }

  infix(operator: string, a: Both, b: Both): Both {
    const { store } = this;
    const not = (x: Both): Both => ({ yes: x.no, no: x.yes });
    switch (operator) {
      case '&':
        return { yes: store.and([a.yes, b.yes]), no: store.or([a.no, b.no]) };
      case '|':
        return not(this.infix('&', not(a), not(b)));
      case '->':
        return a.yes === b.yes ? this.constant(true) : this.infix('|', not(a), b);
      case '<->': {
        if (a.yes === b.yes) return this.constant(true);
        const [same, other] = [this.infix('&', a, b), this.infix('&', not(a), not(b))];
        const [left, right] = [this.infix('&', a, not(b)), this.infix('&', not(a), b)];
        return { yes: store.or([same.yes, other.yes]), no: store.or([left.yes, right.yes]) };
      }
      case '^':
        return not(this.infix('<->', a, b));
      case 'U':
        return { yes: store.until(a.yes, b.yes), no: store.release(a.no, b.no) };
      case 'R':
        return not(this.infix('U', not(a), not(b)));
      case 'W':
        return this.infix('R', b, this.infix('|', a, b));
      default: // M
        return this.infix('U', b, this.infix('&', a, b));
    }
  }
}
