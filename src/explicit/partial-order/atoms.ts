// What the transitions of a model can do to the propositions of a formula: which may make one true, which may make one false; and
// which transitions must one of happen before a proposition that does not have a value gets it.
import { assertNever } from '../../base/assert.ts';
import type { Expression } from '../../models/expression/expression.ts';
import { collectReads } from '../../models/expression/support.ts';
import { walk } from '../../models/expression/walk.ts';
import { comparisonOf, isMet, opposite } from './comparison.ts';
import { type Effects, MAY_FALL, MAY_RISE } from './stubborn-tables.ts';

/** A part of a proposition that must change before the proposition does. */
export interface Clause {
  /** The comparison that it is; null where it is something else, which does not hold. */
  readonly condition: { readonly test: number; readonly bound: number } | null;
  /** The transitions of which one must fire before it holds. */
  readonly helpers: Int32Array;
}

/** One proposition with all transitions. */
export interface Atom {
  /** Transitions that may make it true where it is false, ascending. */
  readonly rising: Int32Array;
  /** Transitions that may make it false where it is true, ascending. */
  readonly falling: Int32Array;
  /** While it is false one of these clauses does not hold, and the helpers of that one are needed. */
  readonly towardsTrue: readonly Clause[];
  /** The same while it is true. */
  readonly towardsFalse: readonly Clause[];
}

/** Whether a proposition is about variables alone, and has a value in every state. */
export function hasValueEverywhere(predicate: Expression): boolean {
  for (const part of walk([predicate])) {
    if (part.kind === 'dead' || part.kind === 'element' || part.kind === 'lookup') return false;
    if (part.kind === 'binary' && (part.operator === '/' || part.operator === '%')) return false;
  }
  return true;
}

export function makeAtom(predicate: Expression, effects: Effects): Atom {
  const reads = new Set<number>();
  collectReads(predicate, reads);
  const rising: number[] = [];
  const falling: number[] = [];
  for (const group of effects.touching(reads)) {
    const effect = effectOf(predicate, (part) => effects.effectOn(group, part));
    if ((effect & MAY_RISE) !== 0) rising.push(group);
    if ((effect & MAY_FALL) !== 0) falling.push(group);
  }
  const atom = { rising: Int32Array.from(rising), falling: Int32Array.from(falling) };
  return {
    ...atom,
    towardsTrue: clausesOf(predicate, 'true', effects) ?? [{ condition: null, helpers: atom.rising }],
    towardsFalse: clausesOf(predicate, 'false', effects) ?? [{ condition: null, helpers: atom.falling }],
  };
}

/** The first clause that does not hold; there is one while the proposition does not have the value that the clauses are for. */
export function openClause(clauses: readonly Clause[], vector: ArrayLike<number>): Clause {
  const open = clauses.find(({ condition }) => {
    return condition === null || !isMet(condition.test, condition.bound, vector[condition.test >> 2]);
  });
  return open ?? clauses[0];
}

/** What a step may do to the truth of the expression, by what it may do to its parts: a set of bits. */
function effectOf(predicate: Expression, effectOn: (part: Expression) => number): number {
  let effect = 0;
  const pending: { readonly part: Expression; readonly negated: boolean }[] = [{ part: predicate, negated: false }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { part, negated } = next;
    switch (part.kind) {
      case 'constant':
        break;
      case 'all':
      case 'any':
        for (const operand of part.operands) pending.push({ part: operand, negated });
        break;
      case 'unary':
        if (part.operator === '!') {
          pending.push({ part: part.operand, negated: !negated });
          break;
        }
        effect |= signed(effectOn(part), negated);
        break;
      case 'binary':
      case 'variable':
      case 'sum':
      case 'element':
      case 'lookup':
      case 'dead':
        effect |= signed(effectOn(part), negated);
        break;
      default:
        assertNever(part);
    }
  }
  return effect;
}

function signed(effect: number, negated: boolean): number {
  if (!negated) return effect;
  return ((effect & MAY_RISE) === 0 ? 0 : MAY_FALL) | ((effect & MAY_FALL) === 0 ? 0 : MAY_RISE);
}

/** The clauses of a conjunction of comparisons; null where it is none. */
function clausesOf(predicate: Expression, wanted: 'true' | 'false', effects: Effects): Clause[] | null {
  const clauses: Clause[] = [];
  const pending: { readonly part: Expression; readonly negated: boolean }[] = [
    { part: predicate, negated: wanted === 'false' },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { part, negated } = next;
    if (part.kind === 'unary' && part.operator === '!') {
      pending.push({ part: part.operand, negated: !negated });
    } else if (isConjunction(part, negated)) {
      for (const operand of part.operands) pending.push({ part: operand, negated });
    } else {
      const comparison = comparisonOf(part);
      const demands = comparison && effects.demands(negated ? opposite(comparison) : comparison);
      if (demands === null) return null;
      for (const { test, bound, helpers } of demands) clauses.push({ condition: { test, bound }, helpers });
    }
  }
  if (clauses.length === 0) return null;
  return clauses.sort((a, b) => a.helpers.length - b.helpers.length);
}

/** Whether all operands must hold, or all their negations; of one operand both connectives say the same. */
function isConjunction(part: Expression, negated: boolean): part is Extract<Expression, { kind: 'all' | 'any' }> {
  if (part.kind !== 'all' && part.kind !== 'any') return false;
  return part.operands.length === 1 || part.kind === (negated ? 'any' : 'all');
}
