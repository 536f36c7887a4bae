// The generated module of a model: `expand`, the successors of a packed state in one batch, and `label`, its predicates as
// bits. Transitions are spread over functions of about a hundred, which compile quickly and are optimised independently.

import { invariant } from '../../../base/assert.ts';
import type { MemoryUse } from '../../../base/wasm-host.ts';
import type { Expression } from '../../../models/expression/expression.ts';
import type { Group, Model } from '../../../models/model.ts';
import { hashKeys, type Packing, strideBytes } from '../packing/packing.ts';
import { CONTROL_LABEL_FAULT, CONTROL_STATUS, SEEN, WORD_BYTES } from '../protocol.ts';
import { ArrayTables, collectArrays } from './array-tables.ts';
import { compileCondition, type ExpressionContext } from './compile-expression.ts';
import { conditionsOf } from './compiled-model.ts';
import { CHUNK_SIGNATURE, Chunk, type ChunkAddresses, OUT, STATE } from './emitter.ts';
import { type StoreVirtualWords, virtualWords } from './generate-implied.ts';
import { generateMonitorStep, type PackedMonitor } from './generate-monitor.ts';
import type { ProgramSurroundings } from './generate-program.ts';
import { generatePrograms } from './generate-programs.ts';
import { selectFunction } from './generate-select.ts';
import { generateTable } from './generate-table.ts';
import { generateTokens } from './generate-tokens.ts';
import type { PackedTables } from './table-data.ts';
import { clusterByTriggers } from './triggers.ts';
import { Code, I32, I64, MEMORY, ModuleBuilder, OP } from './wasm-encoder.ts';

/** What is compiled: a model under a packing, and the predicates of its labels. */
interface ModelToCompile {
  readonly model: Model;
  readonly packing: Packing;
  readonly predicates: readonly Expression[];
  readonly tables: PackedTables;
  /** `open`: successors may come in any order. */
  readonly order: 'model' | 'open';
  /** Where it holds, or has no value, a state is not expanded: the status is SEEN. Never asks for `dead`. */
  readonly watched?: Expression;
  /** Steps beside the model. */
  readonly monitor?: PackedMonitor;
}

/** Addresses that the code refers to. */
export interface CodeAddresses extends ChunkAddresses {
  /** Tables of arrays with computed indices. */
  readonly arrays: number;
  /** The rows of table groups. */
  readonly tables: number;
  /** A buffer as large as that of the successors, for the predicate `dead`. */
  readonly deadBuffer: number;
  /** `label`: no state is ever expanded by this module. */
  readonly exports?: 'all' | 'label';
  /** Room for a label: the module also exports `select`, which looks for states with one. */
  readonly selectLabel?: number;
  /** Whether several threads use the memory; by default one has it for itself. */
  readonly memoryUse?: MemoryUse;
}

/** Transitions per function. */
const CHUNK_TRANSITIONS = 100;
/** Bytes after which a function is closed even if it has fewer transitions. */
const CHUNK_BYTES = 24_000;

/** Numbers of functions that other functions call. */
interface Shared {
  readonly copy: number;
  readonly tableRows: number;
}

/** The binary module. It imports `env.memory` and `tables.rows`, and exports `expand`, `label` and, where it is asked for, `select`. */
export function generateModule(target: ModelToCompile, addresses: CodeAddresses): Uint8Array {
  const { model, packing } = target;
  const builder = new ModuleBuilder();
  const rows = { parameters: [I32, I32, I32, I64], results: [I32] } as const;
  const tableRows = builder.importFunction('tables', 'rows', rows);
  const copy = builder.declare({ parameters: [I32, I32], results: [] });
  builder.define(copy, copyFunction(packing.words));
  const arrays = new ArrayTables(packing, collectArrays(behavioursOf(model), conditionsOf(target)));
  const surroundings: ProgramSurroundings = { variables: model.variables, arrays, arraysAt: addresses.arrays };
  const expansion = (): Code[] =>
    hasTriggers(target)
      ? generateTriggered(target, copy, addresses)
      : generateChunks(target, { copy, tableRows }, surroundings, addresses);
  const codes = addresses.exports === 'label' ? [] : expansion();
  const chunks = codes.map((code) => {
    const index = builder.declare(CHUNK_SIGNATURE);
    builder.define(index, code);
    return index;
  });
  const expand = builder.declare({ parameters: [I32, I32], results: [I32] });
  const storeVirtual = virtualWords(builder, packing, addresses.virtual);
  builder.define(expand, expandFunction(target, { chunks, copy }, surroundings, { addresses, storeVirtual }));
  const label = builder.declare({ parameters: [I32, I32], results: [] });
  builder.define(label, labelFunction(target, surroundings, { expand, addresses, storeVirtual }));
  builder.export('expand', expand);
  builder.export('label', label);
  if (addresses.selectLabel !== undefined) {
    const select = builder.declare({ parameters: [I32, I32, I32], results: [I32] });
    const parts = { label, copy, stateBytes: packing.words * WORD_BYTES, labelAt: addresses.selectLabel };
    builder.define(select, selectFunction(parts));
    builder.export('select', select);
  }
  return builder.finish(addresses.memoryUse);
}

