// Propositions as SPIN reads them. It knows no quotes: a name that begins with a small letter stands for itself, any other expression
// of Promela stands between parentheses. The names that mean something else to SPIN, or that we would not read
// back, are quoted all the same, so that nothing is lost, and `spinNameProblems` says so.
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Formula } from '../formula.ts';
import { quoteName } from '../syntax/quoting.ts';
import { propositionsOf } from '../traverse.ts';

const SMALL = /^[a-z][A-Za-z0-9_]*$/;
/** A variable or a field of a record, and not read as `F`, `G` or `X` with something glued to it. */
const EXPRESSION = /^(?:[A-EH-WYZa-z_]|[FGX][0-9])[A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/;
/** Operators and constants of SPIN's formulas and of ours. */
const OPERATORS =
  /^(?:always|eventually|until|weakuntil|stronguntil|release|implies|equivalent|next|not|xor|true|false|[URVWMXFG])$/;
const CONSTANTS = /^(?:true|false)$/i;
/** Words of Promela that can name neither a variable nor a macro. */
const KEYWORDS = new Set(
  (
    'active assert atomic bit bool break byte chan do d_step d_proctype D_proctype else empty enabled eval fi for full get_priority ' +
    'goto hidden if in init inline int len local ltl mtype nempty never nfull od of pc_value pid printf printm priority proctype ' +
    'provided return run select set_priority short show skip timeout trace notrace typedef unless unsigned xr xs'
  ).split(' '),
);

/** The proposition in a formula for SPIN. */
export function spinName(name: string): string {
  if (!isSpinName(name)) return quoteName(name);
  return SMALL.test(name) ? name : `(${name})`;
}

function isSpinName(name: string): boolean {
  return EXPRESSION.test(name) && !OPERATORS.test(name) && !CONSTANTS.test(name) && !KEYWORDS.has(name);
}

/** One diagnostic for each proposition that SPIN cannot read under its name. */
export function spinNameProblems(formula: Formula): Diagnostic[] {
  const bad = propositionsOf(formula).filter((name) => !isSpinName(name));
  return bad.map((name) => ({
    code: 'LTL010',
    message: `SPIN cannot read the proposition ${quoteName(name)}`,
    hint: 'names for SPIN are words of letters, digits and `_` that are neither operators nor keywords; rename the propositions, for instance with --relabel',
  }));
}
