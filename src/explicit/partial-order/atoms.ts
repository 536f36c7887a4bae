// What the transitions of a net can do to the propositions of a formula: which may make one true, which may make one false; and
// which transitions must one of happen before a proposition that does not have a value gets it.
//
// Only the signs of token changes count, never whether a transition is enabled: what is said holds for every marking, also for those
// that a proof reaches by leaving out conditions (docs/adr/011).
import { assertNever } from '../../base/assert.ts';
import type { BinaryOperator, Expression } from '../../models/expression/expression.ts';
import { collectReads } from '../../models/expression/support.ts';
import { walk } from '../../models/expression/walk.ts';
import type { Model, TokenChange } from '../../models/model.ts';
import { isMet, LOWERERS, listOf, RAISERS, type TokenTables } from './token-tables.ts';

/** A part of a proposition that must change before the proposition does. */
export interface Clause {
  /** The condition on tokens that it is, as in `TokenTables.conditions`; null where it is something else, which does not hold. */
  readonly condition: { readonly list: number; readonly bound: number } | null;
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

/** Bits of what a step may do to a truth value. */
const MAY_RISE = 1;
const MAY_FALL = 2;
const MAY_BOTH = MAY_RISE | MAY_FALL;

/** Whether a proposition is about tokens, and has a value in every marking. */
export function isAboutTokens(predicate: Expression): boolean {
  for (const part of walk([predicate])) {
    if (part.kind === 'dead' || part.kind === 'element' || part.kind === 'lookup') return false;
    if (part.kind === 'binary' && (part.operator === '/' || part.operator === '%')) return false;
  }
  return true;
}

export function makeAtom(predicate: Expression, model: Model, tables: TokenTables): Atom {
  const touching = touchingGroups(predicate, tables);
  const rising: number[] = [];
  const falling: number[] = [];
  for (const group of touching) {
    const { behaviour } = model.groups[group];
    const effect = effectOf(predicate, deltasOf(behaviour.kind === 'tokens' ? behaviour.changes : []));
    if ((effect & MAY_RISE) !== 0) rising.push(group);
    if ((effect & MAY_FALL) !== 0) falling.push(group);
  }
  const atom = { rising: Int32Array.from(rising), falling: Int32Array.from(falling) };
  return {
    ...atom,
    towardsTrue: clausesOf(predicate, 'true', tables) ?? [{ condition: null, helpers: atom.rising }],
    towardsFalse: clausesOf(predicate, 'false', tables) ?? [{ condition: null, helpers: atom.falling }],
  };
}

/** The first clause that does not hold; there is one while the proposition does not have the value that the clauses are for. */
export function openClause(clauses: readonly Clause[], vector: ArrayLike<number>): Clause {
  const open = clauses.find(({ condition }) => {
    return condition === null || !isMet(condition.list, condition.bound, vector[condition.list >> 2]);
  });
  return open ?? clauses[0];
}

function deltasOf(changes: readonly TokenChange[]): ReadonlyMap<number, number> {
  return new Map(changes.map(({ variable, delta }) => [variable, delta]));
}

/** The transitions that change a place which the expression reads, ascending. */
function touchingGroups(predicate: Expression, { lists }: TokenTables): number[] {
  const reads = new Set<number>();
  collectReads(predicate, reads);
  const groups = new Set<number>();
  for (const place of reads) {
    for (const kind of [RAISERS, LOWERERS]) {
      const list = listOf(place, kind);
      for (let i = lists.starts[list]; i < lists.starts[list + 1]; i++) groups.add(lists.members[i]);
    }
  }
  return [...groups].sort((a, b) => a - b);
}

/** What changes by these deltas may do to the truth of the expression: a set of bits. */
function effectOf(predicate: Expression, deltas: ReadonlyMap<number, number>): number {
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
        if (part.operator === '!') pending.push({ part: part.operand, negated: !negated });
        else effect |= anyEffect(part, deltas);
        break;
      case 'binary': {
        const own = comparisonEffect(part.operator, part, deltas) ?? anyEffect(part, deltas);
        effect |= negated ? swapped(own) : own;
        break;
      }
      case 'variable':
      case 'sum':
      case 'element':
      case 'lookup':
      case 'dead':
        effect |= anyEffect(part, deltas);
        break;
      default:
        assertNever(part);
    }
  }
  return effect;
}

