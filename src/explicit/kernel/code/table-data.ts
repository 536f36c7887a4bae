// The rows of table groups as data for the core: see the layout in protocol.ts. Rows of one pattern with equal
// from-values are brought together (in their order), so that one look finds them all.
import { ANY, type Group, type Model } from '../../../models/model.ts';
import { fieldMask, hashKeys, type Packing } from '../packing/packing.ts';
import {
  GROUP_HEADER,
  GROUP_PATTERNS,
  GROUP_TOUCHED,
  MIX_HIGH,
  MIX_LOW,
  PATTERN_HEADER,
  PATTERN_MASK,
  PATTERN_READS,
  PATTERN_ROW_BYTES,
  PATTERN_ROWS,
  PATTERN_TABLE,
  ROW_HEADER,
  ROW_ORDER,
  ROW_RUN,
} from '../protocol.ts';

/** The data of all table groups of a model, with addresses relative to their own start until `relocate`. */
export interface PackedTables {
  readonly bytes: number;
  /** Per group: where its data begin; 0 for groups of other kinds. */
  readonly offsets: readonly number[];
  /** Per group: how many rows can match one state. */
  readonly mostRows: readonly number[];
  /** Writes the data into a memory, at `address`. */
  write(buffer: ArrayBuffer, address: number): void;
}

type Table = Extract<Group['behaviour'], { kind: 'table' }>;

/** A row that can occur: masked words it requires, and what it adds to words. */
interface PackedRow {
  readonly order: number;
  readonly required: readonly bigint[];
  readonly changes: readonly bigint[];
}

interface Pattern {
  /** Words read, with the masks of the variables read in them. */
  readonly words: readonly number[];
  readonly masks: readonly bigint[];
  readonly rows: PackedRow[];
}

const U64 = (value: bigint): bigint => BigInt.asUintN(64, value);

/** Packs the tables of the model. */
export function packTables(model: Model, packing: Packing): PackedTables {
  const out = new TableWriter();
  const keys = hashKeys(packing.words);
  const offsets: number[] = [];
  const mostRows: number[] = [];
  for (const { behaviour } of model.groups) {
    if (behaviour.kind !== 'table') {
      offsets.push(0);
      mostRows.push(0);
      continue;
    }
    const touched = [...new Set(behaviour.columns.map((column) => packing.fields[column].word))].sort((a, b) => a - b);
    const patterns = collectPatterns(behaviour, packing, touched);
    const written = writeGroup(out, patterns, touched, keys);
    offsets.push(written.offset);
    mostRows.push(written.mostRows);
  }
  return { bytes: out.end, offsets, mostRows, write: (buffer, address) => out.write(buffer, address) };
}

function collectPatterns(table: Table, packing: Packing, touched: readonly number[]): Pattern[] {
  const patterns = new Map<string, Pattern>();
  const width = table.columns.length;
  for (let start = 0, order = 0; start < table.rows.length; start += width * 2, order++) {
    const read = table.columns.map((_, i) => i).filter((i) => table.rows[start + i] !== ANY);
    const key = read.join();
    let pattern = patterns.get(key);
    if (!pattern) {
      pattern = makePattern(
        read.map((i) => table.columns[i]),
        packing,
      );
      patterns.set(key, pattern);
    }
    const row = packRow(table, { start, order, read }, packing, { pattern, touched });
    if (row) pattern.rows.push(row);
  }
  return [...patterns.values()];
}

function makePattern(variables: readonly number[], packing: Packing): Pattern {
  const masks = new Map<number, bigint>();
  for (const variable of variables) {
    const field = packing.fields[variable];
    masks.set(field.word, (masks.get(field.word) ?? 0n) | fieldMask(field));
  }
  const words = [...masks.keys()].sort((a, b) => a - b);
  return { words, masks: words.map((word) => masks.get(word) ?? 0n), rows: [] };
}

/** The row in packed form; null when its from-values are outside of the fields, so that it can never match. */
function packRow(
  table: Table,
  { start, order, read }: { start: number; order: number; read: readonly number[] },
  packing: Packing,
  { pattern, touched }: { pattern: Pattern; touched: readonly number[] },
): PackedRow | null {
  const required = pattern.words.map(() => 0n);
  const changes = touched.map(() => 0n);
  for (const i of read) {
    const field = packing.fields[table.columns[i]];
    const from = table.rows[start + i];
    const distance = from - field.lower;
    if (distance < 0 || distance > field.max) return null;
    const shift = BigInt(field.shift);
    required[pattern.words.indexOf(field.word)] |= BigInt(distance) << shift;
    const to = table.rows[start + table.columns.length + i];
    const change = to === ANY ? 0 : to - from;
    changes[touched.indexOf(field.word)] += BigInt(change) << shift;
  }
  return { order, required: required.map(U64), changes: changes.map(U64) };
}

