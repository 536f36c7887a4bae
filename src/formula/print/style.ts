// What makes one infix notation differ from another: its symbols, its names, and where it may leave parentheses out.
import type { Binary, Constant, Nary, Unary } from '../kinds.ts';

/** An infix notation. */
export interface Style {
  readonly constants: Readonly<Record<Constant, string>>;
  /** Prefix operators, with the space that must follow before a name, if any. */
  readonly prefixes: Readonly<Record<Unary, string>>;
  /** Binary operators, with the spaces around them. */
  readonly infixes: Readonly<Record<Binary | Nary, string>>;
  readonly name: (name: string) => string;
  /** Whether a space is put between a prefix letter and a word, as in `F grant`, which need none but read better with it. */
  readonly spacedWords: boolean;
  readonly open: string;
  readonly close: string;
  /**
   * Whether ∧ may stand without parentheses under ∨, and both under → and ↔. Nothing else ever does, because the tools
   * do not agree on the rest: U, R, W, M and ⊕ are always set off, and so are → and ↔ within each other.
   */
  readonly conventional: boolean;
}
