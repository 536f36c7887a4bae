// Acceptance conditions: positive Boolean formulas over Inf(i) ("mark i is seen infinitely often") and Fin(i), as in the
// Hanoi omega-automata format. The marks of an edge, and sets of marks in general, are 32-bit masks.
import { assertNever, invariant } from '../base/assert.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';

/** A set of marks; bit i stands for mark i. */
export type Marks = number;

/** The largest number of acceptance sets. */
export const MAX_SETS = 32;

/** The error of a translation that would need more. */
export function tooManySets(): LimitExceeded {
  const message =
    `the formula would need more than ${MAX_SETS} acceptance sets, one for each F, U or M that has to come true (or G, R or W under a ` +
    'negation): split it into conjuncts, and check or translate these one by one';
  return new LimitExceeded('memory', message);
}

export type AcceptanceFormula =
  | { readonly kind: 'true' | 'false' }
  | { readonly kind: 'inf' | 'fin'; readonly set: number }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly AcceptanceFormula[] };

/** An acceptance condition over the sets 0 … setCount - 1. */
export interface Acceptance {
  readonly setCount: number;
  readonly formula: AcceptanceFormula;
}

export const ACCEPT_ALL: AcceptanceFormula = { kind: 'true' };
export const ACCEPT_NONE: AcceptanceFormula = { kind: 'false' };

export function inf(set: number): AcceptanceFormula {
  return { kind: 'inf', set };
}

export function fin(set: number): AcceptanceFormula {
  return { kind: 'fin', set };
}

/** ∧ of the operands: flattened, without constants and repetitions. */
export function acceptAnd(operands: readonly AcceptanceFormula[]): AcceptanceFormula {
  return combine('and', operands);
}

/** ∨ of the operands: flattened, without constants and repetitions. */
export function acceptOr(operands: readonly AcceptanceFormula[]): AcceptanceFormula {
  return combine('or', operands);
}

function combine(kind: 'and' | 'or', operands: readonly AcceptanceFormula[]): AcceptanceFormula {
  const [unit, zero] = kind === 'and' ? (['true', 'false'] as const) : (['false', 'true'] as const);
  const kept: AcceptanceFormula[] = [];
  const seen = new Set<string>();
  const add = (operand: AcceptanceFormula): void => {
    if (operand.kind === 'inf' || operand.kind === 'fin') {
      const key = `${operand.kind}${operand.set}`;
      if (seen.has(key)) return;
      seen.add(key);
    }
    kept.push(operand);
  };
  for (const operand of operands) {
    if (operand.kind === zero) return operand;
    if (operand.kind === unit) continue;
    if (operand.kind === kind) operand.operands.forEach(add);
    else add(operand);
  }
  if (kept.length === 0) return { kind: unit };
  return kept.length === 1 ? kept[0] : { kind, operands: kept };
}

/** Inf(0) ∧ … ∧ Inf(n - 1); with no set at all, every infinite run accepts. */
export function generalizedBuchi(setCount: number): Acceptance {
  invariant(setCount <= MAX_SETS, `at most ${MAX_SETS} acceptance sets are supported`);
  return { setCount, formula: acceptAnd(Array.from({ length: setCount }, (_, set) => inf(set))) };
}

/** Inf(0). */
export function buchi(): Acceptance {
  return generalizedBuchi(1);
}

/**
 * Muller's condition: what is seen infinitely often is exactly one of the given sets of marks [VL25]. With mark q on state q these are
 * sets of states, as textbooks have it.
 */
export function muller(setCount: number, accepted: Iterable<readonly number[]>): Acceptance {
  invariant(setCount <= MAX_SETS, `at most ${MAX_SETS} acceptance sets are supported`);
  const exactly = (seen: readonly number[]): AcceptanceFormula =>
    acceptAnd(Array.from({ length: setCount }, (_, set) => (seen.includes(set) ? inf(set) : fin(set))));
  return { setCount, formula: acceptOr([...accepted].map(exactly)) };
}

/** Every infinite run accepts. */
export function acceptAll(): Acceptance {
  return { setCount: 0, formula: ACCEPT_ALL };
}

/** No run accepts. */
export function acceptNone(): Acceptance {
  return { setCount: 0, formula: ACCEPT_NONE };
}

/** The mask of all `setCount` marks. */
export function allMarks(setCount: number): Marks {
  return setCount >= 32 ? -1 : (1 << setCount) - 1;
}

/** Whether the condition is Inf(0) ∧ … ∧ Inf(setCount - 1), in any order. */
export function isGeneralizedBuchi(acceptance: Acceptance): boolean {
  const conjuncts = conjunctsOf(acceptance.formula);
  let seen = 0;
  for (const conjunct of conjuncts) {
    if (conjunct.kind !== 'inf') return false;
    seen |= 1 << conjunct.set;
  }
  return seen === allMarks(acceptance.setCount);
}

/** Whether the condition is Inf(0). */
export function isBuchi(acceptance: Acceptance): boolean {
  return acceptance.setCount === 1 && isGeneralizedBuchi(acceptance);
}

function conjunctsOf(formula: AcceptanceFormula): readonly AcceptanceFormula[] {
  if (formula.kind === 'true') return [];
  return formula.kind === 'and' ? formula.operands : [formula];
}

/** Whether a run that sees exactly the given marks infinitely often is accepted. */
export function isAccepted(formula: AcceptanceFormula, seen: Marks): boolean {
  switch (formula.kind) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'inf':
      return (seen & (1 << formula.set)) !== 0;
    case 'fin':
      return (seen & (1 << formula.set)) === 0;
    case 'and':
      return formula.operands.every((operand) => isAccepted(operand, seen));
    case 'or':
      return formula.operands.some((operand) => isAccepted(operand, seen));
    default:
      return assertNever(formula);
  }
}

/** The condition that accepts exactly the runs that `formula` does not. */
export function negateAcceptance(formula: AcceptanceFormula): AcceptanceFormula {
  switch (formula.kind) {
    case 'true':
      return ACCEPT_NONE;
    case 'false':
      return ACCEPT_ALL;
    case 'inf':
      return fin(formula.set);
    case 'fin':
      return inf(formula.set);
    case 'and':
      return acceptOr(formula.operands.map(negateAcceptance));
    case 'or':
      return acceptAnd(formula.operands.map(negateAcceptance));
    default:
      return assertNever(formula);
  }
}

/** The sets of which the condition asks Fin. */
export function finSets(formula: AcceptanceFormula): Marks {
  return setsOf(formula, 'fin');
}

/** The sets of which the condition asks Inf. */
export function infSets(formula: AcceptanceFormula): Marks {
  return setsOf(formula, 'inf');
}

function setsOf(formula: AcceptanceFormula, kind: 'inf' | 'fin'): Marks {
  if ('set' in formula) return formula.kind === kind ? 1 << formula.set : 0;
  if (!('operands' in formula)) return 0;
  return formula.operands.reduce((mask, operand) => mask | setsOf(operand, kind), 0);
}

/** The same condition with set i renamed to `sets[i]`. */
export function renameSets(formula: AcceptanceFormula, sets: readonly number[]): AcceptanceFormula {
  switch (formula.kind) {
    case 'true':
    case 'false':
      return formula;
    case 'inf':
    case 'fin':
      return { kind: formula.kind, set: sets[formula.set] };
    case 'and':
    case 'or':
      return combine(
        formula.kind,
        formula.operands.map((operand) => renameSets(operand, sets)),
      );
    default:
      return assertNever(formula);
  }
}
