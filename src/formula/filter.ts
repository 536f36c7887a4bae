// Choosing formulas by what their syntax shows: class, traits, size, number of propositions.
import type { Formula } from './formula.ts';
import {
  BOOLEAN,
  EVENTUAL,
  GUARANTEE,
  NEXT_FREE,
  OBLIGATION,
  PERSISTENCE,
  RECURRENCE,
  SAFETY,
  UNIVERSAL,
} from './traits.ts';
import { propositionsOf } from './traverse.ts';

/** What a formula can be asked to be. Each is decided by syntax: a formula that passes has the property. */
export const formulaProperties = {
  boolean: BOOLEAN,
  stutterInvariant: NEXT_FREE,
  eventual: EVENTUAL,
  universal: UNIVERSAL,
  suspendable: EVENTUAL | UNIVERSAL,
  safety: SAFETY,
  guarantee: GUARANTEE,
  obligation: OBLIGATION,
  recurrence: RECURRENCE,
  persistence: PERSISTENCE,
} as const satisfies Record<string, number>;

export type FormulaProperty = keyof typeof formulaProperties;

/** Bounds, both included. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** What a formula must fulfil; what is absent is not asked. */
export interface FormulaFilter {
  readonly properties?: readonly FormulaProperty[];
  readonly size?: Bounds;
  readonly depth?: Bounds;
  /** The number of distinct propositions. */
  readonly propositions?: Bounds;
}

/** Whether the formula fulfils all that the filter asks. */
export function passesFilter(formula: Formula, filter: FormulaFilter): boolean {
  const { properties = [], size, depth, propositions } = filter;
  if (!properties.every((property) => formula.has(formulaProperties[property]))) return false;
  if (size !== undefined && !isWithin(formula.size, size)) return false;
  if (depth !== undefined && !isWithin(formula.depth, depth)) return false;
  return propositions === undefined || isWithin(propositionsOf(formula).length, propositions);
}

function isWithin(value: number, bounds: Bounds): boolean {
  return bounds.min <= value && value <= bounds.max;
}
