// Integer expressions as WebAssembly code, with the meaning of `evaluate` in models/expression.ts: 32-bit arithmetic that
// wraps, exact sums (held in 64 bits), connectives that stop early, and faults instead of traps.
import { assertNever, InternalError } from '../../../base/assert.ts';
import type { BinaryOperator, Expression } from '../../../models/expression/expression.ts';
import { evaluateInterval } from '../../../models/expression/intervals.ts';
import { heldValues, type Packing } from '../packing/packing.ts';
import { hasMixedFields } from './array-tables.ts';
import { type Code, I32, I64, MEMORY, OP, type ValueType } from './wasm-encoder.ts';

/** Where an expression reads the state from, and what it does when it cannot go on. */
export interface ExpressionContext {
  readonly code: Code;
  readonly packing: Packing;
  /** Pushes word number `word` of the state. */
  word(word: number): void;
  /** Pushes the address of the state in memory, for computed indices. */
  address(): void;
  /** Address of the table of fields of the array of `length` variables from `base` on (see `ArrayTables`). */
  arrayTable(base: number, length: number): number;
  /** Code that leaves the function because of a fault. */
  fault(): void;
  /** Pushes 1 in a state without successors, else 0. */
  dead(): void;
}

/** Appends code that pushes the value of the expression; tells its type. */
function compileExpression(context: ExpressionContext, expression: Expression): ValueType {
  const { code } = context;
  switch (expression.kind) {
    case 'constant':
      if (expression.value === (expression.value | 0)) {
        code.i32(expression.value);
        return I32;
      }
      code.i64(BigInt(expression.value));
      return I64;
    case 'variable':
      return readVariable(context, expression.variable);
    case 'element':
      return readElement(context, expression);
    case 'unary':
      return compileUnary(context, expression.operator, expression.operand);
    case 'binary':
      return compileBinary(context, expression.operator, expression.left, expression.right);
    case 'sum':
      code.i64(0n);
      for (const operand of expression.operands) {
        compileAs(context, operand, I64);
        code.op(OP.i64_add);
      }
      return I64;
    case 'all':
    case 'any':
      return compileSeveral(context, expression.kind, expression.operands);
    case 'lookup':
      throw new InternalError('models with numbered states have no kernel');
    case 'dead':
      context.dead();
      return I32;
    default:
      return assertNever(expression);
  }
}

/** Appends code that pushes the value in the given type; from 64 to 32 bits by wrapping. */
export function compileAs(context: ExpressionContext, expression: Expression, type: ValueType): void {
  convert(context.code, compileExpression(context, expression), type);
}

function convert(code: Code, from: ValueType, to: ValueType): void {
  if (from === to) return;
  code.op(to === I32 ? OP.i32_wrap_i64 : OP.i64_extend_i32_s);
}

/** Appends code that pushes 1 if the expression is not 0, else 0. */
export function compileCondition(context: ExpressionContext, expression: Expression): void {
  const { code } = context;
  // what is on the stack stays there when the locals are given back
  const type = code.scope(() => compileExpression(context, expression));
  if (isTruth(expression)) return;
  if (type === I64) code.op(OP.i64_eqz);
  else code.op(OP.i32_eqz);
  code.op(OP.i32_eqz);
}

const TRUTHS: ReadonlySet<BinaryOperator> = new Set(['==', '!=', '<', '<=', '>', '>=', '&&', '||']);

/** Whether the value can only be 0 or 1. */
function isTruth(expression: Expression): boolean {
  switch (expression.kind) {
    case 'all':
    case 'any':
    case 'dead':
      return true;
    case 'unary':
      return expression.operator === '!';
    case 'binary':
      return TRUTHS.has(expression.operator);
    case 'constant':
      return expression.value === 0 || expression.value === 1;
    default:
      return false;
  }
}

function readVariable(context: ExpressionContext, variable: number): ValueType {
  const { code } = context;
  const { word, shift, bits, lower } = context.packing.fields[variable];
  if (bits === 0) {
    code.i32(lower);
    return I32;
  }
  context.word(word);
  if (shift > 0) code.i64(BigInt(shift)).op(OP.i64_shr_u);
  code.op(OP.i32_wrap_i64);
  // The topmost field of a word has nothing above it.
  if (bits < 32 && shift + bits < 64) code.i32(2 ** bits - 1).op(OP.i32_and);
  if (lower !== 0) code.i32(lower).op(OP.i32_add);
  return I32;
}

/**
 * An element by a computed index: the array's table gives the byte offset of the word (from bit 6 on) and the shift; and the mask and the lower
 * value where these are not the same for all elements (array-tables.ts).
 */
function readElement(context: ExpressionContext, element: Extract<Expression, { kind: 'element' }>): ValueType {
  const { code, packing } = context;
  const index = pushIndex(context, element);
  const { base, length } = element;
  const { bits, lower } = packing.fields[base];
  const isMixed = hasMixedFields(packing, base, length);
  if (bits === 0 && !isMixed) {
    code.i32(lower);
    return I32;
  }
  const entry = code.local(I32);
  const table = context.arrayTable(base, length);
  const word = (at: number): void => {
    code
      .get(index)
      .i32(isMixed ? 4 : 2)
      .op(OP.i32_shl)
      .memory(MEMORY.i32_load, table + at);
  };
  word(0);
  code.set(entry);
  context.address();
  code.get(entry).i32(6).op(OP.i32_shr_u).op(OP.i32_add).memory(MEMORY.i64_load, 0);
  code.get(entry).op(OP.i64_extend_i32_u).op(OP.i64_shr_u).op(OP.i32_wrap_i64);
  if (isMixed) {
    word(4);
    code.op(OP.i32_and);
    word(8);
    code.op(OP.i32_add);
    return I32;
  }
  if (bits < 32) code.i32(2 ** bits - 1).op(OP.i32_and);
  if (lower !== 0) code.i32(lower).op(OP.i32_add);
  return I32;
}

