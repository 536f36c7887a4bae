// Normal forms and simplifications of acceptance conditions. A clause is a conjunction of literals: Fin of every set of one
// mask, Inf of every set of another. Conditions are small, so recursion over their structure is fine.
import { popCount } from '../../base/bit-set.ts';
import { LimitExceeded } from '../../diagnostics/limit.ts';
import {
  ACCEPT_ALL,
  ACCEPT_NONE,
  type Acceptance,
  type AcceptanceFormula,
  acceptAnd,
  acceptOr,
  fin,
  finSets,
  inf,
  infSets,
  type Marks,
  negateAcceptance,
  renameSets,
} from '../acceptance.ts';

/** ⋀ Fin(i) for i in `fin` ∧ ⋀ Inf(j) for j in `inf`. */
interface Clause {
  readonly fin: Marks;
  readonly inf: Marks;
}

/** More clauses than this and a condition is refused: nobody could check the result. */
const MAX_CLAUSES = 1 << 14;

/** The clauses of an equivalent disjunctive normal form; no clause contradicts itself or contains another. */
export function disjunctiveClauses(formula: AcceptanceFormula): Clause[] {
  switch (formula.kind) {
    case 'true':
      return [{ fin: 0, inf: 0 }];
    case 'false':
      return [];
    case 'inf':
      return [{ fin: 0, inf: 1 << formula.set }];
    case 'fin':
      return [{ fin: 1 << formula.set, inf: 0 }];
    case 'or':
      return withoutSubsumed(formula.operands.flatMap(disjunctiveClauses));
    default: {
      let clauses: Clause[] = [{ fin: 0, inf: 0 }];
      for (const operand of formula.operands) {
        const right = disjunctiveClauses(operand);
        if (clauses.length * right.length > MAX_CLAUSES) {
          throw new LimitExceeded('memory', `an acceptance condition has more than ${MAX_CLAUSES} cases`);
        }
        clauses = withoutSubsumed(
          clauses.flatMap((one) => right.map((two) => ({ fin: one.fin | two.fin, inf: one.inf | two.inf }))),
        );
      }
      return clauses;
    }
  }
}

/** The clauses of an equivalent conjunctive normal form: each is a *dis*junction of its literals. */
export function conjunctiveClauses(formula: AcceptanceFormula): Clause[] {
  return disjunctiveClauses(negateAcceptance(formula)).map((clause) => ({ fin: clause.inf, inf: clause.fin }));
}

function withoutSubsumed(clauses: readonly Clause[]): Clause[] {
  const kept: Clause[] = [];
  const sorted = clauses
    .filter((clause) => (clause.fin & clause.inf) === 0)
    .sort((a, b) => popCount(a.fin) + popCount(a.inf) - popCount(b.fin) - popCount(b.inf));
  for (const clause of sorted) {
    const covered = kept.some((one) => (one.fin & ~clause.fin) === 0 && (one.inf & ~clause.inf) === 0);
    if (!covered) kept.push(clause);
  }
  return kept;
}

/** The members of a set of marks, ascending. */
export function setsIn(marks: Marks): number[] {
  const sets: number[] = [];
  for (let rest = marks; rest !== 0; rest &= rest - 1) sets.push(31 - Math.clz32(rest & -rest));
  return sets;
}

/** What is left of the condition when some literals are known: those of `isTrue` hold, those of `isFalse` do not. */
export function assume(formula: AcceptanceFormula, isTrue: Clause, isFalse: Clause): AcceptanceFormula {
  if ('set' in formula) {
    const bit = 1 << formula.set;
    if (isTrue[formula.kind] & bit) return ACCEPT_ALL;
    return isFalse[formula.kind] & bit ? ACCEPT_NONE : formula;
  }
  if (!('operands' in formula)) return formula;
  const operands = formula.operands.map((operand) => assume(operand, isTrue, isFalse));
  return formula.kind === 'and' ? acceptAnd(operands) : acceptOr(operands);
}

/** The condition for runs that in the end see no other marks than `present`. */
export function restrictToMarks(formula: AcceptanceFormula, present: Marks): AcceptanceFormula {
  return assume(formula, { fin: ~present, inf: 0 }, { fin: 0, inf: ~present });
}

/**
 * An equivalent condition, simplified: literals that stand beside an operand are put into it as known (unit propagation),
 * and an operand that another one implies literal by literal goes.
 */
export function simplifyAcceptance(formula: AcceptanceFormula): AcceptanceFormula {
  if (!('operands' in formula)) return formula;
  const { kind, operands } = formula;
  const join = kind === 'and' ? acceptAnd : acceptOr;
  const beside = { fin: literalSets(operands, 'fin'), inf: literalSets(operands, 'inf') };
  const opposite = { fin: beside.inf, inf: beside.fin };
  if ((beside.fin & beside.inf) !== 0) return kind === 'and' ? ACCEPT_NONE : ACCEPT_ALL;
  const [isTrue, isFalse] = kind === 'and' ? [beside, opposite] : [opposite, beside];
  const within = operands.map((one) => ('set' in one ? one : simplifyAcceptance(assume(one, isTrue, isFalse))));
  const joined = join(within);
  const result = 'operands' in joined && joined.kind === kind ? join(withoutImplied(joined.operands, kind)) : joined;
  return formatAcceptance(result) === formatAcceptance(formula) ? result : simplifyAcceptance(result);
}

function literalSets(operands: readonly AcceptanceFormula[], kind: 'inf' | 'fin'): Marks {
  return operands.reduce((mask, one) => ('set' in one && one.kind === kind ? mask | (1 << one.set) : mask), 0);
}

/** In a ∨, an ∧ whose conjuncts contain those of another operand goes; dually in an ∧. */
function withoutImplied(operands: readonly AcceptanceFormula[], kind: 'and' | 'or'): AcceptanceFormula[] {
  const parts = operands.map((operand) => {
    const inner = 'operands' in operand && operand.kind !== kind ? operand.operands : [operand];
    return new Set(inner.map(formatAcceptance));
  });
  return operands.filter(
    (_, i) =>
      !parts.some((other, j) => {
        const contained = i !== j && [...other].every((part) => parts[i].has(part));
        return contained && (other.size < parts[i].size || j < i);
      }),
  );
}

/** The condition as text: `Inf(0)&(Fin(1)|Inf(2))`; `t` and `f` are the constants. As in the Hanoi format. */
export function formatAcceptance(formula: AcceptanceFormula): string {
  switch (formula.kind) {
    case 'true':
      return 't';
    case 'false':
      return 'f';
    case 'inf':
      return `Inf(${formula.set})`;
    case 'fin':
      return `Fin(${formula.set})`;
    default: {
      const texts = formula.operands.map((operand) =>
        'operands' in operand ? `(${formatAcceptance(operand)})` : formatAcceptance(operand),
      );
      return texts.join(formula.kind === 'and' ? '&' : '|');
    }
  }
}

/** The condition without the sets that it does not mention, and where each old set went (-1: nowhere). */
export function compactSets(acceptance: Acceptance): { acceptance: Acceptance; sets: number[] } {
  const used = setsIn(finSets(acceptance.formula) | infSets(acceptance.formula));
  const sets = Array.from({ length: acceptance.setCount }, (_, set) => used.indexOf(set));
  return { acceptance: { setCount: used.length, formula: renameSets(acceptance.formula, sets) }, sets };
}

/** The formula of one clause. */
export function clauseFormula(clause: Clause): AcceptanceFormula {
  return acceptAnd([...setsIn(clause.fin).map(fin), ...setsIn(clause.inf).map(inf)]);
}
