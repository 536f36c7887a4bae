// A small encoder for the binary format of WebAssembly (core specification, §5): just what the kernels' generated modules
// need. `Code` is the body of one function as it is written, instruction after instruction; `ModuleBuilder` puts functions,
// imports and exports together.

import type { MemoryUse } from '../../../base/wasm-host.ts';

export const I32 = 0x7f;
export const I64 = 0x7e;
export type ValueType = typeof I32 | typeof I64;

/** Opcodes, by their names in the specification. */
export const OP = {
  unreachable: 0x00,
  else: 0x05,
  end: 0x0b,
  return: 0x0f,
  drop: 0x1a,
  select: 0x1b,
  i32_eqz: 0x45,
  i32_eq: 0x46,
  i32_ne: 0x47,
  i32_lt_s: 0x48,
  i32_lt_u: 0x49,
  i32_gt_s: 0x4a,
  i32_gt_u: 0x4b,
  i32_le_s: 0x4c,
  i32_ge_s: 0x4e,
  i32_ge_u: 0x4f,
  i64_eqz: 0x50,
  i64_eq: 0x51,
  i64_ne: 0x52,
  i64_lt_s: 0x53,
  i64_lt_u: 0x54,
  i64_gt_s: 0x55,
  i64_gt_u: 0x56,
  i64_le_s: 0x57,
  i64_ge_s: 0x59,
  i64_ge_u: 0x5a,
  i32_add: 0x6a,
  i32_sub: 0x6b,
  i32_mul: 0x6c,
  i32_div_s: 0x6d,
  i32_div_u: 0x6e,
  i32_rem_s: 0x6f,
  i32_and: 0x71,
  i32_or: 0x72,
  i32_xor: 0x73,
  i32_shl: 0x74,
  i32_shr_s: 0x75,
  i32_shr_u: 0x76,
  i64_add: 0x7c,
  i64_sub: 0x7d,
  i64_mul: 0x7e,
  i64_div_s: 0x7f,
  i64_rem_s: 0x81,
  i64_and: 0x83,
  i64_or: 0x84,
  i64_xor: 0x85,
  i64_shl: 0x86,
  i64_shr_u: 0x88,
  i32_wrap_i64: 0xa7,
  i64_extend_i32_s: 0xac,
  i64_extend_i32_u: 0xad,
} as const;

/** Loads and stores; the alignment hint follows from the width. */
export const MEMORY = {
  i32_load: { opcode: 0x28, align: 2 },
  i64_load: { opcode: 0x29, align: 3 },
  i32_load8_u: { opcode: 0x2d, align: 0 },
  i32_store: { opcode: 0x36, align: 2 },
  i64_store: { opcode: 0x37, align: 3 },
} as const;

/** Bytes that grow. */
class ByteList {
  private bytes = new Uint8Array(256);
  length = 0;

  push(byte: number): void {
    if (this.length === this.bytes.length) this.reserve(this.length + 1);
    this.bytes[this.length++] = byte;
  }