function behavioursOf(model: Model): readonly Group['behaviour'][] {
  return model.groups.map(({ behaviour }) => behaviour);
}

/** (target, source): copies the words of a state. */
function copyFunction(words: number): Code {
  const code = new Code(2);
  for (let word = 0; word < words; word++) {
    code
      .get(0)
      .get(1)
      .memory(MEMORY.i64_load, word * 8)
      .memory(MEMORY.i64_store, word * 8);
  }
  return code;
}

/** Nets with fewer transitions have no use for triggers. */
const TRIGGERED = 200;

/** The transitions of a net under their triggers. */
function generateTriggered({ model, packing }: ModelToCompile, copy: number, addresses: CodeAddresses): Code[] {
  const keys = hashKeys(packing.words);
  const finished: Code[] = [];
  let chunk = new Chunk(packing, keys, copy, addresses);
  const skipWithout = (word: number, mask: bigint): void => {
    chunk.word(word);
    chunk.code.i64(mask).op(OP.i64_and).op(OP.i64_eqz).branchIf(0);
  };
  for (const { word, mask, triggers } of clusterByTriggers(model.groups, packing)) {
    chunk.code.block();
    if (mask !== null && triggers.length > 1) skipWithout(word, mask);
    for (const trigger of triggers) {
      chunk.code.block();
      if (mask !== null) skipWithout(word, trigger.mask);
      for (const group of trigger.groups) {
        const { behaviour } = model.groups[group];
        invariant(behaviour.kind === 'tokens', 'only transitions of nets have triggers');
        generateTokens(chunk, group, behaviour, model.variables);
      }
      chunk.code.end();
    }
    chunk.code.end();
    if (chunk.code.size <= CHUNK_BYTES) continue;
    finished.push(chunk.finish());
    chunk = new Chunk(packing, keys, copy, addresses);
  }
  finished.push(chunk.finish());
  return finished;
}

function hasTriggers({ model, order }: ModelToCompile): boolean {
  const { groups } = model;
  return order === 'open' && groups.length >= TRIGGERED && groups.every(({ behaviour }) => behaviour.kind === 'tokens');
}

function generateChunks(
  { model, packing, tables }: ModelToCompile,
  { copy, tableRows }: Shared,
  surroundings: ProgramSurroundings,
  addresses: CodeAddresses,
): Code[] {
  const keys = hashKeys(packing.words);
  const finished: Code[] = [];
  let chunk = new Chunk(packing, keys, copy, addresses);
  let inChunk = 0;
  const { groups } = model;
  for (let next = 0; next < groups.length; ) {
    if (inChunk >= CHUNK_TRANSITIONS || chunk.code.size > CHUNK_BYTES) {
      finished.push(chunk.finish());
      chunk = new Chunk(packing, keys, copy, addresses);
      inChunk = 0;
    }
    const { behaviour } = groups[next];
    let used = 1;
    switch (behaviour.kind) {
      case 'tokens':
        generateTokens(chunk, next, behaviour, model.variables);
        break;
      case 'program':
        used = generatePrograms(chunk, groups, { first: next, most: CHUNK_TRANSITIONS }, surroundings);
        break;
      case 'table':
        generateTable(chunk, next, addresses.tables + tables.offsets[next], tableRows);
        break;
      case 'opaque':
        invariant(false, 'an opaque group has no code');
    }
    next += used;
    inChunk += used;
  }
  finished.push(chunk.finish());
  return finished;
}

