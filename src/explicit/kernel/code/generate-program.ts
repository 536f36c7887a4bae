// Guarded effects (DVE, Promela) as code. The guard reads the old state; the effects run one after another on the new one, which
// is held in locals, or in memory at its place among the successors when an index is computed or the state is wide. A
// value that its field cannot hold stops the expansion, as does a fault.

import type { Expression } from '../../../models/expression/expression.ts';
import { evaluateInterval } from '../../../models/expression/intervals.ts';
import { walk } from '../../../models/expression/walk.ts';
import type { Assignment, Effect, Variable } from '../../../models/model.ts';
import { covers, type Field, fieldMask, heldValues } from '../packing/packing.ts';
import { FAULT } from '../protocol.ts';
import type { ArrayTables } from './array-tables.ts';
import { compileAs, compileCondition, type ExpressionContext, pushIndex } from './compile-expression.ts';
import { type Chunk, HASH, OUT, STATE } from './emitter.ts';
import { isRun, type PlainRun, splitRuns } from './plain-runs.ts';
import { I32, I64, MEMORY, OP } from './wasm-encoder.ts';

/** What all groups of a model share. */
export interface ProgramSurroundings {
  readonly variables: readonly Variable[];
  readonly arrays: ArrayTables;
  /** Where the tables of `arrays` lie. */
  readonly arraysAt: number;
}

/** The words of the new state while the effects run. */
interface NewState {
  readonly context: ExpressionContext;
  /** Takes a word from the stack. */
  setWord(word: number): void;
}

/** A group, and the conditions of its guard that are still to be tested. */
export interface Guarded {
  readonly group: number;
  readonly conditions: readonly Expression[];
  readonly effects: readonly Effect[];
}

/** Appends the code of one group to the chunk. */
export function generateProgram(chunk: Chunk, guarded: Guarded, surroundings: ProgramSurroundings): void {
  const { group, conditions, effects } = guarded;
  chunk.code.scope(() => {
    generateGroup(chunk, group, effects, surroundings, () => {
      for (const condition of conditions) leaveUnless(chunk, group, condition, surroundings);
    });
  });
}

/** Appends code that leaves the innermost block unless the condition holds. */
export function leaveUnless(
  chunk: Chunk,
  group: number,
  condition: Expression,
  surroundings: ProgramSurroundings,
): void {
  compileCondition(contextOf(chunk, group, surroundings), condition);
  chunk.code.op(OP.i32_eqz).branchIf(0);
}

function generateGroup(
  chunk: Chunk,
  group: number,
  effects: readonly Effect[],
  surroundings: ProgramSurroundings,
  testGuard: () => void,
): void {
  const { code } = chunk;
  code.block();
  testGuard();
  const touched = touchedWords(chunk, effects);
  if (chunk.inLocals && !effects.some(hasComputedIndex)) {
    const locals = new Map<number, number>();
    for (const word of touched) {
      const local = code.local(I64);
      chunk.word(word);
      code.set(local);
      locals.set(word, local);
    }
    const target = stateInLocals(chunk, group, surroundings, locals);
    for (const part of splitRuns(effects, chunk.packing)) carryOut(chunk, group, part, surroundings, target);
    writeFromLocals(chunk, locals);
  } else {
    chunk.copyState();
    const target = stateInMemory(chunk, group, surroundings);
    for (const part of splitRuns(effects, chunk.packing)) carryOut(chunk, group, part, surroundings, target);
    writeHash(chunk, touched, (word) => code.get(OUT).memory(MEMORY.i64_load, word * 8));
  }
  chunk.stepOn(group);
  code.end();
}

/** The words that hold a variable which the effects may write, ascending. */
function touchedWords(chunk: Chunk, effects: readonly Effect[]): number[] {
  const words = new Set<number>();
  for (const effect of effects) {
    if ('required' in effect) continue;
    const { target } = effect;
    const [first, length] = target.kind === 'variable' ? [target.variable, 1] : [target.base, target.length];
    for (let i = first; i < first + length; i++) words.add(chunk.packing.fields[i].word);
  }
  return [...words].sort((a, b) => a - b);
}

