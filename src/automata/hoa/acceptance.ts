// The acceptance condition of a HOA file. Complemented sets, as in Fin(!1), are turned into sets of their own that hold
// exactly where the given one does not, since our conditions have none.
import { append } from '../../base/append.ts';
import {
  ACCEPT_ALL,
  ACCEPT_NONE,
  type Acceptance,
  type AcceptanceFormula,
  acceptAnd,
  acceptOr,
  allMarks,
  MAX_SETS,
  type Marks,
  renameSets,
} from '../acceptance.ts';
import type { HoaCursor } from './cursor.ts';
import { type Algebra, readExpression } from './expression.ts';

/** An acceptance condition, and how the marks in the file become the marks of the automaton. */
export interface ReadAcceptance {
  readonly acceptance: Acceptance;
  /** The number of sets that the file speaks of. */
  readonly declared: number;
  readonly marks: (given: Marks) => Marks;
}

/** Deeper alternations of ∧ and ∨ are refused. */
const DEEPEST = 500;

/** Complemented sets are numbered from here while the condition is read. */
const COMPLEMENTED = MAX_SETS;

interface Part {
  readonly formula: AcceptanceFormula;
  readonly depth: number;
}

/** Reads the number of sets and the condition after `Acceptance:`. */
export function readAcceptance(cursor: HoaCursor): ReadAcceptance {
  const { span } = cursor;
  const declared = cursor.takeNumber('the number of acceptance sets');
  if (declared > MAX_SETS) {
    const hint = 'sets that the condition does not mention can be left out by the tool that wrote the file';
    cursor.fail('AUT129', span, `${declared} acceptance sets are more than the ${MAX_SETS} that are supported`, hint);
  }
  const join = (kind: 'and' | 'or') => (left: Part, right: Part) => combine(cursor, kind, left, right);
  const algebra: Algebra<Part> = {
    leaf: () => ({ formula: leaf(cursor, declared), depth: 0 }),
    not: null,
    and: join('and'),
    or: join('or'),
    operand: '`Inf(…)`, `Fin(…)`, `t` or `f`',
  };
  const { formula } = readExpression(cursor, algebra);
  return withoutComplements(cursor, formula, declared);
}

function combine(cursor: HoaCursor, kind: 'and' | 'or', left: Part, right: Part): Part {
  const formula = (kind === 'and' ? acceptAnd : acceptOr)([left.formula, right.formula]);
  const levels = (part: Part): number =>
    part.depth + ('operands' in part.formula && part.formula.kind !== kind ? 1 : 0);
  const depth = Math.max(levels(left), levels(right));
  if (depth > DEEPEST) cursor.fail('AUT129', cursor.span, 'the acceptance condition is nested too deeply');
  return { formula, depth };
}

function leaf(cursor: HoaCursor, declared: number): AcceptanceFormula {
  if (cursor.skip('t')) return ACCEPT_ALL;
  if (cursor.skip('f')) return ACCEPT_NONE;
  const kind = cursor.is('Inf') ? 'inf' : cursor.is('Fin') ? 'fin' : null;
  if (kind === null) cursor.unexpected('`Inf(…)`, `Fin(…)`, `t` or `f`');
  cursor.advance();
  cursor.expect('(');
  const complemented = cursor.skip('!');
  const { span } = cursor;
  const set = cursor.takeNumber('the number of an acceptance set');
  cursor.expect(')');
  if (set >= declared) {
    cursor.problems.add('AUT126', span, `there is no acceptance set ${set}`, setsHint(declared));
    return ACCEPT_ALL;
  }
  return { kind, set: complemented ? COMPLEMENTED + set : set };
}

/** Which numbers sets may have. */
export function setsHint(declared: number): string {
  return declared === 0
    ? 'the acceptance condition declares none'
    : declared === 1
      ? 'the only one is number 0'
      : `they are numbered 0 to ${declared - 1}`;
}

/**
 * A set of which only the complement is used is complemented in place; one of which both are used gets a second set
 * after the declared ones.
 */
function withoutComplements(cursor: HoaCursor, formula: AcceptanceFormula, declared: number): ReadAcceptance {
  const [plain, complemented] = usedSets(formula);
  const inPlace = complemented & ~plain;
  const doubled = complemented & plain;
  let setCount = declared;
  const names = Array.from({ length: 2 * COMPLEMENTED }, (_, set) => set % COMPLEMENTED);
  for (let set = 0; set < declared; set++) if ((doubled >>> set) & 1) names[COMPLEMENTED + set] = setCount++;
  if (setCount > MAX_SETS) {
    cursor.fail('AUT129', cursor.span, `complemented sets make more than ${MAX_SETS} acceptance sets`);
  }
  const marks = (given: Marks): Marks => {
    let result = (given ^ inPlace) & allMarks(declared);
    for (let set = 0; set < declared; set++) {
      if ((doubled >>> set) & ~(given >>> set) & 1) result |= 1 << names[COMPLEMENTED + set];
    }
    return result;
  };
  const acceptance = { setCount, formula: complemented === 0 ? formula : renameSets(formula, names) };
  return { acceptance, declared, marks: complemented === 0 ? (given) => given : marks };
}

function usedSets(formula: AcceptanceFormula): [plain: Marks, complemented: Marks] {
  const used: [Marks, Marks] = [0, 0];
  const pending = [formula];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if ('set' in one) used[one.set >= COMPLEMENTED ? 1 : 0] |= 1 << (one.set % COMPLEMENTED);
    if ('operands' in one) append(pending, one.operands);
  }
  return used;
}
