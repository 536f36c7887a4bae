// What there is to say about a formula that holds, as notes and as JSON.
import type { Vacuity } from '../check/vacuity.ts';
import { type Formula, isConstant } from '../formula/formula.ts';
import { printFormula } from '../formula/print/print.ts';
import { propositionsOf } from '../formula/traverse.ts';

/** So many names are listed. */
const MOST_NAMES = 8;

/** One line for each thing to say about the formula; not what it says itself. */
export function vacuityNotes(formula: Formula, { parts, untaken, constant, executions, valid }: Vacuity): string[] {
  if (executions === 'no initial state') return ['the model has no initial state: every formula holds'];
  if (executions === 'no infinite execution') return ['no infinite execution is left that counts: every formula holds'];
  const notes = valid && !isConstant(formula) ? ['the formula holds on every model'] : [];
  for (const { part, stronger } of parts) {
    notes.push(`${printFormula(part)} never mattered: ${printFormula(stronger)} holds`);
  }
  const said = new Set([formula, ...parts.map(({ stronger }) => stronger)].flatMap(invariantNames));
  const untold = (constant ?? []).filter(({ proposition }) => !said.has(proposition));
  for (const value of [true, false]) {
    const names = untold.filter((one) => one.value === value).map(({ proposition }) => proposition);
    if (names.length > 0) notes.push(`always ${value}: ${listed(names)}`);
  }
  if (untaken !== null && untaken.length > 0) notes.push(`never taken: ${listed(untaken)}`);
  return notes;
}

/** The propositions of which the formula says that they never change: G p, G !p, and conjunctions of those. */
function invariantNames(formula: Formula): string[] {
  const conjuncts = formula.kind === 'and' ? formula.children : [formula];
  return conjuncts.flatMap(({ kind, children: [invariant] }) =>
    kind === 'globally' && invariant.isLiteral ? propositionsOf(invariant) : [],
  );
}

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The same in JSON. */
export interface VacuityJson {
  /** Parts of the formula that never mattered, each with the stronger formula that holds without it. */
  readonly parts: readonly { readonly part: string; readonly stronger: string }[];
  /** Transitions that are never taken; null where not all states were looked at. */
  readonly untaken: readonly string[] | null;
  /** Propositions that never change; null where not all states were looked at. */
  readonly constant: readonly { readonly proposition: string; readonly value: boolean }[] | null;
  readonly executions: 'some' | 'no initial state' | 'no infinite execution';
  /** Whether the formula holds on every model. */
  readonly valid: boolean;
  /** Whether all parts were tried. */
  readonly complete: boolean;
}

export function vacuityToJson({ parts, deadlock: _, ...rest }: Vacuity): VacuityJson {
  const texts = parts.map(({ part, stronger }) => ({ part: printFormula(part), stronger: printFormula(stronger) }));
  return { parts: texts, ...rest };
}
