// Why a formula is violated, in words. The leaves of the explanation become sentences; nothing is said that the explanation does not
// claim.
import { type Claim, leavesOf, type Reason } from '../check/explanation.ts';
import { isConstant } from '../formula/formula.ts';
import { printFormula } from '../formula/print/print.ts';

/** Up to so many statements make one sentence; more become a list, up to the second number. */
const SENTENCE_LIMIT = 3;
const LIST_LIMIT = 12;

/** The lines of the explanation, without indentation; steps from `cycleStart` on are those of the cycle. */
export function formatExplanation(reason: Reason, cycleStart: number = Number.POSITIVE_INFINITY): string[] {
  const statements = statementsOf(reason, cycleStart);
  const plain = statements.every(({ examples }) => examples.length === 0);
  if (plain && statements.length <= SENTENCE_LIMIT) {
    const [first, ...rest] = statements;
    return [rest.reduce((text, next, i) => `${text}, ${linkBetween(statements[i], next)} ${next.text}`, first.text)];
  }
  const shown = statements.slice(0, LIST_LIMIT).flatMap((statement) => listed(statement));
  const hidden = statements.length - LIST_LIMIT;
  return [...shown, ...(hidden > 0 ? [`… and ${hidden} more`] : [])];
}

interface Statement {
  readonly text: string;
  readonly holds: boolean;
  readonly examples: readonly string[];
}

function listed({ text, examples }: Statement): string[] {
  return examples.length === 0 ? [text] : [`${text}; for example,`, ...examples.map((example) => `  ${example}`)];
}

/** Leaves next to each other that say the same of the same stretch are one statement. */
function statementsOf(reason: Reason, cycleStart: number): Statement[] {
  const groups: Reason[][] = [];
  for (const leaf of leavesOf(reason)) {
    const last = groups.at(-1)?.[0];
    const together = last?.kind === 'leaf' && leaf.kind === 'leaf' && !isConstant(last.formula);
    if (together && last.holds === leaf.holds && last.from === leaf.from && last.to === leaf.to) {
      groups.at(-1)!.push(leaf);
    } else groups.push([leaf]);
  }
  return groups.map((group) => ({
    text: claimText(group, cycleStart),
    holds: group[0].holds,
    examples:
      group[0].kind === 'example' ? group[0].because.flatMap((child) => formatExplanation(child, cycleStart)) : [],
  }));
}

function linkBetween(one: Statement, other: Statement): string {
  return one.holds && !other.holds ? 'but' : 'and';
}

function claimText(group: readonly Claim[], cycleStart: number): string {
  const { holds, from, to, formula } = group[0];
  if (isConstant(formula)) return `${printFormula(formula)} ${holds ? 'is always true' : 'can never hold'}`;
  const names = group.map((claim) => printFormula(claim.formula)).join(holds ? ' and ' : ' or ');
  const verb = group.length > 1 && holds ? 'hold' : 'holds';
  if (to === null) {
    return holds ? `${names} ${verb} at every step from ${from} on` : `${names} never holds from step ${from} on`;
  }
  const where = stretchText(from, to, cycleStart);
  if (!holds && group.length > 1)
    return `neither ${group.map((claim) => printFormula(claim.formula)).join(' nor ')} holds ${where}`;
  return holds ? `${names} ${verb} ${where}` : `${names} does not hold ${where}`;
}

function stretchText(from: number, to: number, cycleStart: number): string {
  if (from === to) return `at step ${from}${from >= cycleStart ? ' of the cycle' : ''}`;
  return from < to ? `from step ${from} to step ${to}` : `from step ${from}, round the cycle, to step ${to}`;
}
