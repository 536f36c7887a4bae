// How tightly the binary operators bind, and to which side: the tools agree on spelling far more than on this.
import type { Binary, Nary } from '../kinds.ts';

/** Infix syntaxes that differ in the meaning of a formula without parentheses. */
export type InfixSyntax = 'spot' | 'spin' | 'ltsmin';

export interface Binding {
  /** The higher, the tighter. Prefix operators bind tighter than any binary one. */
  readonly level: number;
  readonly associates: 'left' | 'right';
}

export type BindingTable = Readonly<Record<Binary | Nary, Binding>>;

const left = (level: number): Binding => ({ level, associates: 'left' });
const right = (level: number): Binding => ({ level, associates: 'right' });

/** Spot: U W R M bind tightest and to the right, as in PSL; ⊕ lies between ∨ and ∧. */
const spot: BindingTable = {
  implies: right(1),
  equivalent: right(1),
  or: left(2),
  xor: left(3),
  and: left(4),
  until: right(5),
  release: right(5),
  weakUntil: right(5),
  strongRelease: right(5),
};

/** SPIN: two levels only, both to the left; `a || b && c` is `(a || b) && c`. */
const spin: BindingTable = {
  implies: left(1),
  equivalent: left(1),
  xor: left(1),
  or: left(1),
  and: left(1),
  until: left(2),
  release: left(2),
  weakUntil: left(2),
  strongRelease: left(2),
};

/** LTSmin: as Spot, but the temporal operators bind loosest. */
const ltsmin: BindingTable = {
  ...spot,
  until: right(0),
  release: right(0),
  weakUntil: right(0),
  strongRelease: right(0),
};

/** The table of a syntax. */
export const bindings: Readonly<Record<InfixSyntax, BindingTable>> = { spot, spin, ltsmin };
