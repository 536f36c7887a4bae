// State labels of ETF (`map` sections) as expressions: the first line that matches the state gives the value; where none
// does, it is 0.
import { VectorTable } from '../../../base/intern.ts';
import { constant, equals } from '../../expression/build.ts';
import type { Expression } from '../../expression/expression.ts';
import { ANY } from '../../model.ts';

/** A label: rows over all variables, and the value of each row. */
export interface Label {
  readonly name: string;
  readonly width: number;
  readonly rows: Int32Array;
  readonly values: readonly number[];
  /** Names of the values, when its sort lists them. */
  readonly sort?: readonly string[];
}

/** The number that the label has in a state. */
export function labelValue(label: Label): Expression {
  const operands: Expression[] = [];
  for (const { row, condition } of selections(label)) {
    const value = label.values[row];
    operands.push(value === 1 ? condition : { kind: 'binary', operator: '*', left: constant(value), right: condition });
  }
  return operands.length === 1 ? operands[0] : { kind: 'sum', operands };
}

/** Whether the label is not 0. */
export function labelTruth(label: Label): Expression {
  return { kind: 'any', operands: selections(label).map(({ condition }) => condition) };
}

/** The rows with a value other than 0, each with the condition that it is the first that matches. */
function selections(label: Label): { row: number; condition: Expression }[] {
  const found: { row: number; condition: Expression }[] = [];
  const uniform = isUniform(label);
  const seen = new VectorTable(label.width);
  for (const [row, value] of label.values.entries()) {
    const known = seen.size;
    const isRepeated = seen.intern(label.rows.subarray(row * label.width, (row + 1) * label.width)) < known;
    if (isRepeated || value === 0) continue;
    found.push({ row, condition: uniform ? matches(label, row) : matchesFirst(label, row) });
  }
  return found;
}

/** Whether all rows constrain the same variables: then two of them are either equal or exclude one another. */
function isUniform({ width, rows }: Label): boolean {
  for (let i = width; i < rows.length; i++) {
    if ((rows[i] === ANY) !== (rows[i % width] === ANY)) return false;
  }
  return true;
}

function matchesFirst(label: Label, row: number): Expression {
  const rivals: Expression[] = [];
  for (let earlier = 0; earlier < row; earlier++) {
    if (overlap(label, earlier, row)) rivals.push(matches(label, earlier));
  }
  const own = matches(label, row);
  if (rivals.length === 0) return own;
  return { kind: 'all', operands: [own, { kind: 'unary', operator: '!', operand: { kind: 'any', operands: rivals } }] };
}

function overlap({ width, rows }: Label, first: number, second: number): boolean {
  for (let i = 0; i < width; i++) {
    const a = rows[first * width + i];
    const b = rows[second * width + i];
    if (a !== b && a !== ANY && b !== ANY) return false;
  }
  return true;
}

function matches({ width, rows }: Label, row: number): Expression {
  const operands: Expression[] = [];
  for (let i = 0; i < width; i++) {
    const value = rows[row * width + i];
    if (value !== ANY) operands.push(equals(i, value));
  }
  return { kind: 'all', operands };
}
