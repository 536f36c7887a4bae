#!/usr/bin/env node
// `tegata-verify MODEL FORMULA CERTIFICATE`.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { BadInput, Refused } from './model.ts';
import { readModel } from './read-model.ts';
import { verify } from './verify.ts';

const USAGE = `Usage: tegata-verify [--json] MODEL FORMULA CERTIFICATE

Verifies that CERTIFICATE, written by tegata check --certificate, proves its verdict about FORMULA on MODEL. It believes nothing that
the certificate says, and shares no code with what wrote it. Models are .pnml (P/T nets), .dve or .kripke.

Exit status: 0 verified, 10 refused, 64 wrong use, 65 bad input, 70 an error in the verifier, 74 the answer could not be written.`;
const READINGS = { stutter: 'a deadlock repeats for ever', drop: 'executions that end in a deadlock do not count' };

/** The bytes of a file; the array is used again for the next piece. */
function* piecesOf(path: string): Iterable<Uint8Array> {
  const file = openSync(path, 'r');
  const piece = new Uint8Array(1 << 20);
  for (let n = readSync(file, piece); n > 0; n = readSync(file, piece)) yield piece.subarray(0, n);
  closeSync(file);
}

/** Prints, and gives the exit status: another one where not all of it could be written. */
function end(status: number, text: string, stream: 1 | 2 = status === 0 ? 1 : 2): number {
  try {
    writeFileSync(stream, `${text}\n`);
    return status;
  } catch {
    return 74;
  }
}

function run(words: readonly string[]): number {
  const isJson = words.includes('--json');
  const given = words.filter((word) => word !== '--json');
  if (given.includes('--help') || given.includes('-h')) return end(0, USAGE);
  if (given.length !== 3 || given[0].startsWith('--')) return end(64, USAGE);
  const [file, formula, certificate] = given;
  try {
    const bytes = readFileSync(file);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const found = verify(readModel(file, bytes.toString('utf8')), formula, piecesOf(certificate), sha256);
    if (isJson) return end(0, JSON.stringify({ verified: true, ...found }));
    const { verdict, states, blocks } = found;
    const sizes = verdict === 'holds' ? `${states} pairs in ${blocks} blocks` : `a lasso of ${states} states`;
    return end(0, `verified: ${verdict}: ${formula}   (${READINGS[found.deadlock]}; ${sizes})`);
  } catch (error) {
    const isInput = error instanceof BadInput || (error as NodeJS.ErrnoException).code !== undefined;
    const [status, what] =
      error instanceof Refused ? [10, 'refused'] : isInput ? [65, 'error'] : [70, 'error in the verifier'];
    if (isJson) return end(status, JSON.stringify({ verified: false, reason: (error as Error).message }), 1);
    return end(status, `${what}: ${(error as Error).message}`);
  }
}

process.exitCode = run(process.argv.slice(2));
