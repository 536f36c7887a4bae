// One of the two sides of LTL. Negation exchanges ∧ with ∨, U with R, W with M, F with G, eventual with universal, and
// turns implications round; so every rule has a twin. Rules are written once, in terms of a side: on the plain side
// `until` is U and `implies(a, b)` asks for a ⇒ b, on the dual side `until` is R and it asks for b ⇒ a.
import type { Formula, FormulaStore } from '../formula.ts';
import type { Binary, Kind, Nary, Unary } from '../kinds.ts';
import { dualKind } from '../nnf.ts';
import { EVENTUAL, UNIVERSAL } from '../traits.ts';

/** What rules may ask about formulas in normal form. */
export interface Oracle {
  /** The negation, in normal form with ↔ and ⊕ kept. */
  negation(formula: Formula): Formula;
  /** Whether the first is known to imply the second. "No" may mean "not known". */
  implies(a: Formula, b: Formula): boolean;
}

export type Polarity = 'plain' | 'dual';

/** The operators of LTL, as they look from one side. */
export class Side {
  readonly store: FormulaStore;
  readonly oracle: Oracle;
  readonly polarity: Polarity;
  /** The unit of `and` on this side: true on the plain one. */
  readonly top: Formula;
  readonly bottom: Formula;
  /** The operators on this side, by their name on the plain side. */
  readonly kinds: Readonly<Record<keyof typeof dualKind, Kind>>;

  constructor(store: FormulaStore, oracle: Oracle, polarity: Polarity) {
    this.store = store;
    this.oracle = oracle;
    this.polarity = polarity;
    this.top = store.constant(polarity === 'plain');
    this.bottom = store.constant(polarity === 'dual');
    this.kinds = polarity === 'plain' ? plainKinds : dualKind;
  }

  and(operands: readonly Formula[]): Formula {
    return this.store.nary(this.kinds.and as Nary, operands);
  }

  or(operands: readonly Formula[]): Formula {
    return this.store.nary(this.kinds.or as Nary, operands);
  }

  next(child: Formula): Formula {
    return this.store.next(child);
  }

  finally(child: Formula): Formula {
    return this.store.unary(this.kinds.finally as Unary, child);
  }

  globally(child: Formula): Formula {
    return this.store.unary(this.kinds.globally as Unary, child);
  }

  until(left: Formula, right: Formula): Formula {
    return this.store.binary(this.kinds.until as Binary, left, right);
  }

  release(left: Formula, right: Formula): Formula {
    return this.store.binary(this.kinds.release as Binary, left, right);
  }

  weakUntil(left: Formula, right: Formula): Formula {
    return this.store.binary(this.kinds.weakUntil as Binary, left, right);
  }

  strongRelease(left: Formula, right: Formula): Formula {
    return this.store.binary(this.kinds.strongRelease as Binary, left, right);
  }

  /** Whether the root of `node` is the operator that `name` means on this side. */
  is(node: Formula, name: keyof typeof dualKind): boolean {
    return node.kind === this.kinds[name];
  }

  isEventual(node: Formula): boolean {
    return node.has(this.polarity === 'plain' ? EVENTUAL : UNIVERSAL);
  }

  isUniversal(node: Formula): boolean {
    return node.has(this.polarity === 'plain' ? UNIVERSAL : EVENTUAL);
  }

  isSuspendable(node: Formula): boolean {
    return node.has(EVENTUAL | UNIVERSAL);
  }

  negation(node: Formula): Formula {
    return this.oracle.negation(node);
  }

  implies(a: Formula, b: Formula): boolean {
    return this.polarity === 'plain' ? this.oracle.implies(a, b) : this.oracle.implies(b, a);
  }

  /** The operands of this side's `and`, or the formula alone. */
  conjuncts(node: Formula): readonly Formula[] {
    return this.is(node, 'and') ? node.children : [node];
  }

  /** The operands of this side's `or`, or the formula alone. */
  disjuncts(node: Formula): readonly Formula[] {
    return this.is(node, 'or') ? node.children : [node];
  }
}

const plainKinds = Object.fromEntries(Object.keys(dualKind).map((kind) => [kind, kind])) as Side['kinds'];
