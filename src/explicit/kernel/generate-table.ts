// Groups given by rows (ETF) as code: a call of the core's table search (assembly/tables.ts) with the group's data.
import { type Chunk, HASH, OUT, STATE } from './emitter.ts';

/** Appends the call for the group whose data lie at `address`. */
export function generateTable(chunk: Chunk, address: number, tableRows: number): void {
  chunk.code.i32(address).get(STATE).get(OUT).get(HASH).call(tableRows).set(OUT);
}
