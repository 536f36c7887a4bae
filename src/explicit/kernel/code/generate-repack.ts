// States from one packing to another, as generated code: a loop over a batch, and in it straight code for every field.
import { type Field, fieldMask, type Packing, strideBytes } from '../packing/packing.ts';
import { Code, I32, MEMORY, ModuleBuilder, OP } from './wasm-encoder.ts';

const SOURCE = 0;
const TARGET = 1;
const COUNT = 2;

/**
 * A module that exports `repack(source, target, n)`: `n` states packed like `from`, one after another, are written packed
 * like `to`, each followed by 8 bytes left alone (for the hash). Every field of `to` must hold the values that these states have.
 */
export function generateRepack(from: Packing, to: Packing): Uint8Array {
  const builder = new ModuleBuilder();
  const repack = builder.declare({ parameters: [I32, I32, I32], results: [] });
  const code = new Code(3);
  code.block().loop();
  code.get(COUNT).op(OP.i32_eqz).branchIf(1);
  const byWord = movesByWord(from, to);
  for (let word = 0; word < to.words; word++) {
    code.get(TARGET);
    if (from === to) code.get(SOURCE).memory(MEMORY.i64_load, word * 8);
    else gatherWord(code, byWord[word]);
    code.memory(MEMORY.i64_store, word * 8);
  }
  code
    .get(SOURCE)
    .i32(from.words * 8)
    .op(OP.i32_add)
    .set(SOURCE);
  code.get(TARGET).i32(strideBytes(to)).op(OP.i32_add).set(TARGET);
  code.get(COUNT).i32(1).op(OP.i32_sub).set(COUNT);
  code.branch(0).end().end();
  builder.define(repack, code);
  builder.export('repack', repack);
  return builder.finish();
}

/** Where a variable comes from and goes to. */
interface Move {
  readonly old: Field;
  readonly field: Field;
}

function movesByWord(from: Packing, to: Packing): Move[][] {
  const byWord = Array.from({ length: to.words }, (): Move[] => []);
  to.fields.forEach((field, variable) => {
    if (field.bits > 0 && field.word < to.words) byWord[field.word].push({ old: from.fields[variable], field });
  });
  return byWord;
}

/** Pushes one word of the new packing. */
function gatherWord(code: Code, moves: readonly Move[]): void {
  let constant = 0n;
  code.i64(0n);
  for (const { old, field } of moves) {
    constant += BigInt(old.lower - field.lower) << BigInt(field.shift);
    if (old.bits === 0) continue;
    code
      .get(SOURCE)
      .memory(MEMORY.i64_load, old.word * 8)
      .i64(fieldMask(old))
      .op(OP.i64_and);
    const shift = field.shift - old.shift;
    if (shift > 0) code.i64(BigInt(shift)).op(OP.i64_shl);
    else if (shift < 0) code.i64(BigInt(-shift)).op(OP.i64_shr_u);
    code.op(OP.i64_add);
  }
  // The distances from the lower values differ by constants. An old field may be wider than the new one, and reach into its neighbours before the
  // constant is added: only the whole sum is a word.
  code.i64(constant).op(OP.i64_add);
}

/** The type of the export. */
export type Repack = (source: number, target: number, n: number) => void;
