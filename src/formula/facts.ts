// What there is to say about a formula at a glance, from its syntax alone: sufficient conditions.
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

export interface FormulaFacts {
  readonly size: number;
  readonly depth: number;
  readonly propositions: readonly string[];
  /** The lowest class of Manna and Pnueli's hierarchy that the syntax shows. */
  readonly class: string;
  /** Null when the syntax does not show it. */
  readonly stutterInvariant: true | null;
  readonly boolean: boolean;
  readonly eventual: boolean;
  readonly universal: boolean;
}

/** The facts about a formula. */
export function factsOf(formula: Formula): FormulaFacts {
  return {
    size: formula.size,
    depth: formula.depth,
    propositions: propositionsOf(formula),
    class: CLASSES.find(([bits]) => formula.has(bits))![1],
    stutterInvariant: formula.has(NEXT_FREE) ? true : null,
    boolean: formula.has(BOOLEAN),
    eventual: formula.has(EVENTUAL),
    universal: formula.has(UNIVERSAL),
  };
}

/** From the lowest; `bottom` is both safety and guarantee. */
const CLASSES: readonly [number, string][] = [
  [SAFETY | GUARANTEE, 'bottom'],
  [SAFETY, 'safety'],
  [GUARANTEE, 'guarantee'],
  [OBLIGATION, 'obligation'],
  [RECURRENCE, 'recurrence'],
  [PERSISTENCE, 'persistence'],
  [0, 'reactivity'],
];