function hasComputedIndex(effect: Effect): boolean {
  const parts = 'required' in effect ? [effect.required] : [effect.target, effect.value];
  for (const { kind } of walk(parts)) if (kind === 'element') return true;
  return false;
}

/** Reading the old state. */
function contextOf(chunk: Chunk, group: number, { arrays, arraysAt }: ProgramSurroundings): ExpressionContext {
  return {
    code: chunk.code,
    packing: chunk.packing,
    word: (word) => chunk.word(word),
    address: () => chunk.code.get(STATE),
    arrayTable: (base, length) => arraysAt + arrays.offsetOf(base, length),
    fault: () => chunk.stop(FAULT, group),
    dead: () => chunk.code.i32(0),
  };
}

function stateInLocals(
  chunk: Chunk,
  group: number,
  surroundings: ProgramSurroundings,
  locals: ReadonlyMap<number, number>,
): NewState {
  const old = contextOf(chunk, group, surroundings);
  const word = (index: number): void => {
    const local = locals.get(index);
    if (local === undefined) chunk.word(index);
    else chunk.code.get(local);
  };
  return { context: { ...old, word }, setWord: (index) => chunk.code.set(locals.get(index) ?? 0) };
}

function stateInMemory(chunk: Chunk, group: number, surroundings: ProgramSurroundings): NewState {
  const { code } = chunk;
  const held = code.local(I64);
  const context: ExpressionContext = {
    ...contextOf(chunk, group, surroundings),
    word: (index) => code.get(OUT).memory(MEMORY.i64_load, index * 8),
    address: () => code.get(OUT),
  };
  const setWord = (index: number): void => {
    code
      .set(held)
      .get(OUT)
      .get(held)
      .memory(MEMORY.i64_store, index * 8);
  };
  return { context, setWord };
}

/** Appends one effect, or a run of them; a requirement that is not met leaves the block of the group. */
function carryOut(
  chunk: Chunk,
  group: number,
  part: Effect | PlainRun,
  surroundings: ProgramSurroundings,
  newState: NewState,
): void {
  if (isRun(part)) {
    assignTogether(chunk, part, newState);
  } else if ('required' in part) {
    compileCondition(newState.context, part.required);
    chunk.code.op(OP.i32_eqz).branchIf(0);
  } else {
    chunk.code.scope(() => assign(chunk, group, part, surroundings, newState));
  }
}

/** Appends a run of assignments: all words are computed before the first is set. */
function assignTogether({ code }: Chunk, run: PlainRun, { context, setWord }: NewState): void {
  for (const { word, cleared, bits, copies } of run) {
    context.word(word);
    code.i64(~cleared).op(OP.i64_and);
    if (bits !== 0n) code.i64(bits).op(OP.i64_or);
    for (const { word: source, up, mask } of copies) {
      context.word(source);
      if (up !== 0) code.i64(BigInt(Math.abs(up))).op(up > 0 ? OP.i64_shl : OP.i64_shr_u);
      code.i64(mask).op(OP.i64_and).op(OP.i64_or);
    }
  }
  for (const { word } of run.toReversed()) setWord(word);
}

/** Appends one assignment. */
function assign(
  chunk: Chunk,
  group: number,
  { target, value, width }: Assignment,
  surroundings: ProgramSurroundings,
  newState: NewState,
): void {
  const { code, packing } = chunk;
  const first = target.kind === 'variable' ? target.variable : target.base;
  const field = packing.fields[first];
  const index = target.kind === 'element' ? pushIndex(newState.context, target) : null;
  compileAs(newState.context, value, I32);
  if (width === 'byte') code.i32(255).op(OP.i32_and);
  else if (width === 'int16') code.i32(16).op(OP.i32_shl).i32(16).op(OP.i32_shr_s);
  if (field.lower !== 0) code.i32(field.lower).op(OP.i32_sub);
  const distance = code.local(I32);
  code.set(distance);
  if (!isSureToFit(chunk, field, value, width)) testFit(chunk, group, { field, first, distance }, target, surroundings);
  if (field.bits === 0) return;
  if (target.kind === 'variable') writeField(chunk, field, distance, newState);
  else
    writeElement(chunk, surroundings.arraysAt + surroundings.arrays.offsetOf(target.base, target.length), {
      field,
      index: index ?? 0,
      distance,
    });
}

