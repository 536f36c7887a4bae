// Syntactic implication: a ⇒ b shown by comparing shapes [SB00, §4.1]; the cases with eventual and
// universal formulas follow [BKRS12, §3].
//
// The six temporal operators that span time are one: `hold` for a while, until `goal` is reached (which a strong one
// must do). b U c holds b for c; c M b holds b for c ∧ b; W and R are their weak forms; F c holds true for c; G b
// holds b for false. So one pair of rules compares any two of them.
//
// Each pair of subformulas is compared once. The answer for a pair depends on the pair alone: pairs above a size are not
// compared at all, so that a deep formula costs little more than its length and needs no deep recursion.
import { type Formula, isConstant } from '../formula.ts';
import { EVENTUAL, UNIVERSAL } from '../traits.ts';

/** Product of the sizes up to which two formulas are compared. */
const MAX_PRODUCT = 4000;
/** Sum of the depths up to which two formulas are compared: bounds the recursion. */
const MAX_DEPTH = 400;

const PAIR = 2 ** 26;

/** Decides syntactic implication between formulas in normal form, and remembers the answers. */
export class SyntacticImplication {
  private readonly known = new Map<number, boolean>();
  private readonly negation: (formula: Formula) => Formula;

  constructor(negation: (formula: Formula) => Formula) {
    this.negation = negation;
  }

  implies(a: Formula, b: Formula): boolean {
    if (a === b || a.kind === 'false' || b.kind === 'true') return true;
    if (isConstant(a) || isConstant(b)) return false;
    if (a.isLiteral && b.isLiteral) return false;
    if (a.size * b.size > MAX_PRODUCT || a.depth + b.depth > MAX_DEPTH) return false;
    const key = a.id * PAIR + b.id;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    // Every rule asks about pairs with fewer operators (not counting negations), so no question comes back to itself.
    const answer = this.decide(a, b);
    this.known.set(key, answer);
    return answer;
  }

  private decide(a: Formula, b: Formula): boolean {
    if (a.kind === 'or') return a.children.every((child) => this.implies(child, b));
    if (b.kind === 'and') return b.children.every((child) => this.implies(a, child));
    if (a.kind === 'and' && a.children.some((child) => this.implies(child, b))) return true;
    if (b.kind === 'or' && b.children.some((child) => this.implies(a, child))) return true;
    return this.byNext(a, b) || this.fromSpan(a, b) || this.toSpan(a, b) || this.byParity(a, b);
  }

  private byNext(a: Formula, b: Formula): boolean {
    if (a.kind === 'next' && b.kind === 'next') return this.implies(a.children[0], b.children[0]);
    if (a.kind === 'next') return b.has(EVENTUAL) && this.implies(a.children[0], b);
    return b.kind === 'next' && a.has(UNIVERSAL) && this.implies(a, b.children[0]);
  }

  /** a = hold until goal. */
  private fromSpan(a: Formula, b: Formula): boolean {
    const from = spanOf(a);
    if (from === null) return false;
    const goalImplies = this.conjunctionImplies(from.goal, b);
    if (!goalImplies) return false;
    // Either hold or goal is true now; or the goal will be, and b looks back from there.
    if (from.hold !== null && this.implies(from.hold, b)) return true;
    if (from.strong && b.has(EVENTUAL)) return true;
    const to = spanOf(b);
    if (to === null || (to.strong && !from.strong)) return false;
    return to.hold === null || (from.hold !== null && this.implies(from.hold, to.hold));
  }

  /** b = hold until goal. */
  private toSpan(a: Formula, b: Formula): boolean {
    const to = spanOf(b);
    if (to === null) return false;
    if (to.goal?.every((goal) => this.implies(a, goal))) return true;
    if (!to.strong && a.has(UNIVERSAL) && (to.hold === null || this.implies(a, to.hold))) return true;
    return this.unfolds(a.kind === 'and' ? a.children : [a], b, to);
  }

  /** Whether the parts together say that b's `hold` is true now, and b at the next moment. */
  private unfolds(parts: readonly Formula[], b: Formula, to: Span): boolean {
    const later = parts.some((part) => part.kind === 'next' && this.implies(part.children[0], b));
    if (!later) return false;
    const { hold } = to;
    return hold === null || parts.some((part) => this.implies(part, hold));
  }

  /** Whether the conjunction of the parts implies b; null stands for false. */
  private conjunctionImplies(parts: readonly Formula[] | null, b: Formula): boolean {
    if (parts === null || parts.some((part) => this.implies(part, b))) return true;
    const to = parts.length > 1 ? spanOf(b) : null;
    return to !== null && this.unfolds(parts, b, to);
  }

  private byParity(a: Formula, b: Formula): boolean {
    const isParity = (node: Formula): boolean => node.kind === 'equivalent' || node.kind === 'xor';
    if (isParity(b)) {
      const [x, y] = this.operands(b);
      const [notX, notY] = [this.negation(x), this.negation(y)];
      if (this.implies(a, x) && this.implies(a, y)) return true;
      if (this.implies(a, notX) && this.implies(a, notY)) return true;
    }
    if (!isParity(a)) return false;
    const [x, y] = this.operands(a);
    const either = [x, y].some((part) => this.implies(part, b));
    return either && [x, y].some((part) => this.implies(this.negation(part), b));
  }

  /** x and y such that the formula is x ↔ y. */
  private operands(parity: Formula): [Formula, Formula] {
    const [x, y] = parity.children;
    return [x, parity.kind === 'equivalent' ? y : this.negation(y)];
  }
}

interface Span {
  /** Null stands for true. */
  readonly hold: Formula | null;
  /** A conjunction; null stands for false. */
  readonly goal: readonly Formula[] | null;
  readonly strong: boolean;
}

function spanOf(node: Formula): Span | null {
  const [left, right] = node.children;
  if (node.kind === 'next') return laterSpan(spanOf(left));
  switch (node.kind) {
    case 'finally':
      return { hold: null, goal: [left], strong: true };
    case 'globally':
      return { hold: left, goal: null, strong: false };
    case 'until':
      return { hold: left, goal: [right], strong: true };
    case 'weakUntil':
      return { hold: left, goal: [right], strong: false };
    case 'strongRelease':
      return { hold: right, goal: [left, right], strong: true };
    case 'release':
      return { hold: right, goal: [left, right], strong: false };
    default:
      return null;
  }
}

/** X distributes over all of these operators. */
function laterSpan(span: Span | null): Span | null {
  if (span === null) return null;
  const next = (node: Formula): Formula => node.store.next(node);
  return { hold: span.hold && next(span.hold), goal: span.goal?.map(next) ?? null, strong: span.strong };
}
