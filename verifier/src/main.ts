#!/usr/bin/env node
// `tegata-verify MODEL FORMULA CERTIFICATE`.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { BadInput, Refused } from './problem.ts';
import { readModel } from './read-model.ts';
import { verify } from './verify.ts';

const USAGE = `Usage: tegata-verify [--json] MODEL FORMULA CERTIFICATE

Verifies that CERTIFICATE, written by tegata check --certificate, proves its verdict about FORMULA on MODEL. It believes nothing that
the certificate says, and shares no code with what wrote it. Models are .pnml (P/T nets), .net, .dve or .kripke.

Exit status: 0 verified, 10 refused, 64 wrong use, 65 bad input, 70 an error in the verifier.`;
const READINGS = { stutter: 'a deadlock repeats for ever', drop: 'executions that end in a deadlock do not count' };

function* piecesOf(path: string): Iterable<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    const piece = new Uint8Array(1 << 20);
    for (let n = readSync(file, piece); n > 0; n = readSync(file, piece)) yield piece.subarray(0, n);
  } finally {
    closeSync(file);
  }
}

function say(stream: 1 | 2, text: string): void {
  writeSync(stream, `${text}\n`);
}

function run(words: readonly string[]): number {
  const isJson = words.includes('--json');
  const given = words.filter((word) => word !== '--json');
  if (given.includes('--help') || given.includes('-h')) {
    say(1, USAGE);
    return 0;
  }
  if (given.length !== 3 || given[0].startsWith('--')) {
    say(2, USAGE);
    return 64;
  }
  const [file, formula, certificate] = given;
  try {
    const bytes = readFileSync(file);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const found = verify(readModel(file, bytes.toString('utf8')), formula, piecesOf(certificate), sha256);
    const sizes =
      found.verdict === 'holds'
        ? `${found.states} pairs in ${found.blocks} blocks`
        : `a lasso of ${found.states} states`;
    if (isJson) say(1, JSON.stringify({ verified: true, ...found }));
    else say(1, `verified: ${found.verdict}: ${formula}   (${READINGS[found.deadlock]}; ${sizes})`);
    return 0;
  } catch (error) {
    const isRefused = error instanceof Refused;
    const isInput = error instanceof BadInput || (error as NodeJS.ErrnoException).code !== undefined;
    const { message } = error as Error;
    if (isJson) say(1, JSON.stringify({ verified: false, reason: message }));
    else say(2, `${isRefused ? 'refused' : isInput ? 'error' : 'error in the verifier'}: ${message}`);
    return isRefused ? 10 : isInput ? 65 : 70;
  }
}

process.exitCode = run(process.argv.slice(2));