  append(bytes: Uint8Array): void {
    this.reserve(this.length + bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** An unsigned number in LEB128. */
  unsigned(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.push((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.push(rest);
  }

  /** A signed 32-bit number in LEB128. */
  signed(value: number): void {
    let rest = value | 0;
    while (rest < -0x40 || rest >= 0x40) {
      this.push((rest & 0x7f) | 0x80);
      rest >>= 7;
    }
    this.push(rest & 0x7f);
  }

  /** A signed 64-bit number in LEB128. */
  signed64(value: bigint): void {
    // In halves: arithmetic on big integers is slow, and large nets have hundreds of thousands of constants.
    let low = Number(BigInt.asIntN(32, value));
    let high = Number(BigInt.asIntN(32, value >> 32n));
    while (high !== low >> 31) {
      this.push((low & 0x7f) | 0x80);
      low = (low >>> 7) | (high << 25);
      high >>= 7;
    }
    this.signed(low);
  }

  name(text: string): void {
    this.unsigned(text.length);
    for (let i = 0; i < text.length; i++) this.push(text.charCodeAt(i));
  }

  toArray(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  private reserve(capacity: number): void {
    if (capacity <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(capacity, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }
}

/** The body of one function, being written. Parameters are the first locals. */
export class Code {
  private readonly bytes = new ByteList();
  private readonly locals: ValueType[] = [];
  /** Locals that were given back, by type. */
  private readonly free = { [I32]: [] as number[], [I64]: [] as number[] };
  /** Locals in use, in the order in which they were taken. */
  private readonly taken: number[] = [];
  private readonly parameters: number;

  constructor(parameters: number) {
    this.parameters = parameters;
  }

  /** A local variable that nobody uses; it may hold anything. */
  local(type: ValueType): number {
    const local = this.free[type].pop() ?? this.parameters + this.locals.push(type) - 1;
    this.taken.push(local);
    return local;
  }

  /**
   * Writes a part of the code whose locals are given back at its end. Engines look at every local wherever ways of the code meet, so functions with
   * thousands of locals take them very long to compile.
   */
  scope<T>(write: () => T): T {
    const first = this.taken.length;
    const result = write();
    for (const local of this.taken.splice(first)) this.free[this.locals[local - this.parameters]].push(local);
    return result;
  }

  op(opcode: number): this {
    this.bytes.push(opcode);
    return this;
  }

  get(local: number): this {
    return this.withIndex(0x20, local);
  }

  set(local: number): this {
    return this.withIndex(0x21, local);
  }

  tee(local: number): this {
    return this.withIndex(0x22, local);
  }

  call(target: number): this {
    return this.withIndex(0x10, target);
  }

  /** A block without a result; `branch(0)` inside leaves it. */
  block(): this {
    this.bytes.push(0x02);
    this.bytes.push(0x40);
    return this;
  }

  /** A loop without a result; `branch(0)` inside begins it again. */
  loop(): this {
    this.bytes.push(0x03);
    this.bytes.push(0x40);
    return this;
  }

  /** A conditional without a result, or with one. */
  if(result?: ValueType): this {
    this.bytes.push(0x04);
    this.bytes.push(result ?? 0x40);
    return this;
  }

  branch(depth: number): this {
    return this.withIndex(0x0c, depth);
  }

  branchIf(depth: number): this {
    return this.withIndex(0x0d, depth);
  }

  /** Takes a number from the stack and branches by it: to the depth in the list, or to the other one. */
  branchTable(depths: readonly number[], otherwise: number): this {
    this.withIndex(0x0e, depths.length);
    for (const depth of depths) this.bytes.unsigned(depth);
    this.bytes.unsigned(otherwise);
    return this;
  }

  end(): this {
    return this.op(OP.end);
  }

  i32(value: number): this {
    this.bytes.push(0x41);
    this.bytes.signed(value);
    return this;
  }

  i64(value: bigint): this {
    this.bytes.push(0x42);
    this.bytes.signed64(value);
    return this;
  }

  memory(access: (typeof MEMORY)[keyof typeof MEMORY], offset: number): this {
    this.bytes.push(access.opcode);
    this.bytes.unsigned(access.align);
    this.bytes.unsigned(offset);
    return this;
  }

  /** The size so far, in bytes. */
  get size(): number {
    return this.bytes.length;
  }

  /** The encoded body with its table of locals. */
  finish(): Uint8Array {
    const body = new ByteList();
    body.unsigned(this.locals.length);
    for (const type of this.locals) {
      body.unsigned(1);
      body.push(type);
    }
    body.append(this.bytes.toArray());
    body.push(OP.end);
    return body.toArray();
  }

  private withIndex(opcode: number, index: number): this {
    this.bytes.push(opcode);
    this.bytes.unsigned(index);
    return this;
  }
}

interface Signature {
  readonly parameters: readonly ValueType[];
  readonly results: readonly ValueType[];
}

/** A module that imports its memory as `env.memory`. Imports must be declared before functions. */
export class ModuleBuilder {
  private readonly types: Signature[] = [];
  private readonly imports: { module: string; name: string; type: number }[] = [];
  private readonly functions: { type: number; body: Uint8Array | null }[] = [];
  private readonly exports: { name: string; index: number }[] = [];

  importFunction(module: string, name: string, signature: Signature): number {
    this.imports.push({ module, name, type: this.typeOf(signature) });
    return this.imports.length - 1;
  }

  /** Announces a function and gives its index; `define` brings its body. */
  declare(signature: Signature): number {
    this.functions.push({ type: this.typeOf(signature), body: null });
    return this.imports.length + this.functions.length - 1;
  }

  define(index: number, code: Code): void {
    this.functions[index - this.imports.length].body = code.finish();
  }

  export(name: string, index: number): void {
    this.exports.push({ name, index });
  }

  /** The module, for a memory that one thread has for itself or that several share. */
  finish(use: MemoryUse = 'alone'): Uint8Array {
    const module = new ByteList();
    for (const byte of [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]) module.push(byte);
    section(module, 1, this.types, (out, { parameters, results }) => {
      out.push(0x60);
      out.unsigned(parameters.length);
      for (const type of parameters) out.push(type);
      out.unsigned(results.length);
      for (const type of results) out.push(type);
    });
    section(module, 2, [use, ...this.imports], writeImport);
    section(module, 3, this.functions, (out, { type }) => out.unsigned(type));
    section(module, 7, this.exports, (out, { name, index }) => {
      out.name(name);
      out.push(0x00);
      out.unsigned(index);
    });
    section(module, 10, this.functions, (out, { body }) => {
      const bytes = body ?? new Code(0).op(OP.unreachable).finish();
      out.unsigned(bytes.length);
      out.append(bytes);
    });
    return module.toArray();
  }

  private typeOf(signature: Signature): number {
    const key = JSON.stringify(signature);
    const known = this.types.findIndex((type) => JSON.stringify(type) === key);
    if (known >= 0) return known;
    this.types.push({ parameters: signature.parameters, results: signature.results });
    return this.types.length - 1;
  }
}

/** The pages that a shared memory may have at most. */
const MOST_PAGES = 65536;

/** The memory or a function. */
function writeImport(out: ByteList, entry: { module: string; name: string; type: number } | MemoryUse): void {
  if (typeof entry === 'string') {
    out.name('env');
    out.name('memory');
    out.push(0x02);
    // No bounds; or the flags of a shared memory, which must have an upper one.
    out.push(entry === 'shared' ? 0x03 : 0x00);
    out.unsigned(0);
    if (entry === 'shared') out.unsigned(MOST_PAGES);
    return;
  }
  out.name(entry.module);
  out.name(entry.name);
  out.push(0x00);
  out.unsigned(entry.type);
}

function section<T>(module: ByteList, id: number, items: readonly T[], write: (out: ByteList, item: T) => void): void {
  const content = new ByteList();
  content.unsigned(items.length);
  for (const item of items) write(content, item);
  module.push(id);
  module.unsigned(content.length);
  module.append(content.toArray());
}
