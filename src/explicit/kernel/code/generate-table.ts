// Groups given by rows (ETF) as code: a call of the core's table search (assembly/tables.ts) with the group's data.
import { strideBytes } from '../packing/packing.ts';
import { type Chunk, HASH, OUT, STATE } from './emitter.ts';
import { I32, OP } from './wasm-encoder.ts';

/** Appends the call for the group whose data lie at `address`. */
export function generateTable(chunk: Chunk, group: number, address: number, tableRows: number): void {
  const { code } = chunk;
  const before = code.local(I32);
  code.get(OUT).set(before).i32(address).get(STATE).get(OUT).get(HASH).call(tableRows).set(OUT);
  chunk.count(group, () => {
    code.get(OUT).get(before).op(OP.i32_sub);
    code.i32(strideBytes(chunk.packing)).op(OP.i32_div_u).op(OP.i64_extend_i32_u);
  });
}
