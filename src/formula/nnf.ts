// Negation normal form: negations only before propositions. Every operator has a dual (∧ ∨, U R, W M, F G; X is its
// own), so a negation travels down to the leaves. A node is met with at most two signs, so the work is linear.
//
// ↔ and ⊕ need both signs of their operands. They are either written out, or kept as nodes of their own, in a form
// that does not depend on where the negations stood: of each operand and its negation, the lesser one is taken.
import { append } from '../base/append.ts';
import { assertNever } from '../base/assert.ts';
import { compareFormulas, type Formula, type FormulaStore } from './formula.ts';
import type { Kind } from './kinds.ts';
import { NEGATION_NORMAL } from './traits.ts';

export interface NnfOptions {
  /** Write a ↔ b as (a ∧ b) ∨ (¬a ∧ ¬b), which is strict normal form, or keep ↔ and ⊕ over normal operands. */
  readonly equivalences?: 'expand' | 'keep';
}

/** The same formula with negations only before propositions and without →; by default also without ↔ and ⊕. */
export function nnf(formula: Formula, options: NnfOptions = {}): Formula {
  return new Normalizer(options).normal(formula, 'plain');
}

/** The negation of the formula, in negation normal form. */
export function negate(formula: Formula, options: NnfOptions = {}): Formula {
  return new Normalizer(options).normal(formula, 'negated');
}

/** Which of φ and ¬φ is meant. */
type Sign = 'plain' | 'negated';

const opposite: Readonly<Record<Sign, Sign>> = { plain: 'negated', negated: 'plain' };

/** The operator that negation turns each operator into, where it passes to the operands unchanged. */
export const dualKind = {
  true: 'false',
  false: 'true',
  and: 'or',
  or: 'and',
  next: 'next',
  finally: 'globally',
  globally: 'finally',
  until: 'release',
  release: 'until',
  weakUntil: 'strongRelease',
  strongRelease: 'weakUntil',
} as const satisfies Partial<Record<Kind, Kind>>;

/** Computes normal forms and remembers them, for callers that ask for those of many formulas that share parts. */
export class Normalizer {
  private readonly equivalences: 'expand' | 'keep';
  private readonly known: Readonly<Record<Sign, Map<Formula, Formula>>> = { plain: new Map(), negated: new Map() };

  constructor(options: NnfOptions = {}) {
    this.equivalences = options.equivalences ?? 'expand';
  }

  /** The normal form of the formula, or of its negation. */
  normal(formula: Formula, sign: Sign): Formula {
    const known = this.lookup(formula, sign);
    if (known !== undefined) return known;
    const stack: Signed[] = [{ node: formula, sign }];
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      if (this.lookup(top.node, top.sign) !== undefined) {
        stack.pop();
        continue;
      }
      const operands = operandsOf(top);
      const missing = operands.filter((operand) => this.lookup(operand.node, operand.sign) === undefined);
      if (missing.length > 0) {
        append(stack, missing);
        continue;
      }
      const normals = operands.map((operand) => this.lookup(operand.node, operand.sign)!);
      this.known[top.sign].set(top.node, this.build(top, normals));
      stack.pop();
    }
    return this.lookup(formula, sign)!;
  }

  private lookup(node: Formula, sign: Sign): Formula | undefined {
    if (sign === 'plain') return node.has(NEGATION_NORMAL) ? node : this.known.plain.get(node);
    return node.isLiteral ? node.store.not(node) : this.known.negated.get(node);
  }

  private build({ node, sign }: Signed, operands: readonly Formula[]): Formula {
    const { store, kind } = node;
    switch (kind) {
      case 'proposition':
        return sign === 'plain' ? node : store.not(node);
      case 'not':
        return operands[0];
      case 'implies':
        return sign === 'plain' ? store.or(...operands) : store.and(...operands);
      case 'equivalent':
      case 'xor': {
        const equal = (kind === 'equivalent') === (sign === 'plain');
        return this.equivalences === 'keep' ? parity(store, equal, operands) : expand(store, equal, operands);
      }
      case 'true':
      case 'false':
        return store.constant((kind === 'true') === (sign === 'plain'));
      case 'and':
      case 'or':
        return store.nary(sign === 'plain' ? kind : dualKind[kind], operands);
      case 'next':
      case 'finally':
      case 'globally':
        return store.unary(sign === 'plain' ? kind : dualKind[kind], operands[0]);
      case 'until':
      case 'release':
      case 'weakUntil':
      case 'strongRelease':
        return store.binary(sign === 'plain' ? kind : dualKind[kind], operands[0], operands[1]);
      default:
        return assertNever(kind);
    }
  }
}

interface Signed {
  readonly node: Formula;
  readonly sign: Sign;
}

/** What the normal form of `node` with `sign` is built from. */
function operandsOf({ node, sign }: Signed): Signed[] {
  const [left, right] = node.children;
  switch (node.kind) {
    case 'not':
      return [{ node: left, sign: opposite[sign] }];
    case 'implies':
      return [
        { node: left, sign: opposite[sign] },
        { node: right, sign },
      ];
    case 'equivalent':
    case 'xor':
      return [left, right].flatMap((child): Signed[] => [
        { node: child, sign: 'plain' },
        { node: child, sign: 'negated' },
      ]);
    default:
      return node.children.map((child) => ({ node: child, sign }));
  }
}

/** a ↔ b (or a ⊕ b) from the normal forms of a, ¬a, b, ¬b. */
function expand(store: FormulaStore, equal: boolean, [a, notA, b, notB]: readonly Formula[]): Formula {
  return equal ? store.or(store.and(a, b), store.and(notA, notB)) : store.or(store.and(a, notB), store.and(notA, b));
}

function parity(store: FormulaStore, equal: boolean, [a, notA, b, notB]: readonly Formula[]): Formula {
  const flipA = compareFormulas(notA, a) < 0;
  const flipB = compareFormulas(notB, b) < 0;
  const kind = equal === (flipA === flipB) ? 'equivalent' : 'xor';
  return store.binary(kind, flipA ? notA : a, flipB ? notB : b);
}
