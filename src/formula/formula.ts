// LTL formulas: immutable trees with structural sharing. Within one store, equal formulas are the same object, so that
// equality is `===` and every table may be keyed by the node.
//
// The constructors apply the identities that need no thought (constants, idempotence, flattening and sorting of ∧ and ∨);
// everything cleverer belongs to `simplify/`. The order of operands depends on the formulas only, never on the
// history of the store, so that results do not change with what was parsed before.
import { invariant } from '../base/assert.ts';
import { UsageError } from '../diagnostics/diagnostic.ts';
import { type Binary, type Kind, kindRank, type Nary, type Unary } from './kinds.ts';
import { isOwnName, OWN, OWN_NAME } from './syntax/quoting.ts';
import { BOOLEAN, NEGATION_NORMAL, traitsOf } from './traits.ts';

/** A node of a formula. Made by a `FormulaStore` only. */
export class Formula {
  readonly store: FormulaStore;
  /** Numbers the formulas of one store in the order in which they were made. */
  readonly id: number;
  readonly kind: Kind;
  /** The name of a proposition; empty for every other kind. */
  readonly name: string;
  readonly children: readonly Formula[];
  /** Nodes of the tree, an n-ary operator counting as n - 1 (so a & b & c has 5). */
  readonly size: number;
  /** Length of the longest branch of the tree; 1 for a leaf. */
  readonly depth: number;
  /** Bits of `traits.ts`. */
  readonly traits: number;

  /** @internal */
  constructor(store: FormulaStore, id: number, kind: Kind, name: string, children: readonly Formula[]) {
    this.store = store;
    this.id = id;
    this.kind = kind;
    this.name = name;
    this.children = children;
    let size = children.length > 1 ? children.length - 1 : 1;
    let depth = 0;
    for (const child of children) {
      size += child.size;
      if (child.depth > depth) depth = child.depth;
    }
    this.size = size;
    this.depth = depth + 1;
    let traits = traitsOf(
      kind,
      children.map((child) => child.traits),
    );
    if (kind === 'not' && children[0].kind === 'proposition') traits |= NEGATION_NORMAL;
    this.traits = traits;
  }

  /** Whether all the given bits of `traits.ts` are set. */
  has(traits: number): boolean {
    return (this.traits & traits) === traits;
  }

  /** A proposition or the negation of one. */
  get isLiteral(): boolean {
    return this.kind === 'proposition' || (this.kind === 'not' && this.children[0].kind === 'proposition');
  }
}

/** Node numbers stay below this, so that two of them fit the key of a binary node exactly. */
const MAX_NODES = 2 ** 26;

/** Makes formulas and keeps each distinct one once. */
export class FormulaStore {
  private count = 0;
  private readonly propositions = new Map<string, Formula>();
  private readonly nodes = new Map<Kind, Map<number | string, Formula>>();
  readonly true: Formula;
  readonly false: Formula;

  constructor() {
    this.false = new Formula(this, this.count++, 'false', '', []);
    this.true = new Formula(this, this.count++, 'true', '', []);
  }

  /** The number of distinct formulas made so far. */
  get size(): number {
    return this.count;
  }

  constant(value: boolean): Formula {
    return value ? this.true : this.false;
  }

  /** Throws `UsageError` for a name that is kept for `ownProposition`. */
  proposition(name: string): Formula {
    if (isOwnName(name)) throw new UsageError(OWN_NAME);
    return this.named(name);
  }

  /** A proposition of our own, whose name no user can write: readers refuse its first character. */
  ownProposition(text: string): Formula {
    return this.named(OWN + text);
  }

  not(child: Formula): Formula {
    if (child === this.true) return this.false;
    if (child === this.false) return this.true;
    if (child.kind === 'not') return child.children[0];
    return this.unaryNode('not', child);
  }

  next(child: Formula): Formula {
    return isConstant(child) ? child : this.unaryNode('next', child);
  }

  finally(child: Formula): Formula {
    return isConstant(child) || child.kind === 'finally' ? child : this.unaryNode('finally', child);
  }

  globally(child: Formula): Formula {
    return isConstant(child) || child.kind === 'globally' ? child : this.unaryNode('globally', child);
  }

  and(...operands: Formula[]): Formula {
    return this.nary('and', operands);
  }

  or(...operands: Formula[]): Formula {
    return this.nary('or', operands);
  }

  implies(left: Formula, right: Formula): Formula {
    if (left === this.true) return right;
    if (left === this.false || right === this.true || left === right) return this.true;
    if (right === this.false) return this.not(left);
    return this.binaryNode('implies', left, right);
  }

  equivalent(left: Formula, right: Formula): Formula {
    if (left === right) return this.true;
    if (left === this.true) return right;
    if (right === this.true) return left;
    if (left === this.false) return this.not(right);
    if (right === this.false) return this.not(left);
    return this.symmetricNode('equivalent', left, right);
  }

  xor(left: Formula, right: Formula): Formula {
    if (left === right) return this.false;
    if (left === this.false) return right;
    if (right === this.false) return left;
    if (left === this.true) return this.not(right);
    if (right === this.true) return this.not(left);
    return this.symmetricNode('xor', left, right);
  }

  until(left: Formula, right: Formula): Formula {
    if (isConstant(right) || left === this.false || left === right) return right;
    return this.binaryNode('until', left, right);
  }