/** Computes the index of an element into a local; out of range is a fault. Nothing is tested where the fields hold no such index. */
export function pushIndex(
  context: ExpressionContext,
  element: { readonly index: Expression; readonly length: number },
): number {
  const { code } = context;
  const index = code.local(I32);
  if (compileExpression(context, element.index) === I64) {
    const wide = code.local(I64);
    code.tee(wide).i64(BigInt(element.length)).op(OP.i64_ge_u).if();
    context.fault();
    code.end().get(wide).op(OP.i32_wrap_i64).set(index);
    return index;
  }
  const { low, high } = evaluateInterval(element.index, heldValues(context.packing));
  if (low >= 0 && high < element.length) {
    code.set(index);
    return index;
  }
  code.tee(index).i32(element.length).op(OP.i32_ge_u).if();
  context.fault();
  code.end();
  return index;
}

function compileUnary(context: ExpressionContext, operator: '-' | '~' | '!', operand: Expression): ValueType {
  const { code } = context;
  if (operator === '!') {
    code.op(compileExpression(context, operand) === I64 ? OP.i64_eqz : OP.i32_eqz);
    return I32;
  }
  if (operator === '-') code.i32(0);
  compileAs(context, operand, I32);
  if (operator === '-') code.op(OP.i32_sub);
  else code.i32(-1).op(OP.i32_xor);
  return I32;
}

/** `all` and `any`: evaluated from the left, stopping early. */
function compileSeveral(context: ExpressionContext, kind: 'all' | 'any', operands: readonly Expression[]): ValueType {
  const { code } = context;
  if (operands.length === 0) {
    code.i32(kind === 'all' ? 1 : 0);
    return I32;
  }
  // A local and a flat block, because operands may be very many and each nested `if` would deepen the structure.
  const result = code.local(I32);
  code
    .i32(kind === 'all' ? 0 : 1)
    .set(result)
    .block();
  for (const operand of operands) {
    compileCondition(context, operand);
    if (kind === 'all') code.op(OP.i32_eqz);
    code.branchIf(0);
  }
  code
    .i32(kind === 'all' ? 1 : 0)
    .set(result)
    .end()
    .get(result);
  return I32;
}

function compileBinary(
  context: ExpressionContext,
  operator: BinaryOperator,
  left: Expression,
  right: Expression,
): ValueType {
  switch (operator) {
    case '&&':
      return compileSeveral(context, 'all', [left, right]);
    case '||':
      return compileSeveral(context, 'any', [left, right]);
    case '/':
    case '%':
      return compileDivision(context, operator, left, right);
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compileComparison(context, operator, left, right);
    default:
      compileAs(context, left, I32);
      compileAs(context, right, I32);
      context.code.op(ARITHMETIC[operator]);
      return I32;
  }
}

const ARITHMETIC = {
  '+': OP.i32_add,
  '-': OP.i32_sub,
  '*': OP.i32_mul,
  '&': OP.i32_and,
  '|': OP.i32_or,
  '^': OP.i32_xor,
  '<<': OP.i32_shl,
  '>>': OP.i32_shr_s,
} as const;

const COMPARISONS = {
  '==': [OP.i32_eq, OP.i64_eq],
  '!=': [OP.i32_ne, OP.i64_ne],
  '<': [OP.i32_lt_s, OP.i64_lt_s],
  '<=': [OP.i32_le_s, OP.i64_le_s],
  '>': [OP.i32_gt_s, OP.i64_gt_s],
  '>=': [OP.i32_ge_s, OP.i64_ge_s],
} as const;

function compileComparison(
  context: ExpressionContext,
  operator: keyof typeof COMPARISONS,
  left: Expression,
  right: Expression,
): ValueType {
  const { code } = context;
  if (isWide(left) || isWide(right)) {
    compileAs(context, left, I64);
    compileAs(context, right, I64);
    code.op(COMPARISONS[operator][1]);
  } else {
    compileAs(context, left, I32);
    compileAs(context, right, I32);
    code.op(COMPARISONS[operator][0]);
  }
  return I32;
}

/** Whether the value is held in 64 bits. */
function isWide(expression: Expression): boolean {
  return expression.kind === 'sum' || (expression.kind === 'constant' && expression.value !== (expression.value | 0));
}

/**
 * By zero it is a fault. Exact sums are divided in 64 bits, and so is anything by an unknown divisor, because one quotient
 * overflows 32 bits. Engines turn divisions by constants into cheaper operations, but in 32 bits only.
 */
function compileDivision(
  context: ExpressionContext,
  operator: '/' | '%',
  left: Expression,
  right: Expression,
): ValueType {
  const { code } = context;
  const exact = isWide(left) || isWide(right);
  if (!exact && right.kind === 'constant' && right.value !== 0 && right.value !== -1) {
    compileAs(context, left, I32);
    code.i32(right.value).op(operator === '/' ? OP.i32_div_s : OP.i32_rem_s);
    return I32;
  }
  const type = operator === '%' && !exact ? I32 : I64;
  const divisor = code.local(type);
  compileAs(context, left, type);
  compileAs(context, right, type);
  code
    .tee(divisor)
    .op(type === I32 ? OP.i32_eqz : OP.i64_eqz)
    .if();
  context.fault();
  code.end().get(divisor);
  if (type === I32) code.op(OP.i32_rem_s);
  else code.op(operator === '/' ? OP.i64_div_s : OP.i64_rem_s).op(OP.i32_wrap_i64);
  return I32;
}