function writeGroup(
  out: TableWriter,
  patterns: readonly Pattern[],
  touched: readonly number[],
  keys: BigUint64Array,
): { offset: number; mostRows: number } {
  const offset = out.reserve(GROUP_HEADER);
  out.put(offset + GROUP_PATTERNS, patterns.length);
  out.put(offset + GROUP_TOUCHED, touched.length);
  for (const word of touched) out.append(BigInt(word * 8));
  const list = out.reserve(patterns.length * 8);
  out.reserve(patterns.length * 16);
  let mostRows = 0;
  patterns.forEach((pattern, i) => {
    out.putAddress(list + i * 8, out.end);
    mostRows += writePattern(out, pattern, touched, keys);
  });
  return { offset, mostRows };
}

/** Writes a pattern, its rows and its hash table; gives the length of the longest run of equal from-values. */
function writePattern(out: TableWriter, pattern: Pattern, touched: readonly number[], keys: BigUint64Array): number {
  const { words, masks } = pattern;
  const runs = new Map<string, PackedRow[]>();
  for (const row of pattern.rows) {
    const key = row.required.join();
    const run = runs.get(key);
    if (run) run.push(row);
    else runs.set(key, [row]);
  }
  const bits = Math.max(1, Math.ceil(Math.log2(runs.size * 2 + 1)));
  const header = out.reserve(PATTERN_HEADER);
  out.put(header + PATTERN_READS, words.length);
  out.put(header + PATTERN_MASK, 2 ** bits - 1);
  out.put(header + PATTERN_ROW_BYTES, ROW_HEADER + (words.length + touched.length + 1) * 8);
  words.forEach((word, i) => {
    out.append(BigInt(word * 8));
    out.append(masks[i]);
  });
  out.putAddress(header + PATTERN_ROWS, out.end);
  const slots = new Uint32Array(2 ** bits);
  let rowNumber = 0;
  let longest = 0;
  for (const run of runs.values()) {
    insertRun(slots, run[0].required, rowNumber);
    for (const row of run) {
      const at = out.reserve(ROW_HEADER);
      out.put(at + ROW_ORDER, row.order);
      out.put(at + ROW_RUN, run.length);
      for (const value of row.required) out.append(value);
      for (const value of row.changes) out.append(value);
      out.append(U64(touched.reduce((sum, word, i) => sum + row.changes[i] * keys[word], 0n)));
    }
    rowNumber += run.length;
    longest = Math.max(longest, run.length);
  }
  out.putAddress(header + PATTERN_TABLE, out.end);
  for (let i = 0; i < slots.length; i += 2) out.append(BigInt(slots[i]) | (BigInt(slots[i + 1]) << 32n));
  return longest;
}

const MIX = (BigInt(MIX_HIGH) << 32n) | BigInt(MIX_LOW);

/** Enters a run into the hash table, with the hash that assembly/tables.ts computes. */
function insertRun(slots: Uint32Array, required: readonly bigint[], rowNumber: number): void {
  let hash = 0n;
  for (const value of required) {
    const sum = U64(hash + value);
    hash = U64((sum ^ (sum >> 32n)) * MIX);
  }
  let slot = Number(hash >> 32n) & (slots.length - 1);
  while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
  slots[slot] = rowNumber + 1;
}

/** 8-byte words with addresses that are fixed when the place is known. */
class TableWriter {
  private readonly words: bigint[] = [];
  private readonly addresses: number[] = [];

  /** The offset of the next word, in bytes. */
  get end(): number {
    return this.words.length * 8;
  }

  append(value: bigint): void {
    this.words.push(value);
  }

  /** Leaves room for some bytes, zero at first; gives the offset of the first. */
  reserve(bytes: number): number {
    const offset = this.end;
    for (let i = 0; i < bytes; i += 8) this.words.push(0n);
    return offset;
  }

  /** Fills the reserved word at an offset. */
  put(offset: number, value: number): void {
    this.words[offset / 8] = BigInt(value);
  }

  /** Fills the reserved word at an offset with another offset, to become an address. */
  putAddress(offset: number, target: number): void {
    this.put(offset, target);
    this.addresses.push(offset / 8);
  }

  write(buffer: ArrayBuffer, address: number): void {
    const view = new BigUint64Array(buffer, address, this.words.length);
    for (let i = 0; i < this.words.length; i++) view[i] = this.words[i];
    for (const index of this.addresses) view[index] += BigInt(address);
  }
}