/** (state, out): calls the chunks one after another; gives the number of successors, or the status of the stop. */
function expandFunction(
  { packing, watched, monitor }: ModelToCompile,
  { chunks, copy }: { readonly chunks: readonly number[]; readonly copy: number },
  surroundings: ProgramSurroundings,
  { addresses, storeVirtual }: Places,
): Code {
  const statusAt = CONTROL_STATUS + (addresses.control ?? 0);
  const code = new Code(2);
  storeVirtual(code, STATE);
  const context = conditionOnState(code, packing, surroundings, addresses.virtual);
  const dead = (): void => invariant(false, 'what is watched does not ask for `dead`');
  if (watched !== undefined) {
    const isSeen = (): Code => code.i32(SEEN).op(OP.return);
    // Whoever looks at the state again meets the fault of a condition without a value.
    compileCondition({ ...context, fault: isSeen, dead }, watched);
    code.if();
    isSeen();
    code.end();
  }
  if (monitor !== undefined) {
    const table = addresses.tables + monitor.tableOffset;
    const places = { table, copy: addresses.virtual + packing.virtualWords * 8, control: addresses.control ?? 0 };
    generateMonitorStep(context, monitor, places, dead);
  }
  const at = code.local(I32);
  const hash = code.local(I64);
  hashKeys(packing.words).forEach((key, word) => {
    code
      .get(STATE)
      .memory(MEMORY.i64_load, word * 8)
      .i64(key)
      .op(OP.i64_mul);
    if (word > 0) code.op(OP.i64_add);
  });
  code.set(hash).get(OUT).set(at);
  for (const chunk of chunks) {
    code.get(STATE).get(at).get(hash).call(chunk).tee(at).op(OP.i32_eqz).if();
    code.i32(statusAt).memory(MEMORY.i32_load, 0).op(OP.return).end();
  }
  if (monitor !== undefined) {
    // A deadlock repeats for ever.
    code.get(at).get(OUT).op(OP.i32_eq).if();
    code.get(OUT).get(STATE).call(copy);
    code
      .get(OUT)
      .get(hash)
      .memory(MEMORY.i64_store, packing.words * 8);
    code.i32(1).op(OP.return).end();
  }
  code.get(at).get(OUT).op(OP.i32_sub);
  code.i32(strideBytes(packing)).op(OP.i32_div_u);
  return code;
}

/** What the functions of a module need to know of the memory. */
interface Places {
  readonly addresses: CodeAddresses;
  readonly storeVirtual: StoreVirtualWords;
}

/** Conditions on the state whose address is the first parameter. */
function conditionOnState(
  code: Code,
  packing: Packing,
  { arrays, arraysAt }: ProgramSurroundings,
  virtual: number,
): Omit<ExpressionContext, 'fault' | 'dead'> {
  return {
    code,
    packing,
    word: (word) => {
      if (word < packing.words) code.get(STATE).memory(MEMORY.i64_load, word * 8);
      else code.i32(virtual).memory(MEMORY.i64_load, (word - packing.words) * 8);
    },
    address: () => code.get(STATE),
    arrayTable: (base, length) => arraysAt + arrays.offsetOf(base, length),
  };
}

/** (state, target): writes the predicates as bits, 32 to a word. */
function labelFunction(
  { packing, predicates }: ModelToCompile,
  surroundings: ProgramSurroundings,
  { expand, addresses, storeVirtual }: Places & { readonly expand: number },
): Code {
  const { virtual, deadBuffer } = addresses;
  const code = new Code(2);
  storeVirtual(code, STATE);
  const bits = code.local(I32);
  const context: ExpressionContext = {
    ...conditionOnState(code, packing, surroundings, virtual),
    fault: () => code.i32(CONTROL_LABEL_FAULT).i32(1).memory(MEMORY.i32_store, 0).op(OP.return),
    // An expansion that stops short has found a successor, or a fault that expanding the state will report.
    dead: () => code.get(STATE).i32(deadBuffer).call(expand).op(OP.i32_eqz),
  };
  for (let first = 0; first < predicates.length; first += 32) {
    code.i32(0).set(bits);
    predicates.slice(first, first + 32).forEach((predicate, bit) => {
      compileCondition(context, predicate);
      code.i32(bit).op(OP.i32_shl).get(bits).op(OP.i32_or).set(bits);
    });
    code
      .get(OUT)
      .get(bits)
      .memory(MEMORY.i32_store, first / 8);
  }
  return code;
}