  release(left: Formula, right: Formula): Formula {
    if (isConstant(right) || left === this.true || left === right) return right;
    return this.binaryNode('release', left, right);
  }

  weakUntil(left: Formula, right: Formula): Formula {
    if (left === this.true || right === this.true) return this.true;
    if (left === this.false || left === right) return right;
    return this.binaryNode('weakUntil', left, right);
  }

  strongRelease(left: Formula, right: Formula): Formula {
    if (left === this.false || right === this.false) return this.false;
    if (left === this.true || left === right) return right;
    return this.binaryNode('strongRelease', left, right);
  }

  unary(kind: Unary, child: Formula): Formula {
    return this[kind](child);
  }

  binary(kind: Binary, left: Formula, right: Formula): Formula {
    return this[kind](left, right);
  }

  /** ∧ or ∨ of any number of operands: flattened, sorted, without repetitions and constants. */
  nary(kind: Nary, operands: readonly Formula[]): Formula {
    const unit = kind === 'and' ? this.true : this.false;
    const zero = kind === 'and' ? this.false : this.true;
    const distinct = new Set<Formula>();
    for (const operand of operands) {
      invariant(operand.store === this, 'formulas of different stores cannot be combined');
      if (operand.kind === kind) for (const child of operand.children) distinct.add(child);
      else if (operand !== unit) distinct.add(operand);
    }
    if (distinct.has(zero)) return zero;
    if (distinct.size === 0) return unit;
    const sorted = [...distinct];
    if (sorted.length === 1) return sorted[0];
    sorted.sort(compareFormulas);
    return this.intern(kind, sorted.map((child) => child.id).join(), sorted);
  }

  /** The same operator over other children: what a bottom-up rewriting needs. */
  rebuild(node: Pick<Formula, 'kind' | 'name'>, children: readonly Formula[]): Formula {
    switch (node.kind) {
      case 'true':
      case 'false':
        return this.constant(node.kind === 'true');
      case 'proposition':
        return this.named(node.name);
      case 'not':
      case 'next':
      case 'finally':
      case 'globally':
        return this.unary(node.kind, children[0]);
      case 'and':
      case 'or':
        return this.nary(node.kind, children);
      default:
        return this.binary(node.kind, children[0], children[1]);
    }
  }

  private named(name: string): Formula {
    let node = this.propositions.get(name);
    if (node === undefined) {
      node = this.make('proposition', name, []);
      this.propositions.set(name, node);
    }
    return node;
  }

  private unaryNode(kind: Unary, child: Formula): Formula {
    return this.intern(kind, child.id, [child]);
  }

  private binaryNode(kind: Binary, left: Formula, right: Formula): Formula {
    return this.intern(kind, left.id * MAX_NODES + right.id, [left, right]);
  }

  private symmetricNode(kind: 'equivalent' | 'xor', left: Formula, right: Formula): Formula {
    return compareFormulas(left, right) <= 0 ? this.binaryNode(kind, left, right) : this.binaryNode(kind, right, left);
  }

  private intern(kind: Kind, key: number | string, children: readonly Formula[]): Formula {
    let table = this.nodes.get(kind);
    if (table === undefined) this.nodes.set(kind, (table = new Map()));
    let node = table.get(key);
    if (node === undefined) {
      for (const child of children) {
        invariant(child.store === this, 'formulas of different stores cannot be combined');
      }
      node = this.make(kind, '', children);
      table.set(key, node);
    }
    return node;
  }

  private make(kind: Kind, name: string, children: readonly Formula[]): Formula {
    invariant(this.count < MAX_NODES, 'too many distinct formulas in one store');
    return new Formula(this, this.count++, kind, name, children);
  }
}

export function isConstant(formula: Formula): boolean {
  return formula.kind === 'true' || formula.kind === 'false';
}

/**
 * A total order that depends on structure only: constants, literals by name, Boolean formulas, then the others; smaller
 * ones first. Distinct children of hash-consed nodes are distinct formulas, so the first difference decides and a
 * loop suffices, however deep the formulas are.
 */
export function compareFormulas(a: Formula, b: Formula): number {
  let left = a;
  let right = b;
  while (left !== right) {
    const byGroup = group(left) - group(right);
    if (byGroup !== 0) return byGroup;
    if (left.isLiteral && right.isLiteral) return compareLiterals(left, right);
    if (left.size !== right.size) return left.size - right.size;
    if (left.kind !== right.kind) return kindRank[left.kind] - kindRank[right.kind];
    if (left.children.length !== right.children.length) return left.children.length - right.children.length;
    let i = 0;
    while (left.children[i] === right.children[i]) i++;
    [left, right] = [left.children[i], right.children[i]];
  }
  return 0;
}

function group(formula: Formula): number {
  if (isConstant(formula)) return 0;
  if (formula.isLiteral) return 1;
  return formula.traits & BOOLEAN ? 2 : 3;
}

function compareLiterals(a: Formula, b: Formula): number {
  const nameA = a.kind === 'not' ? a.children[0].name : a.name;
  const nameB = b.kind === 'not' ? b.children[0].name : b.name;
  if (nameA !== nameB) return nameA < nameB ? -1 : 1;
  return a.kind === 'proposition' ? -1 : 1;
}
