// The smallest and largest value of every variable, and the largest sum of values, over all states of a kernel: a pass of
// generated code over the packed states, a loop per field.
import { invariant } from '../../../base/assert.ts';
import { type MemoryUse, requireHost } from '../../../base/wasm-host.ts';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import { pushImplied } from '../code/generate-implied.ts';
import { Code, I32, I64, MEMORY, ModuleBuilder, OP } from '../code/wasm-encoder.ts';
import type { Kernel } from '../kernel.ts';
import { type Field, fieldMask, type Packing } from './packing.ts';

/** What was seen so far. */
export class Measures {
  readonly lower: Int32Array;
  readonly upper: Int32Array;
  /** The largest sum of the values of one state. */
  sum = Number.NEGATIVE_INFINITY;

  constructor(variables: number) {
    this.lower = new Int32Array(variables).fill(2 ** 31 - 1);
    this.upper = new Int32Array(variables).fill(-(2 ** 31));
  }
}

/** Fields per function. */
const CHUNK_FIELDS = 100;

type RangeFunction = (states: number, n: number, out: number) => void;
type SumFunction = (states: number, n: number, sums: number) => void;

/** Takes the states in the kernel's own memory into account. Throws `LimitExceeded` when the watch says so. */
export function measureStates(kernel: Kernel, measures: Measures, watch?: Stopwatch): void {
  const { packing, memory, layout, words } = kernel;
  const { Module, Instance } = requireHost();
  const { exports } = new Instance(new Module(generateMeasure(packing, kernel.memoryUse)), { env: { memory } });
  const chunks = Math.ceil(packing.fields.length / CHUNK_FIELDS);
  const sums = new BigInt64Array(memory.buffer, layout.staging, BATCH);
  const out = layout.measures / 4;
  const base = packing.fields.reduce((total, { lower }) => total + lower, 0);
  kernel.store.forEachBatch(BATCH, (states, n) => {
    watch?.look();
    sums.fill(0n);
    for (let chunk = 0; chunk < chunks; chunk++) {
      (exports[`range${chunk}`] as RangeFunction)(states, n, layout.measures);
      (exports[`sum${chunk}`] as SumFunction)(states, n, layout.staging);
    }
    packing.fields.forEach(({ lower }, i) => {
      measures.lower[i] = Math.min(measures.lower[i], lower + words[out + i * 2]);
      measures.upper[i] = Math.max(measures.upper[i], lower + words[out + i * 2 + 1]);
    });
    for (let i = 0; i < n; i++) measures.sum = Math.max(measures.sum, base + Number(sums[i]));
  });
}

/** States per batch; their sums fit the staging area. */
const BATCH = 1024;

const STATES = 0;
const COUNT = 1;
const TARGET = 2;

/**
 * A module that exports, for each chunk k of fields, `range<k>(states, n, out)`: the smallest and largest distance of each
 * field, as pairs of 32-bit words; and `sum<k>(states, n, sums)`: adds each state's distances to a 64-bit sum.
 */
function generateMeasure(packing: Packing, use: MemoryUse): Uint8Array {
  const builder = new ModuleBuilder();
  const signature = { parameters: [I32, I32, I32], results: [] } as const;
  for (let first = 0, chunk = 0; first < packing.fields.length; first += CHUNK_FIELDS, chunk++) {
    const fields = packing.fields.slice(first, first + CHUNK_FIELDS);
    const range = builder.declare(signature);
    builder.define(range, rangeFunction(packing, fields, first));
    builder.export(`range${chunk}`, range);
    const sum = builder.declare(signature);
    builder.define(sum, sumFunction(packing, fields));
    builder.export(`sum${chunk}`, sum);
  }
  return builder.finish(use);
}

function rangeFunction(packing: Packing, fields: readonly Field[], first: number): Code {
  const code = new Code(3);
  const locals = { at: code.local(I32), left: code.local(I32) };
  const [least, most, value] = [code.local(I64), code.local(I64), code.local(I64)];
  fields.forEach((field, i) => {
    code.i64(-1n).set(least).i64(0n).set(most);
    if (field.bits === 0) code.i64(0n).set(least);
    else {
      loopOverStates(code, packing, locals, () => {
        pushInPlace(code, packing, field, locals.at);
        code.set(value);
        code.get(value).get(least).get(value).get(least).op(OP.i64_lt_u).op(OP.select).set(least);
        code.get(value).get(most).get(value).get(most).op(OP.i64_gt_u).op(OP.select).set(most);
      });
    }
    [least, most].forEach((local, side) => {
      code.get(TARGET).get(local).i64(BigInt(field.shift)).op(OP.i64_shr_u).op(OP.i32_wrap_i64);
      code.memory(MEMORY.i32_store, (first + i) * 8 + side * 4);
    });
  });
  return code;
}

function sumFunction(packing: Packing, fields: readonly Field[]): Code {
  const code = new Code(3);
  const locals = { at: code.local(I32), left: code.local(I32) };
  loopOverStates(code, packing, locals, () => {
    code.get(TARGET).get(TARGET).memory(MEMORY.i64_load, 0);
    for (const field of fields) {
      if (field.bits === 0) continue;
      pushInPlace(code, packing, field, locals.at);
      code.i64(BigInt(field.shift)).op(OP.i64_shr_u).op(OP.i64_add);
    }
    code.memory(MEMORY.i64_store, 0);
    code.get(TARGET).i32(8).op(OP.i32_add).set(TARGET);
  });
  return code;
}

/** Pushes the bits of a field in their place, of the state whose address is in local `at`. */
function pushInPlace(code: Code, packing: Packing, field: Field, at: number): void {
  const stored = (word: number): void => {
    code.get(at).memory(MEMORY.i64_load, word * 8);
  };
  if (field.word < packing.words) {
    stored(field.word);
    code.i64(fieldMask(field)).op(OP.i64_and);
    return;
  }
  const implied = packing.implied.find(({ variable }) => packing.fields[variable] === field);
  invariant(implied !== undefined, 'a field lies behind the stored words, but its variable is not implied');
  pushImplied(code, packing, { ...implied, constant: implied.constant - field.lower }, stored);
  code.i64(BigInt(field.shift)).op(OP.i64_shl);
}

/** Runs `body` with `at` on each of the states; there is at least one. */
function loopOverStates(code: Code, packing: Packing, locals: { at: number; left: number }, body: () => void): void {
  const { at, left } = locals;
  code.get(STATES).set(at).get(COUNT).set(left).loop();
  body();
  code
    .get(at)
    .i32(packing.words * 8)
    .op(OP.i32_add)
    .set(at);
  code.get(left).i32(1).op(OP.i32_sub).tee(left).branchIf(0).end();
}