/** Whether the value fits, whatever the fields that it is computed from hold. */
function isSureToFit({ packing }: Chunk, field: Field, value: Expression, width: Assignment['width']): boolean {
  const { low, high } = evaluateInterval(value, heldValues(packing));
  const isWhole = width === 'none' || (width === 'byte' ? low >= 0 && high <= 255 : low >= -32_768 && high <= 32_767);
  return isWhole && covers(field, low, high);
}

/** Stops the expansion when the distance from the field's lower value does not fit. */
function testFit(
  chunk: Chunk,
  group: number,
  written: { field: Field; first: number; distance: number },
  target: Assignment['target'],
  { variables }: ProgramSurroundings,
): void {
  const { field, first, distance } = written;
  const length = target.kind === 'element' ? target.length : 1;
  const declared = variables.slice(first, first + length);
  if (field.bits === 32 || declared.every(({ lower, upper }) => covers(field, lower, upper))) return;
  const { code } = chunk;
  code
    .get(distance)
    .i32(field.max | 0)
    .op(OP.i32_gt_u)
    .if();
  chunk.stopToWiden(group, first, () => code.get(distance).i32(field.lower).op(OP.i32_add));
  code.end();
}

/** Replaces a field of the new state. */
function writeField(chunk: Chunk, field: Field, distance: number, newState: NewState): void {
  const { code } = chunk;
  newState.context.word(field.word);
  code.i64(~fieldMask(field)).op(OP.i64_and);
  code.get(distance).op(OP.i64_extend_i32_u);
  if (field.shift > 0) code.i64(BigInt(field.shift)).op(OP.i64_shl);
  code.op(OP.i64_or);
  newState.setWord(field.word);
}

/** Replaces an element with a computed index in the new state in memory. */
function writeElement(
  chunk: Chunk,
  table: number,
  { field, index, distance }: { field: Field; index: number; distance: number },
): void {
  const { code } = chunk;
  const entry = code.local(I32);
  const shift = code.local(I64);
  const address = code.local(I32);
  code.get(index).i32(2).op(OP.i32_shl).memory(MEMORY.i32_load, table).tee(entry);
  code.op(OP.i64_extend_i32_u).set(shift);
  code.get(OUT).get(entry).i32(6).op(OP.i32_shr_u).op(OP.i32_add).set(address);
  code.get(address).get(address).memory(MEMORY.i64_load, 0);
  code.i64(BigInt(field.max)).get(shift).op(OP.i64_shl).i64(-1n).op(OP.i64_xor).op(OP.i64_and);
  code.get(distance).op(OP.i64_extend_i32_u).get(shift).op(OP.i64_shl).op(OP.i64_or);
  code.memory(MEMORY.i64_store, 0);
}

/** Writes all words of the successor, the touched ones from locals, and its hash. */
function writeFromLocals(chunk: Chunk, locals: ReadonlyMap<number, number>): void {
  const { code } = chunk;
  const pushWord = (word: number): void => {
    const local = locals.get(word);
    if (local === undefined) chunk.word(word);
    else code.get(local);
  };
  for (let word = 0; word < chunk.packing.words; word++) {
    code.get(OUT);
    pushWord(word);
    code.memory(MEMORY.i64_store, word * 8);
  }
  writeHash(chunk, [...locals.keys()], pushWord);
}

/** The successor's hash: the state's, plus the change of each touched word times its key. */
function writeHash(chunk: Chunk, touched: readonly number[], pushWord: (word: number) => void): void {
  const { code } = chunk;
  code.get(OUT).get(HASH);
  for (const word of touched) {
    pushWord(word);
    chunk.word(word);
    code.op(OP.i64_sub).i64(chunk.keys[word]).op(OP.i64_mul).op(OP.i64_add);
  }
  code.memory(MEMORY.i64_store, chunk.packing.words * 8);
}