function swapped(effect: number): number {
  return ((effect & MAY_RISE) === 0 ? 0 : MAY_FALL) | ((effect & MAY_FALL) === 0 ? 0 : MAY_RISE);
}

/** Nothing where no place that is read changes. */
function anyEffect(part: Expression, deltas: ReadonlyMap<number, number>): number {
  const reads = new Set<number>();
  collectReads(part, reads);
  return [...reads].some((place) => deltas.has(place)) ? MAY_BOTH : 0;
}

/** The effect on a comparison of exact sums; null where it is none. */
function comparisonEffect(
  operator: BinaryOperator,
  { left, right }: Extract<Expression, { kind: 'binary' }>,
  deltas: ReadonlyMap<number, number>,
): number | null {
  const [before, behind] = [changeOf(left, deltas), changeOf(right, deltas)];
  if (before === null || behind === null) return null;
  const change = before - behind;
  if (change === 0) return ['==', '!=', '<', '<=', '>', '>='].includes(operator) ? 0 : null;
  switch (operator) {
    case '>':
    case '>=':
      return change > 0 ? MAY_RISE : MAY_FALL;
    case '<':
    case '<=':
      return change < 0 ? MAY_RISE : MAY_FALL;
    case '==':
    case '!=':
      return MAY_BOTH;
    default:
      return null;
  }
}

/** What the deltas add to an exact sum of places; null where the expression is none. */
function changeOf(expression: Expression, deltas: ReadonlyMap<number, number>): number | null {
  let change = 0;
  const pending = [expression];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part.kind === 'variable') change += deltas.get(part.variable) ?? 0;
    else if (part.kind === 'sum') pending.push(...part.operands);
    else if (part.kind !== 'constant') return null;
  }
  return change;
}

/** The clauses of a conjunction of conditions on single places; null where it is none. */
function clausesOf(predicate: Expression, wanted: 'true' | 'false', { lists }: TokenTables): Clause[] | null {
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
      const conditions = thresholds(part, negated);
      if (conditions === null) return null;
      for (const { list, bound } of conditions) {
        const helpers = lists.members.slice(lists.starts[list], lists.starts[list + 1]);
        clauses.push({ condition: { list, bound }, helpers });
      }
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

const MIRRORED: Readonly<Partial<Record<BinaryOperator, BinaryOperator>>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};
const NEGATED: Readonly<Partial<Record<BinaryOperator, BinaryOperator>>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '==': '!=',
  '!=': '==',
};

/** The comparison of a place with a number as conditions that must all hold; null where it is none, or one of two may. */
function thresholds(part: Expression, negated: boolean): { list: number; bound: number }[] | null {
  if (part.kind !== 'binary') return null;
  let { left, right } = part;
  let operator: BinaryOperator | undefined = part.operator;
  if (left.kind === 'constant') {
    [left, right] = [right, left];
    operator = MIRRORED[operator];
  }
  if (operator !== undefined && negated) operator = NEGATED[operator];
  if (left.kind !== 'variable' || right.kind !== 'constant' || operator === undefined) return null;
  const { value } = right;
  const least = (bound: number): { list: number; bound: number } => ({ list: listOf(left.variable, RAISERS), bound });
  const below = (bound: number): { list: number; bound: number } => ({ list: listOf(left.variable, LOWERERS), bound });
  if (value >= 0x7fff_ffff) return null; // a bound behind it would not fit a word
  switch (operator) {
    case '>=':
      return [least(value)];
    case '>':
      return [least(value + 1)];
    case '<':
      return [below(value)];
    case '<=':
      return [below(value + 1)];
    case '==':
      return [least(value), below(value + 1)];
    default:
      return null;
  }
}
