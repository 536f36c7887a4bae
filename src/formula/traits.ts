// Syntactic traits of formulas: facts that follow from the shape alone, computed once when a node is made, from the
// traits of its children. All are sufficient conditions for the semantic property of the same name, never necessary.
//
// The hierarchy follows the grammar of Černá and Pelánek [CP03] for the classes of Manna and Pnueli [MP90]; "eventual" and
// "universal" are those of Etessami and Holzmann [EH00]: a language is eventual (universal) when prepending
// (dropping) a finite prefix never leaves it.
import { assertNever } from '../base/assert.ts';
import type { Kind } from './kinds.ts';

/** No temporal operator: decided by the first letter. */
export const BOOLEAN = 1 << 0;
/** No `X`: hence stutter-invariant. */
export const NEXT_FREE = 1 << 1;
/** Negation only before propositions, and no →, ↔, ⊕. */
export const NEGATION_NORMAL = 1 << 2;
/** w ⊨ φ implies uw ⊨ φ, for every finite u. */
export const EVENTUAL = 1 << 3;
/** uw ⊨ φ implies w ⊨ φ, for every finite u. */
export const UNIVERSAL = 1 << 4;
export const SAFETY = 1 << 5;
export const GUARANTEE = 1 << 6;
export const OBLIGATION = 1 << 7;
export const RECURRENCE = 1 << 8;
export const PERSISTENCE = 1 << 9;

const HIERARCHY = SAFETY | GUARANTEE | OBLIGATION | RECURRENCE | PERSISTENCE;
const ALL = BOOLEAN | NEXT_FREE | NEGATION_NORMAL | EVENTUAL | UNIVERSAL | HIERARCHY;

/** The traits of a node, from its kind and the traits of its children. */
export function traitsOf(kind: Kind, children: readonly number[]): number {
  const [left, right] = children;
  switch (kind) {
    case 'true':
    case 'false':
      return ALL;
    case 'proposition':
      return ALL & ~(EVENTUAL | UNIVERSAL);
    case 'not':
      return negate(left);
    case 'and':
    case 'or':
      return children.reduce((meet, traits) => meet & traits, ALL);
    case 'implies':
      return negate(left) & right & ~NEGATION_NORMAL;
    case 'equivalent':
    case 'xor':
      return negate(left) & left & negate(right) & right & ~NEGATION_NORMAL;
    case 'next':
      return left & ~(BOOLEAN | NEXT_FREE);
    case 'finally':
      return untilTraits(ALL, left) | EVENTUAL;
    case 'globally':
      return releaseTraits(ALL, left) | UNIVERSAL;
    case 'until':
      return untilTraits(left, right);
    case 'release':
      return releaseTraits(left, right);
    case 'weakUntil':
      return releaseTraits(right, left) & ~(left & ~right & UNIVERSAL);
    case 'strongRelease':
      return untilTraits(right, left) & ~(left & ~right & EVENTUAL);
    default:
      return assertNever(kind);
  }
}

/** Of `¬φ`, given those of φ. The caller of `not` on a proposition keeps normal form. */
function negate(traits: number): number {
  let result = traits & (BOOLEAN | NEXT_FREE | OBLIGATION);
  if (traits & SAFETY) result |= GUARANTEE;
  if (traits & GUARANTEE) result |= SAFETY;
  if (traits & RECURRENCE) result |= PERSISTENCE;
  if (traits & PERSISTENCE) result |= RECURRENCE;
  if (traits & EVENTUAL) result |= UNIVERSAL;
  if (traits & UNIVERSAL) result |= EVENTUAL;
  return result;
}

/**
 * Of an operator that must reach `goal`, `hold` holding until then: U, and M with the roles exchanged. When `goal` is
 * eventual, f U g = g is eventual too; f M g = f ∧ g is so only if both are.
 */
function untilTraits(hold: number, goal: number): number {
  let result = hold & goal & (NEXT_FREE | NEGATION_NORMAL | EVENTUAL | UNIVERSAL | GUARANTEE | PERSISTENCE);
  if (goal & EVENTUAL) result |= EVENTUAL;
  if (goal & GUARANTEE) result |= hold & (OBLIGATION | RECURRENCE);
  return result;
}

/** The dual of `untilTraits`: `hold` must hold for ever, or until `stop` frees it. */
function releaseTraits(stop: number, hold: number): number {
  let result = stop & hold & (NEXT_FREE | NEGATION_NORMAL | EVENTUAL | UNIVERSAL | SAFETY | RECURRENCE);
  if (hold & UNIVERSAL) result |= UNIVERSAL;
  if (hold & SAFETY) result |= stop & (OBLIGATION | PERSISTENCE);
  return result;
}
