// Values on the stack of a parser. A conjunction or disjunction is kept as an open list of operands and becomes a formula
// only when something else is applied to it: building it operand by operand would sort it again each time, and
// a conjunction of n operands would cost n² steps.
import type { Formula, FormulaStore } from '../formula.ts';
import type { Nary } from '../kinds.ts';

/** An n-ary formula that may still get more operands. */
interface OperandList {
  readonly nary: Nary;
  readonly operands: Formula[];
}

export type Value = Formula | OperandList;

/** The formula that a value stands for. */
export function closeValue(store: FormulaStore, value: Value): Formula {
  return 'nary' in value ? store.nary(value.nary, value.operands) : value;
}

/** Both values under one n-ary operator; the longer list takes in the shorter one, so that no operand moves often. */
export function joinValues(store: FormulaStore, kind: Nary, left: Value, right: Value): OperandList {
  const a = asList(store, kind, left);
  const b = asList(store, kind, right);
  const [long, short] = a.operands.length >= b.operands.length ? [a, b] : [b, a];
  for (const operand of short.operands) long.operands.push(operand);
  return long;
}

function asList(store: FormulaStore, kind: Nary, value: Value): OperandList {
  if ('nary' in value && value.nary === kind) return value;
  return { nary: kind, operands: [closeValue(store, value)] };
}
